"""A proxy in front of a real service, which changes its responses as networks, proxies and newer versions do."""

import json
import threading
from dataclasses import dataclass, field
from http.client import HTTPConnection
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import urlsplit

NOT_PASSED_ON = {"connection", "transfer-encoding", "content-length", "keep-alive"}


@dataclass
class Answer:
    """A response of the service before it is passed on; ``body`` is empty for a stream."""

    method: str
    path: str
    status: int
    headers: dict
    body: bytes
    repeated: int
    """Earlier requests of the same kind: the same method, and the same last part of the path."""

    @property
    def json(self):
        return json.loads(self.body) if self.body and "json" in self.headers.get("Content-Type", "") else None


@dataclass
class Faults:
    """Changes of the responses. Each function gets the Answer."""

    refuse: callable = lambda method, path, repeated: None
    """A status, headers and a body, instead of asking the service; None to ask it."""
    loses: callable = lambda answer: False
    """Whether the connection breaks before the answer: the service has carried out the request."""
    change: callable = lambda data: data
    """Changes JSON, also that of streams."""
    cut_stream_after: int | None = None
    """Bytes of a stream after which its connection breaks, in mid-message."""
    holds_streams: bool = False
    """Whether nothing of a stream is passed on before its end, as by a proxy that buffers."""
    answers: list = field(default_factory=list)


class Unreliable:
    """Listens on loopback; ``address`` is where."""

    def __init__(self, address, faults):
        self.faults = faults
        self._seen = {}
        self._lock = threading.Lock()
        upstream = urlsplit(address).netloc
        proxy = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def handle_any(self):
                length = int(self.headers.get("Content-Length", 0))
                proxy.pass_on(self, upstream, self.rfile.read(length) if length else None)

            do_GET = do_POST = do_DELETE = handle_any

            def log_message(self, *_):
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True
        self.address = f"http://127.0.0.1:{self.server.server_port}"
        threading.Thread(target=self.server.serve_forever, args=(0.01,), daemon=True).start()

    def close(self):
        self.server.shutdown()
        self.server.server_close()

    def pass_on(self, handler, upstream, body):
        path = urlsplit(handler.path).path
        kind = (handler.command, path.rsplit("/", 1)[-1])
        with self._lock:
            repeated = self._seen[kind] = self._seen.get(kind, -1) + 1
        refused = self.faults.refuse(handler.command, path, repeated)
        if refused:
            self._send(handler, *refused)
            return
        connection = HTTPConnection(upstream, timeout=60)
        try:
            headers = {
                name: value
                for name, value in handler.headers.items()
                if name.lower() not in NOT_PASSED_ON | {"accept-encoding"}
            }
            connection.request(handler.command, handler.path, body, headers)
            response = connection.getresponse()
            headers = {name: value for name, value in response.getheaders() if name.lower() not in NOT_PASSED_ON}
            if headers.get("Content-Type", "").startswith("text/event-stream"):
                self._stream(handler, response, headers)
                return
            answer = Answer(handler.command, path, response.status, headers, response.read(), repeated)
            self.faults.answers.append(answer)
            if self.faults.loses(answer):
                handler.close_connection = True
                handler.connection.close()
                return
            data = answer.json
            body = json.dumps(self.faults.change(data)).encode() if data is not None else answer.body
            self._send(handler, response.status, headers, body)
        except (ConnectionError, ValueError):  # either side has gone; writing to a file that is closed is a ValueError
            handler.close_connection = True
        finally:
            connection.close()

    def _send(self, handler, status, headers, body):
        handler.send_response(status)
        for name, value in headers.items():
            handler.send_header(name, value)
        if status not in (204, 304):
            handler.send_header("Content-Length", str(len(body)))
        handler.end_headers()
        handler.wfile.write(body)

    def _stream(self, handler, response, headers):
        handler.close_connection = True
        handler.send_response(200)
        for name, value in headers.items():
            handler.send_header(name, value)
        handler.send_header("Transfer-Encoding", "chunked")
        handler.end_headers()
        left = self.faults.cut_stream_after
        if self.faults.holds_streams:
            handler.wfile.flush()
            response = response.readlines()
        for line in response:
            if line.startswith(b"data: "):
                line = b"data: " + json.dumps(self.faults.change(json.loads(line[6:]))).encode() + b"\n"
            piece = line if left is None else line[:left]
            handler.wfile.write(b"%x\r\n%s\r\n" % (len(piece), piece) if piece else b"")
            handler.wfile.flush()
            if left is not None:
                left -= len(piece)
                if left <= 0:
                    handler.connection.close()
                    return
        handler.wfile.write(b"0\r\n\r\n")
