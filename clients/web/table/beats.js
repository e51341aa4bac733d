// How an event is shown: a line for a time in which one reads it; a goal or a save is a moment.

/** @import { Event } from "../sdk/types.js" */
/**
 * `place`: how many events have been shown with it. `full`: its usual time, `ms`: what it gets. `isOwn`: of the player's side, or for spectators of the first.
 * @typedef {{event: Event, place: number, kind: "goal" | "save" | "line", seat: number | undefined, isOwn: boolean, full: number, ms: number,
 *   tone: "goal" | "against" | "over" | ""}} Beat
 */

/** Events that are shown as a moment. */
const MOMENTS = /** @type {Record<string, "goal" | "save">} */ ({ scores: "goal", saves: "save", save: "save", blocked: "save", blocks: "save", shot_blocked: "save" });
const MOMENT_MS = { goal: 1500, save: 1000 };
const LINE_MS = 400;
const LETTER_MS = 5;
const MOST_LINE_MS = 1500;

/** Whether an event is a line of the game. @param {Event} event */
export const isLine = ({ text, type }) => Boolean(text) && type !== "seed_given";

/** @param {Event} event @param {number} [place] @param {number} [own] the player's seat @returns {Beat | null} null where there is nothing to show */
export function beatOf(event, place = 0, own = undefined) {
  if (!isLine(event)) return null;
  const kind = MOMENTS[event.type] ?? "line";
  const data = /** @type {{seat?: number, side?: number}} */ (event.data);
  const seat = event.speaker ?? data.seat; // the goalie speaks, the seat is the shooter's
  const isOwn = (data.side ?? (seat ?? 0) % 2) === (own ?? 0) % 2;
  const full = kind === "line" ? Math.min(MOST_LINE_MS, LINE_MS + LETTER_MS * event.text.length) : MOMENT_MS[kind];
  const tone = event.type === "game_finished" ? "over" : kind !== "goal" ? "" : isOwn || own === undefined ? "goal" : "against";
  return { event, place, kind, seat, isOwn, full, ms: full, tone };
}
