/** What the client uses of Preact; `htm` makes its elements, so their properties are not checked. */
export type Element = { readonly type: unknown; readonly props: unknown };
export function h(type: unknown, props: object | null, ...children: unknown[]): Element;
export function render(element: unknown, parent: globalThis.Element): void;
export const Fragment: unknown;
export const options: { debounceRendering?: (draw: () => void) => void };
