"""Use cases: one way to change a game, for every caller and whatever comes between."""

import pytest
from msgspec.structs import replace

from engines import VARIANTS
from engines.api import IllegalMove
from service.games import ai_turns, create, lifecycle, play
from service.games.update import Games, Once, Repeated
from service.model.answer import Problem
from service.model.events import SeedGiven
from service.model.game import seats_to_act, version_of
from service.model.tokens import OWNER
from service.store.games import Request
from tests.games import IN_SECRET
from tests.service.client import OPEN, PERSON, ai
from tests.service.use_cases import at, create_game, games_of, play_ai_turn, play_move


class Queue:
    """Notes whom it was asked to wake."""

    def __init__(self):
        self.woken = []

    def wake(self, game):
        self.woken.append((game.id, game.version))


@pytest.fixture
def games(store):
    return Games(store, Queue())


def new_game(games, key="hockey", seats=(PERSON, PERSON), **settings):
    return create_game(games.store, key, seats=seats, queue=games.queue, **settings).game


def first_move(game, seat):
    choice = game.variant.codec.describe_choice(game.state, seat)
    if choice:
        return {"type": choice["type"], "cards": choice["candidates"][: len(choice["slots"])]}
    return game.variant.codec.list_moves(game.state, seat)[0]


@pytest.mark.parametrize("key", VARIANTS)
def test_two_people_play_a_game_to_its_end(store, key):
    game = create_game(store, key, seats=[PERSON, PERSON]).game
    while game.status == "active":
        seat = seats_to_act(game)[0]
        game = play_move(store, game.id, seat, game.state.ply, first_move(game, seat)).game
    assert game.result is not None
    assert len(store.games.history(game.id).moves(game.version)) == game.moves


def test_a_change_that_another_commit_overtakes_is_made_on_the_newer_game(games):
    game, elsewhere = games.load(new_game(games).id), Games(games.store, games.queue)
    elsewhere.update(game.id, lambda game: game.events.append(SeedGiven(by="0")))
    seen = []
    updated = games.update(game.id, lambda game: seen.append(game.version))
    assert seen == [1, 2]
    assert updated.commit.version == 3
    assert updated.commit.events == []


def test_a_change_that_is_refused_stores_nothing(games):
    game = new_game(games)

    def refuse(game):
        game.status = "finished"
        raise Problem("game/over", "no")

    with pytest.raises(Problem, match="no"):
        games.update(game.id, refuse)
    assert (games.load(game.id).status, games.load(game.id).version) == ("active", 1)


def test_a_request_is_carried_out_once_even_where_it_is_refused_now(games):
    game = new_game(games)
    request = Request("once", {"number": 1})
    games.update(game.id, lambda game: None, request)

    def refuse(game):
        raise Problem("game/over", "no")

    for change in (lambda game: None, refuse):
        with pytest.raises(Repeated) as repeated:
            games.update(game.id, change, request)
        assert repeated.value.before.payload == {"number": 1}
        assert repeated.value.game.version == 2


def test_a_worker_is_woken_after_a_change_that_asks_a_computer_and_after_no_other(games):
    game = new_game(games, seats=[PERSON, ai(1)])
    while game.ai is None:
        game = new_game(games, seats=[PERSON, ai(1)])
    games.queue.woken.clear()

    def ask_again(game):
        game.ai = replace(game.ai, since="2026-01-01T00:00:00.000Z")

    games.update(game.id, lambda game: None)  # a worker is at this turn
    games.update(game.id, ask_again)
    games.update(game.id, ask_again, wakes=False)
    assert games.queue.woken == [(game.id, 3)]


def test_who_was_taken_over_is_told_so_even_where_the_computer_has_answered(games):
    game = new_game(games)
    seat, ply = seats_to_act(game)[0], int(game.state.ply)
    moves = game.variant.codec.list_moves(game.state, seat)
    play.play_move(games, game.id, at(seat), ply, moves[0])

    lifecycle.take_over(games, game.id, seat, at(seat), level=1)
    with pytest.raises(Problem) as refused:
        play.play_move(games, game.id, at(seat), ply, moves[1])
    assert refused.value.code != "move/stale"
    assert "{" not in str(refused.value)


def test_a_move_sent_twice_counts_once_and_another_one_is_stale(games):
    game = new_game(games)
    seat, ply = seats_to_act(game)[0], int(game.state.ply)
    moves = game.variant.codec.list_moves(game.state, seat)
    first = play.play_move(games, game.id, at(seat), ply, moves[0])
    again = play.play_move(games, game.id, at(seat), ply, moves[0])
    assert (first.is_repeated, again.is_repeated) == (False, True)
    assert (first.version, again.version, again.game.version) == (2, 2, 2)
    with pytest.raises(Problem, match="another move") as stale:
        play.play_move(games, game.id, at(seat), ply, moves[1])
    assert (stale.value.code, stale.value.extra["seat"]) == ("move/stale", seat)


@pytest.mark.parametrize("key", IN_SECRET)
def test_both_of_two_simultaneous_choices_succeed(games, key):
    elsewhere = Games(games.store, games.queue)
    game = elsewhere.load(new_game(games, key).id)
    assert seats_to_act(game) == [0, 1]
    play.play_move(games, game.id, at(0), int(game.state.ply), first_move(game, 0))
    played = play.play_move(elsewhere, game.id, at(1), int(game.state.ply), first_move(game, 1))
    assert played.version == 3
    assert played.game.state.ply == game.state.ply + 1


@pytest.mark.parametrize("key", IN_SECRET)
def test_a_computers_answer_is_kept_when_the_other_seat_answers_meanwhile(games, key):
    game = new_game(games, key, [PERSON, ai(1)])
    turn = ai_turns.think(games.load(game.id), lambda level: lambda: False)
    play.play_move(games, game.id, at(0), int(game.state.ply), first_move(game, 0))
    after = ai_turns.commit_turn(games, turn)
    assert after.version == 3
    assert [move.seat for move in games.store.games.history(game.id).moves(3)] == [0, 1]


def test_a_computers_answer_to_a_decision_that_is_made_is_dropped(games):
    game = new_game(games, seats=[ai(1), ai(1)])
    turn = ai_turns.think(games.load(game.id), lambda level: lambda: False)
    after = play_ai_turn(games.store, game.id)
    assert ai_turns.commit_turn(games, turn).version == after.version == 2


def test_a_computers_answer_counts_although_an_older_game_is_remembered(games):
    older = games.load(new_game(games, seats=[ai(1), ai(1)]).id)
    play_ai_turn(games.store, older.id)
    turn = ai_turns.think(games.load(older.id), lambda level: lambda: False)
    games.memory.remember(older)
    assert ai_turns.commit_turn(games, turn).version == 3


def test_a_computer_that_is_not_to_move_has_nothing_to_think_about(games):
    assert ai_turns.think(new_game(games), lambda level: lambda: False) is None


def test_an_illegal_move_changes_nothing(games):
    game = new_game(games)
    seat = seats_to_act(game)[0]
    with pytest.raises(IllegalMove):  # the dealer has to be chosen first
        play.play_move(games, game.id, at(seat), int(game.state.ply), {"type": "play", "card": "2C"})
    assert version_of(games.store.games.revision(game.id)) == 1


def test_the_last_open_seat_starts_the_game(games):
    created = create_game(games.store, seats=[PERSON, OPEN])
    assert created.game.status == "open"
    joined = create.join_game(games, created.game.id, Once(), created.join_code.lower(), "Ole")
    assert (joined.seat, joined.game.status, joined.game.seats[1].name) == (1, "active", "Ole")
    with pytest.raises(Problem) as refused:
        create.join_game(games, created.game.id, Once(), created.join_code)
    assert refused.value.code == "join/no_open_seat"


def test_there_is_one_rematch_whichever_player_asks(games):
    game = play.resign(games, new_game(games).id, at(0))
    first, is_new = lifecycle.rematch(games, game.id, at(0))
    again, is_new_too = lifecycle.rematch(games, game.id, at(1))
    assert (first.id, is_new, is_new_too) == (again.id, True, False)
    assert first.tokens == {token: role if role == OWNER else 1 - role for token, role in game.tokens.items()}


def test_a_seat_is_taken_over_by_its_own_player_and_can_no_longer_be_played(games):
    game = lifecycle.take_over(games, new_game(games).id, 0, at(0), level=1)
    assert game.seats[0].level == "rookie"
    with pytest.raises(Problem) as refused:
        play.resign(games, game.id, at(0))
    assert refused.value.code == "seat/taken_over"


@pytest.fixture
def replies_get_lost(games, monkeypatch):
    """The client library sends every commit twice, as it does when the reply to the first one is lost."""
    commit = games.store.games.commit

    def twice(game, request):
        version, events = game.version, list(game.events)
        commit(game, request)
        game.version, game.events[:] = version, events
        return commit(game, request)

    monkeypatch.setattr(games.store.games, "commit", twice)


@pytest.mark.usefixtures("replies_get_lost")
def test_a_game_is_created_joined_played_and_resigned_although_every_reply_gets_lost(games):
    created = create_game(games.store, seats=[PERSON, OPEN])
    assert created.game.version == 1
    game = create.join_game(games, created.game.id, Once(), created.join_code).game
    assert (game.version, game.status) == (2, "active")
    seat = seats_to_act(game)[0]
    played = play.play_move(games, game.id, at(seat), int(game.state.ply), first_move(game, seat))
    assert (played.version, played.game.version) == (3, 3)
    over = play.resign(games, game.id, at(0))
    assert (over.version, over.status, games.load(game.id).version) == (4, "finished", 4)
    again, _ = lifecycle.rematch(games, over.id, at(0))
    assert (again.version, games.load(again.id).seed) == (1, again.seed)
    assert [commit.version for commit in games.store.games.events_after(game.id, 0)] == [1, 2, 3, 4, 5]


def test_a_change_that_has_nothing_to_do_in_a_game_out_of_date_is_made_in_the_stored_one(store):
    here, there = games_of(store), games_of(store)
    game = here.load(create_game(store, seats=[PERSON, PERSON]).game.id)
    lifecycle.take_over(there, game.id, 0, at(0), 1)
    assert lifecycle.return_to_seat(here, game.id, 0, at(0)).seats[0].kind == "person"
    assert store.games.load(game.id).seats[0].kind == "person"
