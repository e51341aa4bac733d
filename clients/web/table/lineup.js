// A line-up: cards go into slots by tap, drag or keyboard.

import { html, useEffect, useMemo } from "../app/html.js";
import { useStateOf } from "../app/store.js";
import { maybe, t } from "../language/index.js";
import { useDrag } from "./drag.js";
import { Fit } from "./fit.js";

/** @import { Move } from "../sdk/types.js" */
/** @typedef {import("./moves.js").Props} Props */

/** Where a card goes that is dragged out of its slot. */
const HAND = "hand";
/** Where the tab stores a line-up that is half set, for a reload. */
const DRAFT = "faceoff.lineup";

/**
 * The slots, which are on the stage, with what the pairs in them are worth; and of the hand, inside `root`, the cards, the place and the buttons. Null where
 * no line-up is asked for.
 * @param {{current: HTMLElement | null}} root @param {Props} props
 */
export function useLineUp(root, { view, drawing, play, isSending }) {
  const { choice } = view;
  const slots = choice?.slots ?? [];
  const candidates = /** @type {string[]} */ (choice?.candidates ?? []);
  const decision = `${view.id} ${candidates}`; // not the ply, which the other side changes when it has chosen
  const draft = useMemo(() => draftOf(decision, slots), [decision]);
  const [{ filled, held }, change] = useStateOf(decision, { filled: draft, held: /** @type {string | null} */ (null) });
  useEffect(() => {
    if (choice) storeDraft(decision, filled);
  }, [filled]);
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
  useDrag(root, (card, where) =>
    change(({ filled }) => ({ filled: where === HAND ? filled.map((other) => (other === card ? null : other)) : placed(filled, Number(where), card), held: null })),
  );

  if (!choice) return null;
  /** What stands between a slot and the next: the worth of the pair. @param {number} place */
  const sumAfter = (place) => {
    const pair = drawing.pairs?.find(([one]) => one === place);
    if (!pair) return null;
    const [one, other] = pair.map((slot) => filled[slot]);
    const name = pair.map((slot) => slots[slot]).join(" + ");
    return html`<li class="sum" key=${name}><span class="unseen">${name}: </span><output>${one && other ? drawing.worthOf?.(view, one, other) : "–"}</output></li>`;
  };
  const stage = html`<${Fit} class="slots" most=${1.5}>
    <ol class=${drawing.pairs ? "formation own" : "in-a-row"}>
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
          </li>
          ${sumAfter(place)}`;
      })}
    </ol>
  <//>`;
  const moves = html`<button
      class="main"
      disabled=${!isFull || isSending}
      onClick=${() => play(/** @type {Move} */ (/** @type {unknown} */ ({ type: choice.type, [choice.field]: filled })))}
    >
      ${t("lock_lineup")}
    </button>
    <button disabled=${isSending || filled.every((card) => card === null)} onClick=${() => change(({ filled }) => ({ filled: filled.map(() => null), held: null }))}>${t("clear")}</button>`;
  /** @param {string} card */
  const button = (card) => ({
    class: `held legal ${held === card ? "chosen" : ""} ${drawing.glows?.(view, card, next) ? "glows" : ""}`,
    disabled: isSending,
    "aria-pressed": held === card,
    "data-drag": card,
    onClick: () => tapCard(card),
  });
  return { stage, cards: candidates.filter((card) => !filled.includes(card)), count: candidates.length, drop: HAND, button, moves };
}

/** @param {string} decision @param {(string | null)[]} filled */
function storeDraft(decision, filled) {
  try {
    sessionStorage.setItem(DRAFT, JSON.stringify({ decision, filled }));
  } catch {
    // the browser stores nothing
  }
}

/** The slots as they were before a reload; empty for another decision. @param {string} decision @param {readonly string[]} slots @returns {(string | null)[]} */
function draftOf(decision, slots) {
  try {
    const draft = JSON.parse(sessionStorage.getItem(DRAFT) ?? "null");
    if (draft?.decision === decision) return draft.filled;
  } catch {
    // the same
  }
  return slots.map(() => null);
}

/** The slots with a card in one of them; the card that was there takes its former place. @param {(string | null)[]} filled @param {number} slot @param {string} card */
function placed(filled, slot, card) {
  const from = filled.indexOf(card);
  const before = filled[slot] ?? null;
  return filled.map((other, place) => (place === slot ? card : place === from ? before : other));
}
