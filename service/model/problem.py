"""The one exception of the use cases."""

from typing import Any


class Problem(Exception):
    """A request that cannot be carried out: a stable code, a sentence saying what would be right, facts beside it.

    ``errors.PROBLEMS`` lists the codes with their statuses.
    """

    def __init__(self, code: str, detail: str, **facts: Any) -> None:
        super().__init__(detail)
        self.code = code
        self.detail = detail
        self.facts = facts
