"""The errors of this package: the service refuses, or does not answer."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

if TYPE_CHECKING:
    from faceoff_client import types as t


class FaceoffError(Exception):
    """Base of all errors of this package."""


class Problem(FaceoffError):
    """The service refused a request. Programs use ``code``, such as ``move/illegal``; ``detail`` is for people."""

    def __init__(self, body: t.Problem | dict[str, Any], status: int, retry_after_s: float | None = None) -> None:
        self.body = cast("dict[str, Any]", body)
        """The whole response: problem details of RFC 9457."""
        self.status = status
        self.code: str = self.body.get("code", "")
        self.title: str = self.body.get("title", "")
        self.detail: str = self.body.get("detail", "")
        self.errors: list[t.FieldError] = self.body.get("errors", [])
        """The invalid fields of the request, each with its JSON pointer."""
        self.rule: str | None = self.body.get("rule")
        """The rule of the game that a move breaks, such as ``2.3``."""
        self.rule_url: str | None = self.body.get("rule_url")
        self.request_id: str = self.body.get("request_id", "")
        self.retry_after_s = retry_after_s
        """Seconds after which the service asks to try again; None if it did not say."""
        super().__init__(f"{self.detail or self.title} ({self.code})")

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.body, self.status, self.retry_after_s)

    @property
    def view(self) -> t.Game | None:
        """The current view of the game, where a move came too late (``move/stale``)."""
        return self.body.get("view")


class Unreachable(FaceoffError):
    """No response, or not one of a Faceoff service. Unless repeating the request is safe, it may have been carried
    out.
    """

    def __init__(self, text: str, retry_after_s: float | None = None) -> None:
        super().__init__(text)
        self.retry_after_s = retry_after_s
        """Seconds after which a proxy asks to try again; None if it did not say."""


class Failed(FaceoffError):
    """A suggestion or a match ended without a result: it failed, or it was cancelled."""
