// What a game looks like; loaded when it is first shown. A game that is not here has the table that its variant declares.

/** @import { Event, GameView } from "../sdk/types.js" */

/**
 * @typedef {object} Look
 * @property {(props: {view: any, happened: Event[], events: Event[]}) => unknown} Table with the events that led to this view, and all up to it
 * @property {(props: {code: string, small?: boolean, hidden?: boolean, still?: boolean, from?: string, class?: string}) => unknown} Face
 * @property {(code: string) => string} nameOf
 * @property {(text: string) => boolean} isCard whether a text in a move is a card
 * @property {(game: import("../sdk/game.js").Game) => Promise<void>} [prepare] what has to be fetched first
 * @property {(props: {code: string}) => unknown} [About] a card with all that it says, where a face cannot hold it
 * @property {(props: import("../table/lineup.js").Props) => unknown} [LineUp] how slots are filled, if not in a row
 * @property {string[]} [windows] the nodes in which one answers what the other side does, or lets it happen
 * @property {(view: any) => string[]} [tips] the tips that fit this view, by their keys
 */

/** @type {Record<string, () => Promise<Look>>} */
const LOOKS = {
  hockey: () => import("./hockey.js"),
  blades_of_steel: () => import("./blades_of_steel.js"),
  card_hockey: () => import("./card_hockey.js"),
  turn_based_hockey: () => import("./turn_based_hockey.js"),
  ice_cold_ice_hockey: () => import("./ice_cold_ice_hockey.js"),
};
/** Whether a game has a look of its own, and a picture for the start page. @param {string} variant */
export const isDrawn = (variant) => variant in LOOKS;

/** @type {() => Promise<Look>} */
const declared = () => import("../table/declared.js");

/** @param {import("../sdk/game.js").Game} game @returns {Promise<Look>} */
export async function lookOf(game) {
  const look = await (LOOKS[game.variant] ?? declared)();
  await look.prepare?.(game);
  return look;
}
