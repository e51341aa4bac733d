"""How a game is changed: what is remembered, tried again, repeated and announced, over a store that answers as the
test asks.
"""

from types import SimpleNamespace

import pytest

from service.games import update as update_module
from service.games.update import Games, Memory, Repeated, Unchanged
from service.model.answer import Problem
from service.store.games import AlreadyCarriedOut, Overtaken, Request

REQUEST = Request("7:1")


class Game:
    """A game that counts its copies."""

    id, has_bots, ai, away_ms = "g_a", False, "asked", 0

    def __init__(self, revision="1-x", document=b""):
        self.revision, self.document = revision, document

    def copy(self):
        return Game(self.revision, self.document)


class Stored(tuple):
    """What is stored of a game."""

    def game(self, game_id):
        return Game(*self)


class Store:
    """Answers commits as the test asks, one after the other."""

    def __init__(self, *answers):
        self.answers, self.requests, self.loads = list(answers), [], 0
        self.before, self.view_state, self.needs_call = None, {"ai": 1}, True
        self.games = self.agenda = self

    def look_if_needed(self):
        pass

    def stored(self, game_id):
        self.loads += 1
        return Stored(("1-x", b""))

    def commit(self, game, request):
        self.requests.append(request.id)
        answer = self.answers.pop(0) if self.answers else None
        if answer is not None:
            raise answer
        return SimpleNamespace(view_state=self.view_state, needs_call=self.needs_call)

    def request(self, game_id, request_id):
        return self.before

    def events_after(self, game_id, version, limit):
        assert (version, limit) == (6, 1)
        return [SimpleNamespace(view_state=self.view_state, needs_call=True)]


BEFORE = SimpleNamespace(version=7)


def over(*answers):
    """Games over such a store, and the games whose workers they woke."""
    woken = []
    return Games(Store(*answers), SimpleNamespace(wake=woken.append)), woken


def refuse(_):
    raise Problem("move/stale", "Another commit came first.")


def test_a_change_is_committed_remembered_and_wakes_a_worker_if_a_computer_is_to_move_then():
    games, woken = over()
    updated = games.update("g_a", lambda game: "done", REQUEST)
    assert (updated.result, games.memory.find("g_a"), woken) == ("done", updated.game, [updated.game])
    assert games.store.requests == ["7:1"]
    for view_state, needs_call, wakes in (({}, True, True), ({"ai": 1}, True, False), ({"ai": 1}, False, True)):
        games.store.view_state, games.store.needs_call = view_state, needs_call
        games.update("g_a", lambda game: None, wakes=wakes)
    assert len(woken) == 1
    assert len(set(games.store.requests)) == 4, "without a request, each change counts by itself"


def test_a_change_that_another_commit_overtakes_is_made_to_the_stored_game():
    games, _ = over(Overtaken(), Overtaken())
    seen = []
    games.memory.remember(Game("0-old"))
    games.update("g_a", lambda game: seen.append(game.revision))
    assert (seen, games.store.loads) == (["0-old", "1-x", "1-x"], 2)


def test_what_a_remembered_game_refuses_is_asked_of_the_stored_one_and_refused_once():
    games, _ = over()
    games.memory.remember(Game("0-old"))
    for refusal in (Problem("move/stale", "Late."), Unchanged()):
        seen = []

        def change(game, refusal=refusal, seen=seen):
            seen.append(game.revision)
            raise refusal

        with pytest.raises(type(refusal)):
            games.update("g_a", change)
        assert seen[-1] == "1-x"
    assert games.changed("g_a", change).revision == "1-x"
    assert games.store.requests == []


def test_a_request_that_was_carried_out_is_repeated_though_it_is_refused_now():
    for change, answers in ((refuse, ()), (lambda game: None, (AlreadyCarriedOut(BEFORE),))):
        games, woken = over(*answers)
        games.store.before = BEFORE
        with pytest.raises(Repeated) as repeated:
            games.update("g_a", change, REQUEST)
        assert (repeated.value.before, repeated.value.game.revision, len(woken)) == (BEFORE, "1-x", 1)
        with pytest.raises(Problem):
            games.update("g_a", refuse)


def test_a_commit_whose_reply_was_lost_counts_as_made():
    games, woken = over(AlreadyCarriedOut(BEFORE))
    updated = games.update("g_a", lambda game: "done")
    assert (updated.result, updated.game.revision, len(woken)) == ("done", "1-x", 1)


def test_a_change_is_given_up_after_many_conflicts():
    games, _ = over(*(Overtaken() for _ in range(60)))
    with pytest.raises(RuntimeError, match="g_a: 50 version conflicts"):
        games.update("g_a", lambda game: None)


def test_a_new_game_is_stored_once_and_refused_if_it_is_known():
    games, woken = over(None, AlreadyCarriedOut(BEFORE), AlreadyCarriedOut(BEFORE))
    made = Game()
    assert (games.put(made), woken) == (made, [made])
    assert games.put(made) is not None
    with pytest.raises(AlreadyCarriedOut):
        games.put(made, REQUEST)
    assert games.store.requests == ["create", "create", "7:1"]


def test_a_game_is_read_again_only_if_it_has_changed():
    games, _ = over()
    first = games.load("g_a")
    assert games.load("g_a") is first
    other = games.memory.remember(Game("0-old"))
    assert games.load("g_a") is not other
    games.memory.remember(Game("1-x", b"another document"))
    assert games.load("g_a").document == b""


def test_a_question_is_asked_of_the_stored_game_if_the_remembered_one_refuses():
    games, _ = over()

    def revision(game):
        return refuse(game) if game.revision == "0-old" else game.revision

    assert (games.ask("g_a", revision), games.store.loads) == ("1-x", 1)
    games.memory.remember(Game("1-y"))
    assert (games.ask("g_a", revision), games.store.loads) == ("1-y", 1)
    games.memory.remember(Game("0-old"))
    assert games.ask("g_a", revision) == "1-x"


def test_the_game_that_was_not_used_for_longest_is_forgotten(monkeypatch):
    monkeypatch.setattr(update_module, "MOST_REMEMBERED", 2)
    memory = Memory()
    games = [SimpleNamespace(id=name) for name in "abc"]
    for game in games[:2]:
        memory.remember(game)
    assert memory.find("a") is games[0]
    memory.remember(games[2])
    assert [memory.find(name) for name in "abc"] == [games[0], None, games[2]]
    memory.forget()
    assert [memory.find(name) for name in "abc"] == [None] * 3
