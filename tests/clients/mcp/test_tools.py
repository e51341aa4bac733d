"""The tools: what they take, what they refuse, and how they wait."""

import re
import time
from types import SimpleNamespace

import anyio
import pytest
from mcp import Client as Host
from mcp_types import ListToolsResult

from clients.mcp import play
from clients.mcp.errors import Refused
from clients.mcp.play import Player
from clients.mcp.seats import KeptSeats, Seat
from clients.mcp.server import served
from clients.mcp.texts import PHRASES, Texts, sections
from clients.mcp.tools import TOOLS, checked
from engines import VARIANTS
from faceoff_client import Client
from tests.clients.mcp.conftest import Caller, called, first_move, on_standard_input, run
from tests.games import IN_SECRET, QUICK_GAME

MOST_TOOLS, MOST_BYTES = 9, 8000
BOTH_ASKED = IN_SECRET[0]


@pytest.fixture
def player(address):
    return Player(lambda: Client(address), KeptSeats(), Texts())


@pytest.fixture
def server(player):
    """In the process of the test."""
    return served(player, Texts(), "1")


def test_there_are_few_tools_and_their_definitions_are_small():
    listed = ListToolsResult(tools=list(TOOLS)).model_dump_json(by_alias=True, exclude_none=True)
    assert len(TOOLS) <= MOST_TOOLS
    assert len(listed.encode()) <= MOST_BYTES


def test_every_argument_is_of_one_type():
    """A host that converts what it sends, as the Inspector's command line, cannot choose among several."""
    for tool in TOOLS:
        assert all(isinstance(schema["type"], str) for schema in tool.input_schema["properties"].values())


def test_every_tool_is_a_method_of_the_player():
    for tool in TOOLS:
        assert callable(getattr(Player, tool.name))


@pytest.mark.parametrize(
    ("arguments", "fault"),
    [
        ({"version": 1, "number": 1}, "game is missing"),
        ({"game": "hockey-1", "version": True, "number": 1}, "version has to be integer"),
        ({"game": "hockey-1", "version": 1, "number": True}, "number has to be integer"),
        ({"game": "hockey-1", "version": 1, "number": 1.0}, "number has to be integer"),
        ({"game": "hockey-1", "version": 1, "number": "1"}, "number has to be integer"),
        ({"game": "hockey-1", "version": 1, "move": 1}, "move has to be object"),
        ({"game": "hockey-1", "version": 1, "number": 1, "seat": 0}, "'seat' is none of its arguments"),
    ],
)
def test_what_is_not_declared_is_refused_with_what_is(arguments, fault):
    with pytest.raises(Refused) as refused:
        checked("play", arguments, Texts())
    assert str(refused.value) == f"play: {fault}. It takes game, version, number (optional), move (optional)."


def test_an_unknown_tool_and_value_are_refused_with_those_that_are():
    with pytest.raises(Refused, match="There is no tool 'cheat'; there are list_games, "):
        checked("cheat", {}, Texts())
    with pytest.raises(Refused, match="action has to be one of resign, rematch, analysis, renew"):
        checked("end", {"game": "hockey-1", "action": "win"}, Texts())


def test_a_refused_call_is_an_error_in_the_words_of_the_service_with_the_legal_moves(server):
    async def refuse(caller):
        assert "level/unknown" in await caller.refused("new_game", variant="hockey", level="rokie")
        facts = await caller("new_game", variant="hockey", level="rookie")
        game, version = facts["game"], facts["version"]
        told = await caller.refused("play", game=game, version=version, move={"type": "fly"})
        assert "'fly' is not a move of this game; known are choose_dealer, play (move/invalid)" in told
        assert told.splitlines()[-1].startswith(str(len(facts["moves"])))
        told = await caller.refused("play", game=game, version=version, number=99)
        assert told.startswith("There is no move 99.\n")
        assert told.splitlines()[-1].startswith(str(len(facts["moves"])))
        told = await caller.refused("play", game=game, version=99, number=1)
        assert "(version/unknown)" in told
        assert told.splitlines()[-1].startswith(str(len(facts["moves"])))
        assert "none of its arguments" in await caller.refused("look", game=game, seat=1)
        for wrong in ({}, {"number": 1, "move": facts["moves"][0]}):
            told = await caller.refused("play", game=game, version=version, **wrong)
            assert told == "play takes one of number and move."

    called(refuse, server)


def test_a_call_that_is_repeated_plays_nothing_more_and_an_outdated_one_is_refused(server):
    async def repeat(caller):
        facts = await caller("new_game", variant=QUICK_GAME, level="rookie")
        move = {"game": facts["game"], "version": facts["version"], "number": 1}
        first = await caller("play", **move)
        again = await caller("play", **move)
        assert (again["version"], again["moves"]) == (first["version"], first["moves"])
        outdated = move | {"number": len(facts["moves"])}
        if len(facts["moves"]) > 1:
            assert "(move/stale)" in await caller.refused("play", **outdated)
        assert (await caller("look", game=facts["game"]))["version"] == first["version"]

    called(repeat, server)


def test_a_view_is_asked_for_only_by_an_instance_that_has_not_shown_it(server, player, monkeypatch):
    asked, threaded = [], player._threaded

    def note(function, *given, **named):
        asked.append(getattr(function, "__name__", str(function)))
        return threaded(function, *given, **named)

    async def move(caller):
        facts = await caller("new_game", variant="hockey", level="rookie")
        monkeypatch.setattr(player, "_threaded", note)
        facts = await caller("play", game=facts["game"], version=facts["version"], number=1) | {"game": facts["game"]}
        assert {*asked} <= {"play", "refresh"}
        asked.clear()
        player._views.clear()
        await caller("play", game=facts["game"], version=facts["version"], number=1)
        assert asked[:2] == ["get_game", "play"]

    called(move, server)


def test_views_are_remembered_of_few_seats(player, monkeypatch):
    monkeypatch.setattr(play, "MOST_VIEWS", 2)
    shown = {key: {} for key in play.SHOWN} | {"hand": []}
    monkeypatch.setattr(player, "_texts", SimpleNamespace(game=lambda *_: ("", {})))
    for number in range(3):
        run(player._told, None, Seat(f"g_{number}", "token"), shown)
    assert [seat.game_id for seat in player._views] == ["g_1", "g_2"]


def test_what_happened_since_an_earlier_answer_is_told(server):
    async def since(caller):
        facts = await caller("new_game", variant="hockey", level="rookie")
        game, told, version = facts["game"], [], facts["version"]
        for _ in range(3):
            facts = await caller("play", game=game, version=facts["version"], number=1)
            told += facts["events"]
        assert (await caller("wait", game=game, version=version))["events"] == told

    called(since, server)


def test_a_move_tells_what_happened_since_the_version_that_it_is_for(server):
    async def since(caller):
        facts = await caller("new_game", variant="hockey", level="rookie")
        await caller("end", game=facts["game"], action="renew")
        played = await caller("play", game=facts["game"], version=facts["version"], number=1)
        all_since = await caller("wait", game=facts["game"], version=facts["version"])
        assert played["events"] == all_since["events"]
        assert "token" in played["events"][0]

    called(since, server)


def test_an_error_of_ours_says_nothing_of_what_it_is_about(server, player, caplog):
    def fail(*_, **__):
        raise RuntimeError("g_1.secret")

    player.look = fail

    async def look(caller):
        assert await caller.refused("look", game="hockey-1") == "look failed. Call again."

    called(look, server)
    assert "look failed: RuntimeError" in caplog.text
    assert "secret" not in caplog.text


@pytest.mark.parametrize("is_http", [False, True])
def test_a_wait_reports_progress_and_is_cancelled_over_both_transports(address, request, is_http):
    server = request.getfixturevalue("instances")[0].url if is_http else on_standard_input(address)

    async def wait():
        async with Host(server) as host:
            caller = Caller(host)
            game = (await caller("new_game", variant="hockey", invite=True))["game"]
            with anyio.CancelScope() as scope:

                async def report(passed, most, _):
                    assert 0 < passed < most == play.WAIT_S
                    scope.cancel()

                await host.call_tool("wait", {"game": game}, progress_callback=report)
            assert scope.cancelled_caught
            assert (await caller("look", game=game))["status"] == "open"

    run(wait)


@pytest.mark.parametrize("key", VARIANTS)
def test_the_rules_are_read_by_section(server, key):
    async def read(caller):
        titles = (await caller("read_rules", variant=key))["sections"]
        assert len(titles) > 10
        for title in titles:
            assert len(await caller.told("read_rules", variant=key, section=title)) > len(title) + 1
        numbered = next(title for title in titles if title[0].isdigit() and "." in title.split()[0][:-1])
        assert (await caller("read_rules", variant=key, section=numbered.split()[0]))["section"] == numbered
        assert titles[0] in await caller.refused("read_rules", variant=key, section="Cheating")

    called(read, server)


def test_a_section_has_those_below_it():
    page = "# A\n\nfirst\n\n## B\n\nb\n\n### C\n\nc\n\n## D\n\nd\n"
    assert sections(page) == {"A": "first", "B": "b\n\n### C\n\nc", "C": "c", "D": "d"}


@pytest.mark.parametrize("key", VARIANTS)
def test_a_caller_that_lost_track_looks_and_asks_for_a_hint(server, key):
    async def look(caller):
        begun = await caller("new_game", variant=key, level="rookie", name="Ida")
        seen = await caller("look", game=begun["game"])
        assert (seen["moves"], seen["choice"], seen["hand"]) == (begun["moves"], begun["choice"], begun["hand"])
        assert seen["table"]
        hint = await caller.patiently("hint", game=begun["game"])
        assert seen["choice"] or hint["move"] in seen["moves"]
        facts = await caller("play", game=begun["game"], version=hint["version"], move=hint["move"])
        assert facts["version"] > seen["version"]

    called(look, server)


def test_a_game_is_given_up_analysed_and_played_again(server):
    async def end(caller):
        begun = await caller("new_game", variant=QUICK_GAME, level="rookie")
        game = begun["game"]
        await caller("play", game=game, version=begun["version"], **first_move(begun))
        assert (await caller("end", game=game, action="resign"))["result"]["reason"] == "resignation"
        assert (await caller.patiently("end", game=game, action="analysis"))["summary"]["text"]
        again = await caller("end", game=game, action="rematch")
        assert again["game"] != game
        assert again["moves"] or again["choice"]

    called(end, server)


def test_a_wait_ends_after_a_time_says_so_and_reports_progress_before(server, monkeypatch):
    monkeypatch.setattr(play, "WAIT_S", 2)
    monkeypatch.setattr(play, "SLICE_S", 1)

    async def wait():
        async with Host(server) as host:
            game = (await Caller(host)("new_game", variant="hockey", invite=True))["game"]
            reports = []

            async def report(passed, most, _):
                reports.append((passed, most))

            result = await host.call_tool("wait", {"game": game}, progress_callback=report)
            return result, reports

    result, reports = run(wait)
    assert "After 2 s it is not your turn yet" in result.content[0].text
    assert len(reports) > 1
    assert all(0 < passed <= most == 2 for passed, most in reports)


def test_a_wait_ends_when_it_is_the_callers_turn(server):
    async def wait(caller):
        begun = await caller("new_game", variant=BOTH_ASKED, invite=True, name="Ida")

        async def join():
            await anyio.sleep(0.5)
            await caller("join_game", game_id=begun["game_id"], join_code=begun["join_code"], name="Ole")

        async with anyio.create_task_group() as tasks:
            tasks.start_soon(join)
            facts = await caller("wait", game=begun["game"])
        assert facts["moves"]
        assert any("Ole" in event for event in facts["events"])

    called(wait, server)


def test_a_wait_for_each_move_ends_before_it_is_the_callers_turn(server, player, address):
    game = Client(address).create("hockey", preset="partnership", seats=[{"kind": "person"}] * 4)
    (asked,) = game.view["to_act"]
    last = (asked + 3) % 4

    async def wait(caller):
        name = player._seats.named(Seat(game.id, game.for_seat(last).token), "hockey")

        async def play():
            await anyio.sleep(0.3)
            playing = game.for_seat(asked)
            playing.play(playing.legal_moves[0]["move"], wait_s=0)

        async with anyio.create_task_group() as tasks:
            tasks.start_soon(play)
            facts = await caller("wait", game=name, version=game.version, each=True)
        assert (facts["version"], facts["moves"]) == (game.version + 1, [])
        assert facts["events"]

    called(wait, server)


def test_a_cancelled_wait_leaves_nothing_held(server, player, monkeypatch):
    monkeypatch.setattr(play, "SLICE_S", 1)

    async def cancel(caller):
        game = (await caller("new_game", variant="hockey", invite=True))["game"]
        with anyio.move_on_after(0.5) as scope:
            await caller("wait", game=game)
        assert scope.cancelled_caught
        with anyio.fail_after(20):
            while player._threads.borrowed_tokens:
                await anyio.sleep(0.05)
        assert len(player._idle) == 1
        assert (await caller("look", game=game))["status"] == "open"

    called(cancel, server)


@pytest.mark.parametrize("is_given_up", [False, True])
def test_the_suggestion_is_cancelled_of_a_hint_that_takes_too_long_or_is_given_up(address, monkeypatch, is_given_up):
    cancelled = []

    def busy():
        client = Client(address)
        monkeypatch.setattr(client.api, "create_game_suggestion", lambda *_, **__: waiting())
        monkeypatch.setattr(client.api, "get_suggestion", lambda *_, **__: waiting())
        monkeypatch.setattr(client.api, "cancel_suggestion", lambda id, **_: cancelled.append(id))
        return client

    def waiting():
        time.sleep(0.05)
        return {"id": "s_1", "status": "queued", "answer": None}

    async def ask(caller):
        game = (await caller("new_game", variant="hockey", level="rookie"))["game"]
        if is_given_up:
            with anyio.move_on_after(0.5) as scope:
                await caller("hint", game=game)
            assert scope.cancelled_caught
            with anyio.fail_after(20):
                while not cancelled:
                    await anyio.sleep(0.05)
        else:
            monkeypatch.setattr(play, "WAIT_S", 0.2)
            assert "busy" in await caller.refused("hint", game=game)
        assert cancelled == ["s_1"]

    called(ask, served(Player(busy, KeptSeats(), Texts()), Texts(), "1"))


def test_the_texts_are_in_the_language_that_the_server_was_started_with(address):
    async def french(caller):
        text = await caller.told("new_game", variant="hockey", level="rookie")
        assert "À vous de jouer" in text
        assert "Your" not in text
        assert "la partie" in text.lower()

    called(french, on_standard_input(address, "--language", "fr"))


def test_every_refusal_is_in_the_language_that_the_server_was_started_with(address):
    async def french(caller):
        facts = await caller("new_game", variant="hockey", level="rookie")
        game, version = facts["game"], facts["version"]
        missing = next(card for card in ("2H", "2S", "3H", "3S", "4H", "4S") if card not in facts["hand"])
        told = [
            await caller.refused("play", game=game, version=version, number=99),
            await caller.refused("play", game=game, version=version, move={"type": "play", "card": missing}),
            await caller.refused("play", game=game, version=99, number=1),
            await caller.refused("play", game=game, version=True, card=1),
            await caller.refused("look", game="hockey-9"),
            await caller.refused("end", game=game, action="win"),
            await caller.refused("cheat"),
            await caller.refused("read_rules", variant="hockey", section="Cheating"),
            await caller.refused("new_game", variant="hockey", level="rokie"),
            await caller.refused("end", game=game, action="analysis"),
        ]
        assert not [text for text in told if re.search(r"\b(the|is|has to be|There|known)\b", text)]

    called(french, on_standard_input(address, "--language", "fr"))


def test_every_phrase_is_in_every_language_with_the_same_values():
    fields = [{key: set(re.findall(r"{\w+}", text)) for key, text in phrases.items()} for phrases in PHRASES.values()]
    assert all(found == fields[0] for found in fields)


def test_a_service_that_does_not_answer_is_told_in_the_language_of_the_server():
    texts = Texts("fr")
    player = Player(lambda: Client("http://127.0.0.1:9", patience_s=0), KeptSeats(), texts)

    async def unreachable(caller):
        assert await caller.refused("list_games") == PHRASES["fr"]["unreachable"]

    called(unreachable, served(player, texts, "1"))


def test_calls_run_side_by_side_with_a_client_each(server, player):
    async def many(caller):
        begun = await caller("new_game", variant=BOTH_ASKED, invite=True)
        async with anyio.create_task_group() as tasks:
            for _ in range(4):
                tasks.start_soon(lambda: caller("wait", game=begun["game"]))
            await caller("look", game=begun["game"])
            assert len(caller.answers) == 2
            await caller("join_game", game_id=begun["game_id"], join_code=begun["join_code"])
        assert len({id(client) for client in player._idle}) == len(player._idle) > 4

    called(many, server)
