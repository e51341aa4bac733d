"""HTTP: timeouts, and trying again where that is safe."""

from __future__ import annotations

import random
import time
import uuid
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, Protocol
from urllib.parse import urlsplit

import requests
import urllib3.exceptions

from faceoff_client.errors import Problem, Unreachable
from faceoff_client.version import VERSION

CONNECT_S = 5.0
ANSWER_S = 15.0
"""How long an answer may take that the service does not delay on request."""
FIRST_PAUSE_S, LONGEST_PAUSE_S = 0.25, 5.0
REPEATABLE = frozenset(
    {
        "play_move",  # names the ply that it answers
        "ask_rematch",  # a game has one rematch
        "give_seed",
        "return_to_seat",
        "create_ticket",
        "create_suggestion",  # questions: asking twice costs AI time, nothing else
        "ask_hint",
        "ask_analysis",  # a seat has one analysis
        "list_legal_moves",
        "check_record",
        "cancel_match",
        "accept_invitation",  # returns the same token again
        "decline_invitation",
    }
)
"""POST requests that may be sent again when it is not known whether they were carried out, beside those with an
Idempotency-Key.
"""


def new_key() -> str:
    """A value for the Idempotency-Key of a new request."""
    return str(uuid.uuid4())


class Session(Protocol):
    """What is used of ``requests.Session``; a load test may pass one that measures."""

    def request(self, method: str, url: str, **options: Any) -> requests.Response: ...


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

    def json(
        self,
        operation: str,
        method: str,
        path: str,
        *,
        body: Mapping[str, Any] | None = None,
        query: Mapping[str, Any] | None = None,
        token: str | None = None,
        wait_s: int = 0,
        is_minimal: bool = False,
        idempotency_key: str | None = None,
        etag: str | None = None,
    ) -> Any:
        """The answer as JSON; None if it has no body, as that of a move with ``is_minimal``. Raises Problem or
        Unreachable.
        """
        headers = {"Prefer": f"wait={wait_s}"} if wait_s else {}
        if is_minimal:
            headers["Prefer"] = "return=minimal"
        if etag is not None:
            headers["If-None-Match"] = etag
        if idempotency_key is not None:
            headers["Idempotency-Key"] = f'"{idempotency_key}"'
        held_s = wait_s or (query or {}).get("wait") or 0
        send = partial(self._send, method, path, body, query, token, headers, ANSWER_S + held_s)
        response = self._attempts(send, idempotency_key is not None or _is_repeatable(operation, method))
        return _content(response) if response.content else None

    def text(self, operation: str, method: str, path: str, *, token: str | None = None) -> str:
        """The answer as text."""
        send = partial(self._send, method, path, None, None, token, {}, ANSWER_S)
        response = self._attempts(send, _is_repeatable(operation, method))
        response.encoding = "utf-8"
        return response.text

    def stream(self, path: str, *, token: str | None, headers: dict[str, str], read_s: float) -> requests.Response:
        """One attempt to open a stream; the caller closes the response and comes back after an error."""
        return self._send("GET", path, None, None, token, headers, read_s, stream=True)

    def _attempts(self, send: Callable[[], requests.Response], is_repeatable: bool) -> requests.Response:
        backoff = Backoff(self.patience_s)
        while True:
            try:
                return send()
            except Problem as problem:
                if not _may_pass(problem, is_repeatable) or not backoff.pause(problem.retry_after_s):
                    raise
            except Elsewhere:
                raise
            except Unreachable as error:
                if not (is_repeatable or isinstance(error, NotSent)) or not backoff.pause():
                    raise

    def _send(
        self,
        method: str,
        path: str,
        body: Mapping[str, Any] | None,
        query: Mapping[str, Any] | None,
        token: str | None,
        headers: dict[str, str],
        read_s: float,
        stream: bool = False,
    ) -> requests.Response:
        secrets = ({"Authorization": f"Bearer {token}"} if token else {}) | (
            {"X-Api-Key": self._api_key} if self._api_key else {}
        )
        params = {name: _query_text(value) for name, value in (query or {}).items() if value is not None}
        try:
            response = self._session.request(
                method,
                self.address + path,
                params=params,
                json=body,
                headers={"User-Agent": f"faceoff-client-python/{VERSION}", "Accept": "*/*"} | self._accepted | headers,
                auth=_Headers(secrets),
                timeout=(CONNECT_S, read_s),
                allow_redirects=False,
                stream=stream,
            )
        except requests.RequestException as error:
            # Not `from error`: it holds the request, and with it the secrets.
            kind = NotSent if _was_not_sent(error) else Unreachable
            raise kind(f"{self.address} does not answer: {_reason(error)}") from None
        if response.ok and not response.is_redirect:
            return response
        with response:
            raise _refusal(self.address, response)


class NotSent(Unreachable):
    """The connection failed, so nothing was carried out."""


class Elsewhere(Unreachable):
    """Something answers that is no Faceoff."""


class Backoff:
    """Pauses between attempts: exponential, with jitter, for ``patience_s`` seconds in all after the first failure."""

    def __init__(self, patience_s: float) -> None:
        self._patience_s = patience_s
        self._ends: float | None = None
        self._pause_s = FIRST_PAUSE_S

    def pause(self, asked_s: float | None = None) -> bool:
        """Wait before the next attempt, at least ``asked_s`` seconds; False, at once, if the patience does not last."""
        now = time.monotonic()
        if self._ends is None:
            self._ends = now + self._patience_s
        pause_s = self._pause_s * random.uniform(0.5, 1) + (asked_s or 0)
        self._pause_s = min(2 * self._pause_s, LONGEST_PAUSE_S)
        if now + pause_s > self._ends:
            return False
        time.sleep(pause_s)
        return True


class _Headers(requests.auth.AuthBase):
    """Sets the headers that hold secrets. As an ``auth`` it keeps requests from sending a password of ~/.netrc instead
    of the token.
    """

    def __init__(self, secrets: dict[str, str]) -> None:
        self._secrets = secrets

    def __call__(self, request: requests.PreparedRequest) -> requests.PreparedRequest:
        request.headers.update(self._secrets)
        return request


def _is_repeatable(operation: str, method: str) -> bool:
    return method in ("GET", "DELETE") or operation in REPEATABLE


def _query_text(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _may_pass(problem: Problem, is_repeatable: bool) -> bool:
    """Whether the same request may succeed later, and sending it again does no harm."""
    refused = problem.status == 429 or problem.code.endswith("/full")
    return refused or (is_repeatable and problem.status in (502, 503, 504))


def _was_not_sent(error: requests.RequestException) -> bool:
    cause = getattr(error.args[0], "reason", None) if error.args else None
    return isinstance(error, requests.ConnectTimeout) or isinstance(cause, urllib3.exceptions.NewConnectionError)


def _reason(error: requests.RequestException) -> str:
    if isinstance(error, requests.Timeout):
        return "the time is over"
    if isinstance(error, requests.exceptions.SSLError):
        return "TLS failed"
    return "the connection failed" if _was_not_sent(error) else "the connection broke off"


def _content(response: requests.Response) -> Any:
    try:
        return response.json()
    except requests.JSONDecodeError:
        raise Elsewhere(
            f"{urlsplit(response.url).netloc} answered something that is no JSON: is it a Faceoff?"
        ) from None


def _refusal(address: str, response: requests.Response) -> Problem | Unreachable:
    if response.is_redirect:
        return Elsewhere(f"{address} redirects to {response.headers['Location']}: use that address")
    try:
        body = response.json()
    except requests.RequestException:
        body = None
    if not isinstance(body, dict) or "code" not in body:  # of a proxy, or of something that is no Faceoff
        if response.status_code in (502, 503, 504):
            return Unreachable(f"{address} answers {response.status_code}: the service is away")
        return Elsewhere(f"{address} answers {response.status_code} without a problem: is it a Faceoff?")
    return Problem(body, response.status_code, _seconds(response.headers.get("Retry-After", "")))


def _seconds(text: str) -> float | None:
    return float(text) if text.isdecimal() else None
