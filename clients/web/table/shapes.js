// What cards show, as shapes 100 wide and 100 high, and where they are put.

/** The suits as shapes 100 wide and 100 high, so that they look alike everywhere: points, x and y each. */
export const SUITS = /** @type {Record<string, string>} */ ({
  H: "M50 92C20 66 6 50 6 31C6 17 17 8 29 8C38 8 46 13 50 22C54 13 62 8 71 8C83 8 94 17 94 31C94 50 80 66 50 92Z",
  D: "M50 4L86 50L50 96L14 50Z",
  S: "M50 4C62 26 92 40 92 61C92 74 82 82 71 82C64 82 58 79 54 74C55 83 59 90 66 96L34 96C41 90 45 83 46 74C42 79 36 82 29 82C18 82 8 74 8 61C8 40 38 26 50 4Z",
  C: "M50 4C62 4 71 13 71 25C71 31 69 36 65 40C69 38 72 37 76 37C88 37 96 46 96 57C96 69 87 78 76 78C66 78 58 73 54 65C54 78 58 89 66 96L34 96C42 89 46 78 46 65C42 73 34 78 24 78C13 78 4 69 4 57C4 46 12 37 24 37C28 37 31 38 35 40C31 36 29 31 29 25C29 13 38 4 50 4Z",
});
export const STAR = "M50 4L62 38L98 38L69 59L80 94L50 73L20 94L31 59L2 38L38 38Z";

const RING = "M50 5C33 5 24 20 24 50C24 80 33 95 50 95C67 95 76 80 76 50C76 20 67 5 50 5Z";

/** Ranks, and letters of zones, as lines. They are shapes, too: the layout of text is most of the work of drawing a card. */
export const GLYPHS = /** @type {Record<string, string>} */ ({
  2: "M25 28C25 13 36 5 50 5C64 5 75 13 75 28C75 41 68 49 25 95L77 95",
  3: "M25 5L75 5L48 40C65 40 77 50 77 67C77 85 65 95 50 95C37 95 27 88 24 77",
  4: "M65 95L65 5L23 68L80 68",
  5: "M73 5L32 5L28 45C34 39 42 36 50 36C66 36 77 48 77 65C77 83 65 95 49 95C37 95 27 88 24 78",
  6: "M72 16C67 9 60 5 52 5C35 5 25 23 25 53C25 80 34 95 50 95C66 95 77 83 77 66C77 50 66 39 51 39C37 39 26 49 25 64",
  7: "M24 5L76 5C60 32 47 60 42 95",
  8: "M50 46C37 46 28 38 28 26C28 13 37 5 50 5C63 5 72 13 72 26C72 38 63 46 50 46C35 46 24 56 24 70C24 85 35 95 50 95C65 95 76 85 76 70C76 56 65 46 50 46Z",
  9: "M28 84C33 91 40 95 48 95C65 95 75 77 75 47C75 20 66 5 50 5C34 5 23 17 23 34C23 50 34 61 49 61C63 61 74 51 75 36",
  T: "M2 22L20 5L20 95M70 5C53 5 44 22 44 50C44 78 53 95 70 95C87 95 96 78 96 50C96 22 87 5 70 5Z",
  J: "M42 5L70 5L70 68C70 86 62 95 48 95C36 95 28 87 26 75",
  Q: `${RING}M54 70L82 104`,
  K: "M28 5L28 95M76 5L29 58M45 40L79 95",
  A: "M18 95L50 5L82 95M30 66L70 66",
  D: "M27 5L27 95L44 95C65 95 76 80 76 50C76 20 65 5 44 5Z",
  C: "M76 26C72 12 64 5 53 5C35 5 25 20 25 50C25 80 35 95 53 95C64 95 72 88 76 74",
  O: RING,
});

/** A shape as a part of a path: where its middle is, and how large. @param {string} shape @param {number} x @param {number} y @param {number} size */
export function placed(shape, x, y, size, isTurned = false) {
  const scale = (isTurned ? -size : size) / 100;
  let isX = false;
  return shape.replace(/\d+/g, (number) => (((isX = !isX) ? x : y) + scale * (Number(number) - 50)).toFixed(1));
}
