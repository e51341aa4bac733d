// The state of the game: what it waits for, and what happened last.

import { html } from "../app/html.js";
import { maybe, t } from "../language/index.js";
import { isAsked } from "../sdk/index.js";
import { caller, EventText } from "./commentary.js";
import { seatName, sidesOf } from "./score.js";

/** @import { Event, GameView } from "../sdk/types.js" */

/** Events that are shown as a moment, with its words. */
const MOMENTS = /** @type {Record<string, "goal" | "save" | "big_save">} */ ({ scores: "goal", saves: "save", save: "save", blocked: "save", blocks: "save", shot_blocked: "save" });
const SHOWN = 3;

/** What the game waits for, in a sentence. @param {GameView} view */
export function promptOf(view) {
  if (view.status === "open") return t("waiting_for_players");
  if (isAsked(view)) return `${t("your_turn")}. ${maybe(`prompt.${nodeOf(view)}`, "")}`;
  const [next] = view.to_act;
  const name = seatName(view, next);
  if (!view.you) return t("turn_of", { name });
  return t(view.seats[next ?? 0]?.kind === "ai" ? "thinking" : "turn_of", { name });
}

/** @param {GameView} view */
const nodeOf = (view) => /** @type {{node: string}} */ (view.table).node;

/** @param {{view: GameView, drawing: import("../games/index.js").Drawing}} props */
export function Prompt({ view, drawing }) {
  const isWindow = isAsked(view) && drawing.windows?.includes(nodeOf(view));
  const kind = isWindow ? "window" : isAsked(view) ? "mine" : view.status === "active" ? "wait" : "";
  return html`<p class=${`prompt ${kind}`} tabindex="-1" data-focus-waits><span class="sign" aria-hidden="true"></span>${promptOf(view)}</p>`;
}

/** What happened last, in a few lines; a goal and a save are shown large. @param {{news: Event[], events: Event[], view: GameView}} props `events`: all so far, `news` those that came last */
export function Moment({ news, events, view }) {
  const lines = events.filter(({ text }) => text).slice(-SHOWN);
  const big = news.findLast(({ type }) => type in MOMENTS);
  const last = lines.at(-1);
  if (!last) return html`<div class="moment" aria-hidden="true"></div>`;
  const kind = big ? MOMENTS[big.type] : "";
  const seat = big?.speaker ?? /** @type {{seat?: number} | undefined} */ (big?.data)?.seat; // the goalie speaks, the seat is the shooter's
  const isOwn = seat !== undefined && seat % 2 === sidesOf(view)[0];
  return html`<div class="moment" aria-hidden="true">
    ${kind && html`<p key=${`${big?.version} ${kind}`} class=${`flash ${kind} ${isOwn ? "own" : "other"}`}><span>${t(kind === "goal" ? "goal" : "save")}</span> ${seat === undefined ? "" : seatName(view, seat)}</p>`}
    ${lines.map((event, place) => {
      const name = caller(event, view);
      return html`<p key=${`${event.version} ${place}`} class=${`${event === last ? "last" : ""} ${event.type === "scores" ? "goal" : ""}`}>
        ${name && `${name}: `}<${EventText} event=${event} />
      </p>`;
    })}
  </div>`;
}
