// What a screen shows of the service: retried until it answers, and refreshed at intervals if it changes. And requests that are made once.

import { Problem, Unreachable } from "../sdk/index.js";
import { useEffect, useState } from "./html.js";

const AGAIN_MS = 1500;

/**
 * `isAway`: the service does not answer.
 * @template T
 * @typedef {{value: T | null, problem: Problem | null, isAway: boolean}} Loaded
 */

/**
 * Pause until `ms` are over, and while the page is hidden, unless that does not matter; at once when it is shown or the browser online again.
 * @param {number} ms @param {AbortSignal} signal @param {{isForHidden?: boolean}} [options]
 */
export function pause(ms, signal, { isForHidden = false } = {}) {
  return new Promise((resolve) => {
    const timer = setTimeout(() => isForHidden || !document.hidden ? done() : undefined, ms);
    const listening = new AbortController();
    const until = { signal: listening.signal };
    const done = () => {
      clearTimeout(timer);
      listening.abort();
      resolve(undefined);
    };
    document.addEventListener("visibilitychange", () => document.hidden || done(), until);
    addEventListener("online", done, until);
    signal.addEventListener("abort", done, until);
  });
}

/**
 * After a module could not be loaded: the service is away, or has another release of this client. Browsers remember such modules, so that only
 * a reload helps. @param {() => boolean} isWanted
 */
export async function reloadWhenBack(isWanted) {
  const isBack = () =>
    fetch(location.pathname, { method: "HEAD", cache: "no-store" }).then(
      ({ ok }) => ok,
      () => false,
    );
  while (isWanted() && !(await isBack())) await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
  if (isWanted()) location.reload();
}

/**
 * What `load` returns. It is called again when `inputs` change and, if given, every `everyMs`.
 * @template T
 * @param {(options: {signal: AbortSignal}) => Promise<T>} load
 * @param {readonly unknown[]} inputs
 * @param {number} [everyMs]
 * @returns {Loaded<T>}
 */
export function useLoaded(load, inputs, everyMs = 0) {
  const [loaded, show] = useState(/** @type {Loaded<T>} */ ({ value: null, problem: null, isAway: false }));
  useEffect(() => {
    const abort = new AbortController();
    const { signal } = abort;
    const run = async () => {
      while (!signal.aborted) {
        try {
          const value = await load({ signal });
          if (signal.aborted) return;
          show({ value, problem: null, isAway: false });
          if (!everyMs) return;
          await pause(everyMs, signal);
        } catch (error) {
          if (signal.aborted) return;
          if (error instanceof Problem && error.status < 500) return show({ value: null, problem: error, isAway: false });
          if (!(error instanceof Problem || error instanceof Unreachable)) throw error;
          show((before) => ({ ...before, isAway: true }));
          await pause(AGAIN_MS, signal);
        }
      }
    };
    run();
    return () => abort.abort();
  }, inputs);
  return loaded;
}

/**
 * An action of the player that leads to another screen if it succeeds: whether it is under way, and why it has failed.
 * @param {() => Promise<void>} act
 */
export function useAttempt(act) {
  const [{ isBusy, problem }, show] = useState({ isBusy: false, problem: /** @type {Error | null} */ (null) });
  const attempt = async () => {
    show({ isBusy: true, problem: null });
    const problem = await act().then(
      () => null,
      (error) => error,
    );
    show({ isBusy: false, problem }); // also after success: who goes on and back at once still has this screen
  };
  return { isBusy, problem, attempt };
}
