// What the player may do: the cards of the hand and buttons. All of it comes from the view's `legal_moves` and `choice`.

import { html, useMemo } from "../app/html.js";
import { useStateOf } from "../app/store.js";
import { maybe, t } from "../language/index.js";
import { LineUp } from "./lineup.js";

/** @import { GameView, LegalMove, Move } from "../sdk/types.js" */
/** @typedef {import("../games/index.js").Drawing} Drawing */
/** @typedef {{view: GameView, drawing: Drawing, play: (move: Move) => void, isSending: boolean}} Props */

const MOST_LISTED = 8;

/** The cards that a move names, in whichever of its fields. @param {Move} move @param {Drawing} drawing @returns {string[]} */
const cardsIn = (move, drawing) => /** @type {any[]} */ (Object.values(move)).flat().filter((value) => typeof value === "string" && drawing.isCard(value));

/** @param {readonly string[]} some @param {readonly string[]} all */
const isWithin = (some, all) => some.every((card) => all.includes(card));

/** The hand, and the moves that it allows. @param {Props} props */
export function Hand({ view, drawing, play, isSending }) {
  const [chosen, change] = useStateOf(view.ply, /** @type {string[]} */ ([]));
  const choose = (/** @type {string[]} */ cards) => change(() => cards);
  const cardsOf = (/** @type {Move} */ move) => cardsIn(move, drawing);
  const legal = /** @type {LegalMove[]} */ (view.legal_moves);
  const withCards = useMemo(() => legal.filter(({ move }) => cardsOf(move).length), [legal]);
  const without = legal.filter(({ move }) => !cardsOf(move).length);
  const isOnlyOne = (/** @type {LegalMove} */ { move }) => without.filter((other) => other.move.type === move.type).length === 1;
  // one tap plays where every card has one use
  const isDirect = withCards.every(
    ({ move }, place) => cardsOf(move).length === 1 && withCards.findIndex((other) => cardsOf(other.move)[0] === cardsOf(move)[0]) === place,
  );
  const held = [...view.hand, ...withCards.flatMap(({ move }) => cardsOf(move)).filter((card) => !view.hand.includes(card))];
  const cards = [...new Set(held)];
  const fitting = withCards.filter(({ move }) => cardsOf(move).length === chosen.length && isWithin(cardsOf(move), chosen));

  /** @param {string[]} chosen @param {string} card */
  const usesWith = (chosen, card) => withCards.filter(({ move }) => isWithin([...chosen, card], cardsOf(move)));
  /** @param {string} card */
  const usesOf = (card) => usesWith(chosen, card);
  /** @param {string} card */
  const tap = (card) => {
    const [only] = withCards.filter(({ move }) => cardsOf(move)[0] === card);
    if (isDirect && only) play(only.move);
    else change((chosen) => (chosen.includes(card) ? chosen.filter((other) => other !== card) : usesWith(chosen, card).length ? [...chosen, card] : [card]));
  };

  if (view.choice) return html`<${drawing.LineUp ?? LineUp} ...${{ view, drawing, play, isSending }} />`;
  return html`<section class="hand" aria-label=${t("your_hand")} data-place=${`hand-${view.you?.seat}`}>
    <ul class=${`cards ${cards.length > 5 ? "many" : ""}`}>
      ${cards.map((card) => {
        const uses = usesOf(card);
        const single = isDirect && withCards.find(({ move }) => cardsOf(move)[0] === card);
        const canPlay = withCards.some(({ move }) => cardsOf(move).includes(card));
        const isIdle = legal.length > 0 && !canPlay;
        return html`<li key=${card}>
          <button
            class=${`held ${chosen.includes(card) ? "chosen" : ""} ${canPlay ? "legal" : ""} ${isIdle || (canPlay && !uses.length && !chosen.includes(card)) ? "dim" : ""}`}
            disabled=${(!canPlay && !drawing.About) || isSending}
            aria-disabled=${canPlay ? undefined : "true"}
            aria-pressed=${isDirect || !canPlay ? undefined : chosen.includes(card)}
            onClick=${() => canPlay && tap(card)}
          >
            <span class="unseen">${single ? `${drawing.nameOf(card)}: ${single.text}` : drawing.nameOf(card)}</span>
            <${drawing.Face} code=${card} from="deck" hidden />
          </button>
        </li>`;
      })}
    </ul>
    <div class="moves">
      ${(isDirect ? [] : fitting).map((entry) => html`<${MoveButton} key=${entry.text} ...${{ entry, play, isSending }} main names />`)}
      ${chosen.length > 0 && html`<button onClick=${() => choose([])}>${t("clear")}</button>`}
      ${!chosen.length && without.map((entry) => html`<${MoveButton} key=${entry.text} ...${{ entry, play, isSending }} main=${!withCards.length} names=${!isOnlyOne(entry)} />`)}
    </div>
    ${withCards.some(({ move }) => cardsOf(move).length > 1) && html`<${Combinations} ...${{ moves: withCards, chosen, choose, drawing }} />`}
  </section>`;
}

/** The hand as it was, to look at. @param {{view: GameView, drawing: Drawing}} props */
export function PastHand({ view, drawing }) {
  if (!view.hand.length) return null;
  return html`<section class="hand past" aria-label=${t("your_hand")}>
    <ul class="cards many">${view.hand.map((code) => html`<li key=${code}><${drawing.Face} code=${code} from="deck" /></li>`)}</ul>
  </section>`;
}

/** @param {{entry: LegalMove, play: (move: Move) => void, isSending: boolean, main?: boolean, names?: boolean}} props `names`: it says what distinguishes it from others of its type */
function MoveButton({ entry, play, isSending, main = false, names = false }) {
  const label = names ? entry.text : maybe(`move.${entry.move.type}`, entry.text);
  return html`<button class=${main ? "main" : ""} disabled=${isSending} onClick=${() => play(entry.move)}>${capital(label)}</button>`;
}

/** @param {string} text */
export const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/**
 * What the cards can do, by kinds of moves: a tap on a combination selects its cards.
 * @param {{moves: LegalMove[], chosen: string[], choose: (cards: string[]) => void, drawing: Drawing}} props
 */
function Combinations({ moves, chosen, choose, drawing }) {
  const cardsOf = (/** @type {Move} */ move) => cardsIn(move, drawing);
  const kinds = [...new Set(moves.map(({ move }) => move.type))];
  return html`<div class="combinations">
    ${kinds.map((kind) => {
      const all = moves.filter(({ move }) => move.type === kind && isWithin(chosen, cardsOf(move))).map(({ move }) => cardsOf(move));
      if (!all.length) return null;
      const isSingle = all.every((cards) => cards.length === 1);
      const few = [...all].sort((one, other) => one.length - other.length).slice(0, MOST_LISTED);
      return html`<details key=${kind} open=${all.length <= MOST_LISTED && !isSingle}>
        <summary><b>${maybe(`move.${kind}`, kind.replaceAll("_", " "))}</b> ${t(all.length === 1 ? "one_way" : "ways", { count: all.length })}</summary>
        <span class="chips">
          ${few.map(
            (cards) =>
              html`<button key=${cards.join()} class="chip" onClick=${() => choose(cards)}>
                <span class="unseen">${cards.map(drawing.nameOf).join(", ")}</span>
                ${cards.map((code) => html`<${drawing.Face} key=${code} code=${code} small hidden still class="tiny" />`)}
              </button>`,
          )}
          ${all.length > few.length && html`<span class="small">${t("more_ways", { count: all.length - few.length })}</span>`}
        </span>
      </details>`;
    })}
  </div>`;
}
