"""Plays a game of each variant that is named with the client that openapi-python-client makes of the contract, or lists
the variants; tests generate and run it.
"""

import random
import sys

from generated_client import AuthenticatedClient, Client
from generated_client.api.games import create_game, get_game, list_events, play_move
from generated_client.api.variants import list_variants
from generated_client.models import (
    CreateGameRequest,
    EventList,
    Game,
    GameTokens,
    Move,
    MoveRequest,
    OptionChanges,
    SeatRequest,
    VariantList,
)
from httpx import Timeout

WAIT = "wait=20"
SEATS = [SeatRequest("person", name="Ida"), SeatRequest("ai", level=1)]
OPTIONS = {"hockey": OptionChanges(periods=1)}


def play(address: str, variant: str, rng: random.Random) -> Game:
    """A person's random moves against the first level, to the end."""
    body = CreateGameRequest(variant, seats=SEATS, pace_ms=0)
    if variant in OPTIONS:
        body.options = OPTIONS[variant]
    # Where the operator asks for no API key any client will do, but the generator does not support optional security.
    with AuthenticatedClient(base_url=address, token="nobody's", timeout=Timeout(60)) as anonymous:
        created = create_game.sync(client=anonymous, body=body, prefer=WAIT)
    assert isinstance(created, Game), created
    assert isinstance(created.tokens, GameTokens)
    with AuthenticatedClient(base_url=address, token=created.tokens["0"], timeout=Timeout(60)) as client:
        game = created
        while game.status == "active":
            game = turn(client, game, rng)
    return game


def turn(client: AuthenticatedClient, game: Game, rng: random.Random) -> Game:
    """Play a move if it is one's turn, otherwise wait until something happens; the view after it."""
    if game.choice is not None:
        choice = game.choice
        cards = rng.sample(choice.candidates, len(choice.slots))
        move = Move.from_dict({"type": choice.type_, choice.field: cards})
    elif game.legal_moves:
        move = rng.choice(game.legal_moves).move
    else:
        events = list_events.sync(game.id, client=client, after=str(game.version), prefer=WAIT)
        assert isinstance(events, EventList), events
        seen = get_game.sync(game.id, client=client)
        assert isinstance(seen, Game), seen
        return seen
    played = play_move.sync(game.id, client=client, body=MoveRequest(game.ply, move), prefer=WAIT)
    assert isinstance(played, Game), played
    return played


def main(address: str, *variants: str) -> None:
    for key in variants:
        game = play(address, key, random.Random(1))
        assert game.result is not None
        print(key, type(game).__name__, game.status, *game.score, game.result.reason)
    if not variants:
        with Client(base_url=address) as client:
            known = list_variants.sync(client=client)
        assert isinstance(known, VariantList), known
        print(*(summary.key for summary in known.variants))


if __name__ == "__main__":
    main(*sys.argv[1:])
