"""A client that plays random legal moves, from what the API shows alone: used by bench and tests."""

import random
from typing import Any


def option_values(schema: dict[str, Any]) -> list[Any]:
    """The values of an option to play: all of a few, the ends of a range, the shortest lists; long lists come with the presets."""
    if "enum" in schema:
        return list(schema["enum"])
    if schema.get("type") == "boolean":
        return [False, True]
    if schema.get("type") == "integer":
        return [schema["minimum"], schema["maximum"]]
    if "enum" in schema.get("items", {}):
        return [[], schema["items"]["enum"][:1]]
    return list(schema.get("examples", []))


def is_asked(game: dict[str, Any]) -> bool:
    """True if the seat that this view is for may move."""
    return game["you"]["seat"] in game["to_act"]


def random_move(game: dict[str, Any], rng: random.Random) -> dict[str, Any]:
    """One of the listed moves, or the described choice filled at random."""
    if game["choice"]:
        choice = game["choice"]
        return {"type": choice["type"], choice["field"]: rng.sample(choice["candidates"], len(choice["slots"]))}
    move: dict[str, Any] = rng.choice(game["legal_moves"])["move"]
    return move
