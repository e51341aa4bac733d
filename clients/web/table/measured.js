// What depends on how the table was laid out is measured in the frame that shows it, all of it together: a size that is read after something was written
// is a layout of the whole page.

/** First what fits, then where it lies. @type {(() => (() => void) | void)[][]} */
const rounds = [[], []];
let frame = 0;

/** Measure in the next frame, before it is painted. @param {0 | 1} round 0 for what changes sizes @param {() => (() => void) | void} read what is then to be written */
export function measured(round, read) {
  frame ||= requestAnimationFrame(measure);
  rounds[round]?.push(read);
}

function measure() {
  frame = 0; // first: whatever fails below, the next frame is measured again
  for (const round of rounds) for (const write of round.splice(0).map((read) => read())) write?.();
}
