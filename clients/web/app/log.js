// What is known of a game: its events in order, and its latest view. Whatever is shown is a place in this log.

/** @import { Event, GameUpdate, GameView } from "../sdk/types.js" */
/**
 * `version`: up to which the events are known, and `place`, the same as a revision of the service. `view`: the newest that is not newer than them, and
 * `next` one that is. The first `old` events were over when they came: one catches up with them.
 * @typedef {{events: Event[], version: number, place: string | number, view: GameView | null, next: GameView | null, old: number}} Log
 */
/** @typedef {Partial<Omit<GameUpdate, "view">> & {view?: GameView | null, isOld?: boolean}} Message of the stream, or of what was fetched */

/** @type {Log} */
export const EMPTY = { events: [], version: 0, place: 0, view: null, next: null, old: 0 };

/** The log after a message; what it has already changes nothing. @param {Log} log @param {Message} message @returns {Log} */
export function reduce(log, { from_start: isAgain = false, events: told = [], version = 0, revision, view, isOld = isAgain }) {
  const before = isAgain ? EMPTY : log; // the service has lost the end of the game
  const events = [...before.events, ...told.filter((event) => event.version > before.version)];
  const known = Math.max(before.version, version);
  const place = revision !== undefined && version >= before.version ? revision : before.place;
  const newest = [before.next, before.view].reduce((one, other) => (other && !(one && one.version >= other.version) ? other : one), view ?? null);
  const isKnown = isOld || !newest || newest.version <= known;
  return { events, version: known, place, view: isKnown ? newest : before.view, next: isKnown ? null : newest, old: isOld ? events.length : before.old };
}

/** Whether the latest view and the latest events belong together. @param {Log} log */
export const isWhole = ({ view, next, version }) => !next && view?.version === version;

/**
 * A place of the log as it is shown: a view, the events before, of these the ones that led to it, and those of them still to be shown.
 * @typedef {{view: GameView, events: Event[], happened: Event[], coming: Event[]}} Shown
 * @param {readonly Event[]} events @param {GameView} view @param {number} count how many of the events have been shown @returns {Shown}
 */
export function shownAt(events, view, count) {
  const isOfView = (/** @type {Event} */ { version }) => version === view.version;
  const before = events.slice(0, count);
  return { view, events: before, happened: before.filter(isOfView), coming: events.slice(count).filter(isOfView) };
}
