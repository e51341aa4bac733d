// A place at the table: who sits there, with the hand face down.

import { html } from "../app/html.js";
import { t } from "../language/index.js";
import { Backs } from "./card.js";
import { jersey, seatName } from "./score.js";

/** @import { GameView } from "../sdk/types.js" */

/** The other seats in playing order, after the player's. @param {GameView} view */
export function others(view) {
  const own = view.you?.seat ?? 0;
  const count = view.seats.length;
  return Array.from({ length: count - 1 }, (_, place) => (own + 1 + place) % count);
}

/** @param {{view: GameView, seat: number, hand?: number | undefined, notes?: unknown}} props `hand`: the number of its cards */
export function Seat({ view, seat, hand = undefined, notes = null }) {
  const name = seatName(view, seat);
  const team = view.seats[seat]?.team;
  const acts = view.status === "active" && view.to_act.includes(seat);
  return html`<div class=${`seat side-${sideOf(view, seat)} ${acts ? "acts" : ""}`}>
    <span class=${`name ${team ? "jersey" : ""}`} style=${jersey(team)}>${acts && html`<span class="to-act" title=${t("turn_of", { name })}>▸</span>`}${name}</span>
    ${hand !== undefined && html`<${Backs} count=${hand} label=${t("hand_of", { name, count: hand })} place=${`hand-${seat}`} />`}
    ${notes}
  </div>`;
}

/** The seat on the near side, for spectators: a player has the hand there. @param {{view: GameView, hand?: number | undefined, notes?: unknown}} props */
export const NearSeat = ({ view, ...more }) => (view.you ? null : html`<${Seat} view=${view} seat=${0} ...${more} />`);

/** Whether a seat is on the player's side. @param {GameView} view @param {number} seat */
export const sideOf = (view, seat) => (seat % 2 === (view.you?.seat ?? 0) % 2 ? "own" : "other");
