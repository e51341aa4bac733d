// State that components follow.

import { useLayoutEffect, useReducer, useState } from "./html.js";

/** Something whose changes can be followed. */
export class Store {
  /** @type {Set<() => void>} */
  #followers = new Set();

  /** @param {() => void} follower @returns {() => void} ends it */
  follow(follower) {
    this.#followers.add(follower);
    return () => this.#followers.delete(follower);
  }

  changed() {
    for (const follower of [...this.#followers]) follower();
  }
}

/** Draw the component again whenever the store changes. @template {Store} S @param {S} store @returns {S} */
export function useStore(store) {
  const [, again] = useReducer((/** @type {number} */ count) => count + 1, 0);
  useLayoutEffect(() => store.follow(() => again(undefined)), [store]); // with the first drawing, so that no change is missed
  return store;
}

/**
 * State that belongs to a decision: it is reset with the next one. An update is a function of the state, as there may be several before the next
 * drawing.
 * @template T
 * @param {unknown} decision @param {T} initial
 * @returns {[T, (update: (value: T) => T) => void]}
 */
export function useStateOf(decision, initial) {
  const [kept, keep] = useState({ decision, value: initial });
  const valueOf = (/** @type {typeof kept} */ { decision: of, value }) => (of === decision ? value : initial);
  return [valueOf(kept), (update) => keep((before) => ({ decision, value: update(valueOf(before)) }))];
}
