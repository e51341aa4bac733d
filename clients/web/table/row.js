// Cards side by side, that overlap where the place is narrow; many lie in two rows.

import { html } from "../app/html.js";

const MOST_IN_A_ROW = 10;

/** @param {{count: number, children?: unknown, [attribute: string]: unknown}} props `count`: for this many there is room */
export function Row({ count, children, ...attributes }) {
  const rows = count > MOST_IN_A_ROW ? 2 : 1;
  const columns = Math.max(1, Math.ceil(count / rows));
  return html`<div class="row" ...${attributes}><ul class="cards" style=${{ "--columns": columns, "--rows": rows }}>${children}</ul></div>`;
}
