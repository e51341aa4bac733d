"""What a seat cannot see changes nothing in the answers to it, or to any like it: byte for byte."""

import pytest

from engines import VARIANTS
from engines.api import SPECTATOR
from engines.rng import Rng, permutation
from service.games.views import game_view
from service.model.game import seats_to_act
from tests.service.client import PERSON
from tests.service.use_cases import create_game, play_move


def pairs(store, key, preset):
    """A running game and, at many plies, the seat to look for with the same game as that seat may imagine it."""
    variant = VARIANTS[key]
    seats = int(variant.new_game(variant.presets[preset]).seats())
    game = create_game(store, key, preset, None, [PERSON] * seats, True).game
    rng = Rng(f"secrecy {preset}")
    while game.status == "active":
        seat = seats_to_act(game)[0]
        for viewer in (*range(seats), SPECTATOR):
            yield game, viewer, variant.observe(game.state, viewer).determinize(rng)
        game = play_move(store, game.id, seat, game.state.ply, random_move(variant, game.state, seat, rng)).game


def random_move(variant, state, seat, rng):
    choice = variant.codec.describe_choice(state, seat)
    if choice is None:
        moves = variant.codec.list_moves(state, seat)
        return moves[rng.below(len(moves))]
    order = permutation(rng, len(choice["candidates"]))
    return {"type": choice["type"], "cards": [choice["candidates"][order[i]] for i in range(len(choice["slots"]))]}


@pytest.mark.parametrize(
    ("key", "preset"), [(key, preset) for key, variant in VARIANTS.items() for preset in variant.presets]
)
def test_a_view_depends_on_what_its_seat_knows_only(store, key, preset):
    changed = []
    for game, viewer, imagined in pairs(store, key, preset):
        seat = None if viewer == SPECTATOR else viewer
        before, truth = game_view(game, seat), game.state
        changed.append(VARIANTS[key].codec.dump_state(truth) != VARIANTS[key].codec.dump_state(imagined))
        game.state = imagined
        assert game_view(game, seat) == before
        game.state = truth
    # the imagined games really are others: at most views, however short the game is
    assert sum(changed) > len(changed) / 2


def test_answers_are_the_same_bytes_whatever_the_other_seat_holds(api, store):
    """Views, events and refusals over HTTP, with the other seat's cards and the undealt ones exchanged in the store."""
    made = api.create(seats=[PERSON, PERSON])
    asked = made["to_act"][0]
    api.move(api.get(f"/v1/games/{made['id']}", token=made["tokens"][str(asked)]).json, made["tokens"][str(asked)])
    truth = store.games.load(made["id"])
    seat = seats_to_act(truth)[0]
    token = made["tokens"][str(seat)]

    def answers():
        found = [api.get(path, token=token) for path in (f"/v1/games/{made['id']}", f"/v1/games/{made['id']}/events")]
        found += [api.get(f"/v1/games/{made['id']}")]
        for move in ({"type": "play", "card": "2C"}, {"type": "play", "card": "AS"}, {"type": "dive"}):
            if (
                move.get("card")
                not in VARIANTS["hockey"].codec.private(VARIANTS["hockey"].observe(truth.state, seat))["hand"]
            ):
                found.append(
                    api.post(
                        f"/v1/games/{made['id']}/moves",
                        {"ply": 1, "move": move},
                        token=token,
                        headers={"X-Request-Id": "same"},
                    )
                )
        return [(answer.status_code, answer.data, answer.headers["Content-Length"]) for answer in found]

    before = answers()
    for number in range(10):
        imagined = store.games.load(made["id"])
        imagined.state = truth.variant.observe(truth.state, seat).determinize(Rng(number))
        key = next(key for key in store.client.scan_iter(f"*:game:{made['id']}"))
        store.client.hset(key, "game", imagined.dump())
        assert answers() == before
