import { html } from "../app/html.js";
import { t } from "../language/index.js";
import { Face, Tiny } from "../table/card.js";
import { Rink } from "../table/rink.js";
import { NearSeat, Seat } from "../table/seat.js";
import { seatName, sidesOf, told, who } from "../table/score.js";

/** @import { Event, Exact } from "../sdk/types.js" */
/** @typedef {Exact["turn_based_hockey"]["Game"]} View */

export { cardName as nameOf, Face, isCard } from "../table/card.js";

const SLOTS = ["LW", "C", "RW", "LD", "G", "RD"];
/** How the positions lie on the ice, from the player: attack in front; and across the ice, so that shooters see whom they shoot at. */
const OWN = ["LW", "C", "RW", "LD", "G", "RD"];
const ACROSS = ["RD", "G", "LD", "RW", "C", "LW"];

/** The line-ups of the latest period against each other, what is locked, and the shots. @param {{view: View, happened: Event[], events: Event[]}} props */
export function Table({ view, events }) {
  const { table } = view;
  const [own, other] = sidesOf(view);
  const isSetUp = (/** @type {View["table"]["played_periods"][number]} */ { lineups, face_off }) => lineups.some((lineup) => lineup.length) || Boolean(face_off);
  const shown = table.played_periods.findLast(isSetUp);
  const mine = view.you?.commitment ?? [];
  const isWaiting = mine.length > 0;
  return html`
    <div class="half other">
      <${Seat} view=${view} seat=${other} hand=${table.hand_sizes[other] ?? 0} notes=${table.committed[other] && html`<span class="badge"><${Lock} /> ${t("has_locked")}</span>`} />
      ${shown?.face_off && html`<${Duel} view=${view} cards=${shown.face_off} title=${t("face_off")} />`}
    </div>
    ${table.node === "shootout" && table.shootout_cards.length > 0 && html`<${Duel} view=${view} cards=${table.shootout_cards} title=${t("shootout")} />`}
    ${shown &&
    [other, own].map((seat) => {
      const cards = shown.lineups[seat];
      if (!cards?.length || (view.choice && seat === own)) return null;
      return html`<${Lines} key=${seat} ...${{ view, seat, cards, across: seat === other }} />`;
    })}
    ${!shown && html`<${Rink} puck="centre" label=${t("zone", { zone: t("zone.centre") })} left=${who(view, own)} right=${who(view, other)} />`}
    <${NearSeat} view=${view} hand=${table.hand_sizes[own] ?? 0} notes=${table.committed[own] && html`<span class="badge"><${Lock} /> ${t("has_locked")}</span>`} />
    ${shown?.lineups.every((lineup) => lineup.length) && html`<${Shots} view=${view} events=${events} />`}
    ${isWaiting &&
    html`<div class="locked" role="status">
      <p class="badge good"><${Lock} /> ${t("locked", { name: seatName(view, other) })}</p>
      <span class="cards">${mine.map((code, place) => html`<span class="position" key=${code}><small>${mine.length > 1 ? SLOTS[place] : ""}</small><${Face} code=${code} small class="covered" /></span>`)}</span>
    </div>`}
  `;
}

const Lock = () => html`<svg class="lock" viewBox="0 0 20 20" aria-hidden="true"><path d="M3 9H5V6A5 5 0 0 1 15 6V9H17V19H3ZM7.5 9H12.5V6A2.5 2.5 0 0 0 7.5 6Z" /></svg>`;

/** Two cards that were shown at the same time. @param {{view: View, cards: string[], title: string}} props */
function Duel({ view, cards, title }) {
  const [own, other] = sidesOf(view);
  const winner = view.table.node === "shootout" ? null : view.table.face_off_winner;
  return html`<div class="face-off" role="group" aria-label=${title}>
    ${[own, other].map((seat) => html`<span key=${seat} class="position"><small>${who(view, seat)}</small>${cards[seat] && html`<${Face} code=${cards[seat]} small from=${`hand-${seat}`} />`}</span>`)}
    <span class="label">${winner === null ? title : told(view, winner, "face_off_won")}</span>
  </div>`;
}

/** A line-up on the ice. @param {{view: View, seat: number, cards: string[], across: boolean}} props */
function Lines({ view, seat, cards, across }) {
  return html`<div class=${`formation ${across ? "across" : "own"}`} role="group" aria-label=${told(view, seat, "lineup_of")}>
    ${(across ? ACROSS : OWN).map((slot) => {
      const card = cards[SLOTS.indexOf(slot)];
      return html`<span class="position" key=${slot}><small>${slot}</small>${card && html`<${Face} code=${card} small from=${`hand-${seat}`} />`}</span>`;
    })}
  </div>`;
}

/** The shots of the period that was played last, one by one. @param {{view: View, events: Event[]}} props */
function Shots({ view, events }) {
  const last = events.findLast(({ type }) => type === "shot");
  if (!last) return null;
  const all = events.filter(({ version }) => version === last.version);
  return html`<ol class="shots" aria-label=${t("shots")}>
    ${all.map((event, place) => {
      if (event.type !== "shot") return null;
      const { seat, wing, attack, defence } = /** @type {Exact["turn_based_hockey"]["ShotEventData"]} */ (event.data);
      const end = all.slice(place).find(({ type }) => type === "scores" || type === "saves");
      const isGoal = end?.type === "scores";
      return html`<li key=${place} class=${isGoal ? "in" : ""}>
        <span class="who">${who(view, seat)} · ${wing}</span>
        <span class="cards">${attack.cards.map((code) => html`<${Tiny} key=${code} code=${code} />`)}</span><b>${attack.value}</b>
        <span aria-hidden="true">${end && (isGoal ? "▶" : "✕")}</span>
        <b>${defence.value}</b><span class="cards">${defence.cards.map((code) => html`<${Tiny} key=${code} code=${code} />`)}</span>
        <strong>${end && t(isGoal ? "goal" : "save")}</strong>
      </li>`;
    })}
  </ol>`;
}

/** The slots that shoot together and that defend together, side by side on the ice. */
export const pairs = [[0, 1], [1, 2], [3, 4], [4, 5]];

const SAME_SUIT = 5;
const SAME_COLOUR = 2;
/** @param {string} card */
const pointsOf = ([rank = ""]) => (rank === "X" ? 0 : rank === "A" ? 11 : Number(rank) || 10);
/** @param {string} card */
const isRed = ([, suit = ""]) => "DHR".includes(suit);

/** The points of two cards and their chemistry, which a joker has by an option alone. @param {View} view @param {string} one @param {string} other */
export function worthOf(view, one, other) {
  const jokers = [one, other].filter(([rank]) => rank === "X").length;
  const isOne = isRed(one) === isRed(other);
  const bonus = jokers ? (isOne && jokers < 2 && view.options.joker_chemistry ? SAME_COLOUR : 0) : one[1] === other[1] ? SAME_SUIT : isOne ? SAME_COLOUR : 0;
  return pointsOf(one) + pointsOf(other) + bonus;
}

/** @param {View} view */
export function tips(view) {
  const { node } = view.table;
  if (node === "face_off" || node === "shootout" || node === "lineup_first" || node === "lineup_second") return [node];
  return node === "lineup_both" ? ["lineup_both", "lineup_first"] : [];
}

const en = {
  face_off: "Choose a card for the face-off; both are shown together. More points win, and the winner sees the other line-up before setting up. The card is used up: 10, J, Q and K are 10 points, an ace 11.",
  lineup_first: "You set up first, and they will see it. Each wing shoots with the centre, against a defender with the goalie. Two cards of one suit are worth 5 more, of one colour 2 more: the centre and the goalie count twice.",
  lineup_second: "You have won the face-off and see their line-up: put just enough against each of their pairs. A shot is a goal if your pair is worth at least as much as theirs. Save strong cards for later periods.",
  lineup_both: "Both set up in secret. Each wing shoots with the centre, against a defender with the goalie; cards of one suit are worth 5 more, of one colour 2 more.",
  shootout: "The shootout: one card each, in secret. More points win, equal cards are drawn again.",
};
/** @type {typeof en} */
const fr = {
  face_off: "Choisissez une carte pour la mise en jeu ; les deux sont montrées ensemble. Plus de points gagnent, et le gagnant voit l’autre formation avant de placer la sienne. La carte est perdue : 10, valet, dame et roi valent 10 points, l’as 11.",
  lineup_first: "Vous placez en premier, et l’autre verra votre formation. Chaque ailier tire avec le centre, contre un défenseur et le gardien. Deux cartes de même enseigne valent 5 de plus, de même couleur 2 de plus : le centre et le gardien comptent deux fois.",
  lineup_second: "Vous avez gagné la mise en jeu et voyez l’autre formation : opposez juste assez à chaque paire. Un tir est un but si votre paire vaut au moins autant que la leur. Gardez les cartes fortes pour plus tard.",
  lineup_both: "Chacun place en secret. Chaque ailier tire avec le centre, contre un défenseur et le gardien ; deux cartes de même enseigne valent 5 de plus, de même couleur 2 de plus.",
  shootout: "Tirs de barrage : une carte chacun, en secret. Plus de points gagnent ; à égalité, on tire d’autres cartes.",
};
/** The tips in each language, by their keys. */
export const words = { en, fr };
