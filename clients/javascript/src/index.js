// Play hockey card games against people and computers: the client of the Faceoff API.

export { Client } from "./client.js";
export { FaceoffError, Failed, Problem, Unreachable } from "./errors.js";
export { fairnessFaults, newSeed } from "./fairness.js";
export { Game } from "./game.js";
export { isAsked, observationOf, randomMove } from "./moves.js";
export { Match } from "./tasks.js";
/** @typedef {import("./types.js").Event} Event */
/** @typedef {import("./types.js").GameView} GameView */
/** @typedef {import("./types.js").Move} Move */
/** @typedef {import("./types.js").SavedGame} SavedGame */
/** @typedef {import("./types.js").Schemas} Schemas */
