"""How long an answer or a message is tells little of what a hand allows to those who see encrypted packets."""

import json
import math
import random
import secrets
from collections import Counter, defaultdict

import pytest

from engines import KEYS
from engines.rng import Rng
from service.games.views import game_view
from service.live.news import Seen, Viewer, game_news
from service.live.streams import MOST_REPEATED, packed
from service.model.answer import EVENTS_STEP, VIEW_STEP, to_json
from tests.service.client import PERSON
from tests.service.tasks.test_positions import some_move

MOST_BITS = {"view": 0.2, "message": 0.2, "packed": 0.2}
KNOWN = {("blades_of_steel", "view"): 0.33, ("blades_of_steel", "message"): 0.33}
"""Views of more than 4096 bytes, which only hands with many combinations have (docs/security.md)."""


def bits(counts):
    """The entropy of what was counted."""
    total = sum(counts.values())
    return -sum(count / total * math.log2(count / total) for count in counts.values())


def told(rows):
    """Bits that a length tells of the number of legal moves to those who know what is public, the number of cards and
    what is asked: less what as many lengths tell that are exchanged at random.
    """
    hands = defaultdict(list)
    for public, length, moves in rows:
        hands[public].append((length, moves))
    return max(0.0, sum(len(pairs) * _told(pairs) for pairs in hands.values()) / len(rows))


def _told(pairs):
    exchanged = [(length, moves) for (length, _), (_, moves) in zip(pairs, pairs[1:] + pairs[:1], strict=True)]
    return _common(pairs) - _common(exchanged)


def _common(pairs):
    lengths, moves = zip(*pairs, strict=True)
    return bits(Counter(lengths)) + bits(Counter(moves)) - bits(Counter(pairs))


def positions(api, games, key, number):
    """For each decision of a game at random: what is asked and the number of cards in the hand, lengths of the view, of
    the message with it, and of the message in a compressed stream, and how many moves there are.
    """
    created, rng = api.create(variant=key, seats=[PERSON, PERSON]), Rng(f"{key} {number}")
    viewers = [Viewer(created["id"], seat, "", "en", has_views=True) for seat in (0, 1)]
    streams: list[list[bytes]] = [[b""], [b""]]
    rows = []
    for _ in range(60):
        game = games.load(created["id"])
        if game.is_over:
            break
        for seat, viewer in enumerate(viewers):
            news = game_news(games, viewer, Seen(str(game.version - 1), ()))
            streams[seat].append(b"".join(news.messages))
            view = game_view(game, seat)
            if seat in view.to_act:
                public = (view.table["node"], len(view.hand or ()))
                rows.append((seat, len(streams[seat]) - 1, public, to_json(view), len(view.legal_moves)))
        seat = rows[-1][0]
        move = some_move(json.loads(to_json(game_view(game, seat))), rng)
        body = {"ply": int(game.state.ply), "move": move}
        token = {"Authorization": f"Bearer {created['tokens'][str(seat)]}"}
        assert api.http.post(f"/v1/games/{game.id}/moves", json=body, headers=token).status_code == 200
    lengths = [
        [len(packed(text, b"".join(texts[:at])[-MOST_REPEATED:])) for at, text in enumerate(texts[1:], 1)]
        for texts in streams
    ]
    for seat, place, public, view, moves in rows:
        message = streams[seat][place]
        yield public, {"view": len(view), "message": len(message), "packed": lengths[seat][place - 1]}, moves


@pytest.mark.parametrize("key", KEYS)
def test_a_length_tells_little_of_what_a_hand_allows(app, api, key, monkeypatch):
    monkeypatch.setattr(secrets, "token_bytes", random.Random(key).randbytes)  # the seeds of the games
    services = app.extensions["faceoff"]
    found = [row for number in range(20) for row in positions(api, services.games, key, number)]
    for what, most in MOST_BITS.items():
        bits_told = told([(public, lengths[what], moves) for public, lengths, moves in found])
        print(f"{key}: {what} tells {bits_told:.2f} bits")
        assert bits_told <= KNOWN.get((key, what), most), what


def test_views_moves_and_messages_end_at_a_step(api, game):
    token = game["token"]
    path = f"/v1/games/{game['id']}"
    answers = [api.get(path, token=token), api.move(game, token), api.move(game, token, ply=99)]
    assert [len(answer.data) % VIEW_STEP for answer in answers] == [0, 0, 0]
    assert "view" in answers[-1].json
    assert len(api.get(f"{path}/events", token=token).data) % EVENTS_STEP == 0
