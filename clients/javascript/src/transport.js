// HTTP: timeouts, and trying again where that is safe.

import { Problem, Unreachable } from "./errors.js";
import { OPERATIONS } from "./operations.js";

/** @import { Common, OperationName } from "./types.js" */

/** How long an answer may take that the service does not delay on request. */
const ANSWER_MS = 15_000;
const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 5_000;

/** POST requests that may be sent again when it is not known whether they were carried out, beside those with an Idempotency-Key. */
const REPEATABLE = new Set([
  "play_move", // names the ply that it answers
  "ask_rematch", // a game has one rematch
  "reveal_seed",
  "return_to_seat",
  "create_ticket",
  "create_suggestion", // questions: asking twice costs AI time, nothing else
  "ask_hint",
  "ask_analysis", // a seat has one analysis
  "list_legal_moves",
  "check_record",
  "cancel_match",
  "accept_invitation", // returns the same token again
  "decline_invitation",
]);

/** @param {number} ms @param {AbortSignal} [signal] @returns {Promise<void>} */
export function sleep(ms, signal) {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const abort = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", abort);
      resolve();
    }, ms);
    signal?.addEventListener("abort", abort, { once: true });
  });
}

/** Pauses between attempts: exponential, with jitter, for `patienceMs` in all after the first failure. */
export class Backoff {
  #ends = 0;
  #pauseMs = FIRST_PAUSE_MS;
  #patienceMs;

  /** @param {number} patienceMs */
  constructor(patienceMs) {
    this.#patienceMs = patienceMs;
  }

  /**
   * Wait before the next attempt, at least `askedS` seconds; false, at once, if the patience does not last.
   * @param {number} [askedS] @param {AbortSignal} [signal]
   */
  async pause(askedS = 0, signal) {
    this.#ends ||= Date.now() + this.#patienceMs;
    const pauseMs = this.#pauseMs * (0.5 + Math.random() / 2) + 1000 * askedS;
    this.#pauseMs = Math.min(2 * this.#pauseMs, LONGEST_PAUSE_MS);
    if (Date.now() + pauseMs > this.#ends) return false;
    await sleep(pauseMs, signal);
    return true;
  }
}

/** Sends requests to one service. `patienceMs` limits the time that one call spends on repeated attempts. */
export class Transport {
  #apiKey;
  #fetch;
  /** @type {Record<string, string>} */
  #accepted;

  /** @param {{address: string, apiKey?: string | undefined, language?: string | undefined, patienceMs: number, fetch: typeof globalThis.fetch}} options */
  constructor({ address, apiKey, language, patienceMs, fetch }) {
    if (!/^https?:\/\/./.test(address)) throw new TypeError(`${address} is not the address of a service; write it as in http://127.0.0.1:8000`);
    this.address = address.replace(/\/+$/, "");
    this.patienceMs = patienceMs;
    this.#apiKey = apiKey;
    this.#fetch = fetch;
    this.#accepted = language ? { "Accept-Language": language } : {};
  }

  /**
   * Call an operation: parts of its path and query by their names, the rest as in Common.
   * @param {OperationName} name
   * @param {Common & Record<string, unknown>} [options]
   * @returns {Promise<any>} the answer; null for 304 or without a body
   */
  async call(name, { body, token, waitS = 0, isMinimal = false, idempotencyKey, etag, signal, ...rest } = {}) {
    const [method, template, special] = OPERATIONS[name];
    const path = template.replace(/{(\w+)}/g, (_, part) => {
      const value = encodeURIComponent(String(rest[part]));
      delete rest[part];
      return value;
    });
    const given = Object.entries(rest).filter(([, value]) => value != null);
    const query = new URLSearchParams(given.map(([key, value]) => [key, String(value)]));
    /** @type {Record<string, string>} */
    const headers = {};
    if (body) headers["Content-Type"] = "application/json";
    if (waitS) headers.Prefer = `wait=${waitS}`;
    if (isMinimal) headers.Prefer = "return=minimal";
    if (etag) headers["If-None-Match"] = etag;
    if (special === "key") headers["Idempotency-Key"] = `"${idempotencyKey ?? randomUUID()}"`;
    const heldMs = 1000 * (waitS || Number(rest.wait ?? 0));
    const init = { method, headers, body: body ? JSON.stringify(body) : null, token, signal, timeoutMs: ANSWER_MS + heldMs };
    const isRepeatable = method !== "POST" || REPEATABLE.has(name) || special === "key";
    const backoff = new Backoff(this.patienceMs);
    for (;;) {
      try {
        const text = await this.send(given.length ? `${path}?${query}` : path, init, (response) => response.text());
        return special === "text" || !text ? text || null : parsed(this.address, text);
      } catch (error) {
        if (!mayPass(error, isRepeatable)) throw error;
        if (!(await backoff.pause(error instanceof Problem ? error.retryAfterS : 0, signal))) throw error;
      }
    }
  }

  /**
   * One attempt.
   * @template T
   * @param {string} path
   * @param {{method?: string, headers: Record<string, string>, body?: string | null, token?: string | null | undefined, signal?: AbortSignal | undefined, timeoutMs?: number}} init
   * @param {(response: Response) => Promise<T>} read the timeout includes the reading
   * @returns {Promise<T>}
   */
  async send(path, { method = "GET", headers, body = null, token, signal, timeoutMs }, read) {
    const signals = [signal, timeoutMs ? AbortSignal.timeout(timeoutMs) : undefined].filter((one) => one !== undefined);
    const secrets = { ...(token && { Authorization: `Bearer ${token}` }), ...(this.#apiKey && { "X-Api-Key": this.#apiKey }) };
    const init = { method, headers: { ...this.#accepted, ...headers, ...secrets }, body, signal: AbortSignal.any(signals), cache: /** @type {RequestCache} */ (token ? "no-store" : "default") };
    try {
      const fetch = this.#fetch;
      const response = await fetch(this.address + path, init);
      if (!response.ok && response.status !== 304) throw await refusal(this.address, response);
      return await read(response);
    } catch (error) {
      if (error instanceof Problem || error instanceof Unreachable) throw error;
      signal?.throwIfAborted();
      const reason = error instanceof Error && error.name === "TimeoutError" ? "the time is over" : "the connection failed or broke off";
      throw new Unreachable(`${this.address} does not answer: ${reason}`);
    }
  }
}

/** A random UUID; `crypto.randomUUID` itself is only for pages from https and this machine. */
function randomUUID() {
  return "10000000-1000-4000-8000-100000000000".replace(/[018]/g, (digit) =>
    (Number(digit) ^ ((crypto.getRandomValues(new Uint8Array(1))[0] ?? 0) & (15 >> (Number(digit) / 4)))).toString(16),
  );
}

/** Whether the same request may succeed later, and sending it again does no harm. @param {unknown} error @param {boolean} isRepeatable */
export function mayPass(error, isRepeatable) {
  if (error instanceof Unreachable) return isRepeatable && !error.isElsewhere;
  if (!(error instanceof Problem)) return false;
  const wasRefused = error.status === 429 || error.code.endsWith("/full");
  return wasRefused || (isRepeatable && [502, 503, 504].includes(error.status));
}

/** @param {string} address @param {string} text */
function parsed(address, text) {
  try {
    return JSON.parse(text);
  } catch {
    throw new Unreachable(`${address} answered something that is no JSON: is it a Faceoff?`, true);
  }
}

/** @param {string} address @param {Response} response */
async function refusal(address, response) {
  const { status } = response;
  const body = await response.json().catch(() => null);
  if (body?.code) return new Problem(body, status, Number(response.headers.get("Retry-After") ?? 0) || undefined);
  if ([502, 503, 504].includes(status)) return new Unreachable(`${address} answers ${status}: the service is away`);
  return new Unreachable(`${address} answers ${status} without a problem: is it a Faceoff?`, true);
}
