// The events of a game as they happen: server-sent events, resumed by revision; a long poll where no stream gets through.

import { Problem, Unreachable } from "./errors.js";
import { Attempts, HOLD_S, Watch } from "./transport.js";

/** @import { Api, GameUpdate } from "./types.js" */
/** @import { Transport } from "./transport.js" */

/** A stream that sends nothing for this long is dead: the service sends a comment every 15 seconds. */
const SILENT_MS = 18_000;
/** @param {{status: string}} view */
export const isEnded = ({ status }) => status === "finished" || status === "aborted";

const SILENT = Symbol("nothing came in time");

/**
 * Messages, each the events of one version or of several, to the end of the game.
 * @typedef {{gameId: string, token?: string | null | undefined, after: number | string, withViews?: boolean, signal?: AbortSignal | undefined}} Followed with
 *   `withViews` the messages of a stream have views and say who is away, those of a long poll do not
 * @param {Transport} transport @param {Followed} followed
 * @returns {AsyncGenerator<GameUpdate, void, void>}
 */
export async function* follow(transport, { gameId, token, after, withViews = false, signal }) {
  const attempts = new Attempts(transport.patienceMs, signal);
  let wasHeard = false;
  for (;;) {
    const began = performance.now();
    const watch = new Watch(signal);
    try {
      const path = `/v1/games/${encodeURIComponent(gameId)}/stream?after=${encodeURIComponent(after)}${withViews ? "&view=true&away=true" : ""}`;
      const init = { headers: { Accept: "text/event-stream" }, token };
      const response = await watch.within(SILENT_MS, SILENT, transport.open(path, init, watch, async (opened) => opened));
      if (response.status === 204) return;
      if (!response.body || !(response.headers.get("Content-Type") ?? "").startsWith("text/event-stream")) break;
      const reader = response.body.getReader();
      for await (const data of messages(() => watch.within(SILENT_MS, SILENT, reader.read()))) {
        wasHeard = true;
        if (!data) continue;
        const message = updateOf(transport.address, data);
        if (message.revision !== after) attempts.progressed();
        else if (!message.away) continue;
        after = message.revision;
        yield message;
        if (message.view && isEnded(message.view)) return;
      }
    } catch (error) {
      signal?.throwIfAborted();
      if (error === SILENT ? !wasHeard : error instanceof Problem && error.code === "stream/full") break;
      if (error === SILENT) {
        await attempts.failed(new Unreachable(`${transport.address} has sent nothing for ${SILENT_MS / 1000} seconds`), true, SILENT_MS);
        continue;
      }
      if (error instanceof Problem || error instanceof Unreachable) {
        await attempts.failed(error);
        continue;
      } // else the stream broke off
    } finally {
      watch.end();
    }
    if (!(await attempts.cameBack(performance.now() - began))) break;
  }
  yield* poll(transport.api, { gameId, token, after, signal });
}

/**
 * The data of the messages of an event stream, parsed as the HTML standard says; empty for anything else received.
 * @param {() => Promise<ReadableStreamReadResult<Uint8Array>>} read
 */
export async function* messages(read) {
  const decoder = new TextDecoder(); // takes a byte order mark away
  /** @type {string[]} */
  let data = [];
  let text = "";
  let isAfterReturn = false;
  for (;;) {
    const { done, value } = await read();
    if (done) return; // what is not complete does not count
    yield "";
    const piece = decoder.decode(value, { stream: true });
    if (!piece) continue;
    // a line ends with CR LF, LF or CR, and the CR may have come with the piece before
    const lines = (text + (isAfterReturn && piece.startsWith("\n") ? piece.slice(1) : piece)).split(/\r\n|\n|\r/);
    isAfterReturn = piece.endsWith("\r");
    text = lines.pop() ?? "";
    for (const line of lines) {
      const [, field, rest = ""] = /^([^:]*):? ?(.*)$/s.exec(line) ?? [];
      if (field === "data") data.push(rest);
      if (line || !data.length) continue;
      yield data.join("\n");
      data = [];
    }
  }
}

/** @param {string} address @param {string} data @returns {GameUpdate} */
function updateOf(address, data) {
  try {
    const message = JSON.parse(data);
    if (message?.revision) return message;
  } catch {}
  throw new Unreachable(`${address} has sent a message that is not one of the service: is it a Faceoff?`, true);
}

/** @param {Api} api @param {Followed} followed @returns {AsyncGenerator<GameUpdate, void, void>} */
async function* poll(api, { gameId, token, after, signal }) {
  for (;;) {
    const page = await api.list_events({ game_id: gameId, after: String(after), waitS: HOLD_S, token, signal });
    const isNews = page.revision !== after;
    after = page.revision;
    if (isNews) yield page;
    if (!isNews || page.events.some(({ type }) => type === "game_finished" || type === "aborted")) {
      const view = await api.get_game({ game_id: gameId, token, signal });
      if (isEnded(view) && view.version === page.version) return;
    }
  }
}
