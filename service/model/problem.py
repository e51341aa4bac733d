"""The exception that all use cases raise."""

from typing import Any


class Problem(Exception):
    """A request that is refused: a stable code, a sentence that says what would be right, and extra members.

    ``api/problems.py`` lists the codes with their statuses. ``extra`` may hold ``field``, ``errors``, ``quota``, or ``game`` and
    ``seat``, whose current view is then part of the answer.
    """

    def __init__(self, code: str, detail: str, **extra: Any) -> None:
        super().__init__(detail)
        self.code = code
        self.detail = detail
        self.extra = extra
