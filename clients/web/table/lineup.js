// A line-up: cards go into slots by tap, drag or keyboard.

import { html, useEffect, useMemo, useRef } from "../app/html.js";
import { useStateOf } from "../app/store.js";
import { maybe, t } from "../language/index.js";
import { useDrag } from "./drag.js";

/** @import { Move } from "../sdk/types.js" */
/** @typedef {import("./moves.js").Props & {class?: string}} Props */

/** Where a card goes that is dragged out of its slot. */
const HAND = "hand";
/** Where the tab stores a line-up that is half set, for a reload. */
const DRAFT = "faceoff.lineup";

/** @param {Props} props */
export function LineUp({ view, drawing, play, isSending, class: more = "" }) {
  const { choice } = view;
  const slots = choice?.slots ?? [];
  const candidates = /** @type {string[]} */ (choice?.candidates ?? []);
  const draft = useMemo(() => draftOf(view), [view.id, view.ply]);
  const [{ filled, held }, change] = useStateOf(view.ply, { filled: draft, held: /** @type {string | null} */ (null) });
  useEffect(() => storeDraft(view, filled), [filled]);
  const left = candidates.filter((card) => !filled.includes(card));
  const isFull = filled.every((card) => card !== null);
  const next = filled.indexOf(null);

  /** A card in a slot is selected first, so that it can change places; tapped again, it goes back. @param {number} slot */
  const tapSlot = (slot) =>
    change(({ filled, held }) => {
      const card = filled[slot] ?? null;
      if (held && held !== card) return { filled: placed(filled, slot, held), held: null };
      if (card && held === card) return { filled: filled.with(slot, null), held: null };
      return { filled, held: card };
    });
  /** @param {string} card */
  const tapCard = (card) =>
    change(({ filled, held }) => {
      if (held === card) return { filled, held: null };
      const taken = held ? filled.indexOf(held) : -1;
      const slot = taken >= 0 ? taken : filled.indexOf(null);
      return slot >= 0 ? { filled: placed(filled, slot, card), held: null } : { filled, held: card };
    });
  const root = useRef(/** @type {HTMLElement | null} */ (null));
  useDrag(root, (card, where) =>
    change(({ filled }) => ({ filled: where === HAND ? filled.map((other) => (other === card ? null : other)) : placed(filled, Number(where), card), held: null })),
  );

  return html`<section ref=${root} class="hand lineup" aria-label=${t("your_hand")} data-place=${`hand-${view.you?.seat}`}>
    <ol class=${`slots ${more}`}>
      ${slots.map((slot, place) => {
        const card = filled[place];
        const duty = maybe(`slot.${slot}`, "");
        return html`<li key=${slot}>
          <button
            class=${`slot ${place === next ? "next" : ""} ${card && held === card ? "chosen" : ""}`}
            disabled=${isSending}
            aria-pressed=${card !== null && held === card}
            data-drop=${place}
            data-drag=${card ?? undefined}
            onClick=${() => tapSlot(place)}
          >
            <span class="unseen">${t("slot", { slot: maybe(`slot_name.${slot}`, slot) })}: ${card ? drawing.nameOf(card) : t("no_cards")}.</span>
            <span class="slot-name" aria-hidden="true">${maybe(`slot_name.${slot}`, slot)}</span>
            ${card ? html`<${drawing.Face} code=${card} small hidden />` : html`<span class="card place" aria-hidden="true">${slot}</span>`}
            ${duty && html`<small>${duty}</small>`}
          </button>
        </li>`;
      })}
    </ol>
    <ul class="cards many" data-drop=${HAND}>
      ${left.map(
        (card) =>
          html`<li key=${card}>
            <button
              class=${`held legal ${held === card ? "chosen" : ""}`}
              disabled=${isSending}
              aria-pressed=${held === card}
              data-drag=${card}
              onClick=${() => tapCard(card)}
            >
              <span class="unseen">${drawing.nameOf(card)}</span>
              <${drawing.Face} code=${card} from="deck" hidden />
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
      <button disabled=${isSending || filled.every((card) => card === null)} onClick=${() => change(({ filled }) => ({ filled: filled.map(() => null), held: null }))}>${t("clear")}</button>
    </div>
    <p class="small">${t("lineup_how")}</p>
  </section>`;
}

/** @param {Props["view"]} view @param {(string | null)[]} filled */
function storeDraft({ id, ply }, filled) {
  try {
    sessionStorage.setItem(DRAFT, JSON.stringify({ id, ply, filled }));
  } catch {
    // the browser stores nothing
  }
}

/** The slots as they were before a reload; empty for another decision. @param {Props["view"]} view @returns {(string | null)[]} */
function draftOf({ id, ply, choice }) {
  try {
    const draft = JSON.parse(sessionStorage.getItem(DRAFT) ?? "null");
    if (draft?.id === id && draft.ply === ply) return draft.filled;
  } catch {
    // the same
  }
  return (choice?.slots ?? []).map(() => null);
}

/** The slots with a card in one of them; the card that was there takes its former place. @param {(string | null)[]} filled @param {number} slot @param {string} card */
function placed(filled, slot, card) {
  const from = filled.indexOf(card);
  const before = filled[slot] ?? null;
  return filled.map((other, place) => (place === slot ? card : place === from ? before : other));
}
