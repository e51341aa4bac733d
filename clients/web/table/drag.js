// Drag cards with a mouse, a pen or a finger: nothing on the page scrolls under it.

import { useEffect, useRef } from "../app/html.js";
import { scaleOf } from "./fit.js";

/** Less is a tap. */
const SLACK_PX = 8;

/**
 * Elements inside `root` with `data-drag` can be dragged to those with `data-drop`.
 * @param {{current: HTMLElement | null}} root @param {(what: string, where: string) => void} drop called with the values of the two
 */
export function useDrag(root, drop) {
  const latest = useRef(drop);
  latest.current = drop;
  useEffect(() => {
    const { current } = root;
    if (!current) return undefined;
    /** @type {{element: HTMLElement, pointer: number, x: number, y: number, scale: number, isUp: boolean} | null} */
    let held = null;
    /** @type {Element | null} */
    let over = null;
    let hasDragged = false;

    const takeUp = () => {
      if (!held) return;
      held.isUp = true;
      hasDragged = true;
      held.element.classList.add("dragged");
      held.element.setPointerCapture(held.pointer);
    };
    /** @param {Element | null} place */
    const mark = (place) => {
      if (over === place) return;
      over?.classList.remove("over");
      place?.classList.add("over");
      over = place;
    };
    const letGo = () => {
      if (!held) return;
      held.element.classList.remove("dragged");
      held.element.style.transform = "";
      mark(null);
      held = null;
    };
    /** @param {PointerEvent} event */
    const down = (event) => {
      hasDragged = false;
      const element = /** @type {HTMLElement | null} */ (/** @type {Element} */ (event.target).closest("[data-drag]"));
      if (held || !element || element.matches(":disabled") || event.button !== 0) return;
      held = { element, pointer: event.pointerId, x: event.clientX, y: event.clientY, scale: scaleOf(element), isUp: false };
    };
    /** @param {PointerEvent} event */
    const move = (event) => {
      if (event.pointerId !== held?.pointer) return;
      const x = event.clientX - held.x;
      const y = event.clientY - held.y;
      if (!held.isUp && Math.hypot(x, y) < SLACK_PX) return;
      if (!held.isUp) takeUp();
      held.element.style.transform = `translate(${x / held.scale}px, ${y / held.scale}px)`;
      const place = document.elementsFromPoint(event.clientX, event.clientY).find((element) => current.contains(element) && element.closest("[data-drop]"));
      mark(place?.closest("[data-drop]") ?? null);
    };
    /** @param {PointerEvent} event */
    const up = (event) => {
      if (event.pointerId !== held?.pointer) return;
      const what = held.element.dataset.drag ?? "";
      const where = held.isUp ? over?.getAttribute("data-drop") : null;
      letGo();
      if (where != null) latest.current(what, where);
    };
    const cancel = (/** @type {PointerEvent} */ event) => event.pointerId === held?.pointer && letGo();
    const click = (/** @type {MouseEvent} */ event) => {
      if (hasDragged) event.stopPropagation(); // what was dragged was not tapped
      hasDragged = false;
    };
    const menu = (/** @type {Event} */ event) => held && event.preventDefault();
    const listening = new AbortController();
    const { signal } = listening;
    current.addEventListener("pointerdown", down, { signal });
    current.addEventListener("pointermove", move, { signal });
    current.addEventListener("pointerup", up, { signal });
    current.addEventListener("pointercancel", cancel, { signal });
    current.addEventListener("click", click, { signal, capture: true });
    current.addEventListener("contextmenu", menu, { signal });
    return () => {
      letGo();
      listening.abort();
    };
  }, []);
}
