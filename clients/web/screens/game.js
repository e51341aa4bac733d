// The table: one game, as this seat sees it.

import { html, useEffect, useMemo, useRef, useState } from "../app/html.js";
import { useAttention } from "../app/attention.js";
import { reloadWhenBack } from "../app/loaded.js";
import { announcer, useFocusedMain, useKeptFocus, useTitle } from "../app/page.js";
import { address } from "../app/router.js";
import { namesOf, saved } from "../app/saved.js";
import { Session } from "../app/session.js";
import { play as sound } from "../app/sound.js";
import { useStore } from "../app/store.js";
import { drawingOf } from "../games/index.js";
import { language, t } from "../language/index.js";
import { Tip } from "../learning/tips.js";
import { isAsked, Problem, Unreachable } from "../sdk/index.js";
import { CardBook } from "../table/about.js";
import { Fit } from "../table/fit.js";
import { useFlights } from "../table/flights.js";
import { Caption, Moment, onlyAnswer, promptOf } from "../table/moment.js";
import { Hand, PastHand } from "../table/moves.js";
import { caller, EventText, spoken } from "../table/commentary.js";
import { Score } from "../table/score.js";
import { Absent, Countdown } from "./absent.js";
import { AfterGame } from "./after_game.js";
import { Hint } from "./hint.js";
import { Invitation } from "./invitation.js";
import { Menu } from "./menu.js";
import { ProblemNote } from "./problem.js";

/** The drawing of a game is requested again after this time if the service was away. */
const LOOK_AGAIN_MS = 1000;
/** How long one sees a question that has one answer. */
const BEAT_MS = 1200;
/** The table on a large screen. */
const MOST_ENLARGED = 1.6;

/** @import { Event, GameView } from "../sdk/types.js" */

/** @param {{path: string[]}} props */
export function GameScreen({ path: [id = ""] }) {
  const session = useRef(/** @type {Session | null} */ (null));
  session.current ??= new Session(id);
  useEffect(() => () => session.current?.close(), []);
  return html`<${Playing} session=${session.current} />`;
}

/** @param {{session: Session}} props */
export function Playing({ session }) {
  const { view, game, connection, problem } = useStore(session);
  const [drawing, setDrawing] = useState(/** @type {any} */ (null));
  const [past, setPast] = useState(/** @type {GameView | null} */ (null));
  const [isLogOpen, openLog] = useState(false);
  const board = useRef(/** @type {HTMLElement | null} */ (null));
  useFlights(board, `${(past ?? view)?.version} ${drawing !== null}`);
  useEffect(() => {
    if (!game) return;
    let isShown = true;
    const failed = (/** @type {unknown} */ error) => {
      if (!(error instanceof Problem || error instanceof Unreachable)) reloadWhenBack(() => isShown); // a module
      else if (isShown) setTimeout(load, LOOK_AGAIN_MS);
    };
    const load = () => void drawingOf(game).then((loaded) => isShown && setDrawing({ ...loaded }), failed);
    load();
    return () => {
      isShown = false;
    };
  }, [game, connection === "live", language()]);
  useEffect(() => session.reread(), [language()]);
  const asked = view ? askedOf(view) : "";
  useTitle(view ? [asked && `● ${asked}`, namesOf(view)].filter(Boolean).join(": ") : t("loading"));
  useAttention(asked, session.id);
  useNews(session, drawing);
  useOnlyAnswer(session, drawing);
  useFocusedMain(view !== null && drawing !== null);
  useKeptFocus(board, homeOfFocus);

  if (connection === "gone") {
    return html`<main id="main" class="narrow">
      <h1>${t("gone")}</h1>
      <${ProblemNote} problem=${problem} />
      <p><a class="button" href=${address()}>${t("home")}</a></p>
    </main>`;
  }
  if (!view || !game || !drawing) return html`<main id="main"><p role="status">${t(connection === "loading" ? "loading" : "reconnecting")}</p></main>`;

  const shown = past ?? view;
  const events = session.events.filter(({ version }) => version <= shown.version);
  const happened = events.filter(({ version }) => version === shown.version);
  const isOver = view.status === "finished" || view.status === "aborted";
  const isPlayed = view.status === "active" && view.you !== null;
  const play = session.play.bind(session);
  return html`<div class=${`playing ${isOver ? "over" : view.status} ${isPlayed ? "played" : ""} ${view.choice ? "choosing" : ""}`}>
    <header class="bar">
      <a href=${address()} aria-label=${t("home")}>←</a>
      <${Score} view=${shown} />
      <${Countdown} view=${view} />
      <button class="to-log" aria-expanded=${isLogOpen} aria-label=${t("commentary")} onClick=${() => openLog(!isLogOpen)}>☰</button>
      <${Menu} session=${session} />
    </header>
    <main id="main" class="board" ref=${board}>
      <h1 class="unseen">${namesOf(view)}</h1>
      <${Fit} class="notes">
        ${!saved.isStored && view.you && !isOver && html`<p class="banner" role="status">${t("not_stored")}</p>`}
        ${connection === "reconnecting" && html`<p class="banner" role="status">${navigator.onLine ? t("reconnecting") : t("offline")}</p>`}
        <${Absent} session=${session} />
        ${!isOver && problem && html`<${ProblemNote} problem=${problem} />`}
      <//>
      <section class="table" aria-label=${t("table")}>
        <${Fit} class=${`stage ${view.variant}`} most=${view.status === "open" ? 1 : MOST_ENLARGED}>
          ${view.status === "open" ? html`<${Invitation} session=${session} />` : html`<${drawing.Table} view=${shown} happened=${happened} events=${events} />`}
        <//>
        <${Moment} news=${past ? happened : session.news} view=${shown} />
      </section>
      ${view.status !== "open" && html`<${Caption} key=${past !== null} view=${shown} drawing=${drawing} news=${past ? happened : session.news}>
        ${isPlayed && html`<${Tip} view=${view} drawing=${drawing} />`}
      <//>`}
      ${isPlayed && html`<${Hand} view=${view} drawing=${drawing} play=${play} isSending=${session.isSending} />`}
      ${past && html`<${PastHand} view=${past} drawing=${drawing} />`}
      ${(isPlayed || isOver) && html`<div class="helps">${isPlayed && !onlyAnswer(view, drawing) && html`<${Hint} session=${session} />`}${drawing.About && html`<${CardBook} root=${board} About=${drawing.About} />`}</div>`}
      ${isOver && html`<${AfterGame} session=${session} past=${past} lookBack=${setPast} />`}
    </main>
    <aside class=${`log ${isLogOpen ? "open" : ""}`} aria-label=${t("commentary")}>
      <h2>${t("commentary")}</h2>
      <${Log} events=${session.events} view=${view} isOpen=${isLogOpen} />
    </aside>
  </div>`;
}

/** A window with one answer is answered after a moment in which one sees it; who taps is sooner. @param {Session} session @param {any} drawing */
function useOnlyAnswer(session, drawing) {
  const { view, isSending } = session;
  const isForced = Boolean(view && drawing && !isSending && onlyAnswer(view, drawing));
  useEffect(() => {
    if (!isForced) return undefined;
    const timer = setTimeout(() => {
      const move = session.view && onlyAnswer(session.view, drawing);
      if (move) session.play(move);
    }, BEAT_MS);
    return () => clearTimeout(timer);
  }, [isForced, view?.ply]);
}

/** What the player is asked for, in words; empty if nothing. @param {GameView} view */
function askedOf(view) {
  if (view.status === "active" && isAsked(view)) return t("your_turn");
  return view.you && view.rematch_id && !saved.games[view.rematch_id] ? t("rematch") : "";
}

/** Where the focus goes when its button is gone, the first of these that is there: on with the move, another card, where the turn is announced. */
const HOMES_OF_FOCUS = [
  ".hand .moves .main:enabled",
  ".hand .cards button:enabled:not([aria-disabled=true])",
  ".hand button:enabled:not([aria-disabled=true])",
  ".prompt",
  ".after .buttons :is(a, button)",
];

/** @param {HTMLElement} root */
function homeOfFocus(root) {
  const found = HOMES_OF_FOCUS.map((selector) => /** @type {HTMLElement | null} */ (root.querySelector(selector)));
  return found.find((element) => element);
}

/** Events as sound: tones, and for screen readers the texts and then whose turn it is. @param {Session} session @param {any} drawing */
function useNews(session, drawing) {
  const { news, view } = session;
  const isMine = Boolean(view && isAsked(view));
  const isOver = Boolean(view?.result);
  const prompt = view?.status === "active" ? promptOf(view, drawing) : "";
  const own = view?.you?.seat;
  // the view of these news, which may come before or after them
  const isCurrent = Boolean(view && view.version >= (news.at(-1)?.version ?? 0));
  useEffect(() => {
    for (const event of news) announcer.say(event.text && view ? spoken(event, view) : event.text);
    const goal = news.findLast(({ type }) => type === "scores");
    const by = goal && /** @type {{seat?: number, side?: number}} */ (goal.data);
    if (by) sound(own === undefined || (by.side ?? (by.seat ?? 0) % 2) === own % 2 ? "goal" : "against");
  }, [news]);
  useEffect(() => {
    if (isCurrent) announcer.say(prompt, true);
  }, [prompt, view?.ply, news, isCurrent]);
  useEffect(() => {
    if (isMine) sound("turn");
  }, [isMine]);
  useEffect(() => {
    if (isOver && news.length) sound("over");
  }, [isOver]);
}

/** @param {{events: Event[], view: GameView, isOpen: boolean}} props */
function Log({ events, view, isOpen }) {
  const list = useRef(/** @type {HTMLElement | null} */ (null));
  const lines = events.filter(({ text, type }) => text && type !== "seed_given"); // not an event of the game
  useEffect(() => {
    if (list.current) list.current.scrollTop = list.current.scrollHeight;
  }, [lines.length, isOpen]);
  // read out by the announcer, with the turn, and so never twice
  return html`<div ref=${list} role="log" aria-live="off" tabindex="0" aria-label=${t("commentary")}>
    <ol>
    ${lines.map((event, place) => html`<${Entry} key=${place} event=${event} name=${caller(event, view)} isOwn=${event.speaker != null && event.speaker === view.you?.seat} />`)}
    </ol>
  </div>`;
}

/** Of a long game there are a thousand: drawn again only when it changes. @param {{event: Event, name: string, isOwn: boolean}} props */
const Entry = ({ event, name, isOwn }) =>
  useMemo(
    () => html`<li class=${`${event.type === "scores" ? "goal" : ""} ${isOwn ? "own" : ""}`}>${name && html`<b>${name}: </b>`}<${EventText} event=${event} /></li>`,
    [event, name, isOwn],
  );
