"""Opponents over a pipe: they play what they play in this process, and the frozen one what it always played."""

import os
import subprocess
import sys
from dataclasses import replace
from hashlib import blake2b
from pathlib import Path

import pytest

import ai
from ai.choose import choose
from ai.levels import LEVELS
from bench import opponents
from bench.opponents import BUILT, FROZEN, REPOSITORY, OpponentFailed, PipedPlayer, Program, frozen_legend, unpacked
from engines import VARIANTS
from engines.api import CHANCE, OVER
from engines.rng import Rng, permutation
from tests.games import LUCK_ONLY, SECOND_GAME
from tests.pins import pins

PRESENT = Path(ai.__file__).parents[1]
"""The code that this process runs, compiled or not."""
PINNED = pins("frozen")
"""The first moves of a game of the frozen level, with the exact endings where they are soon."""


@pytest.fixture(scope="module")
def frozen(tmp_path_factory):
    """The frozen commit: compiled if it has been, else as it is, which spares a minute."""
    if (compiled := BUILT / FROZEN).exists():
        return compiled
    known = subprocess.run(["git", "-C", REPOSITORY, "cat-file", "-e", FROZEN], capture_output=True)
    if known.returncode and not os.environ.get("REQUIRE_ALL"):
        pytest.skip("the history of the repository is not here")
    return unpacked(FROZEN, tmp_path_factory.mktemp("frozen") / "source")


def decisions(key, preset, seed, most):
    """What is seen at the decisions of a game, one after the other; the moves are sent back."""
    variant, rng = VARIANTS[key], Rng(seed)
    state, made = variant.new_game(variant.presets[preset]), 0
    while (seat := state.to_act()) != OVER and made < most:
        if seat == CHANCE:
            state.deal(permutation(rng, state.shuffle_needed()))
            continue
        for action in (yield variant, variant.observe(state, seat), rng):
            state.apply(seat, action)
        made += 1


def played_out(asked, answer):
    """Every decision answered by ``answer``, which gets the variant, the observation and the generator."""
    question = next(asked, None)
    while question is not None:
        choice = answer(*question)
        yield int(question[1].seat), [int(action) for action in choice.actions], choice.simulations
        try:
            question = asked.send(choice.actions)
        except StopIteration:
            return


@pytest.mark.parametrize(("key", "preset"), PINNED)
def test_the_frozen_level_plays_as_it_did(key, preset, frozen):
    player, seen = replace(frozen_legend(30), commit=frozen), blake2b(digest_size=8)
    for move in played_out(decisions(key, preset, "frozen", 60), player.decide):
        seen.update(repr(move).encode())
    assert seen.hexdigest() == PINNED[key, preset]


@pytest.mark.parametrize("key", LUCK_ONLY)
def test_the_frozen_level_can_be_asked_where_there_is_no_choice_to_pin(key, frozen):
    asked = decisions(key, next(iter(VARIANTS[key].presets)), "frozen", 60)
    assert len(list(played_out(asked, replace(frozen_legend(0), commit=frozen).decide))) == 60


@pytest.mark.parametrize(
    ("key", "level", "changes"),
    [("hockey", 6, {}), *((key, 6, {"simulations": 30}) for key in VARIANTS), (SECOND_GAME, 4, {})],
)
def test_a_level_plays_the_same_over_the_pipe(key, level, changes):
    """With fewer simulations where its solver takes seconds, interpreted."""
    player, preset = replace(LEVELS[level - 1], **changes), next(iter(VARIANTS[key].presets))
    piped = PipedPlayer(PRESENT, (("level", level), *changes.items()))
    here = played_out(decisions(key, preset, "pipe", 8), lambda variant, seen, rng: choose(variant, seen, player, rng))
    assert list(played_out(decisions(key, preset, "pipe", 8), piped.decide)) == list(here)


class Asked:
    """An opponent that notes the options that it is asked with, and ends."""

    has_ended, options = False, None

    def ask(self, question, patience_s):
        self.options = question["observation"]["options"]
        raise OpponentFailed


def test_only_options_that_differ_are_sent_as_no_commit_knows_those_added_later(monkeypatch):
    asked, variant = Asked(), VARIANTS["hockey"]
    monkeypatch.setitem(opponents._programs, (os.getpid(), "then"), asked)
    _, observation, rng = next(decisions("hockey", "original", "options", 1))
    with pytest.raises(OpponentFailed):
        PipedPlayer("then", ()).decide(variant, observation, rng)
    assert asked.options == {"wild_ranks": [], "goal_keeps_breakaway": True}


def test_another_commit_plays_at_random_as_long_as_it_is_asked_to():
    program = Program(PRESENT, "the present one")
    assert program.ask({"variant": SECOND_GAME, "seconds": 0.0}, 60)["rate"] > 0
    program.close()


@pytest.fixture
def mute():
    """An opponent that never answers."""
    program = Program(PRESENT, "the mute one", [sys.executable, "-c", "import time; time.sleep(60)"])
    yield program
    program.close()


def test_a_mute_opponent_is_ended_and_named(mute):
    with pytest.raises(OpponentFailed, match=r"the mute one: no answer within 0\.2 s"):
        mute.ask({}, 0.2)
    assert mute.has_ended


def test_a_dead_opponent_is_named(mute):
    mute.process.kill()
    with pytest.raises(
        OpponentFailed, match=r"the mute one: (.*Broken pipe|ended with status -9 instead of an answer)"
    ):
        mute.ask({}, 20)


def test_what_an_opponent_cannot_do_is_reported_with_its_own_words():
    variant, rng = VARIANTS["hockey"], Rng("error")
    question = decisions(variant.key, "standard", "error", 1)
    _, observation, _ = next(question)
    with pytest.raises(OpponentFailed, match=r"could not decide(.|\n)*unexpected keyword argument 'courage'"):
        PipedPlayer(PRESENT, (("courage", 1),)).decide(variant, observation, rng)
