// State that components follow.

import { useEffect, useReducer } from "./html.js";

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
  useEffect(() => store.follow(() => again(undefined)), [store]);
  return store;
}
