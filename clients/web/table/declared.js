// The table of any game, drawn from what its variant declares of `table` and `you`: zones of cards, piles, and facts, in the declared order.

import { html } from "../app/html.js";
import { client } from "../app/session.js";
import { cardName, Face as Playing, isCard as isPlaying, Pile, Place } from "./card.js";
import { others, Seat } from "./seat.js";
import { seatName, sideName } from "./score.js";

/** @import { GameView, Schemas } from "../sdk/types.js" */
/**
 * @typedef {object} Part the schema of a value, as far as it says how to draw it
 * @property {string} [title]
 * @property {string | string[]} [type]
 * @property {Part} [items]
 * @property {Record<string, Part>} [properties]
 * @property {number} [minItems]
 * @property {number} [maxItems]
 * @property {number} [minimum]
 * @property {number} [maximum]
 * @property {string} [pattern]
 */
/** @typedef {{view: GameView, part: Part, name: string, value: any}} Drawn */

export const byHand = true;
/** Fields that are shown elsewhere on the page. */
const ELSEWHERE = ["node", "score", "period", "periods", "hand"];
/** Suffixes of the names of numbers that count cards face down. */
const COUNTED = /(^|_)(sizes?|deck|pile|stock)$/;
const MOST_SHOWN = 7;

/** @type {Map<string, Schemas["CardList"]["cards"][number]>} */
let cards = new Map();
/** @type {{table: Record<string, Part>, you: Record<string, Part>}} */
let declared = { table: {}, you: {} };

/** @param {import("../sdk/game.js").Game} game */
export async function prepare(game) {
  const [described, variant] = await Promise.all([game.cards(), client.variant(game.variant)]);
  cards = new Map(described.map((card) => [card.id, card]));
  declared = /** @type {any} */ (variant);
}

/** @param {string} text */
export const isCard = (text) => cards.has(text);

/** @param {string} code */
export const nameOf = (code) => (isPlaying(code) ? cardName(code) : (cards.get(code)?.name ?? code));

/** A card of the pack as usual, any other with its name. @param {Parameters<typeof Playing>[0]} props */
export function Face(props) {
  const { code, class: more = "", small = false, hidden = false, from = undefined, still = false } = props;
  if (isPlaying(code)) return html`<${Playing} ...${props} />`;
  return html`<span class=${`card named ${small ? "small" : ""} ${more}`} role=${hidden ? undefined : "img"} aria-label=${hidden ? undefined : nameOf(code)} aria-hidden=${hidden ? "true" : undefined} data-card=${still ? undefined : code} data-from=${from}>
    <b aria-hidden="true">${code}</b>${!small && html`<span aria-hidden="true">${cards.get(code)?.name}</span>`}
  </span>`;
}

/** A card with what it does. @param {{code: string}} props */
export const About = ({ code }) => html`<div class="about-card">
  <${Face} code=${code} still />
  <div><h3>${nameOf(code)}</h3><p>${cards.get(code)?.text}</p></div>
</div>`;

/** The other seats with their cards, the middle, and the player's own. @param {{view: GameView}} props */
export function Table({ view }) {
  const table = partsOf(view, declared.table, view.table);
  const ofSeats = table.filter(({ part, value }) => isForEach(part) && value?.length === view.seats.length);
  const shared = table.filter((drawn) => !ofSeats.includes(drawn));
  const own = view.you ? partsOf(view, declared.you, view.you) : [];
  const ownSeat = view.you?.seat ?? 0;
  /** @param {number} seat */
  const partsOfSeat = (seat) => ofSeats.map(({ part, value, ...rest }) => ({ ...rest, value: value[seat], part: { title: part.title, ...part.items } }));
  const ofOwn = [...partsOfSeat(ownSeat), ...own];
  const hand = (/** @type {number} */ seat) => /** @type {any} */ (view.table).hand_sizes?.[seat];
  return html`<div class=${`around seats-${view.seats.length}`}>
      ${others(view).map((seat, place) => html`<div key=${seat} class=${(view.seats.length === 4 && ["left", "opposite", "right"][place]) || "opposite"}>
        <${Seat} view=${view} seat=${seat} hand=${hand(seat)} notes=${html`<${Parts} parts=${partsOfSeat(seat)} />`} />
      </div>`)}
    </div>
    <${Parts} parts=${shared} class="middle" />
    ${(!view.you || ofOwn.length > 0) && html`<${Seat} view=${view} seat=${ownSeat} hand=${view.you ? undefined : hand(ownSeat)} notes=${html`<${Parts} parts=${ofOwn} />`} />`}`;
}

/** @param {GameView} view @param {Record<string, Part>} parts @param {object} values @returns {Drawn[]} */
const partsOf = (view, parts, values) =>
  Object.entries(parts)
    .filter(([name]) => name !== "hand_sizes" && !ELSEWHERE.includes(name))
    .map(([name, part]) => ({ view, part, name, value: /** @type {any} */ (values)[name] }));

/** Parts with cards, as zones, then the facts. The place of a single card is shown when it is empty. @param {{parts: Drawn[], class?: string}} props */
function Parts({ parts, class: more = "" }) {
  const withCards = parts.filter(({ part, name }) => hasCards(part) || isCount(part, name));
  const zones = withCards.filter(({ part, value }) => (part.items ? value?.length : value || !part.properties));
  const facts = parts.filter((drawn) => !withCards.includes(drawn)).map(factText).filter(Boolean);
  return html`${zones.length > 0 && html`<div class=${`zones ${more}`}>${zones.map((drawn) => html`<${Zone} key=${drawn.name} ...${drawn} />`)}</div>`}
    ${facts.length > 0 && html`<p class="facts">${facts.map((fact) => html`<span key=${fact} class="badge">${fact}</span>`)}</p>`}`;
}

/** A place for cards, with its name below. @param {Drawn} props */
function Zone({ view, part, name, value }) {
  const title = part.title ?? "";
  if (isCount(part, name)) return html`<${Pile} count=${value ?? 0} label=${`${title}: ${value ?? 0}`} place=${name === "deck" ? "deck" : undefined} />`;
  return html`<figure class="zone">
    <${Cards} ...${{ view, part, name, value }} />
    <figcaption>${title}${value?.length > MOST_SHOWN && ` (${value.length})`}</figcaption>
  </figure>`;
}

/** A card, cards in a row, what each seat has, in turn, or an object with cards in it: the latest of many. @param {Drawn} props */
function Cards({ view, part, name, value }) {
  if (value === null || value === undefined) return html`<${Place} small />`;
  if (typeof value === "string") return isCard(value) ? html`<${Face} key=${value} code=${value} small from="deck" />` : html`<span>${wordsOf(value)}</span>`;
  if (Array.isArray(value)) {
    if (isForEach(part)) return html`<${Rows} ...${{ view, part, name, value: [value] }} />`;
    const items = value.slice(-MOST_SHOWN);
    if (part.items && isForEach(part.items)) return html`<${Rows} ...${{ view, part: part.items, name, value: items }} />`;
    return html`<span class="cards">${items.map((item, place) => html`<${Cards} key=${value.length - items.length + place} ...${{ view, part: part.items ?? {}, name, value: item }} />`)}</span>`;
  }
  const inside = Object.entries(part.properties ?? {}).map(([key, one]) => ({ view, part: one, name: key, value: value[key] }));
  return html`<span class="held-by">
    ${inside.filter((one) => hasCards(one.part) && one.value !== null).map((one) => html`<${Cards} key=${one.name} ...${one} />`)}
    <small>${inside.filter(({ part }) => !hasCards(part)).map(({ name, ...one }) => (name === "seat" ? seatName(view, one.value) : factText({ name, ...one }))).filter(Boolean).join(", ")}</small>
  </span>`;
}

/** A row for each seat, or side, the player's own below, with what it has in each of the lists. @param {Drawn} props */
function Rows({ view, part, name, value }) {
  const isOfSeats = value[0].length === view.seats.length;
  const own = view.you?.seat ?? 0;
  const rows = isOfSeats ? [...others(view), own] : [1 - (own % 2), own % 2];
  return html`<span class="rows-of-cards">
    ${rows.map((row) => html`<small key=${row}>${isOfSeats ? seatName(view, row) : sideName(view, row)}</small>
      <span class="cards">${value.map((/** @type {any[]} */ list, /** @type {number} */ place) => html`<${Cards} key=${place} ...${{ view, part: part.items ?? {}, name, value: list[row] }} />`)}</span>`)}
  </span>`;
}

/** A fact in words; nothing if it is none. @param {Drawn} props @returns {string} */
function factText({ view, part, value }) {
  const title = part.title ?? "";
  if ((!value && !isWho(part)) || value === null || value?.length === 0) return ""; // no, none or nothing
  if (value === true) return title;
  const text = textOf(view, part, value);
  return text && `${title}: ${text}`;
}

/** @param {GameView} view @param {Part} part @param {any} value @returns {string} */
function textOf(view, part, value) {
  if (isWho(part)) return part.maximum === 1 && view.seats.length > 2 ? sideName(view, value) : seatName(view, value);
  if (Array.isArray(value)) return value.map((item) => textOf(view, part.items ?? {}, item)).join(isForEach(part) ? " – " : ", ");
  if (typeof value === "object" && value) return Object.entries(part.properties ?? {}).map(([name, one]) => factText({ view, part: one, name, value: value[name] })).filter(Boolean).join(", ");
  return wordsOf(String(value ?? "–"));
}

/** @param {string} text */
const wordsOf = (text) => text.replaceAll("_", " ");

/** Whether a list has an item for each seat or side. @param {Part} part */
const isForEach = ({ minItems, maxItems }) => minItems === 2 && (maxItems === 2 || maxItems === 4);

/** Whether a number is that of a seat or side. @param {Part} part */
const isWho = ({ type, minimum, maximum }) => minimum === 0 && (maximum === 1 || (maximum === 3 && Array.isArray(type)));

/** @param {Part} part @param {string} name */
const isCount = ({ type }, name) => type === "integer" && COUNTED.test(name);

/** Whether a card can be part of a value. @param {Part} part @returns {boolean} */
function hasCards({ pattern, items, properties }) {
  return pattern !== undefined || (items !== undefined && hasCards(items)) || Object.values(properties ?? {}).some(hasCards);
}
