/** Modules of a QR code: `get` is true for the dark ones. */
export interface Code {
  readonly size: number;
  get(x: number, y: number): boolean;
}
export function generate(text: string): Code;
