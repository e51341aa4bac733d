"""The players' names in tests of commentary, and phrases as they are read."""

from typing import Final

from engines.names import Name, Names, Team

NAMES: Final = Names(["Ida", "Ole"])
FOUR: Final = Names(["Ida", "Ole", "Eva", "Jan"])


class _Places(dict):
    """A name for every place of a phrase: the place itself."""

    def __init__(self, kind):
        self.kind = kind

    def __missing__(self, place):
        if place == "team":
            return Team("{team}" if self.kind is Team else "")
        return (Name if self.kind is Team else self.kind)(f"{{{place}}}")


def as_read(phrase, kind=Name):
    """A phrase, or both of a count, in the forms for others, a ``Reader`` or a ``Team``: ``{player} plays {card}.``"""
    return (" ".join(phrase) if isinstance(phrase, tuple) else phrase).format_map(_Places(kind))
