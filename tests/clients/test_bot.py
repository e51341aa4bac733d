"""The sample bot as a process, against the whole service: it plays every game, survives kills, and plays a match."""

import os
import random
import signal
import sys
import time
from concurrent.futures import ThreadPoolExecutor

import pytest

from engines import VARIANTS
from faceoff_client import Client, is_asked, random_move
from service.ops import supervisor
from tests import children
from tests.patience import wait_until

PERSON = {"kind": "person"}
PLAY_S = 120
ANSWER_S = 30


class Process:
    """The sample bot in a process of its own."""

    def __init__(self, address, folder, token=""):
        self.file = folder / "bot.txt"
        self.address = address
        self.start({"FACEOFF_BOT_TOKEN": token} if token else {})
        self.wait_for("is ready")
        self.token = token or self.output.split("FACEOFF_BOT_TOKEN=")[1].split()[0]

    def start(self, environment):
        with self.file.open("w") as output:
            self.process = children.start(
                [
                    sys.executable,
                    "-m",
                    "clients.bot",
                    self.address,
                    "--name",
                    f"Sample {os.urandom(4).hex()}",
                    "--seed",
                    "7",
                ],
                cwd=supervisor.ROOT,
                env=os.environ | environment,
                stdout=output,
                stderr=output,
            )

    @property
    def id(self):
        return self.token.partition(".")[0]

    @property
    def output(self):
        return self.file.read_text()

    def wait_for(self, text):
        wait_until(lambda: text in self.output, lambda: self.output, PLAY_S)

    def kill(self):
        self.process.send_signal(signal.SIGKILL)
        self.process.wait(20)

    def restart(self):
        self.start({"FACEOFF_BOT_TOKEN": self.token})
        self.wait_for("is ready")


@pytest.fixture
def bot(address, tmp_path):
    process = Process(address, tmp_path)
    process.api = Client(address).api
    wait_until(lambda: process.api.get_bot(process.id)["online"], lambda: process.output)
    try:
        yield process
    finally:
        process.kill()


def invite(bot, key):
    """A game against the bot, and a person's tokens."""
    variant = VARIANTS[key]
    seats = variant.new_game(next(iter(variant.presets.values()))).seats()
    seat = {"kind": "bot", "bot_id": bot.id}
    return bot.api.create_game({"variant": key, "seats": [PERSON] + [seat] * (seats - 1), "pace_ms": 0})


def play(bot, game, rng, decisions=10_000):
    """Play seat 0 at random until the game is over, or for a number of decisions; returns the last view."""
    api, token = bot.api, game["tokens"]["0"]
    view = api.get_game(game["id"], token=token)
    answered = time.monotonic()
    while view["status"] != "finished" and decisions:
        assert time.monotonic() - answered < ANSWER_S, (
            f"no answer at version {view['version']} of {view['id']}:\n{bot.output}"
        )
        if view["status"] == "active" and is_asked(view):
            view = move(api, view, token, rng)
            decisions -= 1
            answered = time.monotonic()
        else:
            api.list_events(game["id"], after=view["version"], wait_s=2, token=token)
            view = api.get_game(game["id"], token=token)
    return view


def move(api, view, token, rng):
    return api.play_move(view["id"], {"ply": view["ply"], "move": random_move(view, rng)}, token=token)


def games_of(bot):
    return bot.api.list_bot_games(bot.id, token=bot.token)["games"]


def test_the_sample_bot_plays_all_games_at_once_to_their_ends(bot):
    games = [invite(bot, key) for key in VARIANTS]
    with ThreadPoolExecutor() as persons:
        ends = list(persons.map(lambda game: play(bot, game, random.Random(game["variant"])), games))
    for view in ends:
        assert (view["status"], view["seats"][1]["kind"], view["seats"][1]["bot_id"]) == ("finished", "bot", bot.id)
    wait_until(lambda: not games_of(bot), lambda: str(games_of(bot)))


def test_a_bot_that_is_killed_in_a_game_goes_on_where_it_was(bot):
    game, rng = invite(bot, "hockey"), random.Random(1)
    play(bot, game, rng, decisions=3)
    bot.kill()
    waiting = bot.api.get_game(game["id"], token=game["tokens"]["0"])
    if waiting["to_act"] == [0]:  # the bot is asked before it comes back
        move(bot.api, waiting, game["tokens"]["0"], rng)
    bot.restart()
    assert play(bot, game, rng)["status"] == "finished"


def test_a_bot_plays_a_match_against_a_level(bot):
    body = {
        "variant": "hockey",
        "options": {"periods": 1},
        "first": {"bot_id": bot.id},
        "second": {"level": 1},
        "pairs": 2,
        "answer_s": 60,
    }
    match = bot.api.create_match(body, token=bot.token)
    wait_until(lambda: has_ended(bot, match), lambda: f"{bot.api.get_match(match['id'])}\n{bot.output}", PLAY_S)
    found = bot.api.get_match(match["id"], token=bot.token)
    assert (found["status"], found["progress"]["done"], found["first"]["bot_id"]) == ("done", 2, bot.id)
    result = found["result"]
    assert (result["games"], result["forfeits"]) == (4, [0, 0])
    assert result["wins"] + result["draws"] + result["losses"] == 4
    assert 0 <= result["points"]["low"] <= result["points"]["mean"] <= result["points"]["high"] <= 1


def has_ended(bot, match):
    return bot.api.get_match(match["id"], token=bot.token)["status"] not in ("queued", "running")
