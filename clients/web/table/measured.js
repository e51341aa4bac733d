// What depends on how the table was laid out is measured as soon as it has been drawn, all of it together: a size that is read after something was
// written is a layout of the whole page.

/** @typedef {Generator<undefined, void, void>} Steps what reads sizes up to its first `yield`, then writes, then reads, and so on */

/** First what fits, then where it lies. @type {(() => Steps)[][]} */
const rounds = [[], []];
let isDue = false;

/** Measure before what was drawn is painted. @param {0 | 1} round 0 for what changes sizes @param {() => Steps} steps */
export function measured(round, steps) {
  if (!isDue) queueMicrotask(measure);
  isDue = true;
  rounds[round]?.push(steps);
}

function measure() {
  isDue = false; // first: whatever fails below, the next drawing is measured again
  for (const round of rounds) {
    let all = round.splice(0).map((steps) => steps());
    while (all.length) all = all.filter((steps) => !steps.next().done); // a step of each, so that all read, then all write
  }
}
