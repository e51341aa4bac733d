"""Levels as they are stored: by their keys, so that a level put in between two others changes no stored game."""

from typing import Annotated, Final

from msgspec import Meta

LEVEL: Final = "level"
LevelKey = Annotated[str, Meta(extra_json_schema={"format": LEVEL})]
"""The key of a level, as it is stored. Views, and so the contract, have its number in the same field."""

MIDDLE_LEVEL: Final = "junior"
"""The default level, and the weakest that takes over for an absent player: an opponent who would gain from a weak
computer cannot choose it.
"""
