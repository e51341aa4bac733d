"""HTTP: timeouts, waiting, and retries where they are safe."""

from __future__ import annotations

import math
import random
import time
import uuid
from collections.abc import Callable, Mapping
from email.utils import parsedate_to_datetime
from functools import partial
from typing import Any, NamedTuple, Protocol
from urllib.parse import urlsplit

import requests
import urllib3.exceptions

from faceoff_client.errors import Problem, Unreachable
from faceoff_client.version import VERSION

CONNECT_S = 5.0
ANSWER_S = 15.0
"""Timeout of a response that the service does not delay on request."""
HOLD_S = 20
"""Longest delay of a response that we ask for. A restart, a proxy or a sleeping laptop costs one such request."""
FIRST_PAUSE_S, LONGEST_PAUSE_S = 0.25, 5.0
AWAY = (502, 503, 504)
"""A proxy cannot reach the service: a request may have been carried out."""
LINES = "application/x-ndjson"
OPEN = ("queued", "running")
"""A task that is not over."""


def new_key() -> str:
    """A value for the Idempotency-Key of a new request."""
    return str(uuid.uuid4())


class Session(Protocol):
    """The part of ``requests.Session`` that is used; a load test may pass one that measures."""

    def request(self, method: str, url: str, **options: Any) -> requests.Response: ...


class Answer(NamedTuple):
    """The response of the service, and the seconds after which it asks to come back."""

    content: Any = None
    is_news: bool = True
    """True if it has what a wait is for."""
    retry_after_s: float = 0.0


class Transport:
    """Sends requests to one service. ``patience_s`` limits the time that one call spends on repeated attempts."""

    def __init__(
        self, address: str, api_key: str | None, patience_s: float, session: Session | None, language: str | None = None
    ) -> None:
        parts = urlsplit(address)
        if parts.scheme not in ("http", "https") or not parts.netloc:
            raise ValueError(f"{address!r} is not the address of a service; write it as in http://127.0.0.1:8000")
        self.address = address.rstrip("/")
        self.patience_s = patience_s
        self._api_key = api_key
        self._session = requests.Session() if session is None else session
        self._accepted = {"Accept-Language": language} if language else {}

    def call(
        self,
        method: str,
        path: str,
        *,
        body: Mapping[str, Any] | None = None,
        query: Mapping[str, Any] | None = None,
        token: str | None = None,
        wait_s: float = 0,
        is_minimal: bool = False,
        is_repeatable: bool = False,
        is_text: bool = False,
        idempotency_key: str | None = None,
        etag: str | None = None,
    ) -> Any:
        """The response, from JSON unless it ``is_text``; None without a body, as for a move with ``is_minimal``. Raises
        Problem or Unreachable.

        A POST is sent again when it is not known whether it was carried out only if it ``is_repeatable`` or has an
        ``idempotency_key``. With ``wait_s`` the call returns as soon as there is something new, or after that time,
        however long: in as many requests as needed.
        """
        headers = {"Prefer": "return=minimal"} if is_minimal else {}
        if etag is not None:
            headers["If-None-Match"] = etag
        if idempotency_key is not None:
            headers["Idempotency-Key"] = f'"{idempotency_key.strip()}"'

        def send(hold_s: int) -> Answer:
            """One attempt, held for at most ``hold_s`` seconds; not at all if too many requests wait."""
            prefer = {"Prefer": f"wait={hold_s}"} if hold_s else {}
            try:
                response = self._send(method, path, headers | prefer, token, ANSWER_S + hold_s, query, body)
            except Problem as problem:
                if not hold_s or problem.code != "wait/full":
                    raise
                return send(0)._replace(retry_after_s=problem.retry_after_s or 0)
            content = _content(response, is_text)
            is_news = response.status_code not in (202, 304) and _is_news(content, (query or {}).get("after"))
            return Answer(content, is_news, _retry_after_s(response.headers) or 0)

        is_repeatable = is_repeatable or method != "POST" or idempotency_key is not None
        attempts = Attempts(self.patience_s)
        left_s, ends = wait_s, time.monotonic() + wait_s
        while True:
            began = time.monotonic()
            answer = _attempted(attempts, partial(send, int(min(left_s, HOLD_S))), method, is_repeatable)
            left_s = ends - time.monotonic()
            if left_s <= 0 or answer.is_news:
                return answer.content
            attempts.came_back(time.monotonic() - began, answer.retry_after_s, left_s)
            left_s = max(0.0, ends - time.monotonic())
            if method != "GET":  # the task is created: its state is another request
                return answer.content

    def stream(self, path: str, *, token: str | None, headers: dict[str, str], read_s: float) -> requests.Response:
        """One attempt to open a stream; the caller closes the response and comes back after an error."""
        return self._send("GET", path, headers, token, read_s, stream=True)

    def _send(
        self,
        method: str,
        path: str,
        headers: Mapping[str, str],
        token: str | None,
        read_s: float,
        query: Mapping[str, Any] | None = None,
        body: Mapping[str, Any] | None = None,
        stream: bool = False,
    ) -> requests.Response:
        """One attempt. Redirects are not followed: a POST would become a GET, and secrets would go to another host."""
        secrets = {"Authorization": f"Bearer {token}"} if token else {}
        if self._api_key:
            secrets["X-Api-Key"] = self._api_key
        params = {
            name: str(value).lower() if isinstance(value, bool) else value for name, value in (query or {}).items()
        }
        about = {"User-Agent": f"faceoff-client-python/{VERSION}", "Accept": "*/*"}
        try:
            response = self._session.request(
                method,
                self.address + path,
                params=params,
                json=body,
                headers=_checked(about | self._accepted | dict(headers)),
                auth=_secret_headers(_checked(secrets)),
                timeout=(CONNECT_S, read_s),
                allow_redirects=False,
                stream=stream,
            )
        except requests.RequestException as error:
            # Not `from error`: it contains the request, and with it the secrets.
            raise _kind(error)(f"{self.address} does not answer: {_reason(error)}") from None
        if response.status_code < 300 or response.status_code == 304:
            return response
        with response:
            raise _refusal(self.address, response)


class NotSent(Unreachable):
    """The connection failed, so nothing was carried out."""


class Silent(Unreachable):
    """Nothing was received in time."""


class Elsewhere(Unreachable):
    """Something other than a Faceoff service answers."""


class Attempts:
    """Whether a request may be sent again, and when: also a long poll that was not held, or a stream that has ended.

    Exponential backoff with jitter, so that many clients do not come back at the same time.
    """

    def __init__(self, patience_s: float) -> None:
        self._patience_s = patience_s
        self.is_unsure = False
        """Whether an attempt that failed may have been carried out."""
        self.progressed()

    def progressed(self) -> None:
        """Something new was received: pauses and patience begin again."""
        self._ends: float | None = None
        self._pause_s = FIRST_PAUSE_S

    def failed(self, error: Problem | Unreachable, is_repeatable: bool = True) -> None:
        """Pause after an attempt that failed, at least for its ``Retry-After``. Raises the error if it is final: if the
        next attempt would fail too, might do it twice, or would come later than ``patience_s`` after the first failure.
        """
        # refused: nothing was carried out; away: that is not known
        if isinstance(error, Problem):
            is_refused, is_away = error.status == 429 or error.code.endswith("/full"), error.status in AWAY
        else:
            is_refused, is_away = isinstance(error, NotSent), not isinstance(error, Elsewhere)
        self.is_unsure = self.is_unsure or not is_refused
        now = time.monotonic()
        self._ends = self._ends or now + self._patience_s
        pause_s = self._pause_s * random.uniform(0.5, 1) + (error.retry_after_s or 0)
        self._pause_s = min(2 * self._pause_s, LONGEST_PAUSE_S)
        if not (is_refused or (is_repeatable and is_away)) or now + pause_s > self._ends:
            raise error
        time.sleep(pause_s)

    def came_back(self, held_s: float, asked_s: float = 0.0, left_s: float = math.inf) -> bool:
        """Pause after nothing new has come in ``held_s`` seconds: for the rest of a pause, or for the ``asked_s`` of a
        ``Retry-After`` if the response came sooner; at most for ``left_s`` seconds. False once many attempts in vain
        have let the pauses grow to their maximum.
        """
        self._ends = None  # it is not away
        pause_s, was_longest = self._pause_s * random.uniform(0.5, 1), self._pause_s == LONGEST_PAUSE_S
        if held_s >= LONGEST_PAUSE_S:
            self._pause_s = FIRST_PAUSE_S
        elif held_s < pause_s:
            self._pause_s = min(2 * self._pause_s, LONGEST_PAUSE_S)
        asked_s = asked_s if held_s < asked_s else 0
        time.sleep(min(left_s, max(pause_s - held_s, asked_s, random.uniform(0, FIRST_PAUSE_S))))
        return not was_longest or held_s >= pause_s


def _attempted(attempts: Attempts, send: Callable[[], Answer], method: str, is_repeatable: bool) -> Answer:
    """The response to the first attempt that does not fail."""
    while True:
        try:
            return send()
        except (Problem, Unreachable) as error:
            if method == "DELETE" and attempts.is_unsure and isinstance(error, Problem) and error.status == 404:
                return Answer()  # an attempt whose response was lost has done it
            attempts.failed(error, is_repeatable)


def _is_news(content: Any, after: Any) -> bool:
    """True if a task is over, or a page has something after a place. A change may have no events: then the page has
    another revision.
    """
    if not isinstance(content, dict):
        return True
    if content.get("events") == []:
        revision = str(content.get("revision", after))
        return str(after) not in (revision, revision.partition("-")[0])
    return content.get("status") not in OPEN


def _checked(headers: Mapping[str, str]) -> dict[str, str]:
    """The headers without white space around their values, such as the end of the line in a file with a token."""
    for name, value in headers.items():
        if not (value.strip().isascii() and value.strip().isprintable()):
            raise ValueError(f"the value for {name} has characters that no header may have")  # not shown: it is secret
    return {name: value.strip() for name, value in headers.items()}


def _secret_headers(secrets: dict[str, str]) -> Callable[[requests.PreparedRequest], requests.PreparedRequest]:
    """An ``auth`` that sets these headers: with any other, requests may send a password of ~/.netrc instead."""

    def add(request: requests.PreparedRequest) -> requests.PreparedRequest:
        request.headers.update(secrets)
        return request

    return add


def _kind(error: requests.RequestException) -> type[Unreachable]:
    cause = getattr(error.args[0], "reason", None) if error.args else None
    if isinstance(error, requests.ConnectTimeout) or isinstance(cause, urllib3.exceptions.NewConnectionError):
        return NotSent
    return Silent if isinstance(error, requests.Timeout) else Unreachable


def _reason(error: requests.RequestException) -> str:
    if isinstance(error, requests.Timeout):
        return "the time is over"
    if isinstance(error, requests.exceptions.SSLError):
        return "TLS failed"
    return "the connection failed" if _kind(error) is NotSent else "the connection broke off"


def _content(response: requests.Response, is_text: bool) -> Any:
    if is_text or response.headers.get("Content-Type", "").startswith(LINES):
        return response.content.decode("utf-8", "replace")
    if not response.content:
        return None
    try:
        return response.json()
    except requests.JSONDecodeError:
        host = urlsplit(response.url).netloc
        if "json" in response.headers.get("Content-Type", ""):
            raise Unreachable(f"{host} does not answer: the connection broke off") from None
        raise Elsewhere(f"{host} answered something that is not JSON: is it a Faceoff?") from None


def _refusal(address: str, response: requests.Response) -> Problem | Unreachable:
    """The error for an unsuccessful response: of the service, a proxy, or something other than a Faceoff service."""
    status, retry_after_s = response.status_code, _retry_after_s(response.headers)
    if status < 400:
        return Elsewhere(f"{address} redirects to {response.headers.get('Location')}: use that address")
    try:
        body = response.json()
    except requests.RequestException:
        body = None
    if isinstance(body, dict) and "code" in body:
        return Problem(body, status, retry_after_s)
    if status == 429:
        detail = f"{address} answers 429: too many requests"
        return Problem({"code": "limit/exceeded", "status": 429, "detail": detail}, status, retry_after_s)
    if status in AWAY:
        return Unreachable(f"{address} answers {status}: the service is away", retry_after_s)
    return Elsewhere(f"{address} answers {status} without a problem: is it a Faceoff?")


def _retry_after_s(headers: Mapping[str, str]) -> float | None:
    """The seconds of ``Retry-After``, which may also be a date; None if there is none."""
    text = headers.get("Retry-After", "").strip()
    if text.isdecimal():
        return float(text)
    at = _unix_time(text)
    if at is None:
        return None
    now = _unix_time(headers.get("Date", ""))  # by the clock of the same server
    return max(0.0, at - (time.time() if now is None else now))


def _unix_time(date: str) -> float | None:
    try:
        return parsedate_to_datetime(date).timestamp()
    except (ValueError, OverflowError):
        return None
