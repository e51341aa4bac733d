/** @import { GameView, Move, PositionMoves } from "./types.js" */

/** Whether the seat that this view is for may move now. @param {GameView} view */
export function isAsked(view) {
  return view.legal_moves.length > 0 || view.choice !== null;
}

/**
 * One of the legal moves, or the described choice filled at random. Throws a RangeError if there is nothing to choose from.
 * @param {GameView | PositionMoves} view
 * @param {() => number} [random] a number of at least 0 and below 1
 * @returns {Move}
 */
export function randomMove(view, random = Math.random) {
  /** @template T @param {T[]} items @returns {T} */
  const taken = (items) => /** @type {T} */ (items.splice(Math.floor(random() * items.length), 1)[0]);
  if (view.choice) {
    const { type, field, candidates, slots } = view.choice;
    const left = /** @type {string[]} */ ([...candidates]);
    return /** @type {Move} */ (/** @type {unknown} */ ({ type, [field]: slots.map(() => taken(left)) }));
  }
  const legal = /** @type {{move: Move}[]} */ ([...view.legal_moves]);
  if (!legal.length) throw new RangeError("no move to choose from: it is not this seat's turn");
  return taken(legal).move;
}

/** What the seat of a view knows, as `suggest` and `legalMoves` take it. Throws a RangeError for a spectator's view. @param {GameView} view */
export function observationOf(view) {
  if (!view.you) throw new RangeError("a spectator's view is no observation: no seat to play");
  const { options, ply, hand } = view;
  return { options, ply, hand, ...view.you, ...view.table };
}
