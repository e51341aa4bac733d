import { html } from "../app/html.js";

/** @import { GameView } from "../sdk/types.js" */

/** Cards as their codes. @param {{code: string}} props */
export const Face = ({ code }) => html`<span class="card">${code}</span>`;

/** @param {string} code */
export const nameOf = (code) => code;

/** The table as the service describes it. @param {{view: GameView}} props */
export const Table = ({ view }) => html`<pre class="plain">${JSON.stringify(view.table, null, 1)}</pre>`;
