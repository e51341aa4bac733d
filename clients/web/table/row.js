// Cards side by side, that overlap where the place is narrow; there, many lie in two rows.

import { html } from "../app/html.js";

const MOST_IN_A_ROW = 10;

/** @param {{count: number, children?: unknown, [attribute: string]: unknown}} props `count`: for this many there is room */
export function Row({ count, children, ...attributes }) {
  const most = Math.max(1, count);
  return html`<div class="row" ...${attributes}><ul class=${`cards ${count > MOST_IN_A_ROW ? "many" : ""}`} style=${{ "--all": most, "--half": Math.ceil(most / 2) }}>${children}</ul></div>`;
}
