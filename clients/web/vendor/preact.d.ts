// What the client uses of Preact. Components take their props unchecked: htm passes them in templates, which TypeScript does not read.

export type VNode = { type: unknown; props: unknown; key: unknown };
export function h(type: any, props: Record<string, any> | null, ...children: any[]): VNode;
export function render(node: unknown, parent: Element): void;
export const Fragment: (props: { children?: unknown }) => VNode;
