// Tasks that take longer than a request: suggestions, batches of them, analyses and matches.

import { Failed } from "./errors.js";
import { OPEN, sleep } from "./transport.js";

/** @import { Api, Schemas, Signal } from "./types.js" */

/** Interval between requests for the progress of a match. */
const LOOK_MS = 1000;

/** @param {string} status */
const isOpen = (status) => OPEN.includes(status);

/**
 * Wait for a suggestion. Throws Failed if there is no answer.
 * @param {Api} api @param {Schemas["Suggestion"]} asked @param {string | undefined} token @param {AbortSignal | undefined} signal
 */
export async function suggestionAnswer(api, asked, token, signal) {
  if (isOpen(asked.status)) asked = await api.get_suggestion({ suggestion_id: asked.id, token, waitS: Infinity, signal });
  if (!asked.answer) throw new Failed(`suggestion ${asked.id} is ${asked.status}`);
  return asked.answer;
}

/**
 * Wait for a batch of suggestions. Throws Failed if there are no answers.
 * @param {Api} api @param {Schemas["Batch"] | string} found @param {AbortSignal | undefined} signal
 * @returns {Promise<Schemas["BatchAnswer"][]>}
 */
export async function batchAnswers(api, found, signal) {
  if (typeof found !== "string" && isOpen(found.status)) found = await api.get_batch({ batch_id: found.id, waitS: Infinity, signal });
  if (typeof found !== "string") throw new Failed(`batch ${found.id} is ${found.status}`);
  return lines(found);
}

/** The objects of lines of JSON. @param {string | null} text @returns {any[]} */
const lines = (text) => (text ?? "").split("\n").filter(Boolean).map((line) => JSON.parse(line));

/**
 * Ask for the analysis of a seat and wait for it. Throws Failed if it has failed.
 * @param {Api} api @param {string} id The game's id. @param {string | undefined} token
 * @param {((state: Schemas["Analysis"]) => void) | undefined} onProgress @param {AbortSignal | undefined} signal
 */
export async function finishedAnalysis(api, id, token, onProgress, signal) {
  let found = await api.create_analysis({ game_id: id, token, signal });
  while (isOpen(found.status)) {
    onProgress?.(found);
    found = await api.get_analysis({ game_id: id, token, waitS: onProgress ? 1 : Infinity, signal });
  }
  if (found.status !== "done") throw new Failed(`the analysis of game ${id} is ${found.status}`);
  return found;
}

/** The handle of a match: many games between two computers. */
export class Match {
  #api;
  #token; // private: neither console.log nor JSON.stringify shows it

  /** @param {Api} api @param {Schemas["Match"]} state @param {string | null} [token] */
  constructor(api, state, token) {
    this.#api = api;
    this.#token = token;
    /** The latest response about the match. */
    this.state = state;
  }

  get id() {
    return this.state.id;
  }

  get isOver() {
    return !isOpen(this.state.status);
  }

  /** The result of the pairs so far, from the first player's point of view; null until one is finished. */
  get result() {
    return this.state.result;
  }

  /** The match as it goes on: yields whenever more pairs are finished, and at the end. @param {Signal} [options] */
  async *progress({ signal } = {}) {
    yield this.state;
    while (!this.isOver) {
      await sleep(LOOK_MS, signal);
      const done = this.state.progress.done;
      await this.refresh({ signal });
      if (this.isOver || this.state.progress.done > done) yield this.state;
    }
  }

  /**
   * Wait for the end and return the result. Throws Failed if the match has failed or was cancelled before its first pair ended.
   * @param {(state: Schemas["Match"]) => void} [onProgress] @param {Signal} [options]
   */
  async wait(onProgress, { signal } = {}) {
    if (onProgress) for await (const state of this.progress({ signal })) onProgress(state);
    if (!this.isOver) await this.refresh({ waitS: Infinity, signal });
    if (this.state.status === "failed" || !this.state.result) throw new Failed(`match ${this.id} is ${this.state.status}`);
    return this.state.result;
  }

  /** Fetch the state again; with `waitS` as soon as the match is over, or after that time. @param {Signal & {waitS?: number}} [options] */
  async refresh({ waitS = 0, signal } = {}) {
    this.state = await this.#api.get_match({ match_id: this.id, waitS, signal });
    return this.state;
  }

  /** Stop the match; its finished games are kept. */
  async cancel() {
    this.state = await this.#api.cancel_match({ match_id: this.id, token: this.#token });
    return this.state;
  }

  /** The finished games, each with its shuffles and moves. @returns {Promise<Schemas["MatchGame"][]>} */
  async games() {
    return lines(await this.#api.list_match_games({ match_id: this.id }));
  }
}
