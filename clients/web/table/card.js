// Playing cards. What a card is shows by rank, suit sign and colour together; a screen reader reads its name.

import { html } from "../app/html.js";
import { maybe, t } from "../language/index.js";
import { Court } from "./court.js";
import { GLYPHS, placed, STAR, SUITS } from "./shapes.js";

/** @typedef {import("../language/index.js").Key} Key */

/** Where the pips of a number card are, in columns 0 to 2 and rows 0 to 6 of a card 100 wide and 142 high. */
const PIPS = /** @type {Record<string, number[][]>} */ ({
  A: [[1, 3]],
  2: [[1, 0], [1, 6]],
  3: [[1, 0], [1, 3], [1, 6]],
  4: [[0, 0], [2, 0], [0, 6], [2, 6]],
  5: [[0, 0], [2, 0], [1, 3], [0, 6], [2, 6]],
  6: [[0, 0], [2, 0], [0, 3], [2, 3], [0, 6], [2, 6]],
  7: [[0, 0], [2, 0], [1, 1.5], [0, 3], [2, 3], [0, 6], [2, 6]],
  8: [[0, 0], [2, 0], [1, 1.5], [0, 3], [2, 3], [1, 4.5], [0, 6], [2, 6]],
  9: [[0, 0], [2, 0], [0, 2], [2, 2], [1, 3], [0, 4], [2, 4], [0, 6], [2, 6]],
  T: [[0, 0], [2, 0], [1, 1], [0, 2], [2, 2], [0, 4], [2, 4], [1, 5], [0, 6], [2, 6]],
});

/** Where the emblem of a court card or a joker is. @type {Record<string, [number, number]>} */
const EMBLEMS = { J: [46, 104], Q: [50, 105], K: [50, 105], X: [50, 37] };

/** Whether a text is a card of the pack. @param {string} text */
export const isCard = (text) => /^([2-9TJQKA][CDHS]|X[RB])$/.test(text);

/** @param {string} code such as `QH`, `TD` or `XR` */
export function cardName(code) {
  if (code[0] === "X") return t(code[1] === "R" ? "joker.R" : "joker.B");
  return t("card_name", { rank: maybe(`rank.${code[0]}`, rankOf(code)), suit: t(/** @type {Key} */ (`suit.${code[1]}`)) });
}

/** @param {string} code */
function rankOf(code) {
  return code[0] === "T" ? "10" : (code[0] ?? "");
}

/** @param {string} code */
function isRed(code) {
  return "DHR".includes(code[1] ?? "");
}

/** The ranks of a card in two corners, or of a small one above its suit. @param {string} rank @param {boolean} small */
function ranksOf(rank, small) {
  const shape = GLYPHS[rank] ?? "";
  return small ? placed(shape, 50, 43, 44) : placed(shape, 14, 21, 17) + placed(shape, 86, 121, 17, true);
}

/** The suits of a card, in its corners and as pips: one path, as each element of a card costs time. A joker has a star instead of a rank. @param {string} code @param {boolean} small */
function pathOf(code, small) {
  const [rank = "", suit = ""] = code;
  if (rank === "X") return small ? placed(STAR, 50, 60, 60) : placed(STAR, 14, 21, 20) + placed(STAR, 86, 121, 20, true);
  const shape = SUITS[suit] ?? "";
  if (small) return placed(shape, 50, 103, 44);
  const pips = (PIPS[rank] ?? []).map(([column = 0, row = 0]) => placed(shape, 36 + 14 * column, 27 + 14.7 * row, rank === "A" ? 48 : 16, row > 3));
  return placed(shape, 14, 44, 17) + placed(shape, 86, 98, 17, true) + pips.join("");
}

/**
 * A card face up.
 * @param {{code: string, class?: string, small?: boolean, hidden?: boolean, from?: string, still?: boolean}} props `hidden` from screen
 *   readers, where a button names it; `from` where it flies from, see flights.js, unless it is `still`
 */
export function Face({ code, class: more = "", small = false, hidden = false, from = undefined, still = false }) {
  return html`<span
    class=${`card ${isRed(code) ? "red" : "black"} ${code[1]} ${small ? "small" : ""} ${more}`}
    role=${hidden ? undefined : "img"}
    aria-label=${hidden ? undefined : cardName(code)}
    aria-hidden=${hidden ? "true" : undefined}
    data-card=${still ? undefined : code}
    data-from=${from}
  >
    ${(pictures[code + small] ??= pictureOf(code, small))}
  </span>`;
}

/** What is on the cards that have been drawn: it never changes, so a card that is drawn again costs nothing. @type {Record<string, unknown>} */
const pictures = {};
/** @param {string} code @param {boolean} small */
function pictureOf(code, small) {
  const [rank = "", suit = ""] = code;
  const emblem = EMBLEMS[rank];
  return html`<svg viewBox="0 0 100 142" aria-hidden="true">
    <path class="rank" d=${ranksOf(rank, small)} />
    <path d=${pathOf(code, small)} />
    ${!small && emblem && html`<${Court} rank=${rank} emblem=${placed(SUITS[suit] ?? STAR, emblem[0], emblem[1], 19)} />`}
  </svg>`;
}

/** A card in a list of cards, very small. @param {{code: string}} props */
export const Tiny = ({ code }) => html`<${Face} code=${code} small still class="tiny" />`;

/** A card face down. @param {{small?: boolean}} props */
export function Back({ small = false }) {
  return html`<span class=${`card back ${small ? "small" : ""}`} aria-hidden="true"></span>`;
}

/** A number of cards face down, fanned. @param {{count: number, label: string, place?: string}} props `place`: see flights.js */
export function Backs({ count, label, place = undefined }) {
  const shown = Math.min(count, 7);
  return html`<span class="fan" role="img" aria-label=${label} data-place=${place}>
    ${Array.from({ length: shown }, () => html`<${Back} small />`)} <span class="more">${count}</span>
  </span>`;
}

/** A pile of cards face down, with its name beneath. @param {{count: number, label: string, place?: string}} props */
export function Pile({ count, label, place = undefined }) {
  return html`<figure class="deck" data-place=${place}>
    <span class=${`heap ${count > 1 ? "more" : ""}`}>${count ? html`<${Back} />` : html`<${Place} label=${label} />`}</span>
    <figcaption>${label}</figcaption>
  </figure>`;
}

/** A gap where a card may lie. @param {{label?: string, small?: boolean}} props */
export function Place({ label = "", small = false }) {
  return html`<span class=${`card place ${small ? "small" : ""}`} role="img" aria-label=${label || t("pile_empty")}></span>`;
}
