// What the player may do: the cards of the hand and buttons. All of it comes from the view's `legal_moves` and `choice`.

import { html, useEffect, useMemo, useState } from "../app/html.js";
import { maybe, t } from "../language/index.js";

/** @import { GameView, LegalMove, Move } from "../sdk/types.js" */
/** @typedef {(props: {code: string}) => unknown} CardFace */
/** @typedef {{view: GameView, faces: CardFace, nameOf: (code: string) => string, play: (move: Move) => void, isSending: boolean}} Props */

/** The cards that a move names. @param {Move} move @returns {string[]} */
export function cardsOf(move) {
  const { card, cards } = /** @type {{card?: string, cards?: string[]}} */ (move);
  return cards ?? (card === undefined ? [] : [card]);
}

/** @param {readonly string[]} some @param {readonly string[]} all */
const isWithin = (some, all) => some.every((card) => all.includes(card));

/** The hand, and the moves that it allows. @param {Props} props */
export function Hand({ view, faces: CardShown, nameOf, play, isSending }) {
  /** @type {[string[], (chosen: string[]) => void]} */
  const [chosen, choose] = useState(/** @type {string[]} */ ([]));
  useEffect(() => choose([]), [view.version]);
  const legal = /** @type {LegalMove[]} */ (view.legal_moves);
  const withCards = useMemo(() => legal.filter(({ move }) => cardsOf(move).length), [legal]);
  const without = legal.filter(({ move }) => !cardsOf(move).length);
  // one tap plays where every card has one use
  const isDirect = withCards.every(
    ({ move }, place) => cardsOf(move).length === 1 && withCards.findIndex((other) => cardsOf(other.move)[0] === cardsOf(move)[0]) === place,
  );
  const held = [...view.hand, ...withCards.flatMap(({ move }) => cardsOf(move)).filter((card) => !view.hand.includes(card))];
  const cards = [...new Set(held)];
  const fitting = withCards.filter(({ move }) => cardsOf(move).length === chosen.length && isWithin(cardsOf(move), chosen));

  /** @param {string} card */
  const usesOf = (card) => withCards.filter(({ move }) => isWithin([...chosen, card], cardsOf(move)));
  /** @param {string} card */
  const tap = (card) => {
    const [only] = withCards.filter(({ move }) => cardsOf(move)[0] === card);
    if (isDirect && only) play(only.move);
    else choose(chosen.includes(card) ? chosen.filter((other) => other !== card) : usesOf(card).length ? [...chosen, card] : [card]);
  };

  if (view.choice) return html`<${Slots} ...${{ view, faces: CardShown, nameOf, play, isSending }} />`;
  return html`<section class="hand" aria-label=${t("your_hand")}>
    <ul class="cards">
      ${cards.map((card) => {
        const uses = usesOf(card);
        const single = isDirect && withCards.find(({ move }) => cardsOf(move)[0] === card);
        const canPlay = withCards.some(({ move }) => cardsOf(move).includes(card));
        return html`<li key=${card}>
          <button
            class=${`held ${chosen.includes(card) ? "chosen" : ""} ${canPlay ? "legal" : ""} ${canPlay && !uses.length && !chosen.includes(card) ? "dim" : ""}`}
            disabled=${!canPlay || isSending}
            aria-pressed=${isDirect || !canPlay ? undefined : chosen.includes(card)}
            aria-label=${single ? `${nameOf(card)}: ${single.text}` : nameOf(card)}
            onClick=${() => tap(card)}
          >
            <span aria-hidden="true"><${CardShown} code=${card} /></span>
          </button>
        </li>`;
      })}
    </ul>
    <div class="moves">
      ${(isDirect ? [] : fitting).map((entry) => html`<${MoveButton} key=${entry.text} ...${{ entry, play, isSending }} main />`)}
      ${without.map((entry) => html`<${MoveButton} key=${entry.text} ...${{ entry, play, isSending }} />`)}
    </div>
  </section>`;
}

/** @param {{entry: LegalMove, play: (move: Move) => void, isSending: boolean, main?: boolean}} props */
function MoveButton({ entry, play, isSending, main = false }) {
  const short = maybe(`move.${entry.move.type}`, "");
  const label = cardsOf(entry.move).length ? entry.text : short || entry.text;
  return html`<button class=${main ? "main" : ""} disabled=${isSending} onClick=${() => play(entry.move)}>${capital(label)}</button>`;
}

/** @param {string} text */
export const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/** A line-up: cards go into slots by tap, drag or keyboard. @param {Props} props */
function Slots({ view, faces: CardShown, nameOf, play, isSending }) {
  const { choice } = view;
  const slots = choice?.slots ?? [];
  const candidates = /** @type {string[]} */ (choice?.candidates ?? []);
  /** @type {[(string | null)[], (filled: (string | null)[]) => void]} */
  const [filled, fill] = useState(/** @type {(string | null)[]} */ (slots.map(() => null)));
  const [held, hold] = useState(/** @type {string | null} */ (null));
  useEffect(() => {
    fill(slots.map(() => null));
    hold(null);
  }, [view.version]);
  const left = candidates.filter((card) => !filled.includes(card));
  const isFull = filled.every((card) => card !== null);

  /** @param {number} slot @param {string | null} card */
  const put = (slot, card) => {
    const from = card ? filled.indexOf(card) : -1;
    const before = filled[slot] ?? null;
    fill(filled.map((other, place) => (place === slot ? card : place === from ? before : other)));
    hold(null);
  };
  /** @param {number} slot */
  const tapSlot = (slot) => {
    if (held) put(slot, held);
    else if (filled[slot]) put(slot, null);
  };
  /** @param {string} card */
  const tapCard = (card) => {
    const empty = filled.indexOf(null);
    if (held === card) hold(null);
    else if (held === null && empty >= 0) put(empty, card);
    else hold(card);
  };
  /** @param {DragEvent} event @param {string} card */
  const drag = (event, card) => event.dataTransfer?.setData("text/plain", card);
  /** @param {DragEvent} event @param {number} slot */
  const drop = (event, slot) => {
    event.preventDefault();
    const card = event.dataTransfer?.getData("text/plain") ?? "";
    if (candidates.includes(card)) put(slot, card);
  };

  return html`<section class="hand lineup" aria-label=${t("your_hand")}>
    <ol class="slots">
      ${slots.map(
        (slot, place) =>
          html`<li key=${slot}>
            <button
              class="slot"
              disabled=${isSending}
              aria-label=${`${t("slot", { slot })}: ${filled[place] ? nameOf(filled[place] ?? "") : t("no_cards")}`}
              draggable=${Boolean(filled[place])}
              onDragStart=${(/** @type {DragEvent} */ event) => drag(event, filled[place] ?? "")}
              onDragOver=${(/** @type {DragEvent} */ event) => event.preventDefault()}
              onDrop=${(/** @type {DragEvent} */ event) => drop(event, place)}
              onClick=${() => tapSlot(place)}
            >
              <span class="slot-name" aria-hidden="true">${slot}</span>
              ${filled[place] ? html`<span aria-hidden="true"><${CardShown} code=${filled[place]} /></span>` : html`<span class="card place" aria-hidden="true"></span>`}
            </button>
          </li>`,
      )}
    </ol>
    <ul class="cards">
      ${left.map(
        (card) =>
          html`<li key=${card}>
            <button
              class=${`held legal ${held === card ? "chosen" : ""}`}
              disabled=${isSending}
              aria-label=${nameOf(card)}
              draggable
              onDragStart=${(/** @type {DragEvent} */ event) => drag(event, card)}
              onClick=${() => tapCard(card)}
            >
              <span aria-hidden="true"><${CardShown} code=${card} /></span>
            </button>
          </li>`,
      )}
    </ul>
    <div class="moves">
      <button
        class="main"
        disabled=${!isFull || isSending}
        onClick=${() => choice && play(/** @type {Move} */ (/** @type {unknown} */ ({ type: choice.type, [choice.field]: filled })))}
      >
        ${t("lock_lineup")}
      </button>
      <button disabled=${isSending || filled.every((card) => card === null)} onClick=${() => fill(slots.map(() => null))}>${t("clear")}</button>
    </div>
  </section>`;
}
