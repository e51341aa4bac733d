"""What a caller is told when a call fails."""

from typing import Any


class Refused(Exception):
    """A call that cannot be carried out; its text is for the caller, and ``shown`` for the table in the chat."""

    def __init__(self, text: str, shown: dict[str, Any] | None = None) -> None:
        super().__init__(text)
        self.shown = shown
