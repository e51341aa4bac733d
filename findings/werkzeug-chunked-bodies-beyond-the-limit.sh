#!/usr/bin/env bash
# Werkzeug 3.1.9 behind gunicorn: a body in chunks beyond MAX_CONTENT_LENGTH is cut there, and the rest is not missed.
#
# One expects: MAX_CONTENT_LENGTH answers 413 to a body that is longer, as it does to one with a Content-Length.
# What happens: request.get_data(), and get_json() with it, returns the first MAX_CONTENT_LENGTH bytes of a body in chunks as if
#   they were all, with 200. Read in pieces, request.stream raises 413 at the limit, also where the body ends just there.
# Since: 2.3, which limits bodies without a length. Source: LimitedStream.readall in werkzeug/wsgi.py, against Flask's
#   Request.max_content_length: "If this limit is exceeded, a 413 RequestEntityTooLarge error is raised."
# For Faceoff: JSON, blanks up to the limit, then anything was read as that JSON. A process of the API now reads every request
#   whole, refuses it with 413 itself, and hands it on with a length.
set -euo pipefail
work=$(mktemp -d)
trap 'kill "$(cat "$work/pid" 2>/dev/null)" 2>/dev/null || true; rm -rf "$work"' EXIT
cd "$work"
python3 -m venv venv
venv/bin/pip --quiet --disable-pip-version-check install flask==3.1.3 werkzeug==3.1.9 gunicorn==27.0.1
venv/bin/pip list 2>/dev/null | grep -E '^(Werkzeug|gunicorn) '

cat >app.py <<'PYTHON'
from flask import Flask, request

app = Flask(__name__)
app.config["MAX_CONTENT_LENGTH"] = 65536


@app.post("/whole")
def whole():
    return f"{len(request.get_data())} bytes"


@app.post("/json")
def json():
    return f"{request.get_json()}"


@app.post("/in_pieces")
def in_pieces():
    count = 0
    while piece := request.stream.read(8192):
        count += len(piece)
    return f"{count} bytes"
PYTHON

cat >send.py <<'PYTHON'
import socket
from http.client import HTTPConnection


class ToSocket(HTTPConnection):
    def connect(self):
        self.sock = socket.socket(socket.AF_UNIX)
        self.sock.connect("socket")


def send(path, body, in_chunks):
    connection = ToSocket("here")
    headers = {"Content-Type": "application/json"}
    connection.request("POST", path, iter([body]) if in_chunks else body, headers, encode_chunked=in_chunks)
    answer = connection.getresponse()
    said = answer.read().decode()
    return f"{answer.status} {said}" if answer.status == 200 else str(answer.status)


long, just = b"x" * 70_000, b"x" * 65_536
print("70,000 bytes with a length:", send("/whole", long, False))
print("70,000 bytes in chunks:", send("/whole", long, True))
print("JSON, blanks, then anything:", send("/json", b"[1]".ljust(65_536) + b"no JSON", True))
print("70,000 bytes in chunks, read in pieces:", send("/in_pieces", long, True))
print("65,536 bytes in chunks, read in pieces:", send("/in_pieces", just, True))
PYTHON

venv/bin/gunicorn --bind unix:socket --pid pid --log-level error app:app &
for _ in $(seq 100); do [ -S socket ] && break; sleep 0.1; done
venv/bin/python send.py | tee seen.txt
cat >expected.txt <<'TEXT'
70,000 bytes with a length: 413
70,000 bytes in chunks: 200 65536 bytes
JSON, blanks, then anything: 200 [1]
70,000 bytes in chunks, read in pieces: 413
65,536 bytes in chunks, read in pieces: 413
TEXT
diff expected.txt seen.txt || { echo 'It behaves otherwise now.'; exit 1; }
