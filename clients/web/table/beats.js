// How an event is shown: a line for a time in which one reads it; a goal or a save is a moment.

/** @import { Event } from "../sdk/types.js" */
/**
 * `place`: how many events have been shown with it. `full`: its usual time, `ms`: what it gets. `isOwn`: of the player's side, or for spectators of the first.
 * `isTold`: it has been announced.
 * @typedef {{event: Event, place: number, kind: "goal" | "save" | "line", seat: number | undefined, isOwn: boolean, full: number, ms: number, isTold?: boolean,
 *   tone: Exclude<import("../app/sound.js").Sound, "turn"> | ""}} Beat
 */

/** Events that are shown as a moment. */
const MOMENTS = /** @type {Record<string, "goal" | "save">} */ ({ scores: "goal", saves: "save", save: "save", blocked: "save", blocks: "save", shot_blocked: "save" });
/** How events sound; the others as a puck that is moved, if somebody does it. */
const TONES = Object.entries({
  shot: /^(shoots|shot|shoots_inside|shoots_outside|penalty_shot|shootout_shot|breakaway)$/,
  save: /^(saves?|blocked|blocks|shot_blocked)$/,
  post: /^(post|hits_post|hits_crossbar)$/,
  boards: /^(miss|shoots_wide|clears|dumps_\w+|ices_puck|stays_back)$/,
  whistle: /^(face_off|period_start|period_end|overtime_start|shootout_start|pack_out|penalty|offside|icing)$/,
  over: /^game_finished$/,
});
/** A goal is seen for 1.5 s, when its card has landed. */
const MOMENT_MS = { goal: 1800, save: 1000 };
const LINE_MS = 400;
const LETTER_MS = 5;
const MOST_LINE_MS = 1500;

/** Whether an event is a line of the game. How it ended is told by `game_finished`. @param {Event} event */
export const isLine = ({ text, type }) => Boolean(text) && type !== "seed_given" && type !== "game_over";

/** @param {Event} event @param {number} [place] @param {number} [own] the player's seat @returns {Beat | null} null where there is nothing to show */
export function beatOf(event, place = 0, own = undefined) {
  if (!isLine(event)) return null;
  const kind = MOMENTS[event.type] ?? "line";
  const data = /** @type {{seat?: number, side?: number}} */ (event.data);
  const seat = event.speaker ?? data.seat; // the goalie speaks, the seat is the shooter's
  const isOwn = (data.side ?? (seat ?? 0) % 2) === (own ?? 0) % 2;
  const full = kind === "line" ? Math.min(MOST_LINE_MS, LINE_MS + LETTER_MS * event.text.length) : MOMENT_MS[kind];
  const usual = TONES.find(([, types]) => types.test(event.type))?.[0] ?? (event.speaker == null ? "" : "puck");
  const tone = /** @type {Beat["tone"]} */ (kind !== "goal" ? usual : isOwn || own === undefined ? "goal" : "against");
  return { event, place, kind, seat, isOwn, full, ms: full, tone };
}
