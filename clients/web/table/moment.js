// The state of the game: what happened last, and what it waits for.

import { html, useEffect, useRef, useState } from "../app/html.js";
import { maybe, t } from "../language/index.js";
import { isAsked } from "../sdk/index.js";
import { caller, EventText } from "./commentary.js";
import { Fit } from "./fit.js";
import { seatName, sidesOf } from "./score.js";

/** @import { Event, GameView } from "../sdk/types.js" */
/** @typedef {import("../games/index.js").Drawing} Drawing */

/** Events that are shown as a moment, with its words. */
const MOMENTS = /** @type {Record<string, "goal" | "save" | "big_save">} */ ({ scores: "goal", saves: "save", save: "save", blocked: "save", blocks: "save", shot_blocked: "save" });
/** What happened and what is asked have one place: what happened is shown for this time. */
const HAPPENED_MS = 1600;
/** As `.flash` in style.css. */
const GOAL_MS = 1500;

/** What the game waits for, in a sentence. @param {GameView} view @param {Drawing | null} [drawing] */
export function promptOf(view, drawing = null) {
  if (view.status === "open") return t("waiting_for_players");
  if (drawing && onlyAnswer(view, drawing)) return `${t("your_turn")}. ${t("no_answer")}`;
  if (isAsked(view)) return `${t("your_turn")}. ${maybe(`prompt.${nodeOf(view)}`, "")}`;
  const [next] = view.to_act;
  const name = seatName(view, next);
  if (!view.you) return t("turn_of", { name });
  return t(view.seats[next ?? 0]?.kind === "ai" ? "thinking" : "turn_of", { name });
}

/** @param {GameView} view */
const nodeOf = (view) => /** @type {{node: string}} */ (view.table).node;

/** Whether the other side's move is to be answered, or let happen. @param {GameView} view @param {Drawing} drawing */
const isWindow = (view, drawing) => isAsked(view) && Boolean(drawing.windows?.includes(nodeOf(view)));

/** The only answer in a window: there is nothing to choose. @param {GameView} view @param {Drawing} drawing */
export const onlyAnswer = (view, drawing) => (isWindow(view, drawing) && view.legal_moves.length === 1 ? view.legal_moves[0]?.move : undefined);

/**
 * One sentence: what has just happened, then what is asked.
 * @param {{view: GameView, drawing: Drawing, news: Event[], asked?: string, children?: unknown}} props `asked`: instead of the usual words
 */
export function Caption({ view, drawing, news, asked = "", children }) {
  const last = news.findLast(({ text, type }) => text && type !== "seed_given");
  const [seen, see] = useState(/** @type {Event | undefined} */ (undefined));
  useEffect(() => {
    const timer = setTimeout(see, HAPPENED_MS, last);
    return () => clearTimeout(timer);
  }, [last]);
  const isNews = last !== undefined && last !== seen && !asked;
  const kind = isWindow(view, drawing) ? "window" : isAsked(view) ? "mine" : view.status === "active" ? "wait" : "";
  const name = last && caller(last, view);
  return html`<div class=${`caption ${isNews ? "" : kind}`}>
    <${Fit} class="words">
      ${isNews && html`<p class="happened" aria-hidden="true">${name && `${name}: `}<${EventText} event=${last} /></p>`}
      ${view.status === "active" && html`<p class=${`prompt ${kind} ${isNews ? "unseen" : ""}`} tabindex="-1" data-focus-waits><span class="sign" aria-hidden="true"></span>${asked || promptOf(view, drawing)}</p>`}
    <//>
    ${children}
  </div>`;
}

/** A goal and a save are shown large; a goal to its end, whatever comes in the meantime. @param {{news: Event[], view: GameView}} props `news`: the events that came last */
export function Moment({ news, view }) {
  const shown = useRef({ big: /** @type {Event | undefined} */ (undefined), ends: 0 });
  const now = performance.now();
  const goal = news.findLast(({ type }) => MOMENTS[type] === "goal");
  const found = goal ?? (now < shown.current.ends ? undefined : news.findLast(({ type }) => type in MOMENTS));
  if (found && found !== shown.current.big) shown.current = { big: found, ends: now + (goal ? GOAL_MS : 0) };
  const { big } = shown.current; // also when other news have come: it ends by itself
  if (!big) return null;
  const kind = MOMENTS[big.type];
  const seat = big.speaker ?? /** @type {{seat?: number}} */ (big.data).seat; // the goalie speaks, the seat is the shooter's
  const isOwn = seat !== undefined && seat % 2 === sidesOf(view)[0];
  return html`<div class="moment" aria-hidden="true">
    <p key=${`${big.version} ${kind}`} class=${`flash ${kind} ${isOwn ? "own" : "other"}`}><span>${t(kind === "goal" ? "goal" : "save")}</span> ${seat === undefined ? "" : seatName(view, seat)}</p>
  </div>`;
}
