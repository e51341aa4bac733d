"""The list of public games: its filters, games that change their status, and pages of a long list."""

import time

import pytest

from service.model.game import ABORTED, ACTIVE, FINISHED, OPEN
from service.model.timestamps import parse_time_ms
from service.store.public_list import MAX_LOOKED, SETS, page_of_games, put, tidy
from service.store.store import Store
from tests.games import LONGEST_GAME, SECOND_GAME
from tests.service.client import PERSON
from tests.service.use_cases import create_game, games_of, resign

OPEN_SEAT = {"kind": "open"}
PUBLIC_GAMES = "faceoff:public"


@pytest.fixture
def store(settings):
    return Store(settings)


@pytest.fixture
def reads(store, monkeypatch):
    """The ids of the games that are read."""
    found, load_each = [], store.games.load_each
    monkeypatch.setattr(store.games, "load_each", lambda ids: found.extend(ids) or load_each(ids))
    return found


def member(game):
    return f"{parse_time_ms(game.created_at):013d}:{game.id}:{game.preset}"


def listed(store, **wanted):
    return {game.id for game in page_of_games(store, "", 100, **wanted)[0]}


def test_a_filter_reads_only_the_games_that_pass_it(store, reads):
    waits = create_game(store, seats=[PERSON, OPEN_SEAT]).game.id
    runs = create_game(store, seats=[PERSON, PERSON]).game.id
    original = create_game(store, preset="original", seats=[PERSON, PERSON]).game.id
    blades = create_game(store, SECOND_GAME, seats=[PERSON, PERSON]).game.id
    over = create_game(store, SECOND_GAME, seats=[PERSON, PERSON]).game.id
    resign(store, over, 0)
    cases = [
        ({}, {waits, runs, original, blades, over}),
        ({"status": OPEN}, {waits}),
        ({"status": FINISHED}, {over}),
        ({"status": ABORTED}, set()),
        ({"variant": "hockey"}, {waits, runs, original}),
        ({"variant": SECOND_GAME, "status": ACTIVE}, {blades}),
        ({"preset": "original"}, {original}),
        ({"preset": "original", "status": OPEN}, set()),
        ({"preset": "unheard of"}, set()),
        ({"variant": LONGEST_GAME}, set()),
    ]
    for wanted, games in cases:
        reads.clear()
        assert listed(store, **wanted) == set(reads) == games, wanted


def test_a_page_drops_a_game_from_a_set_where_it_does_not_belong(store):
    game = create_game(store, seats=[PERSON, PERSON]).game
    active, finished = (f"{PUBLIC_GAMES}:hockey:{status}" for status in (ACTIVE, FINISHED))
    store.client.zadd(finished, {member(game): 0})
    assert listed(store, status=FINISHED) == set()
    assert listed(store, status=ACTIVE) == {game.id}
    assert (store.client.zcard(finished), store.client.zcard(active)) == (0, 1)


def test_a_game_whose_last_seat_is_taken_leaves_those_that_can_be_joined_and_comes_back_with_the_seat(api, store):
    game = store.games.load(api.create(seats=[PERSON, OPEN_SEAT], joinable=True)["id"])
    assert listed(store, joinable=True) == {game.id}

    def fill(game):
        game.seats[1].kind = "person"

    def vacate(game):
        game.seats[1].kind = "open"

    for change, expected in ((fill, set()), (vacate, {game.id})):
        games_of(store).update(game.id, change)
        assert listed(store, joinable=True) == expected


def test_a_game_in_two_sets_is_listed_once(store):
    game = create_game(store, seats=[PERSON, PERSON]).game
    store.client.zadd(f"{PUBLIC_GAMES}:hockey:{OPEN}", {member(game): 0})
    assert [each.id for each in page_of_games(store, "", 100)[0]] == [game.id]


def test_a_game_that_is_listed_again_keeps_its_place(store):
    """As when its backup is restored."""
    made = []
    for _ in range(3):
        made.append(create_game(store, seats=[PERSON, PERSON]).game)
        time.sleep(0.002)  # games of one millisecond have no order
    put(store.client, made[1])
    assert [game.id for game in page_of_games(store, "", 10)[0]] == [game.id for game in reversed(made)]


def test_tidying_leaves_few_of_many_expired_games_in_a_long_list(store):
    games = [create_game(store, seats=[PERSON, PERSON]).game for _ in range(3)]
    name = f"{PUBLIC_GAMES}:hockey:{ACTIVE}"
    store.client.zadd(name, {f"{number:013d}:g_{number:020d}:standard": 0 for number in range(1000)})
    assert tidy(store.client, SETS) > 900
    assert listed(store) == {game.id for game in games}


def test_pages_of_a_long_list_look_at_a_bounded_number_of_games_and_miss_none(store, reads):
    game = create_game(store, preset="original", seats=[PERSON, PERSON]).game
    newer = {f"9{number:012d}:g_{number:020d}:standard": 0 for number in range(3 * MAX_LOOKED)}
    store.client.zadd(f"{PUBLIC_GAMES}:hockey:{ACTIVE}", newer)
    reads.clear()
    cursor, pages, found = "", 0, []
    while cursor is not None:
        games, cursor = page_of_games(store, cursor, 20, preset="original")
        found += games
        pages += 1
    assert [each.id for each in found] == [game.id] == reads
    assert pages == 4
