#!/bin/bash
# curl 7.88.1: with --retry, the answers that it retries are in the output as well, and `-o /dev/null` ends the retrying.
#
# One expects: --retry waits as Retry-After says, sends the request again and writes the answer that it ends with.
# What happens: into a file (-o) it writes just that; into a pipe, a redirection or $( ) it writes the body of every answer, one behind
#   the other, and ends with 0. A body of JSON behind a problem of JSON is two documents: jq takes both without a word, and prints the
#   fields of both. With `-o /dev/null`, as a check of health has it, the first 503 with a body is not retried: curl cannot take the body
#   out of that file and ends with 23, "Failed to truncate file". --fail-with-body changes none of it; with --fail (-f) no body of an
#   error is written, and all is as expected.
# Since: always for what is written. Its manual said so of --retry-all-errors only, until pull request 23670 of curl/curl (2026).
#   /dev/null was issue 17371, mended with 8.14.0 (2025).
# For Faceoff: 429 and 503 are problems with a body and Retry-After, also from /health/ready. Our examples call curl without --retry;
#   docs/first-client.md and docs/operations.md say to add -f to it.
set -euo pipefail
folder=$(mktemp -d); trap 'kill $(jobs -p) 2>/dev/null || true; wait; rm -rf "$folder"' EXIT
cd "$folder"
apt-get download -qq 'curl=7.88.1-*' 'libcurl4=7.88.1-*' 'jq=1.6-*' 'libjq1=1.6-*' libonig5 2>/dev/null
for package in *.deb; do dpkg-deb --extract "$package" .; done
PATH=$folder/usr/bin:$PATH
LD_LIBRARY_PATH=$(dirname "$folder"/usr/lib/*/libcurl.so.4); export LD_LIBRARY_PATH
curl --version | head -n 1; jq --version

cat >serve.py <<'PYTHON'
import http.server

seen = set()


class Handler(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        is_first = self.path not in seen
        seen.add(self.path)
        status, kind, body = (503, "problem+json", b'{"status": 503}') if is_first else (200, "json", b'{"status": "active"}')
        self.send_response(status)
        self.send_header("Content-Type", f"application/{kind}")
        self.send_header("Content-Length", str(len(body)))
        if is_first:
            self.send_header("Retry-After", "1")
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
print(f"http://127.0.0.1:{server.server_port}", flush=True)
server.serve_forever()
PYTHON
python3 serve.py >address.txt &
timeout 10 bash -c 'until [ -s address.txt ]; do sleep 0.1; done'
address=$(cat address.txt)

again=(curl --silent --max-time 20 --retry 2)
status() { "$@" && echo "status 0" || echo "status $?"; }
{
    echo "a pipe: $("${again[@]}" "$address/pipe" | cat)"
    echo "jq: $("${again[@]}" "$address/jq" | jq -c .status | xargs)"
    echo "a file: $(status "${again[@]}" -o body.txt "$address/file"), $(cat body.txt)"
    "${again[@]}" "$address/redirected" >body.txt
    echo "a redirection: $(cat body.txt)"
    echo "/dev/null: $(status "${again[@]}" -o /dev/null "$address/null")"
    echo "--fail-with-body: $("${again[@]}" --fail-with-body "$address/with-body" | cat)"
    echo "--fail: $("${again[@]}" --fail "$address/fail" | cat)"
    echo "--fail, /dev/null: $(status "${again[@]}" --fail -o /dev/null "$address/fail-null")"
} | tee seen.txt
cat >expected.txt <<'TEXT'
a pipe: {"status": 503}{"status": "active"}
jq: 503 active
a file: status 0, {"status": "active"}
a redirection: {"status": 503}{"status": "active"}
/dev/null: status 23
--fail-with-body: {"status": 503}{"status": "active"}
--fail: {"status": "active"}
--fail, /dev/null: status 0
TEXT
diff expected.txt seen.txt || { echo 'It behaves otherwise now.'; exit 1; }
