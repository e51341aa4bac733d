"""The exception that all use cases raise, and what a refusal of the rules lacks."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from engines.api import Refusal, Variant


class Problem(Exception):
    """A request that is refused: a stable code, a sentence that says what would be right, and extra members.

    ``api/problems.md`` lists the codes. ``extra`` may hold ``field``, ``errors``, ``quota``, or ``game`` and
    ``seat``, whose current view is then part of the answer.
    """

    def __init__(self, code: str, detail: str, **extra: Any) -> None:
        super().__init__(detail)
        self.code = code
        self.detail = detail
        self.extra = extra


@contextmanager
def refused_by(variant: Variant) -> Iterator[None]:
    """Note in a refusal that is raised inside whose rules it cites."""
    try:
        yield
    except Refusal as refusal:
        refusal.variant = variant.key
        raise
