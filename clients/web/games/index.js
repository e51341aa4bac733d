// The drawing of a game; loaded when it is first shown. A game without a module here has the table that its variant declares.

/** @import { Event } from "../sdk/types.js" */

/**
 * @typedef {object} Drawing
 * @property {(props: {view: any, happened: Event[], events: Event[], coming?: Event[]}) => unknown} Table with the events that led to this view, all up to it,
 *   and those that lead to it and are still to be shown
 * @property {(props: {code: string, small?: boolean, hidden?: boolean, still?: boolean, from?: string, class?: string}) => unknown} Face
 * @property {(code: string) => string} nameOf
 * @property {(text: string) => boolean} isCard whether a text in a move is a card
 * @property {(game: import("../sdk/game.js").Game) => Promise<void>} [prepare] what has to be fetched first
 * @property {(props: {code: string}) => unknown} [About] a card with its whole text, if a face has no room for it
 * @property {number[][]} [pairs] the slots of a line-up whose cards count together, each pair at the place of the first
 * @property {(view: any, one: string, other: string) => number} [worthOf] what two cards are worth together
 * @property {(view: any, code: string, slot?: number) => boolean} [glows] whether a card of the hand scores or opens now, or belongs into the slot
 * @property {string} [says] what is said instead of what the game waits for
 * @property {(view: any, move: any) => string} [callOf] what is on the button of a move, if not its text
 * @property {string[]} [discards] the types of moves that give cards away: their button comes before the card, or before they are done
 * @property {string[]} [windows] the nodes in which one answers what the other side does, or lets it happen
 * @property {boolean} [byHand] the only move is made by hand, too, where a game has no others or nothing is known of it
 * @property {(view: any) => string[]} [tips] the tips that fit this view, by their keys
 * @property {Record<string, Record<string, string>>} [words] the tips in each language, by their keys; English is one of the languages
 */

/** @param {import("../sdk/game.js").Game} game @returns {Promise<Drawing>} */
export async function drawingOf(game) {
  /** @type {Drawing} */
  const drawing = await import(`./${game.variant}.js`).catch(() => import("../table/declared.js"));
  await drawing.prepare?.(game);
  return drawing;
}
