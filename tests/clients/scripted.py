"""A server with scripted responses: of a Faceoff service, a proxy in front of it or something else on a bad line."""

import json
import threading
import time
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs, urlsplit


@dataclass
class Request:
    """A request, and the time of its arrival."""

    method: str
    path: str
    query: dict
    headers: dict
    body: bytes
    at: float = field(default_factory=lambda: time.monotonic())


class Scripted:
    """Listens on loopback at ``address``. ``answer(request)`` returns status, headers and body; or a function that is
    called with the writer of the connection, for a response in pieces; or None to break the connection.
    """

    def __init__(self, answer, protocol="HTTP/1.1"):
        self.requests = []
        script = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = protocol

            def handle_any(self):
                parts = urlsplit(self.path)
                body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
                query = {name: values[0] for name, values in parse_qs(parts.query).items()}
                request = Request(self.command, parts.path, query, dict(self.headers), body)
                script.requests.append(request)
                self.say(answer(request))

            do_GET = do_POST = do_DELETE = do_PATCH = handle_any

            def say(self, answered):
                if answered is None:
                    self.close_connection = True
                    self.connection.close()
                    return
                status, headers, body = answered
                self.send_response_only(status)
                for name, value in headers.items():
                    self.send_header(name, value)
                if callable(body):
                    self.send_header("Connection", "close")
                    self.end_headers()
                    self.close_connection = True
                    body(self.write)
                    return
                body = body if isinstance(body, bytes) else json.dumps(body).encode()
                if status not in (204, 304):
                    self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(b"" if status in (204, 304) else body)

            def write(self, piece):
                self.wfile.write(piece)
                self.wfile.flush()

            def log_message(self, *_):
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True
        self.server.handle_error = lambda *_: None  # the client has gone
        self.address = f"http://127.0.0.1:{self.server.server_port}"
        threading.Thread(target=self.server.serve_forever, args=(0.01,), daemon=True).start()

    def close(self):
        self.server.shutdown()
        self.server.server_close()


def problem(status, code, **headers):
    """A refusal of the service."""
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return status, {"Content-Type": "application/problem+json"} | named, {"code": code, "status": status}


def page(status, **headers):
    """The response of a proxy or a web server, not of a Faceoff."""
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return status, {"Content-Type": "text/html"} | named, b"<h1>No.</h1>"


def stream(*pieces, pause_s=0.0, **headers):
    """An event stream in these pieces, each followed by a pause."""

    def write(send):
        for piece in pieces:
            send(piece)
            if pause_s:
                time.sleep(pause_s)

    return 200, {"Content-Type": "text/event-stream"} | headers, write


def message(data, end="\n"):
    """A message of an event stream."""
    return f"data: {json.dumps(data)}{end}{end}".encode()
