// Playing cards. What a card is shows by rank, suit sign and colour together; a screen reader reads its name.

import { html } from "../app/html.js";
import { maybe, t } from "../language/index.js";
import { Court } from "./court.js";

/** @typedef {import("../language/index.js").Key} Key */

/** The suits as shapes 100 wide and 100 high, so that they look alike everywhere: points, x and y each. */
const SUITS = /** @type {Record<string, string>} */ ({
  H: "M50 92C20 66 6 50 6 31C6 17 17 8 29 8C38 8 46 13 50 22C54 13 62 8 71 8C83 8 94 17 94 31C94 50 80 66 50 92Z",
  D: "M50 4L86 50L50 96L14 50Z",
  S: "M50 4C62 26 92 40 92 61C92 74 82 82 71 82C64 82 58 79 54 74C55 83 59 90 66 96L34 96C41 90 45 83 46 74C42 79 36 82 29 82C18 82 8 74 8 61C8 40 38 26 50 4Z",
  C: "M50 4C62 4 71 13 71 25C71 31 69 36 65 40C69 38 72 37 76 37C88 37 96 46 96 57C96 69 87 78 76 78C66 78 58 73 54 65C54 78 58 89 66 96L34 96C42 89 46 78 46 65C42 73 34 78 24 78C13 78 4 69 4 57C4 46 12 37 24 37C28 37 31 38 35 40C31 36 29 31 29 25C29 13 38 4 50 4Z",
});
const STAR = "M50 4L62 38L98 38L69 59L80 94L50 73L20 94L31 59L2 38L38 38Z";

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

/** A shape as a part of a path: where its middle is, and how large. @param {string} shape @param {number} x @param {number} y @param {number} size */
function placed(shape, x, y, size, isTurned = false) {
  const scale = (isTurned ? -size : size) / 100;
  let isX = false;
  return shape.replace(/\d+/g, (number) => (((isX = !isX) ? x : y) + scale * (Number(number) - 50)).toFixed(1));
}

/** The suits of a card, in its corners and as pips: one path, as each element of a card costs time. @param {string} code @param {boolean} small */
function pathOf(code, small) {
  const [rank = "", suit = ""] = code;
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
  const rank = code[0] === "X" ? "★" : rankOf(code);
  const emblem = EMBLEMS[code[0] ?? ""];
  return html`<svg viewBox="0 0 100 142" aria-hidden="true">
    ${small && html`<text class="rank" x="50" y="64">${rank}</text>`}
    ${!small && [0, 180].map((turn) => html`<text class="rank" x="14" y="30" transform=${`rotate(${turn} 50 71)`} textLength=${rank.length > 1 ? 22 : undefined} lengthAdjust="spacingAndGlyphs">${rank}</text>`)}
    <path d=${pathOf(code, small)} />
    ${!small && emblem && html`<${Court} rank=${code[0]} emblem=${placed(SUITS[code[1] ?? ""] ?? STAR, emblem[0], emblem[1], 19)} />`}
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
