// Court cards are players in the sweater of their suit: a jack with a visor and a stick, a queen with long hair, a king with a beard and a
// crown. A joker is a goalie's mask.

import { html } from "../app/html.js";

const SKIN = "#f6d2ac";
const DARK = "#16202b";
const GOLD = "#f5b301";
const WHITE = "#fff";
const SWEATER = "M26 124V105Q27 91 41 87L50 93 59 87Q73 91 74 105V124Z";
const STRIPE = "M26 113H74V118H26Z";
const HEAD = "M35 48H65C66 68 62 77 57 80V89L50 94 43 89V80C38 77 34 68 35 48Z";
const EYES = "M41 58a2.6 3 0 1 0 5.2 0a2.6 3 0 1 0-5.2 0M53.8 58a2.6 3 0 1 0 5.2 0a2.6 3 0 1 0-5.2 0";
const HELMET = "M32 64V46C32 14 68 14 68 46V64H63V51H37V64Z";
const RIDGE = "M47 23Q50 22 53 23V44H47Z";

/** Shapes from the back to the front, each a fill and a path; without a fill in the colour of the suit. @type {Record<string, string[][]>} */
const SHAPES = {
  J: [["", SWEATER], [WHITE, STRIPE], [SKIN, HEAD], ["", HELMET], [WHITE, RIDGE], [DARK, EYES], ["#4aa3df99", "M35 49H65L67 62Q50 68 33 62Z"], [DARK, "M43 70Q50 73 58 69Q51 78 43 70Z"],
    ["#8a5a2b", "M70 14L74 15 69 124H64Z"], ["#5b6b7a", "M62 96H76V106H62Z"]],
  Q: [["", SWEATER], [WHITE, STRIPE], [GOLD, "M34 40C20 62 31 76 25 99Q37 103 41 88H59Q63 103 75 99C69 76 80 62 66 40Z"], [SKIN, HEAD], [GOLD, "M35 48H65V58Q58 50 47 51Q40 51 35 60Z"],
    ["", "M32 50V46C32 14 68 14 68 46V50Z"], [WHITE, RIDGE], [DARK, `${EYES}M41.5 57L37.5 53 44 54ZM58.5 57L62.5 53 56 54Z`], ["#c4152c", "M43 69Q50 71 57 69Q50 79 43 69Z"]],
  K: [["", SWEATER], [WHITE, STRIPE], [SKIN, HEAD], ["#6b3f1d", "M34 50C31 84 40 97 50 97S69 84 66 50L62 63Q50 67 38 63Z"], [DARK, EYES], [WHITE, "M43 71Q50 69 57 71Q50 78 43 71Z"],
    ["", "M33 52V38H67V52Z"], [GOLD, "M33 45L29 21 41 31 50 16 59 31 71 21 67 45Z"]],
  X: [["", "M50 22C72 22 80 40 78 62C77 86 66 108 58 114Q50 119 42 114C34 108 23 86 22 62C20 40 28 22 50 22Z"], [SKIN, "M32 54Q50 44 68 54C71 72 66 88 60 96Q50 101 40 96C34 88 29 72 32 54Z"],
    [DARK, "M40 63a3.4 3.8 0 1 0 6.8 0a3.4 3.8 0 1 0-6.8 0M53.2 63a3.4 3.8 0 1 0 6.8 0a3.4 3.8 0 1 0-6.8 0M43 84Q50 86 57 84Q50 93 43 84Z"],
    ["#5b6b7a", "M48.8 49H51.2V98H48.8ZM39 51H41.2V95H39ZM58.8 51H61V95H58.8ZM32 54H68V56.4H32ZM31 71H69V73.4H31ZM35 86H65V88.4H35Z"], [WHITE, "M34 105H40L42 110ZM66 105H60L58 110Z"]],
};

/** @param {{rank: string, emblem: string}} props on the chest, or on the mask */
export const Court = ({ rank, emblem }) => html`${SHAPES[rank]?.map(([fill, d]) => html`<path fill=${fill || undefined} d=${d} />`)}<path fill=${WHITE} d=${emblem} />`;
