"""The sample bot as a process, against the whole service: it plays every game, survives kills, and plays a match."""

import os
import random
import signal
import subprocess
import sys

import pytest

from clients.bot.api import BotApi
from clients.random_player import is_asked, random_move
from engines import VARIANTS
from service.ops import supervisor
from tests.service.supervised import wait_until

PERSON = {"kind": "person"}
PLAY_S = 120


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
            self.process = subprocess.Popen(
                [sys.executable, "-m", "clients.bot", self.address, "--name", f"Sample {os.urandom(4).hex()}", "--seed", "7"],
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
    process.api = BotApi(address, process.token)
    path = f"/v1/bots/{process.api.bot_id}"
    wait_until(lambda: process.api._call("GET", path)["online"], lambda: process.output)
    try:
        yield process
    finally:
        process.kill()


def invite(bot, key, **more):
    """A game against the bot, and a person's tokens."""
    variant = VARIANTS[key]
    seats = variant.new_game(next(iter(variant.presets.values()))).seats()
    seat = {"kind": "bot", "bot": bot.api.bot_id}
    return bot.api.create(variant=key, seats=[PERSON] + [seat] * (seats - 1), pace_ms=0, **more)


def play(api, game, rng, decisions=10_000):
    """Play seat 0 at random until the game is over, or for a number of decisions; returns the last view."""
    token = game["tokens"]["0"]
    view = api.view(game["id"], token)
    while view["status"] != "finished" and decisions:
        if view["status"] == "active" and is_asked(view):
            view = api.move(view, token, random_move(view, rng))
            decisions -= 1
        else:
            api.events(game["id"], token, view["version"], wait_s=2)
            view = api.view(game["id"], token)
    return view


@pytest.mark.timeout(240)
def test_the_sample_bot_plays_all_games_at_once_to_their_ends(bot):
    games = [invite(bot, key) for key in VARIANTS]
    for game in games:
        view = play(bot.api, game, random.Random(game["variant"]))
        assert (view["status"], view["seats"][1]["kind"], view["seats"][1]["bot"]) == ("finished", "bot", bot.api.bot_id)
    wait_until(lambda: not bot.api.games()["games"], lambda: str(bot.api.games()))


@pytest.mark.timeout(240)
def test_a_bot_that_is_killed_in_a_game_goes_on_where_it_was(bot):
    game, rng = invite(bot, "hockey"), random.Random(1)
    play(bot.api, game, rng, decisions=3)
    bot.kill()
    waiting = bot.api.view(game["id"], game["tokens"]["0"])
    if waiting["to_act"] == [0]:  # the bot is asked before it comes back
        waiting = bot.api.move(waiting, game["tokens"]["0"], random_move(waiting, rng))
    bot.restart()
    assert play(bot.api, game, rng)["status"] == "finished"


@pytest.mark.timeout(300)
def test_a_bot_plays_a_match_against_a_level(bot):
    body = {"variant": "hockey", "options": {"periods": 1}, "first": {"bot": bot.api.bot_id}, "second": {"level": 1}, "pairs": 2}
    match = bot.api._call("POST", "/v1/matches", body, bot.token)
    wait_until(lambda: ended(bot, match), lambda: f"{ended(bot, match, True)}\n{bot.output}", PLAY_S)
    found = ended(bot, match)
    assert (found["status"], found["progress"]["pairs"], found["first"]["bot"]) == ("done", 2, bot.api.bot_id)
    result = found["result"]
    assert (result["games"], result["forfeits"]) == (4, [0, 0])
    assert result["wins"] + result["draws"] + result["losses"] == 4
    assert 0 <= result["points"]["low"] <= result["points"]["mean"] <= result["points"]["high"] <= 1


def ended(bot, match, anyhow=False):
    found = bot.api._call("GET", match["links"]["self"], token=bot.token)
    return found if anyhow or found["status"] not in ("queued", "running") else None
