// The page as a whole: its title, the focus, and the announcements to screen readers.

import { useEffect, useRef } from "./html.js";
import { Store } from "./store.js";

const NAME = "Faceoff";
const GATHER_MS = 300;
const MOST_TEXTS = 6;

/** @param {string} title that of the screen; empty for the start */
export function useTitle(title) {
  useEffect(() => {
    document.title = title ? `${title} – ${NAME}` : NAME;
  }, [title]);
}

let isInMain = false;

/** Focus the content of the page: after a change of the screen, and for users who skip what is above it. */
export function focusMain() {
  isInMain = true;
  /** @type {HTMLElement | null} */
  const main = document.querySelector("main");
  if (!main) return;
  main.tabIndex = -1;
  main.focus({ preventScroll: true });
}

/** Keeps the focus on the content when a screen has loaded. @param {boolean} isLoaded */
export function useFocusedMain(isLoaded) {
  useEffect(() => {
    if (isInMain && document.activeElement === document.body) focusMain();
  }, [isLoaded]);
}

/** Announcements to screen readers: those within a short time together, and if there are many only the last ones. */
class Announcer extends Store {
  text = "";
  /** @type {string[]} */
  #gathered = [];
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;

  /** @param {string} text @param {boolean} [isState] whether it describes the current state: announced once, after the events before it */
  say(text, isState = false) {
    if (isState) this.#gathered = this.#gathered.filter((one) => one !== text);
    if (!text || this.#gathered.at(-1) === text) return;
    this.#gathered.push(text);
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      const text = this.#gathered.slice(-MOST_TEXTS).join(" ");
      this.text = text === this.text ? `${text}\u00a0` : text; // a region that does not change is not read again
      this.#gathered = [];
      this.changed();
    }, GATHER_MS);
  }
}

export const announcer = new Announcer();

/**
 * Keep the focus in the playing area: it is lost when the focused card is played or the focused button disappears. `home` finds its new place.
 * @param {{current: HTMLElement | null}} root @param {(root: HTMLElement) => HTMLElement | null | undefined} home
 */
export function useKeptFocus(root, home) {
  const isOurs = useRef(false);
  const byPointer = useRef(false);
  useEffect(() => {
    const focused = (/** @type {FocusEvent} */ { target }) => {
      isOurs.current = Boolean(root.current?.contains(/** @type {Node} */ (target)));
    };
    const pointed = (/** @type {PointerEvent} */ { target }) => {
      byPointer.current = true;
      if (!root.current?.contains(/** @type {Node} */ (target))) isOurs.current = false;
    };
    const typed = () => {
      byPointer.current = false;
    };
    const listening = new AbortController();
    const { signal } = listening;
    document.addEventListener("focusin", focused, { signal });
    document.addEventListener("pointerdown", pointed, { signal });
    document.addEventListener("keydown", typed, { signal });
    return () => listening.abort();
  }, []);
  useEffect(() => {
    let frame = 0;
    const look = () => {
      const { activeElement, body } = document;
      const isLost = !activeElement || activeElement === body || activeElement.matches(":disabled, [data-focus-waits]");
      if (root.current && isOurs.current && isLost) home(root.current)?.focus({ preventScroll: byPointer.current });
    };
    const changes = new MutationObserver(() => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(look); // the browser has noticed by then that the focused button is gone or disabled
    });
    changes.observe(document.body, { subtree: true, childList: true, attributeFilter: ["disabled"] });
    return () => {
      changes.disconnect();
      cancelAnimationFrame(frame);
    };
  }, []);
}
