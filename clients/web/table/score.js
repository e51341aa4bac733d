// Above the table: who plays, the score, and how far the game is; and how it ended.

import { html } from "../app/html.js";
import { maybe, t, voiced } from "../language/index.js";

/** @import { GameView, Schemas } from "../sdk/types.js" */
/** @typedef {{seats: Schemas["SeatView"][], you?: GameView["you"]}} Seats of a game, and which is the player's own */
/** @typedef {"in_end" | "has_puck" | "power_play" | "penalty_of" | "major_of" | "goalie_out" | "extra_skater" | "goals_of" | "face_off_won" | "lineup_of"} Told */

/** The team of a side: of two partners, that of the first who has one. @param {GameView} view @param {number} side */
export const teamOf = (view, side) => view.seats.find((seat) => seat.side === side && seat.team)?.team;

/** The name of a side: its team, or its players. @param {GameView} view @param {number} side */
export function sideName(view, side) {
  const players = view.seats.filter((seat) => seat.side === side).map(({ seat }) => seatName(view, seat));
  return teamOf(view, side)?.name ?? players.join(" & ");
}

/** The colours of a team, with black or white for what is written on the first: 4.5 to 1 on any. @param {{colours: string[]} | null | undefined} team */
export function jersey(team) {
  if (!team) return undefined;
  const [first = "", second = ""] = team.colours;
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => ((parseInt(first.slice(at, at + 2), 16) / 255 + 0.055) / 1.055) ** 2.4);
  return { "--first": first, "--second": second, "--on-first": 0.2126 * red + 0.7152 * green + 0.0722 * blue > 0.18 ? "#000" : "#fff" };
}

/** The name of a side, in the colours of its team. @param {{view: GameView, side: number, class?: string}} props */
export function Side({ view, side, class: more = "" }) {
  const team = teamOf(view, side);
  return html`<span class=${`${more} ${team ? "jersey" : ""}`} style=${jersey(team)} data-short=${team?.name.replace(/[^\p{L}\p{N}]/gu, "").slice(0, 3).toUpperCase()}>${sideName(view, side)}</span>`;
}

/** Whether a player has given a name: else the service calls the seat by its number. @param {Schemas["SeatView"]} seat */
export const isNamed = ({ seat, name }) => name !== t("player", { number: seat + 1 });

/**
 * The name at a seat; with its number where two have the same, as in the texts of the service. A player without a name is spoken to.
 * @param {Seats} view @param {number | null | undefined} seat
 */
export function seatName(view, seat) {
  const found = view.seats[seat ?? -1];
  const name = found?.name;
  if (!name) return "…";
  if (seat === view.you?.seat && !isNamed(found)) return t("you");
  return view.seats.filter((other) => other.name === name).length > 1 ? `${name} (${Number(seat) + 1})` : name;
}

/** Who plays, in a line. @param {Seats} game */
export const namesOf = (game) => game.seats.map(({ seat }) => seatName(game, seat)).join(" – ");

/** How a label calls a seat: its own player is spoken to. @param {GameView} view @param {number | null | undefined} seat */
export const who = (view, seat) => (view.you && seat === view.you.seat ? t("you") : seatName(view, seat));

/** The words for a key about a seat, whose own player is spoken to. @param {GameView} view @param {number} seat @param {Told} key @param {Record<string, string>} [more] */
export const told = (view, seat, key, more) => voiced(key, view.you?.seat === seat, { name: seatName(view, seat), ...more });

/** The player's side stands first; for spectators side 0 does. @param {GameView} view @returns {[number, number]} */
export function sidesOf(view) {
  return view.you && view.you.seat % 2 === 1 ? [1, 0] : [0, 1];
}

/** How far the game is: the period, if it has any. @param {GameView} view */
function periodText(view) {
  const table = /** @type {Record<string, any>} */ (view.table);
  if (view.status !== "active" && view.status !== "finished") return "";
  if (table.shootout || table.node === "shootout") return t("shootout");
  if (table.overtime) return t("overtime");
  if (table.period && table.periods) return t("period", { number: Math.min(table.period, table.periods), count: table.periods });
  return "";
}

/** @param {{view: GameView}} props */
export function Score({ view }) {
  const [own, other] = sidesOf(view);
  const label = [own, other].map((side) => `${sideName(view, side)} ${view.score[side]}`).join(", ");
  return html`<div class="score" role="group" aria-label=${label}>
    <${Side} view=${view} side=${own} class="team own" />
    <strong key=${view.score.join()} aria-hidden="true">${view.score[own]} : ${view.score[other]}</strong>
    <${Side} view=${view} side=${other} class="team other" />
    <span class="period">${periodText(view)}</span>
  </div>`;
}

/** Paper that falls for who has won, all over the page and not in step. */
const PAPER = Array.from({ length: 40 }, (_, place) => html`<i key=${place} style=${{ "--at": (61 * place) % 100, "--after": (370 * place) % 1000 }}></i>`);

/** Who won, and why. @param {{view: GameView}} props */
export function Result({ view }) {
  const { result } = view;
  const [own, other] = sidesOf(view);
  const winner = result?.winner ?? null;
  const isOurs = view.you !== null && winner === own;
  const name = winner === null ? "" : sideName(view, winner);
  const words = !result ? t("aborted") : winner === null ? t("tie") : !isOurs && teamOf(view, winner) ? t("team_wins", { name }) : voiced("wins", isOurs, { name });
  return html`<div class=${`result ${isOurs ? "won" : ""}`}>
    <h2>${words}</h2>
    ${result && html`<p class="final"><${Side} view=${view} side=${own} /> <strong>${view.score[own]} : ${view.score[other]}</strong> <${Side} view=${view} side=${other} /></p>
      <p>${maybe(`reason.${result.reason}`, "")}</p>`}
  </div>
  ${isOurs && html`<div class="shower" aria-hidden="true" style=${jersey(teamOf(view, own))}>${PAPER}</div>`}`;
}
