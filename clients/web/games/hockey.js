import { html } from "../app/html.js";
import { t, voiced } from "../language/index.js";
import { Face, Pile, Place } from "../table/card.js";
import { Rink } from "../table/rink.js";
import { NearSeat, others, Seat, sideOf } from "../table/seat.js";
import { sideName, sidesOf, who } from "../table/score.js";

/** @import { Exact } from "../sdk/types.js" */

export { cardName as nameOf, Face, isCard } from "../table/card.js";

const SHOWN_BEFORE = 3;
/** Where the others sit: opposite, or left, opposite and right. */
const AROUND = /** @type {Record<number, string[]>} */ ({ 1: ["opposite"], 3: ["left", "opposite", "right"] });

/** The pile in the middle, a puck at the goal that a breakaway heads for. @param {{view: Exact["hockey"]["Game"]}} props */
export function Table({ view }) {
  const { table } = view;
  const [own, other] = sidesOf(view);
  const last = table.played.at(-1);
  const before = table.played.slice(-1 - SHOWN_BEFORE, -1);
  const isOwn = table.holder === own;
  const holder = table.holder === null ? "" : voiced("breakaway", isOwn && view.you !== null, { name: sideName(view, table.holder) });
  const nameOfSide = (/** @type {number} */ side) => (view.seats.length > 2 ? sideName(view, side) : who(view, side));
  const places = AROUND[view.seats.length - 1] ?? [];
  return html`<div class="part">
    <div class=${`around seats-${view.seats.length}`}>
      ${others(view).map((seat, place) => html`<div key=${seat} class=${places[place] ?? "opposite"}><${Seat} view=${view} seat=${seat} hand=${table.hand_sizes[seat] ?? 0} notes=${notesOf(view, seat)} /></div>`)}
    </div>
    <${Rink}
      puck=${table.holder === null ? "centre" : isOwn ? "other" : "own"}
      heads=${table.holder === null ? null : isOwn ? "right" : "left"}
      label=${holder || t("zone", { zone: t("zone.centre") })}
      left=${nameOfSide(own)}
      right=${nameOfSide(other)}
    />
    <p class=${`badge call ${holder ? (isOwn ? "good" : "alert") : "none"}`}>${holder || t("no_breakaway")}</p>
  </div><div class="part">
    <div class="middle">
      <ol class="trail" aria-label=${t("played_before")}>
        ${before.map(({ seat, card }) => html`<li key=${card} class=${sideOf(view, seat)}><${Face} code=${card} small /><span>${who(view, seat)}</span></li>`)}
      </ol>
      <figure class="pile">
        ${table.top
          ? html`<${Face} key=${table.top} code=${table.top} class="latest" from=${last ? `hand-${last.seat}` : "deck"} />`
          : html`<${Place} label=${t("pile_empty")} />`}
        <figcaption>${table.top && last ? who(view, last.seat) : t(table.table_empty ? "pile_empty" : "pile")}</figcaption>
      </figure>
      <${Pile} count=${table.undealt} label=${t("deck", { count: table.undealt })} place="deck" />
    </div>
    <${NearSeat} view=${view} hand=${table.hand_sizes[0] ?? 0} notes=${notesOf(view, 0)} />
    ${table.deal > 0 && html`<p class="facts">${t("deal_of", { deal: table.deal, count: table.deals.length })}${view.you && notesOf(view, view.you.seat)}</p>`}
  </div>`;
}

/** @param {Exact["hockey"]["Game"]} view @param {number} seat */
function notesOf(view, seat) {
  const partner = view.seats.length > 2 && view.you && seat !== view.you.seat && sideOf(view, seat) === "own";
  return html`${partner && html`<span class="badge">${t("partner")}</span>`} ${view.table.dealer === seat && html`<span class="badge">${t("deals")}</span>`}`;
}

/** Whether a card matches the last one, or is a Jack: it scores or opens a breakaway. @param {Exact["hockey"]["Game"]} view @param {string} card */
export const glows = ({ table, options }, card) => options.wild_ranks.some((rank) => rank === card[0]) || card[0] === table.top?.[0];

/** The player is spoken to. @param {Exact["hockey"]["Game"]} view @param {any} move */
export const callOf = ({ you }, { type, seat }) => (type === "choose_dealer" && seat === you?.seat ? t("you_deal_first") : "");

/** @param {Exact["hockey"]["Game"]} view */
export function tips(view) {
  const { table } = view;
  if (table.node === "choose_dealer") return ["choose_dealer"];
  if (table.node !== "play") return [];
  const [own] = sidesOf(view);
  if (view.options.only_top_seen) return ["play", "memory"];
  return ["play", ...(table.holder === own ? ["attack"] : table.holder === null ? [] : ["danger"]), ...(view.seats.length > 2 ? ["partner"] : [])];
}

const en = {
  choose_dealer: "You choose who deals the first period. The other side begins each deal, and the player who plays last has the last word: many let themselves deal.",
  play: "You play one card each turn; only the last card of the pile counts. Play a card of the same rank, or a Jack, and you are on breakaway. Suits do not matter.",
  attack: "You are on breakaway! Match the card that the other side has just played, and you score. A Jack does not score, but it keeps the breakaway.",
  danger: "They are on breakaway: if they match the card that you play now, they score. Match the last card yourself or play a Jack to take the breakaway away, or play a rank of which few cards are left.",
  partner: "Your partner sits opposite: one of you makes the breakaway, the other may score.",
  memory: "Here only the last card of the pile stays to be seen. Remember what was played: a rank that is used up is safe.",
};
/** @type {typeof en} */
const fr = {
  choose_dealer: "Vous choisissez qui donne la première période. L’autre équipe commence chaque donne, et qui joue en dernier a le dernier mot : donner soi-même est souvent bon.",
  play: "Vous jouez une carte par tour ; seule la dernière carte de la pile compte. Jouez une carte de même rang, ou un valet, et vous partez en échappée. Les enseignes ne comptent pas.",
  attack: "Vous êtes en échappée ! Égalez la carte que l’autre équipe vient de jouer, et c’est le but. Un valet ne marque pas, mais il garde l’échappée.",
  danger: "L’autre équipe est en échappée : si elle égale la carte que vous jouez maintenant, elle marque. Égalez vous-même la dernière carte ou jouez un valet pour lui prendre l’échappée, ou jouez un rang dont il reste peu de cartes.",
  partner: "Votre partenaire est en face : l’un part en échappée, l’autre peut marquer.",
  memory: "Ici, seule la dernière carte de la pile reste visible. Retenez ce qui a été joué : un rang épuisé est sûr.",
};
/** The tips in each language, by their keys. */
export const words = { en, fr };
