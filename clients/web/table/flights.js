// Cards fly from their old to their new place. A card that was not visible flies from the place that its `data-from` names.

import { useCallback, useLayoutEffect, useRef } from "../app/html.js";
import { saved } from "../app/saved.js";
import { scaleOf } from "./fit.js";
import { measured } from "./measured.js";

const FLIGHT_MS = 420;
const LEAST_PX = 12;

/** The middle of a place, from the corner of the board, which may be scrolled. @typedef {{x: number, y: number}} Spot */

/**
 * Play the flights inside an element whenever `version` changes.
 * @param {{current: HTMLElement | null}} root @param {unknown} version @returns {() => void} plays those of what is drawn later, with the others in flight
 */
export function useFlights(root, version) {
  const before = useRef(/** @type {Map<string, Spot> | null} */ (null));
  const size = useRef("");
  const flights = useRef(/** @type {Animation[]} */ ([]));
  const play = () =>
    measured(1, function* () {
      const { current } = root;
      let was = before.current;
      before.current = null;
      if (!current || saved.settings.animations === "none" || matchMedia("(prefers-reduced-motion: reduce)").matches) return; // it is a tenth of the work of a move
      const board = current.getBoundingClientRect();
      if (size.current !== (size.current = `${board.width} ${board.height}`)) was = null; // another window, or the game is over: all is elsewhere
      /** @param {Element} place @returns {Spot} */
      const spotOf = (place) => {
        const { left, top, width, height } = place.getBoundingClientRect();
        return { x: left + width / 2 - board.left, y: top + height / 2 - board.top };
      };
      const flying = flights.current.map(({ effect }) => /** @type {KeyframeEffect} */ (effect).target);
      /** @type {Map<string, Spot>} */
      const now = (before.current = new Map());
      for (const place of current.querySelectorAll("[data-place]")) now.set(`place ${place.getAttribute("data-place")}`, spotOf(place));
      const starts = [.../** @type {NodeListOf<HTMLElement>} */ (current.querySelectorAll("[data-card]"))].map((card) => {
        const key = card.getAttribute("data-card") ?? "";
        const to = (flying.includes(card) && was?.get(key)) || spotOf(card);
        const place = `place ${card.getAttribute("data-from")}`;
        const from = was?.get(key) ?? (was && (was.get(place) ?? now.get(place)));
        if (!now.has(key)) now.set(key, to);
        return from && fly(card, from, to);
      });
      yield;
      flights.current.push(...starts.flatMap((start) => start?.() ?? []));
    });
  useLayoutEffect(() => {
    for (const flight of flights.current.splice(0)) flight.finish(); // so that places are measured, not cards in flight
    play();
  }, [version]);
  return useCallback(play, [version]);
}

/** What starts a flight. @param {HTMLElement} card @param {Spot} from @param {Spot} to */
function fly(card, from, to) {
  const x = from.x - to.x;
  const y = from.y - to.y;
  if (Math.hypot(x, y) < LEAST_PX) return null;
  const scale = scaleOf(card);
  return () => {
    const flight = card.animate([{ transform: `translate(${x / scale}px, ${y / scale}px)` }, { transform: "none" }], { duration: FLIGHT_MS, easing: "ease-out" });
    card.style.zIndex = "3"; // not in its key frames: with it each frame would be drawn by the main thread
    flight.onfinish = () => (card.style.zIndex = "");
    return flight;
  };
}
