// The scoresheet of a game, what decided it, and its goals and shots as a chart.

import { html } from "../app/html.js";
import { t } from "../language/index.js";
import { isCard, Tiny } from "../table/card.js";
import { Told } from "../table/commentary.js";
import { seatName, Side, sideName, sidesOf } from "../table/score.js";
import { Table } from "./fields.js";

/** @import { Event, GameView, Schemas } from "../sdk/types.js" */

/** Events that are chances to score. */
const SHOTS = ["shoots", "shot", "shoots_inside", "shoots_outside", "penalty_shot", "breakaway"];
/** Events that lead to a goal. */
const LEADING = [...SHOTS, "dumps_deep", "power_play"];
const WIDTH = 400;
const HEIGHT = 190;
const LEFT = 24;
const BOTTOM = 44;

/** The name of a period: a number, `OT`, `OT2` or `SO`. @param {string} period */
export const periodName = (period) => (period === "SO" ? t("period_SO") : period.replace("OT", t("period_OT")));

/** Whether the game has periods, or has come to overtime. @param {GameView} view @param {Schemas["Scoresheet"]} sheet */
const hasPeriods = (view, { line_score }) => line_score.length > 1 || "periods" in view.table;

/** When something happened, as a part of a sentence. @param {GameView} view @param {Schemas["Scoresheet"]} sheet @param {string} period */
const inPeriod = (view, sheet, period) => hasPeriods(view, sheet) && (/^\d/.test(period) ? t("in_period", { period }) : `${t(period === "SO" ? "shootout" : "overtime").toLowerCase()} ${period.slice(2)}`.trim());

/** How a goal was scored: with a card, or with the shot before it. @param {{view: GameView, goal: Schemas["Scoresheet"]["goals"][number], events: Event[]}} props */
function How({ view, goal: { seat, how, score, version }, events }) {
  const place = events.findIndex(({ type, version: at, data }) => type === "scores" && at === version && String(/** @type {any} */ (data).score) === String(score));
  const card = /** @type {{card?: string} | undefined} */ (events[place]?.data)?.card ?? "";
  const shot = isCard(card) ? undefined : events.slice(0, Math.max(0, place)).findLast((event) => LEADING.includes(event.type) && seatOf(event) === seat);
  if (shot) return html`<${Told} event=${shot} view=${view} />`;
  return html`${seatName(view, seat)}${isCard(card) ? html`, <${Tiny} code=${card} />` : how && `, ${how}`}`;
}

/** The goals of each side by period, if the game has any. @param {{view: GameView, sheet: Schemas["Scoresheet"]}} props */
export function LineScore({ view, sheet }) {
  const { line_score } = sheet;
  if (!hasPeriods(view, sheet)) return null;
  const rowOf = (/** @type {number} */ side) => [html`<${Side} view=${view} side=${side} />`, ...line_score.map(({ goals }) => goals[side]), html`<strong>${view.score[side]}</strong>`];
  return html`<div class="scroll" tabindex="0" role="group" aria-label=${t("line_score")}>
    <${Table} class="line-score" columns=${["", ...line_score.map(({ period }) => periodName(period)), t("total")]} rows=${sidesOf(view).map(rowOf)} />
  </div>`;
}

/**
 * What decided the game, in words, and since which version: the goal that the other side has not reached, or how it ended; nothing decides a draw.
 * @param {GameView} view @param {Schemas["Scoresheet"]} sheet @param {Event[]} events
 */
export function decisive(view, sheet, events) {
  const { result, score } = view;
  const winner = result?.reason === "score" ? result.winner : null;
  const goal = winner === null ? undefined : sheet.goals.find((goal) => Number(goal.score[winner]) > Number(score[1 - winner]));
  if (result?.winner == null) return undefined;
  if (!goal) {
    const end = events.findLast(({ type }) => type === "game_finished");
    return end && { version: end.version, words: end.text };
  }
  const title = [t("winning_goal"), inPeriod(view, sheet, goal.period)].filter(Boolean).join(", ");
  return { version: goal.version, words: html`<b>${title}</b> <${How} ...${{ view, goal, events }} />` };
}

/** @param {{view: GameView, sheet: Schemas["Scoresheet"], events: Event[], look: (version: number) => void}} props */
export function Sheet({ view, sheet, events, look }) {
  const sides = sidesOf(view);
  const statistics = Object.entries(sheet.statistics);
  if (!statistics.length && !sheet.goals.length && !sheet.penalties.length) return null;
  const when = (/** @type {string} */ period, /** @type {number} */ version) => [inPeriod(view, sheet, period), clock(events, version)].filter(Boolean).join(", ");
  return html`<div class="sheet-of-game">
    <h3>${t("sheet")}</h3>
    ${statistics.length > 0 && html`<${Table} class="line-score" columns=${["", ...sides.map((side) => sideName(view, side))]} rows=${statistics.map(([name, numbers]) => [name, ...sides.map((side) => numbers[side])])} />`}
    ${sheet.goals.length > 0 &&
    html`<h4>${t("goals")}</h4>
      <ol class="rows">
        ${sheet.goals.map(
          (goal) => {
            const { period, score, version } = goal;
            return html`<li key=${version}>
              <span><b>${sides.map((side) => score[side]).join(" : ")}</b> <${How} ...${{ view, goal, events }} /> <span class="small">${when(period, version)}</span></span>
              <button onClick=${() => look(version)} aria-label=${`${t("show")}: ${score.join(" : ")}`}>${t("show")}</button>
            </li>`;
          })}
      </ol>`}
    ${sheet.penalties.length > 0 &&
    html`<h4>${t("penalties")}</h4>
      <ol class="rows">${sheet.penalties.map(({ period, version, text }, place) => html`<li key=${place}><span>${text} <span class="small">${when(period, version)}</span></span></li>`)}</ol>`}
  </div>`;
}

/** The time from the first event to the one with a version, as minutes and seconds. @param {Event[]} events @param {number} version */
function clock(events, version) {
  const [first] = events;
  const then = events.find((event) => event.version >= version);
  const seconds = first && then ? Math.round((Date.parse(then.at) - Date.parse(first.at)) / 1000) : 0;
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

/** @param {Event} event */
const seatOf = ({ data }) => /** @type {{seat?: number}} */ (data).seat;
/** @param {Event[]} events @param {number} side */
const countOf = (events, side) => events.filter((event) => (seatOf(event) ?? 0) % 2 === side).length;

/** Goals as two lines that rise, shots as marks beneath them. The sheet has the same in words. @param {{view: GameView, events: Event[]}} props */
export function Chart({ view, events }) {
  const sides = sidesOf(view);
  const most = Math.max(1, ...view.score);
  const x = (/** @type {Event} */ event) => LEFT + ((WIDTH - LEFT - 8) * events.indexOf(event)) / Math.max(1, events.length - 1);
  const y = (/** @type {number} */ goals) => HEIGHT - BOTTOM - ((HEIGHT - BOTTOM - 14) * goals) / most;
  const goals = events.filter(({ type }) => type === "scores");
  const shots = events.filter((event) => SHOTS.includes(event.type) && seatOf(event) !== undefined);
  const lines = sides.map((side) => {
    let count = 0;
    const steps = goals.filter((event) => (seatOf(event) ?? 0) % 2 === side).map((event) => `H${x(event)}V${y(++count)}`);
    return `M${LEFT} ${y(0)}${steps.join("")}H${WIDTH - 8}`;
  });
  return html`<figure class="chart">
    <svg viewBox=${`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label=${t("chart")}>
      ${Array.from({ length: most + 1 }, (_, count) => count % Math.ceil(most / 6) === 0 && html`<g key=${count}><line class="grid" x1=${LEFT} x2=${WIDTH - 8} y1=${y(count)} y2=${y(count)} /><text x="4" y=${y(count) + 4}>${count}</text></g>`)}
      ${events.filter(({ type }) => type === "period_end").map((event) => html`<line key=${event.version} class="period" x1=${x(event)} x2=${x(event)} y1="8" y2=${HEIGHT - 4} />`)}
      ${sides.map((side, place) => html`<path key=${side} class=${`line ${place ? "other" : "own"}`} d=${lines[place]} />`)}
      ${shots.map((event, place) => {
        const row = sides.indexOf((seatOf(event) ?? 0) % 2);
        return html`<line key=${place} class=${`mark ${row ? "other" : "own"}`} x1=${x(event)} x2=${x(event)} y1=${HEIGHT - 36 + 18 * row} y2=${HEIGHT - 24 + 18 * row} />`;
      })}
    </svg>
    <figcaption>
      <span class="own">━ ${sideName(view, sides[0])}</span> <span class="other">┅ ${sideName(view, sides[1])}</span>
      <span>${t("chart_of", { own: countOf(shots, sides[0]), other: countOf(shots, sides[1]) })}</span>
    </figcaption>
  </figure>`;
}
