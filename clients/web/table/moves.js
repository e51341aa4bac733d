// What the player may do: the cards of the hand and buttons. All of it comes from the view's `legal_moves` and `choice`.

import { html, useMemo, useRef } from "../app/html.js";
import { useStateOf } from "../app/store.js";
import { maybe, t } from "../language/index.js";
import { Fit } from "./fit.js";
import { useLineUp } from "./lineup.js";
import { onlyCost } from "./moment.js";
import { Row } from "./row.js";

/** @import { GameView, LegalMove, Move } from "../sdk/types.js" */
/** @typedef {import("../games/index.js").Drawing} Drawing */
/** @typedef {{view: GameView, drawing: Drawing, play: (move: Move) => void, isSending: boolean}} Props */

const MOST_LISTED = 9;

/** The cards that a move names, in whichever of its fields. @param {Move} move @param {Drawing} drawing @returns {string[]} */
const cardsIn = (move, drawing) => /** @type {any[]} */ (Object.values(move)).flat().filter((value) => typeof value === "string" && drawing.isCard(value));

/** @param {readonly string[]} some @param {readonly string[]} all */
const isWithin = (some, all) => some.every((card) => all.includes(card));

/** The hand, and the moves that it allows. A tap plays a card; one that is given away needs the button of that move first, unless nothing else can be done. @param {Props} props */
export function Hand(props) {
  const { view, drawing, play, isSending } = props;
  const root = useRef(/** @type {HTMLElement | null} */ (null));
  const lineUp = useLineUp(root, props);
  const [{ chosen, pressed, isListing }, change] = useStateOf(view.ply, { chosen: /** @type {string[]} */ ([]), pressed: "", isListing: false });
  const giving = pressed || onlyCost(view, drawing);
  const set = (/** @type {{chosen?: string[], pressed?: string, isListing?: boolean}} */ changes) => change((before) => ({ ...before, isListing: false, ...changes }));
  const cardsOf = (/** @type {Move} */ move) => cardsIn(move, drawing);
  const legal = /** @type {LegalMove[]} */ (view.legal_moves);
  const isCost = (/** @type {LegalMove} */ { move }) => drawing.discards?.includes(move.type);
  const all = useMemo(() => legal.filter(({ move }) => cardsOf(move).length), [legal]);
  const costs = [...new Set(legal.filter(isCost).map(({ move }) => move.type))];
  const withCards = all.filter((entry) => (giving ? entry.move.type === giving : !isCost(entry)));
  const without = legal.filter((entry) => !cardsOf(entry.move).length && (giving ? entry.move.type === giving : !isCost(entry)));
  const isOnlyOne = (/** @type {LegalMove} */ { move }) => without.filter((other) => other.move.type === move.type).length === 1;
  // one tap plays where every card has one use
  const isDirect = withCards.every(
    ({ move }, place) => cardsOf(move).length === 1 && withCards.findIndex((other) => cardsOf(other.move)[0] === cardsOf(move)[0]) === place,
  );
  const cards = [...new Set([...view.hand, ...all.flatMap(({ move }) => cardsOf(move))])];
  const fitting = withCards.filter(({ move }) => cardsOf(move).length === chosen.length && isWithin(cardsOf(move), chosen));

  /** @param {string[]} chosen @param {string} card */
  const usesWith = (chosen, card) => withCards.filter(({ move }) => isWithin([...chosen, card], cardsOf(move)));
  /** @param {string} card */
  const tap = (card) => {
    const [only] = withCards.filter(({ move }) => cardsOf(move)[0] === card);
    if (isDirect && only) play(only.move);
    else change((before) => ({ ...before, chosen: chosenWith(before.chosen, card) }));
  };
  /** @param {string[]} chosen @param {string} card */
  const chosenWith = (chosen, card) => (chosen.includes(card) ? chosen.filter((other) => other !== card) : usesWith(chosen, card).length ? [...chosen, card] : [card]);

  const isBusy = pressed || chosen.length > 0;
  /** @param {string} card */
  const button = (card) => {
    const canPlay = withCards.some(({ move }) => cardsOf(move).includes(card));
    const isIdle = legal.length > 0 && !canPlay;
    const isDim = isIdle || (canPlay && !usesWith(chosen, card).length && !chosen.includes(card));
    return {
      class: `held ${chosen.includes(card) ? "chosen" : ""} ${canPlay ? "legal" : ""} ${isDim ? "dim" : ""} ${canPlay && drawing.glows?.(view, card) ? "glows" : ""}`,
      disabled: (!canPlay && !drawing.About) || isSending,
      "aria-disabled": canPlay ? undefined : "true",
      "aria-pressed": isDirect || !canPlay ? undefined : chosen.includes(card),
      onClick: () => canPlay && tap(card),
    };
  };
  /** @param {string} card */
  const nameOf = (card) => {
    const single = isDirect && withCards.find(({ move }) => cardsOf(move)[0] === card);
    return single ? `${drawing.nameOf(card)}: ${single.text}` : drawing.nameOf(card);
  };
  const moves = html`${(isDirect ? [] : fitting).map((entry) => html`<${MoveButton} key=${entry.text} ...${{ entry, play, isSending }} main label=${drawing.callOf?.(view, entry.move) || entry.text} />`)}
    ${pressed && html`<p key="cost" role="status">${maybe(`really.${pressed}`, t("choose_discard"))}</p>`}
    ${pressed && without.map(({ move }) => html`<button key="yes" class="gives main" disabled=${isSending} onClick=${() => play(move)}>${typeName(pressed)}</button>`)}
    ${chosen.length > 0 && !fitting.length && html`<p key="more" role="status">${t("choose_more")}</p>`}
    ${isBusy && html`<button key="clear" onClick=${() => set({ chosen: [], pressed: "" })}>${t(pressed ? "back" : "clear")}</button>`}
    ${!isBusy && !giving && costs.map((type) => html`<button key=${type} class=${`gives ${withCards.length || without.length ? "" : "main"}`} disabled=${isSending} onClick=${() => set({ pressed: type })}>${typeName(type)}</button>`)}
    ${!isBusy &&
    without.map((entry) => html`<${MoveButton} key=${entry.text} ...${{ entry, play, isSending }} main=${!all.length} label=${drawing.callOf?.(view, entry.move) || (isOnlyOne(entry) ? typeName(entry.move.type, entry.text) : entry.text)} />`)}
    ${!isBusy && withCards.some(({ move }) => cardsOf(move).length > 1) && html`<button key="list" aria-expanded=${isListing} onClick=${() => set({ isListing: !isListing })}>${t("combinations")}</button>`}`;
  const shown = lineUp ?? { stage: null, cards, count: cards.length, drop: undefined, button, moves };
  return html`<section ref=${root} class=${`hand ${giving ? "giving" : ""} ${lineUp ? "lineup" : ""}`} aria-label=${t("your_hand")}>
    ${shown.stage}
    <${Row} count=${shown.count} data-drop=${shown.drop} data-place=${`hand-${view.you?.seat}`}>
      ${shown.cards.map(
        (card) => html`<li key=${card}>
          <button ...${shown.button(card)}>
            <span class="unseen">${nameOf(card)}</span>
            <${drawing.Face} code=${card} from="deck" hidden />
          </button>
        </li>`,
      )}
    <//>
    <${Fit} class="moves">${shown.moves}<//>
    ${isListing && html`<${Combinations} ...${{ moves: withCards, choose: (/** @type {string[]} */ chosen) => set({ chosen }), drawing }} />`}
  </section>`;
}

/** The hand as it was, to look at. @param {{view: GameView, drawing: Drawing}} props */
export function PastHand({ view, drawing }) {
  if (!view.hand.length) return null;
  return html`<section class="hand past" aria-label=${t("your_hand")}>
    <${Row} count=${view.hand.length}>${view.hand.map((code) => html`<li key=${code}><${drawing.Face} code=${code} from="deck" /></li>`)}<//>
  </section>`;
}

/** @param {{entry: LegalMove, play: (move: Move) => void, isSending: boolean, main?: boolean, label: string}} props */
const MoveButton = ({ entry, play, isSending, main = false, label }) =>
  html`<button class=${main ? "main" : ""} disabled=${isSending} onClick=${() => play(entry.move)}>${capital(label)}</button>`;

/** @param {string} text */
export const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/** @param {string} type */
const typeName = (type, otherwise = type.replaceAll("_", " ")) => maybe(`move.${type}`, otherwise);

/** What the cards can do, by kinds of moves: a tap on a combination takes up its cards. @param {{moves: LegalMove[], choose: (cards: string[]) => void, drawing: Drawing}} props */
function Combinations({ moves, choose, drawing }) {
  const kinds = [...new Set(moves.map(({ move }) => move.type))];
  return html`<div class="sheet combinations">
    ${kinds.map((kind) => {
      const all = moves.filter(({ move }) => move.type === kind).map(({ move }) => cardsIn(move, drawing));
      const few = [...all].sort((one, other) => one.length - other.length).slice(0, MOST_LISTED);
      return html`<p key=${kind} class="chips">
        <b>${capital(typeName(kind))}</b> <span class="small">${t(all.length === 1 ? "one_way" : "ways", { count: all.length })}</span>
        ${few.map(
          (cards) =>
            html`<button key=${cards.join()} class="chip" onClick=${() => choose(cards)}>
              <span class="unseen">${cards.map(drawing.nameOf).join(", ")}</span>
              ${cards.map((code) => html`<${drawing.Face} key=${code} code=${code} small hidden still class="tiny" />`)}
            </button>`,
        )}
        ${all.length > few.length && html`<span class="small">${t("more_ways", { count: all.length - few.length })}</span>`}
      </p>`;
    })}
  </div>`;
}
