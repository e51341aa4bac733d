import { session } from "./session.js";
import { Director } from "../../web/app/director.js";
import { html, render, useEffect, useRef, useState } from "../../web/app/html.js";
import { announcer } from "../../web/app/page.js";
import { useStore } from "../../web/app/store.js";
import { drawingOf } from "../../web/games/index.js";
import { isReady, t } from "../../web/language/index.js";
import { CardBook } from "../../web/table/about.js";
import { Fit } from "../../web/table/fit.js";
import { useFlights } from "../../web/table/flights.js";
import { Caption, Moment, promptOf } from "../../web/table/moment.js";
import { Hand } from "../../web/table/moves.js";
import { Result, Score } from "../../web/table/score.js";

/** @import { Drawing } from "../../web/games/index.js" */

const director = new Director(session);

function Table() {
  const { view, problem, hint, text, isSending, canPlay } = useStore(session);
  const { shown, beat } = useStore(director);
  const { text: announced } = useStore(announcer);
  const [drawing, setDrawing] = useState(/** @type {Drawing | null} */ (null));
  const board = useRef(/** @type {HTMLElement | null} */ (null));
  useFlights(board, `${view?.version} ${drawing !== null}`);
  useEffect(() => {
    if (view) drawingOf(/** @type {any} */ (session)).then((found) => setDrawing({ ...found }), ({ message }) => Object.assign(session, { problem: message }).changed());
  }, [view?.variant, view?.preset]);
  useEffect(() => {
    if (view?.status === "active") announcer.say(promptOf(view), true);
  }, [view?.version]);

  const refused = problem && html`<p class="problem" role="alert">${problem}</p>`;
  if (!view || !shown || !drawing) return html`<main class="board">${refused || html`<p role="status">${text || t("loading")}</p>`}</main>`;
  const isOver = view.status === "finished" || view.status === "aborted";
  const isBusy = isSending || !canPlay;
  const isPlayed = view.status === "active" && view.you !== null;
  return html`<div class=${`playing ${isOver ? "over" : view.status} ${isPlayed ? "played" : ""} ${view.choice ? "choosing" : ""}`}>
    <header class="bar"><${Score} view=${view} /></header>
    <main class="board" ref=${board}>
      <${Fit} class="notes">${refused}<//>
      <section class="table" aria-label=${t("table")}>
        <${Fit} class=${`stage ${view.variant}`}>${view.status !== "open" && html`<${drawing.Table} ...${shown} />`}<//>
        <${Moment} beat=${beat} view=${view} />
      </section>
      <${Caption} ...${{ view, drawing, beat, isHolding: false }} />
      ${isPlayed && html`<${Hand} view=${view} drawing=${drawing} play=${(/** @type {any} */ move) => session.play(move, view.version)} isSending=${isBusy} />`}
      <div class="helps">
        ${isPlayed && html`<section class="hint">
          <button class="quiet" disabled=${isBusy} onClick=${() => session.askHint()}>${t("hint")}</button>
          <div role="status">${hint && html`<p class="says">${t("hint_says", { text: hint })}</p>`}</div>
        </section>`}
        ${drawing.About && html`<${CardBook} root=${board} About=${drawing.About} />`}
      </div>
      ${isOver &&
      html`<section class="after">
        <${Result} view=${view} />
        <p class="buttons"><button class="main" disabled=${isBusy} onClick=${() => session.rematch()}>${t("rematch")}</button></p>
      </section>`}
    </main>
    <p class="unseen" role="status" aria-live="polite">${announced}</p>
  </div>`;
}

const place = /** @type {HTMLElement} */ (document.querySelector("#app"));
isReady.then(() => {
  render(html`<${Table} />`, place);
  new ResizeObserver(() => session.resized(Math.ceil(place.getBoundingClientRect().height))).observe(place);
  return session.begin();
});
