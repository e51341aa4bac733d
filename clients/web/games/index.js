// What a game looks like; loaded when it is first shown. A game that is not here is played with its moves alone.

/**
 * @typedef {object} Look
 * @property {(props: {view: any}) => unknown} Table
 * @property {(props: {code: string, small?: boolean}) => unknown} Face
 * @property {(code: string) => string} nameOf
 * @property {(game: import("../sdk/game.js").Game) => Promise<void>} [prepare] what has to be fetched first
 */

/** @type {Record<string, () => Promise<Look>>} */
const LOOKS = {
  hockey: () => import("./hockey.js"),
  blades_of_steel: () => import("./blades_of_steel.js"),
  card_hockey: () => import("./card_hockey.js"),
  turn_based_hockey: () => import("./turn_based_hockey.js"),
  ice_cold_ice_hockey: () => import("./ice_cold_ice_hockey.js"),
};

/** @param {import("../sdk/game.js").Game} game @returns {Promise<Look>} */
export async function lookOf(game) {
  /** @type {Look} */
  const look = await (LOOKS[game.variant] ?? (() => import("./plain.js")))();
  await look.prepare?.(game);
  return look;
}
