// A closer look at the cards, where a face cannot hold all that a card does: by a long press, a tap on a card that cannot be played, or a
// button.

import { html, useEffect, useLayoutEffect, useRef, useState } from "../app/html.js";
import { t } from "../language/index.js";

const LONG_PRESS_MS = 450;

/** @param {{root: {current: HTMLElement | null}, About: (props: {code: string}) => unknown}} props `root` holds the cards */
export function CardBook({ root, About }) {
  const [shown, show] = useState(/** @type {string[]} */ ([]));
  const dialog = useRef(/** @type {HTMLDialogElement | null} */ (null));
  useEffect(() => {
    const { current } = root;
    if (!current) return;
    let timer = 0;
    let wasLong = false;
    const held = (/** @type {Event} */ event) => /** @type {Element} */ (event.target).closest(".board [data-card]");
    const codeOf = (/** @type {Element} */ card) => card.getAttribute("data-card") ?? "";
    const down = (/** @type {Event} */ event) => {
      const card = held(event);
      wasLong = false;
      clearTimeout(timer);
      if (card) timer = setTimeout(() => ((wasLong = true), show([codeOf(card)])), LONG_PRESS_MS);
    };
    const up = () => clearTimeout(timer);
    const click = (/** @type {Event} */ event) => {
      const card = held(event);
      if (!card || card.closest("dialog")) return;
      const button = card.closest("button");
      if (wasLong) event.stopPropagation(); // the press has shown the card; it does not play it as well
      else if (!button || button.getAttribute("aria-disabled")) show([codeOf(card)]);
      wasLong = false;
    };
    const menu = (/** @type {Event} */ event) => held(event) && event.preventDefault();
    /** @type {[string, (event: Event) => void][]} */
    const handlers = [["pointerdown", down], ["pointerup", up], ["pointercancel", up], ["click", click], ["contextmenu", menu]];
    for (const [type, handler] of handlers) current.addEventListener(type, handler, { capture: true });
    return () => {
      clearTimeout(timer);
      for (const [type, handler] of handlers) current.removeEventListener(type, handler, { capture: true });
    };
  }, []);
  useLayoutEffect(() => {
    if (shown.length && !dialog.current?.open) dialog.current?.showModal();
  }, [shown]);
  const all = () => {
    const cards = [...(root.current?.querySelectorAll("[data-card]") ?? [])];
    show([...new Set(cards.map((card) => card.getAttribute("data-card") ?? ""))]);
  };
  return html`<button class="lamp" onClick=${all} aria-label=${t("look_at_cards")}>
      <svg viewBox="0 0 24 24" aria-hidden="true"><path d="M3 4L13 2L16 20L6 22ZM15 3H21V19H18Z" /></svg>
    </button>
    <dialog ref=${dialog} class="book" aria-label=${t("look_at_cards")} onClose=${() => show([])}>
      <p><button class="close" onClick=${() => dialog.current?.close()}>${t("close")}</button></p>
      ${shown.map((code) => html`<${About} key=${code} code=${code} />`)}
    </dialog>`;
}
