// The events of a game as they happen: server-sent events, resumed by revision; a long poll where no stream gets through.

import { Problem, Unreachable } from "./errors.js";
import { Backoff, mayPass, sleep } from "./transport.js";

/** @import { Api, GameUpdate } from "./types.js" */
/** @import { Transport } from "./transport.js" */

/** How long the service may delay an answer of ours. A restart, a proxy or a sleeping laptop costs one such request. */
export const HOLD_S = 20;
/** A stream that sends nothing for this long is dead: the service sends a comment every 15 seconds. */
const SILENT_MS = 25_000;
export const ENDED = ["finished", "aborted"];

/**
 * Messages, each the events of one version or of several, to the end of the game.
 * @param {Transport} transport @param {Api} api
 * @param {{gameId: string, token?: string | undefined, after: number | string, withViews?: boolean, signal?: AbortSignal | undefined}} what with
 *   `withViews` the messages of a stream have views, those of a long poll do not
 * @returns {AsyncGenerator<GameUpdate, void, void>}
 */
export async function* follow(transport, api, { gameId, token, after, withViews = false, signal }) {
  let backoff = new Backoff(transport.patienceMs);
  for (let canStream = true; canStream; ) {
    const abort = new AbortController();
    const signals = AbortSignal.any(signal ? [signal, abort.signal] : [abort.signal]);
    let isSilent = true;
    try {
      const path = `/v1/games/${encodeURIComponent(gameId)}/stream?after=${encodeURIComponent(after)}${withViews ? "&view=true" : ""}`;
      const init = { headers: { Accept: "text/event-stream" }, token, signal: signals };
      const response = await inTime(abort, transport.send(path, init, async (opened) => opened));
      if (response.status === 204) return;
      canStream = !!response.body && (response.headers.get("Content-Type") ?? "").startsWith("text/event-stream");
      if (response.body && canStream) {
        for await (const data of messages(response.body, abort)) {
          isSilent = false;
          backoff = new Backoff(transport.patienceMs);
          if (!data) continue;
          /** @type {GameUpdate} */
          const message = JSON.parse(data);
          yield message;
          after = message.revision;
        }
      }
    } catch (error) {
      signal?.throwIfAborted();
      if (error === SILENT) canStream = !isSilent;
      else if (error instanceof Problem && error.code === "stream/full") canStream = false;
      else if (error instanceof Problem || error instanceof Unreachable) {
        if (!mayPass(error, true) || !(await backoff.pause(error instanceof Problem ? error.retryAfterS : 0, signal))) throw error;
      } else if (error instanceof SyntaxError) throw error; // a message that is no JSON; else the stream broke off
    } finally {
      abort.abort();
    }
    await sleep(50 + 200 * Math.random(), signal); // the service ends streams from time to time; not all readers come back at once
  }
  yield* poll(api, { gameId, token, after, signal });
}

const SILENT = Symbol("nothing came in time");

/** @template T @param {AbortController} abort @param {Promise<T>} promise @returns {Promise<T>} */
async function inTime(abort, promise) {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  const silence = new Promise((_, reject) => {
    timer = setTimeout(() => reject(SILENT), SILENT_MS);
  });
  try {
    return /** @type {T} */ (await Promise.race([promise, silence]));
  } catch (error) {
    abort.abort();
    promise.catch(() => {}); // that it was aborted
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

/** The data of each message; empty for a comment. @param {ReadableStream<Uint8Array>} body @param {AbortController} abort */
async function* messages(body, abort) {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let text = "";
  for (;;) {
    const { done, value } = await inTime(abort, reader.read());
    if (done) return;
    const blocks = (text + decoder.decode(value, { stream: true })).split("\n\n");
    text = blocks.pop() ?? "";
    for (const block of blocks) {
      const lines = block.split("\n").filter((line) => line.startsWith("data:"));
      yield lines.map((line) => line.slice(5)).join("\n");
    }
  }
}

/** @param {Api} api @param {{gameId: string, token?: string | undefined, after: number | string, signal?: AbortSignal | undefined}} what */
async function* poll(api, { gameId, token, after, signal }) {
  for (;;) {
    const page = await api.list_events({ game_id: gameId, after, wait: HOLD_S, token, signal });
    const isNews = page.revision !== after;
    if (isNews) yield page;
    after = page.revision;
    if (!isNews || page.events.some(({ type }) => type === "game_finished" || type === "aborted")) {
      const view = await api.get_game({ game_id: gameId, token, signal });
      if (ENDED.includes(view.status) && view.version === page.version) return;
    }
  }
}
