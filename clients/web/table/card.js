// Playing cards. What a card is shows by rank, suit sign and colour together; a screen reader hears its name.

import { html } from "../app/html.js";
import { t } from "../language/index.js";

/** @typedef {import("../language/index.js").Key} Key */

const SIGNS = /** @type {Record<string, string>} */ ({ C: "♣", D: "♦", H: "♥", S: "♠" });

/** @param {string} code such as `QH`, `TD` or `XR` */
export function cardName(code) {
  if (code[0] === "X") return t(code[1] === "R" ? "joker.R" : "joker.B");
  return t("card_name", { rank: rankOf(code), suit: t(/** @type {Key} */ (`suit.${code[1]}`)) });
}

/** @param {string} code */
export function rankOf(code) {
  return code[0] === "T" ? "10" : (code[0] ?? "");
}

/** @param {string} code */
export function isRed(code) {
  return "DHR".includes(code[1] ?? "");
}

/**
 * A card face up.
 * @param {{code: string, class?: string, small?: boolean, hidden?: boolean}} props `hidden` from screen readers, where a button names it
 */
export function Face({ code, class: more = "", small = false, hidden = false }) {
  const joker = code[0] === "X";
  return html`<span
    class=${`card ${isRed(code) ? "red" : "black"} ${small ? "small" : ""} ${more}`}
    role=${hidden ? undefined : "img"}
    aria-label=${hidden ? undefined : cardName(code)}
    aria-hidden=${hidden ? "true" : undefined}
  >
    <span class="rank">${joker ? "★" : rankOf(code)}</span>
    <span class="suit">${joker ? "" : SIGNS[code[1] ?? ""]}</span>
    <span class="pip">${joker ? "★" : SIGNS[code[1] ?? ""]}</span>
  </span>`;
}

/** A card face down. @param {{small?: boolean}} props */
export function Back({ small = false }) {
  return html`<span class=${`card back ${small ? "small" : ""}`} aria-hidden="true"></span>`;
}

/** A number of cards face down, fanned. @param {{count: number, label: string}} props */
export function Backs({ count, label }) {
  const shown = Math.min(count, 10);
  return html`<span class="fan" role="img" aria-label=${label}>
    ${Array.from({ length: shown }, () => html`<${Back} small />`)} ${count > shown && html`<span class="more">+${count - shown}</span>`}
  </span>`;
}

/** A gap where a card may lie. @param {{label?: string}} props */
export function Place({ label = "" }) {
  return html`<span class="card place" role="img" aria-label=${label || t("pile_empty")}></span>`;
}
