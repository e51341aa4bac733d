"""Small functions on views."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any, cast

if TYPE_CHECKING:
    from faceoff_client import types as t


def is_asked(view: t.Game) -> bool:
    """Whether the seat that this view is for may move now."""
    return bool(view["legal_moves"]) or view["choice"] is not None


def random_move(view: t.Game | t.PositionMoves, rng: random.Random | None = None) -> t.Move:
    """One of the legal moves, or the described choice filled at random. Raises ValueError if there is nothing to choose
    from.
    """
    rng = rng or random.Random()
    choice = view["choice"]
    if choice is not None:
        cards = rng.sample(list(choice["candidates"]), len(choice["slots"]))
        return cast("t.Move", {"type": choice["type"], choice["field"]: cards})
    legal = cast("list[dict[str, Any]]", view["legal_moves"])
    if not legal:
        raise ValueError("no move to choose from: it is not this seat's turn")
    return cast("t.Move", rng.choice(legal)["move"])


def observation_of(view: t.Game) -> dict[str, Any]:
    """What the seat of a view knows, as ``suggest`` and ``legal_moves`` take it. Raises ValueError for a spectator's
    view.
    """
    if view["you"] is None:
        raise ValueError("a spectator's view is no observation: no seat to play")
    own = {"options": view["options"], "ply": view["ply"], "hand": view["hand"]}
    return own | cast("dict[str, Any]", view["you"]) | cast("dict[str, Any]", view["table"])
