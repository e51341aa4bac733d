"""Plays one game of every variant with the client that openapi-python-client makes of the contract; a test generates
and runs it.
"""

import random
import sys
from collections.abc import Sequence
from typing import Any, Protocol, cast

from generated_client import AuthenticatedClient, Client
from generated_client.api.games import create_game, get_game, list_events, play_move
from generated_client.api.variants import list_variants
from generated_client.models import (
    AiSeat,
    BladesOfSteelCreateGameRequest,
    BotSeat,
    CardHockeyCreateGameRequest,
    Choice,
    EventList,
    HockeyCreateGameRequest,
    HockeyOptionChanges,
    IceColdIceHockeyCreateGameRequest,
    MoveRequest,
    OpenSeat,
    PersonSeat,
    Problem,
    Result,
    TurnBasedHockeyChoice,
    TurnBasedHockeyCreateGameRequest,
    VariantList,
)
from httpx import Timeout

WAIT = "wait=20"
SEATS: list[AiSeat | BotSeat | OpenSeat | PersonSeat] = [
    PersonSeat(kind="person", name="Ida"),
    AiSeat(kind="ai", level=1),
]
Request = (
    HockeyCreateGameRequest
    | BladesOfSteelCreateGameRequest
    | CardHockeyCreateGameRequest
    | TurnBasedHockeyCreateGameRequest
    | IceColdIceHockeyCreateGameRequest
)
REQUESTS: dict[str, Request] = {
    "hockey": HockeyCreateGameRequest("hockey", options=HockeyOptionChanges(periods=1), seats=SEATS, pace_ms=0),
    "blades_of_steel": BladesOfSteelCreateGameRequest("blades_of_steel", seats=SEATS, pace_ms=0),
    "card_hockey": CardHockeyCreateGameRequest("card_hockey", seats=SEATS, pace_ms=0),
    "turn_based_hockey": TurnBasedHockeyCreateGameRequest("turn_based_hockey", seats=SEATS, pace_ms=0),
    "ice_cold_ice_hockey": IceColdIceHockeyCreateGameRequest("ice_cold_ice_hockey", seats=SEATS, pace_ms=0),
}


class Model(Protocol):
    """What all models of the client have in common."""

    def to_dict(self) -> dict[str, Any]: ...


class LegalMove(Protocol):
    """What the legal moves of all games have in common."""

    @property
    def move(self) -> Model: ...


class Game(Protocol):
    """What the views of all games have in common."""

    @property
    def id(self) -> str: ...
    @property
    def ply(self) -> int: ...
    @property
    def version(self) -> int: ...
    @property
    def status(self) -> str: ...
    @property
    def score(self) -> list[int]: ...
    @property
    def result(self) -> Result | None: ...
    @property
    def legal_moves(self) -> Sequence[LegalMove]: ...
    @property
    def choice(self) -> Choice | TurnBasedHockeyChoice | None: ...


def play(address: str, variant: str, rng: random.Random) -> Game:
    """A person's random moves against the first level, to the end."""
    body = REQUESTS[variant]
    # Where the operator asks for no API key any client will do, but the generator knows no security that is optional.
    with AuthenticatedClient(base_url=address, token="nobody's", timeout=Timeout(60)) as anonymous:
        created = create_game.sync(client=anonymous, body=body, prefer=WAIT)
    assert created is not None
    assert not isinstance(created, Problem), created
    with AuthenticatedClient(base_url=address, token=created.tokens["0"], timeout=Timeout(60)) as client:
        game: Game = created
        while game.status == "active":
            game = turn(client, game, rng)
    return game


def turn(client: AuthenticatedClient, game: Game, rng: random.Random) -> Game:
    """Play a move if one is asked for, else wait until something happens; the view after it."""
    if game.choice is not None:
        choice = game.choice.to_dict()
        move = {"type": choice["type"], choice["field"]: rng.sample(choice["candidates"], len(choice["slots"]))}
    elif game.legal_moves:
        move = rng.choice(game.legal_moves).move.to_dict()
    else:
        events = list_events.sync(game.id, client=client, after=game.version, wait=20)
        assert isinstance(events, EventList), events
        seen = get_game.sync(game.id, client=client)
        assert seen is not None
        assert not isinstance(seen, Problem), seen
        return seen
    body = MoveRequest.from_dict({"ply": game.ply, "move": move})
    played = play_move.sync(game.id, client=client, body=body, prefer=WAIT)
    assert played is not None
    assert not isinstance(played, Problem), played
    return cast(Game, played)


def main(address: str) -> None:
    with Client(base_url=address) as client:
        known = list_variants.sync(client=client)
    assert isinstance(known, VariantList), known
    for summary in known.variants:
        game = play(address, summary.key.value, random.Random(1))
        assert game.result is not None
        print(summary.key.value, type(game).__name__, game.status, *game.score, game.result.reason.value)


if __name__ == "__main__":
    main(sys.argv[1])
