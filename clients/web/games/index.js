// The drawing of a game; loaded when it is first shown. A game without a module here has the table that its variant declares.

/** @import { Event, GameView } from "../sdk/types.js" */

/**
 * @typedef {object} Drawing
 * @property {(props: {view: any, happened: Event[], events: Event[]}) => unknown} Table with the events that led to this view, and all up to it
 * @property {(props: {code: string, small?: boolean, hidden?: boolean, still?: boolean, from?: string, class?: string}) => unknown} Face
 * @property {(code: string) => string} nameOf
 * @property {(text: string) => boolean} isCard whether a text in a move is a card
 * @property {(game: import("../sdk/game.js").Game) => Promise<void>} [prepare] what has to be fetched first
 * @property {(props: {code: string}) => unknown} [About] a card with its whole text, if a face has no room for it
 * @property {(props: import("../table/lineup.js").Props) => unknown} [LineUp] how slots are filled, if not in a row
 * @property {string[]} [windows] the nodes in which one answers what the other side does, or lets it happen
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
