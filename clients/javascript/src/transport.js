// HTTP: timeouts, and the only place that decides whether something is sent again, and when.

import { Problem, Unreachable } from "./errors.js";
import { OPERATIONS } from "./operations.js";

/** @import { Api, Common, OperationName } from "./types.js" */

/** Timeout of a response that the service does not delay on request. */
const ANSWER_MS = 15_000;
/** Longest delay of a response that we ask for. A restart, a proxy or a sleeping laptop costs one such request. */
export const HOLD_S = 20;
const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 5_000;
/** A proxy cannot reach the service. */
const AWAY = [502, 503, 504];
const LINES = "application/x-ndjson";
/** A task that is not over. */
export const OPEN = ["queued", "running"];

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

/**
 * Whether a request may be sent again, and when: also a long poll that was not held, or a stream that has ended. Exponential backoff with
 * jitter, so that many clients do not come back at the same time.
 */
export class Attempts {
  /** Whether an attempt that failed may have been carried out. */
  isUnsure = false;
  #ends = 0;
  #pauseMs = FIRST_PAUSE_MS;
  #patienceMs;
  #signal;

  /** @param {number} patienceMs @param {AbortSignal} [signal] ends the pauses */
  constructor(patienceMs, signal) {
    this.#patienceMs = patienceMs;
    this.#signal = signal;
  }

  /** Something new was received: pauses and patience begin again. */
  progressed() {
    this.#ends = 0;
    this.#pauseMs = FIRST_PAUSE_MS;
  }

  /**
   * Pause after an attempt that failed, at least for its Retry-After. Throws the error if it is final: if the next attempt would fail too,
   * might do it twice, or would come later than `patienceMs` after the first failure.
   * @param {unknown} error @param {boolean} [isRepeatable] @param {number} [awayMs] how long before now it began
   */
  async failed(error, isRepeatable = true, awayMs = 0) {
    const isRefused = error instanceof Problem && (error.status === 429 || error.code.endsWith("/full"));
    const isAway = error instanceof Unreachable ? !error.isElsewhere : error instanceof Problem && AWAY.includes(error.status);
    this.isUnsure ||= !isRefused;
    const { retryAfterS = 0 } = /** @type {Problem | Unreachable} */ (error);
    const now = performance.now();
    const pauseMs = this.#nextPauseMs() + 1000 * retryAfterS;
    this.#ends ||= now - awayMs + this.#patienceMs;
    if (!(isRefused || (isRepeatable && isAway)) || now + pauseMs > this.#ends) throw error;
    this.#pauseMs = Math.min(2 * this.#pauseMs, LONGEST_PAUSE_MS);
    await sleep(pauseMs, this.#signal);
  }

  /**
   * Pause after nothing new has come in `heldMs`: for the rest of a pause, or for the `askedMs` of a Retry-After if the response came sooner;
   * at most for `leftMs`. False once many attempts in vain have let the pauses grow to their maximum.
   * @param {number} heldMs
   */
  async cameBack(heldMs, askedMs = 0, leftMs = Infinity) {
    this.#ends = 0; // it is not away
    const pauseMs = this.#nextPauseMs();
    const wasLongest = this.#pauseMs === LONGEST_PAUSE_MS;
    if (heldMs >= LONGEST_PAUSE_MS) this.#pauseMs = FIRST_PAUSE_MS;
    else if (heldMs < pauseMs) this.#pauseMs = Math.min(2 * this.#pauseMs, LONGEST_PAUSE_MS);
    const missingMs = Math.max(pauseMs - heldMs, heldMs < askedMs ? askedMs : 0, FIRST_PAUSE_MS * Math.random());
    await sleep(Math.min(leftMs, missingMs), this.#signal);
    return !wasLongest || heldMs >= pauseMs;
  }

  #nextPauseMs() {
    return this.#pauseMs * (0.5 + Math.random() / 2);
  }
}

/** Aborts one request or stream: on the signal of the caller, which may live long and is released at the end, or after a timeout. */
export class Watch {
  #caller;
  #controller = new AbortController();
  #follow = () => this.#controller.abort(this.#caller?.reason);

  /** @param {AbortSignal} [caller] */
  constructor(caller) {
    this.#caller = caller;
    if (caller?.aborted) this.#follow();
    else caller?.addEventListener("abort", this.#follow);
  }

  get signal() {
    return this.#controller.signal;
  }

  /** @template T @param {number} ms @param {unknown} reason the reason of the abort @param {Promise<T>} promise */
  async within(ms, reason, promise) {
    const timer = setTimeout(() => this.#controller.abort(reason), ms);
    try {
      return await promise;
    } finally {
      clearTimeout(timer);
    }
  }

  end() {
    this.#caller?.removeEventListener("abort", this.#follow);
    this.#controller.abort(); // what has not been read
  }
}

/**
 * @typedef {object} Init
 * @property {string} [method]
 * @property {Record<string, string>} headers
 * @property {string | null} [body]
 * @property {string | null | undefined} [token]
 */

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
    this.#apiKey = apiKey && clean("API key", apiKey);
    this.#fetch = fetch;
    this.#accepted = language ? { "Accept-Language": language } : {};
    const calls = Object.keys(OPERATIONS).map((name) => [name, this.call.bind(this, /** @type {OperationName} */ (name))]);
    /** A function for each operation of the API, under its name in the contract. */
    this.api = /** @type {Api} */ (Object.fromEntries(calls));
  }

  /**
   * Call an operation: parts of its path and query by their names, the rest as in Common.
   *
   * With `waitS` the call returns as soon as there is something new, or after that time, however long: in as many requests as needed.
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
    const query = given(rest);
    /** @type {Record<string, string>} */
    const headers = {};
    if (body) headers["Content-Type"] = "application/json";
    if (isMinimal) headers.Prefer = "return=minimal";
    if (etag) headers["If-None-Match"] = etag;
    if (special === "key") headers["Idempotency-Key"] = `"${clean("Idempotency-Key", idempotencyKey ?? randomUUID())}"`;
    const isRepeatable = method !== "POST" || special === "repeatable" || special === "key";

    /** One attempt, held for at most `holdS` seconds; not at all if too many requests wait. @param {number} holdS @returns {Promise<Answer>} */
    const send = async (holdS) => {
      const init = {
        method,
        headers: holdS ? { ...headers, Prefer: `wait=${holdS}` } : headers,
        body: body ? JSON.stringify(body) : null,
        token,
        signal,
        timeoutMs: ANSWER_MS + 1000 * holdS,
      };
      try {
        return await this.send(query ? `${path}?${query}` : path, init, async (response) => ({
          status: response.status,
          content: await content(this.address, response, special === "text"),
          askedMs: 1000 * (secondsAsked(response) ?? 0),
        }));
      } catch (error) {
        if (!holdS || !(error instanceof Problem) || error.code !== "wait/full") throw error;
        return { ...(await send(0)), askedMs: 1000 * (error.retryAfterS ?? 0) };
      }
    };

    const attempts = new Attempts(this.patienceMs, signal);
    let leftMs = 1000 * waitS;
    const ends = performance.now() + leftMs;
    for (;;) {
      const began = performance.now();
      const answer = await attempted(attempts, () => send(Math.floor(Math.min(leftMs / 1000, HOLD_S))), method, isRepeatable);
      const now = performance.now();
      if (ends <= now || isNews(answer, etag ?? rest.after)) return answer.content;
      await attempts.cameBack(now - began, answer.askedMs, ends - now);
      if (method !== "GET") return answer.content; // the task is created: its state is another request
      leftMs = Math.max(0, ends - performance.now());
    }
  }

  /**
   * One attempt.
   * @template T
   * @param {string} path
   * @param {Init & {signal?: AbortSignal | undefined, timeoutMs: number}} init
   * @param {(response: Response) => Promise<T>} read the timeout includes the reading
   * @returns {Promise<T>}
   */
  async send(path, { signal, timeoutMs, ...init }, read) {
    const watch = new Watch(signal);
    try {
      return await watch.within(timeoutMs, new Unreachable(`${this.address} does not answer: the time is over`), this.open(path, init, watch, read));
    } finally {
      watch.end();
    }
  }

  /**
   * One attempt, which the watch ends.
   * @template T
   * @param {string} path @param {Init} init @param {Watch} watch @param {(response: Response) => Promise<T>} read
   * @returns {Promise<T>}
   */
  async open(path, { method = "GET", headers, body = null, token }, { signal }, read) {
    /** @type {RequestInit} */
    const init = {
      method,
      headers: { ...this.#accepted, ...headers, ...(token && { Authorization: `Bearer ${clean("token", token)}` }), ...(this.#apiKey && { "X-Api-Key": this.#apiKey }) },
      body,
      signal,
      redirect: "manual", // a POST would become a GET, and the secrets would go to another host
      cache: token ? "no-store" : "default",
    };
    try {
      const fetch = this.#fetch;
      const response = await fetch(this.address + path, init);
      if (!response.ok && response.status !== 304) throw await refusal(this.address, path, response);
      return await read(response);
    } catch (error) {
      if (error instanceof Problem || error instanceof Unreachable) throw error;
      signal.throwIfAborted();
      throw new Unreachable(`${this.address} does not answer: the connection failed or broke off`);
    }
  }
}

/** @typedef {{status: number, content?: any, askedMs?: number}} Answer with the time after which the service asks to come back */

/** The response to the first attempt that does not fail. @param {Attempts} attempts @param {() => Promise<Answer>} send @param {string} method @param {boolean} isRepeatable */
async function attempted(attempts, send, method, isRepeatable) {
  for (;;) {
    try {
      return await send();
    } catch (error) {
      if (method === "DELETE" && attempts.isUnsure && error instanceof Problem && error.status === 404) return { status: 204, content: null }; // an attempt whose answer was lost has done it
      await attempts.failed(error, isRepeatable);
    }
  }
}

/**
 * Whether a task is over, a view is another one, or a page has something after a place. A change may have no events: then the page has
 * another revision.
 * @param {Answer} answer @param {unknown} known the ETag of a view, or a place
 */
function isNews({ status, content }, known) {
  if (status === 202 || status === 304) return false;
  if (content?.etag) return content.etag !== known;
  if (content?.events?.length !== 0) return !OPEN.includes(content?.status);
  const place = String(known);
  const revision = String(content.revision ?? place);
  return place !== revision && place !== revision.split("-")[0];
}

/** @param {Record<string, unknown>} query */
const given = (query) => String(new URLSearchParams(Object.entries(query).flatMap(([key, value]) => (value == null ? [] : [[key, String(value)]]))));

/** A random UUID; `crypto.randomUUID` itself is only for pages from https and this machine. */
function randomUUID() {
  return "10000000-1000-4000-8000-100000000000".replace(/[018]/g, (digit) =>
    (Number(digit) ^ ((crypto.getRandomValues(new Uint8Array(1))[0] ?? 0) & (15 >> (Number(digit) / 4)))).toString(16),
  );
}

/** A secret as the value of a header: one read from a file ends with a newline. @param {string} name @param {string} secret */
function clean(name, secret) {
  const text = secret.trim();
  if (!/^[ -~]+$/.test(text)) throw new TypeError(`the ${name} has characters that no header may have, or none at all`); // does not show it
  return text;
}

/** The content of a response; null if it is empty. @param {string} address @param {Response} response @param {boolean} isText */
async function content(address, response, isText) {
  const text = await response.text();
  if (isText || !text || response.headers.get("Content-Type")?.startsWith(LINES)) return text || null;
  try {
    return JSON.parse(text);
  } catch {
    if (response.headers.get("Content-Type")?.includes("json")) throw new Unreachable(`${address} does not answer: the connection broke off`);
    throw new Unreachable(`${address} answered something that is not JSON: is it a Faceoff?`, true);
  }
}

/** @param {string} address @param {string} path @param {Response} response */
async function refusal(address, path, response) {
  const { status, type } = response;
  if (type === "opaqueredirect" || (status >= 300 && status < 400)) {
    const location = response.headers.get("Location"); // browsers do not show it
    const other = location ? new URL(location, address + path).href.replace(path, "") : "another address";
    return new Unreachable(`${address} redirects to ${other}: use that address`, true);
  }
  const again = secondsAsked(response);
  const body = await response.json().catch(() => null);
  if (typeof body?.code === "string") return new Problem(body, status, again);
  // from a proxy, or from something other than a Faceoff service
  if (status === 429) return new Problem({ code: "limit/exceeded", title: "Rate limit exceeded", detail: `${address} answers 429: too many requests` }, status, again);
  if (AWAY.includes(status)) return new Unreachable(`${address} answers ${status}: the service is away`, false, again);
  return new Unreachable(`${address} answers ${status} without a problem: is it a Faceoff?`, true);
}

/** Retry-After, which is a number of seconds or a date. @param {Response} response */
function secondsAsked({ headers }) {
  const text = headers.get("Retry-After") ?? "";
  if (/^\d+$/.test(text)) return Number(text);
  const ms = Date.parse(text) - (Date.parse(headers.get("Date") ?? "") || Date.now()); // by the clock of the same server
  return ms >= 0 ? ms / 1000 : undefined;
}
