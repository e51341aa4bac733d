// The state of the game: what happened last, and what it waits for.

import { html, useLayoutEffect, useRef } from "../app/html.js";
import { maybe, t } from "../language/index.js";
import { isAsked } from "../sdk/index.js";
import { callOf, spoken, Told } from "./commentary.js";
import { Fit } from "./fit.js";
import { measured } from "./measured.js";
import { jersey, seatName, teamOf } from "./score.js";

/** @import { GameView } from "../sdk/types.js" */
/** @import { Beat } from "./beats.js" */
/** @typedef {import("../games/index.js").Drawing} Drawing */

/** A caption has no room for more: what a long list says is on the table, too. */
const MOST_LETTERS = 110;

/** What the game waits for, in a sentence. @param {GameView} view @param {Drawing | null} [drawing] */
export function promptOf(view, drawing = null) {
  if (view.status === "open") return t("waiting_for_players");
  if (drawing && onlyMove(view, drawing)) return `${t("your_turn")}. ${t(isWindow(view, drawing) ? "no_answer" : "only_move")}`;
  if (drawing?.says) return drawing.says;
  if (isAsked(view)) return `${t("your_turn")}. ${maybe(`prompt.${onlyCost(view, drawing)}`, maybe(`prompt.${nodeOf(view)}`, ""))}`;
  const [next] = view.to_act;
  const name = seatName(view, next);
  if (!view.you) return t("turn_of", { name });
  return t(view.seats[next ?? 0]?.kind === "ai" ? "thinking" : "turn_of", { name });
}

/** @param {GameView} view */
const nodeOf = (view) => /** @type {{node: string}} */ (view.table).node;

/** Whether the other side's move is to be answered, or let happen. @param {GameView} view @param {Drawing} drawing */
const isWindow = (view, drawing) => isAsked(view) && Boolean(drawing.windows?.includes(nodeOf(view)));

/** The only move there is, which the page makes: there is nothing to choose. @param {GameView} view @param {Drawing} drawing */
export const onlyMove = (view, drawing) => (isAsked(view) && !drawing.byHand && view.legal_moves.length === 1 ? view.legal_moves[0]?.move : undefined);

/** The type of all moves, where each gives a card away: which one is all that is asked, in words, so a tap on a card answers. @param {GameView} view @param {Drawing | null} drawing */
export function onlyCost(view, drawing) {
  const [type = "", ...others] = new Set(view.legal_moves.map(({ move }) => move.type));
  return !others.length && view.legal_moves.length > 1 && drawing?.discards?.includes(type) ? type : "";
}

/**
 * One sentence: what happens, then what is asked.
 * @param {{view: GameView, drawing: Drawing, beat: Beat | null, isHolding: boolean, children?: unknown}} props
 */
export function Caption({ view, drawing, beat, isHolding, children }) {
  const kind = isWindow(view, drawing) ? "window" : isAsked(view) ? "mine" : view.status === "active" ? "wait" : "";
  return html`<div class=${`caption ${beat ? "" : kind}`}>
    <${Fit} class="words">
      ${beat && html`<p key=${beat.place} class="happened" aria-hidden="true"><${Told} event=${beat.event} view=${view} most=${MOST_LETTERS} /></p>`}
      ${view.status === "active" && html`<p class=${`prompt ${kind} ${beat ? "unseen" : ""}`} tabindex="-1" data-focus-waits><span class="sign" aria-hidden="true"></span>${beat && isHolding ? spoken(beat.event, view) : promptOf(view, drawing)}</p>`}
    <//>
    ${children}
  </div>`;
}

/** A call is a bubble below the cards of who speaks, the player's own above the hand. @param {{beat: Beat, view: GameView}} props */
function Bubble({ beat: { event }, view }) {
  const bubble = useRef(/** @type {HTMLElement | null} */ (null));
  const isOwn = view.you?.seat === event.speaker;
  useLayoutEffect(
    () =>
      measured(1, function* () {
        const { current } = bubble;
        const table = current?.closest(".table")?.getBoundingClientRect();
        const hand = document.querySelector(`.table :is([data-place="hand-${event.speaker}"], [data-place="deck-${event.speaker}"])`)?.getBoundingClientRect();
        if (!current || !table || !hand) return;
        const most = table.width - current.offsetWidth - 8;
        const left = `${Math.max(8, Math.min(most, (hand.left + hand.right - current.offsetWidth) / 2 - table.left))}px`;
        const top = `${Math.min(hand.bottom - table.top + 8, table.height - current.offsetHeight - 8)}px`;
        yield;
        Object.assign(current.style, { left, top, bottom: "auto", transform: "none" });
      }),
    [],
  );
  return html`<p ref=${bubble} class=${`bubble ${isOwn ? "own" : "other"}`}>${callOf(event, view)}</p>`;
}

/** A goal and a save are shown large, each for its time, and a call at who speaks. @param {{beat: Beat | null, view: GameView}} props */
export function Moment({ beat, view }) {
  if (!beat) return null;
  if (beat.kind === "line") return callOf(beat.event, view) && html`<div class="moment" aria-hidden="true"><${Bubble} key=${beat.place} beat=${beat} view=${view} /></div>`;
  const { place, kind, isOwn, seat, ms } = beat;
  const team = kind === "goal" && seat !== undefined ? teamOf(view, seat % 2) : null;
  return html`<div class="moment" aria-hidden="true">
    <p key=${place} class=${`flash ${kind} ${isOwn ? "own" : "other"} ${team ? "jersey" : ""}`} style=${{ animationDuration: `${ms}ms`, ...jersey(team) }}><span>${t(kind)}</span> ${team?.name ?? (seat === undefined || seat === view.you?.seat ? "" : seatName(view, seat))}</p>
  </div>`;
}
