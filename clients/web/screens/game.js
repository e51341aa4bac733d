// The table: one game, as this seat sees it.

import { Director } from "../app/director.js";
import { html, useEffect, useMemo, useRef, useState } from "../app/html.js";
import { useAttention } from "../app/attention.js";
import { Later } from "../app/later.js";
import { reloadWhenBack } from "../app/loaded.js";
import { announcer, useFocusedMain, useKeptFocus, useTitle } from "../app/page.js";
import { address } from "../app/router.js";
import { saved } from "../app/saved.js";
import { Session } from "../app/session.js";
import { play as sound } from "../app/sound.js";
import { useStore } from "../app/store.js";
import { drawingOf } from "../games/index.js";
import { language, t } from "../language/index.js";
import { Skip, taught, useStep } from "../learning/lesson.js";
import { Tip } from "../learning/tips.js";
import { isAsked, Problem, Unreachable } from "../sdk/index.js";
import { CardBook } from "../table/about.js";
import { Fit } from "../table/fit.js";
import { useFlights } from "../table/flights.js";
import { Caption, Moment, onlyMove, promptOf } from "../table/moment.js";
import { Hand, PastHand } from "../table/moves.js";
import { isLine } from "../table/beats.js";
import { Told } from "../table/commentary.js";
import { namesOf, Score } from "../table/score.js";
import { Absent, Countdown } from "./absent.js";
import { AfterGame } from "./after_game.js";
import { Hint } from "./hint.js";
import { Invitation } from "./invitation.js";
import { GameMenu } from "./menu.js";
import { Page, ProblemNote } from "./problem.js";

/** The drawing of a game is requested again after this time if the service was away. */
const LOOK_AGAIN_MS = 1000;
/** How long one sees a decision with one move. */
const BEAT_MS = 1200;
/** Who presses for this long sees the end. */
const SKIP_MS = 400;
/** The table on a large screen. */
const MOST_ENLARGED = 2;

/** @import { Event, GameView, Move } from "../sdk/types.js" */

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
  const made = useRef(/** @type {Director | null} */ (null));
  const director = useStore((made.current ??= new Director(session, sound)));
  useEffect(() => () => director.close(), []);
  const { shown, beat, isHolding, past } = director;
  const [plain, setDrawing] = useState(/** @type {any} */ (null));
  const step = useStep(past ? null : shown?.view);
  const drawing = step && plain ? taught(plain, step) : plain;
  const [isLogOpen, openLog] = useState(false);
  const board = useRef(/** @type {HTMLElement | null} */ (null));
  const fly = useFlights(board, `${shown?.view.version} ${isHolding && shown?.happened.length} ${drawing !== null}`);
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
  const asked = shown ? askedOf(shown.view) : "";
  useTitle(shown ? [asked && `● ${asked}`, namesOf(shown.view)].filter(Boolean).join(": ") : t("loading"));
  useAttention(asked, session.id);
  useTurn(director, drawing);
  useOnlyMove(session, director, drawing);
  const taps = useTaps(director);
  useFocusedMain(view !== null && drawing !== null);
  useKeptFocus(board, homeOfFocus);

  if (connection === "gone") return html`<${Page}><h1>${t("gone")}</h1><${ProblemNote} problem=${problem} /><//>`;
  if (!view || !shown || !game || !drawing) return html`<main id="main"><p role="status">${t(connection === "loading" ? "loading" : "reconnecting")}</p></main>`;

  const now = past ? view : shown.view; // what one looks back at is not what one plays
  const isOver = now.status === "finished" || now.status === "aborted";
  const isPlayed = now.status === "active" && now.you !== null;
  const play = (/** @type {Move} */ move) => session.play(move, now.ply);
  const table = html`<section class="table" aria-label=${t("table")}>
      <${Fit} class=${`stage ${view.variant}`} most=${now.status === "open" ? 1 : MOST_ENLARGED}>
        ${now.status === "open" ? html`<${Invitation} session=${session} />` : html`<${drawing.Table} ...${shown} />`}
      <//>
      <${Moment} beat=${beat} view=${now} />
    </section>`;
  const said = now.status !== "open" && html`<${Caption} ...${{ view: shown.view, drawing, beat: director.line, isHolding }}>
    ${isPlayed && (step?.move ? html`<${Skip} id=${now.id} variant=${now.variant} />` : html`<${Tip} view=${now} drawing=${drawing} />`)}
  <//>`;
  return html`<div class=${`playing ${isOver ? "over" : now.status} ${isPlayed ? "played" : ""} ${now.choice ? "choosing" : ""} ${isHolding ? "holding" : ""} ${step?.move ? "lesson" : ""}`} ...${taps}>
    <header class="bar">
      <a href=${address()} aria-label=${t("home")}>←</a>
      <${Score} view=${shown.view} />
      <${Countdown} view=${view} />
      <button class="to-log" aria-expanded=${isLogOpen} aria-label=${t("commentary")} onClick=${() => openLog(!isLogOpen)}>☰</button>
      <${GameMenu} session=${session} />
    </header>
    <main id="main" class="board" ref=${board}>
      <h1 class="unseen">${namesOf(view)}</h1>
      <${Fit} class="notes">
        ${!saved.isStored && view.you && !isOver && html`<p class="banner" role="status">${t("not_stored")}</p>`}
        ${connection === "reconnecting" && html`<p class="banner" role="status">${navigator.onLine ? t("reconnecting") : t("offline")}</p>`}
        <${Absent} session=${session} />
        ${!isOver && problem && html`<${ProblemNote} problem=${problem} />`}
      <//>
      ${isOver
        ? html`<${AfterGame} session=${session} past=${past} lookBack=${director.lookBack.bind(director)}>${table}${past && html`${said}<${PastHand} view=${past} drawing=${drawing} />`}<//>`
        : html`${table}<${Later} drawn=${fly}>${said}${isPlayed && html`<${Hand} view=${now} drawing=${drawing} play=${play} isSending=${session.isSending} />`}<//>`}
      ${(isPlayed || isOver) && html`<div class="helps">${isPlayed && !onlyMove(now, drawing) && html`<${Hint} session=${session} view=${now} />`}${drawing.About && html`<${CardBook} root=${board} About=${drawing.About} />`}</div>`}
    </main>
    <aside class=${`log ${isLogOpen ? "open" : ""}`} aria-label=${t("commentary")}>
      <h2>${t("commentary")}</h2>
      <${Later}><${Log} events=${past ? session.events : shown.events} view=${view} /><//>
    </aside>
  </div>`;
}

/** The only move is made after a moment in which one sees that it is; who taps is sooner. @param {Session} session @param {Director} director @param {any} drawing */
function useOnlyMove(session, { shown, past }, drawing) {
  const move = shown && drawing && !past && !session.isSending ? onlyMove(shown.view, drawing) : undefined;
  useEffect(() => {
    if (!move) return undefined;
    const timer = setTimeout(() => session.play(move, Number(shown?.view.ply)), BEAT_MS);
    return () => clearTimeout(timer);
  }, [move !== undefined, shown?.view.ply]);
}

/** A tap or Enter ends a beat; holding or Escape ends them all, and at another time what is open. @param {Director} director */
function useTaps(director) {
  const timer = useRef(/** @type {ReturnType<typeof setTimeout> | undefined} */ (undefined));
  const isTap = (/** @type {UIEvent} */ { target }) => director.isHolding && !(/** @type {Element} */ (target).closest(".bar, .log, dialog"));
  const stop = () => clearTimeout(timer.current);
  useEffect(() => {
    const typed = (/** @type {KeyboardEvent} */ event) => {
      const open = /** @type {HTMLElement | null} */ (document.querySelector(".playing:not(:has(dialog[open])) [aria-expanded=true]"));
      if (event.key === "Escape" && !director.isHolding) open?.click();
      if (!isTap(event) || event.repeat) return;
      if (event.key === "Escape") director.cut();
      else if (event.key === "Enter") (event.preventDefault(), director.next());
    };
    document.addEventListener("keydown", typed);
    return () => (stop(), document.removeEventListener("keydown", typed));
  }, []);
  return {
    onClickCapture: (/** @type {MouseEvent} */ event) => isTap(event) && (event.stopPropagation(), director.next()),
    onPointerDownCapture: (/** @type {PointerEvent} */ event) => {
      stop();
      if (isTap(event)) timer.current = (event.stopPropagation(), setTimeout(() => director.cut(), SKIP_MS));
    },
    onPointerUpCapture: stop,
    onPointerCancelCapture: stop,
  };
}

/** What the player is asked for, in words; empty if nothing. @param {GameView} view */
function askedOf(view) {
  if (view.status === "active" && isAsked(view)) return t("your_turn");
  return view.you && view.rematch_id && !saved.games[view.rematch_id] ? t("rematch") : "";
}

/** Where the focus goes when its button is gone, the first of these that is there: on with the move, another card, where the turn is announced. */
const HOMES_OF_FOCUS = [
  ".lesson .held.glows:enabled:not(.chosen)",
  ".hand .moves .main:enabled",
  ".hand .cards button:enabled:not([aria-disabled=true])",
  ".hand button:enabled:not([aria-disabled=true])",
  ".prompt",
  ".after .main",
  ".after .buttons :is(a, button)",
];

/** @param {HTMLElement} root */
function homeOfFocus(root) {
  const found = HOMES_OF_FOCUS.map((selector) => /** @type {HTMLElement | null} */ (root.querySelector(selector)));
  return found.find((element) => element);
}

/** When all has been shown: whose turn it is, in words for screen readers and as a tone. @param {Director} director @param {any} drawing */
function useTurn({ shown, isHolding, past }, drawing) {
  const view = past || isHolding ? null : shown?.view;
  const isMine = Boolean(view && isAsked(view));
  const prompt = view?.status === "active" ? promptOf(view, drawing) : "";
  useEffect(() => {
    announcer.say(prompt, true);
  }, [prompt, view?.ply, shown?.events.length]);
  useEffect(() => {
    if (isMine) sound("turn");
  }, [isMine]);
}

/** Of a long game there are a thousand lines: each is drawn once for the names at the table. @param {{events: Event[], view: GameView}} props */
function Log({ events, view }) {
  const names = view.seats.map(({ name, team }) => `${name}, ${team?.name}`).join();
  const drawn = useMemo(() => /** @type {Map<Event, unknown>} */ (new Map()), [names]);
  /** @param {Event} event @param {number} place */
  const lineOf = (event, place) => {
    const isOwn = event.speaker != null && event.speaker === view.you?.seat;
    return html`<li key=${place} class=${`${event.type === "scores" ? "goal" : ""} ${isOwn ? "own" : ""}`}><${Told} event=${event} view=${view} /></li>`;
  };
  // read out by the announcer, with the turn, and so never twice
  return useMemo(
    () => html`<div role="log" aria-live="off" tabindex="0" aria-label=${t("commentary")}>
      <ol>${events.filter(isLine).map((event, place) => drawn.get(event) ?? drawn.set(event, lineOf(event, place)).get(event))}</ol>
    </div>`,
    [drawn, events.length, events.at(-1)],
  );
}
