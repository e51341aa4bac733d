// The result of a game as a picture: who played, the score, also by period, and the game. Nothing else of it, no id above all.

import { maybe, t } from "../language/index.js";
import { jersey, sideName, sidesOf, teamOf } from "../table/score.js";
import { periodName } from "./sheet.js";

/** @import { GameView, Schemas } from "../sdk/types.js" */

const WIDTH = 1200;
const HEIGHT = 630;
const MIDDLE = WIDTH / 2;
/** Of the columns of the line score, each at most this wide. */
const LEFT = 430;
const RIGHT = 1100;
const MOST_STEP = 140;
const INK = "#10243a";
const COLOURS = /** @type {const} */ (["#0b4f8a", "#8a1420"]);

/** @param {GameView} view @param {Schemas["Scoresheet"]} sheet @param {string} game its name @returns {Promise<File>} a PNG */
export async function pictureOf(view, { line_score }, game) {
  const canvas = Object.assign(document.createElement("canvas"), { width: WIDTH, height: HEIGHT });
  const pen = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
  /** A text around a place, in a size at which it is no wider. @param {string | number} text @param {number} x @param {number} y @param {number} px @param {string} colour @param {number} [most] */
  const write = (text, x, y, px, colour, most = WIDTH) => {
    pen.fillStyle = colour;
    pen.font = `700 ${px}px system-ui, sans-serif`;
    pen.font = `700 ${px * Math.min(1, most / pen.measureText(String(text)).width)}px system-ui, sans-serif`;
    pen.fillText(String(text), x, y);
  };
  const line = (/** @type {string} */ colour, /** @type {number} */ x, width = 14) => Object.assign(pen, { fillStyle: colour }).fillRect(x - width / 2, 0, width, HEIGHT);
  Object.assign(pen, { textAlign: "center", textBaseline: "middle", fillStyle: "#f7fbfe", strokeStyle: "#f3c9cf", lineWidth: 8 });
  pen.fillRect(0, 0, WIDTH, HEIGHT);
  line("#cfe3f5", 330);
  line("#cfe3f5", WIDTH - 330);
  line("#f3c9cf", MIDDLE, 8);
  pen.arc(MIDDLE, 260, 170, 0, 7);
  pen.fillStyle = "#f7fbfe";
  pen.fill();
  pen.stroke();
  const sides = sidesOf(view);
  const nameOf = (/** @type {number} */ side) => sideName({ ...view, you: null }, side); // others read it
  const inkOf = (/** @type {number} */ side, /** @type {number} */ place) => (teamOf(view, side) ? INK : COLOURS[place ? 1 : 0]); // no third colour next to those of a team
  write(game, MIDDLE, 52, 44, INK, 1000);
  sides.forEach((side, place) => {
    const x = place ? 990 : 210;
    const colours = jersey(teamOf(view, side));
    if (colours) {
      Object.assign(pen, { fillStyle: colours["--first"] }).fillRect(x - 200, 96, 400, 72);
      Object.assign(pen, { fillStyle: colours["--second"] }).fillRect(x - 200, 168, 400, 12);
    }
    write(nameOf(side), x, colours ? 134 : 150, 44, colours?.["--on-first"] ?? inkOf(side, place), 380);
    write(view.score[side] ?? 0, x, 285, 200, inkOf(side, place));
  });
  write(":", MIDDLE, 260, 150, INK);
  const reason = maybe(`reason.${view.result?.reason}`, "");
  if (reason) write(reason, MIDDLE, 345, 28, INK, 300);
  const columns = [...line_score.map(({ period, goals }) => ({ title: periodName(period), goals })), { title: t("total"), goals: view.score }];
  const step = Math.min(MOST_STEP, (RIGHT - LEFT) / columns.length);
  if (columns.length > 1) {
    Object.assign(pen, { fillStyle: "#ffffffdd" }).fillRect(80, 440, WIDTH - 160, 160);
    columns.forEach(({ title, goals }, column) => {
      const x = LEFT + step * (column + 0.5);
      write(title, x, 465, 28, "#4b5f73", step);
      sides.forEach((side, place) => write(goals[side] ?? 0, x, 515 + 52 * place, 38, INK));
    });
    pen.textAlign = "left";
    sides.forEach((side, place) => write(nameOf(side), 110, 515 + 52 * place, 34, inkOf(side, place), LEFT - 130));
  }
  const blob = await new Promise((done) => canvas.toBlob(done, "image/png"));
  return new File([blob], "faceoff.png", { type: "image/png" });
}

/** Have the browser save a file. @param {File} file */
export function download(file) {
  const link = Object.assign(document.createElement("a"), { href: URL.createObjectURL(file), download: file.name });
  link.click();
  URL.revokeObjectURL(link.href);
}
