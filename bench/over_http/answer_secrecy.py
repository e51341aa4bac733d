"""Whether the response time of a computer reveals its cards, over HTTP and without a pace.

A person plays random legal moves, one game after the other. The times are those that every client reads in the events;
afterwards the records say, by the truth, how many moves each answer had. The table compares forced answers with the
others, or few moves with many where hardly any is forced: each among the answers in the same situation. It goes into
docs/fairness.md.
"""

import random
import statistics
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from typing import Any, TypeAlias

from bench.over_http.client import WAIT, Service
from bench.report import REPORT
from bench.study import Row, Study, Wanted
from bench.two_samples import kolmogorov_smirnov, mann_whitney, random_ranks
from engines import VARIANTS
from engines.api import SPECTATOR
from faceoff_client import is_asked
from service.games.replay import Replay
from service.model.shuffles import shuffle_key

LEVELS = (1, 4, 5, 6)
LONGEST_GAME = 120
"""Versions after which the person resigns."""


Situation: TypeAlias = tuple[int, tuple[str, ...], int, int]
"""What everyone knows of a question: who moved before it, the kinds of the events after that, how many answers of
others came first, and the number of cards in the computer's hand. A computer that goes on after its own move is sooner,
and one whose game was changed meanwhile later, whatever it holds; with fewer cards there is less to send, and fewer
moves are left.
"""


@dataclass(frozen=True)
class Answer:
    """An answer of a computer."""

    situation: Situation
    moves: int
    """How many different ones it had."""
    ms: int
    """From the version that asked for it to its own. Where both players are asked at once, the other may answer in
    between.
    """


def answers_of(record: dict[str, Any]) -> Iterator[Answer]:
    """The answers of seat 1."""
    at = {event["version"]: datetime.fromisoformat(event["at"]).timestamp() for event in record["events"]}
    kinds = defaultdict[int, tuple[str, ...]](tuple)
    for event in record["events"]:
        kinds[event["version"]] += (event["type"],)
    key = shuffle_key(record["id"], record["fairness"]["seed"], record["fairness"]["client_seeds"])
    replay = Replay(VARIANTS[record["variant"]], record["options"], record["id"], key)
    replay.start()
    asked_by, asked_at, asked_ply = -1, 0, -1
    for move in record["moves"]:
        version, seat, state = move["version"], move["seat"], replay.state
        if seat == 1 and {version, asked_at} <= at.keys():
            cards = replay.variant.codec.table(replay.variant.observe(state, SPECTATOR))["hand_sizes"][1]
            situation = (asked_by, kinds[asked_at], version - asked_at - 1, cards)
            yield Answer(situation, len(state.distinct_actions(1)), round(1000 * (at[version] - at[asked_at])))
        replay.play(seat, move["move"])
        if state.may_act(1) and (state.ply != asked_ply or seat == 1):
            asked_by, asked_at, asked_ply = seat, version, int(state.ply)


def play(service: Service, variant: str, level: int, rng: random.Random) -> dict[str, Any]:
    """The record of a game."""
    game = service.create(variant=variant, seats=[{"kind": "person"}, {"kind": "ai", "level": level}])
    token = game["tokens"]["0"]
    while game["status"] == "active" and game["version"] < LONGEST_GAME:
        game = service.move(game, token, rng, **WAIT) if is_asked(game) else service.wait(game, token)
    if game["status"] == "active":
        service.call("POST", f"/v1/games/{game['id']}/resign", token=token)
    record: dict[str, Any] = service.call("GET", f"/v1/games/{game['id']}/record", token=token)
    return record


def split(answers: Iterable[Answer]) -> Iterator[tuple[bool, int, float]]:
    """For every answer: whether it had few moves, its ms, and its rank among those in the same situation, 0 to 1.

    Few is one, or no more than half of the answers in the situation had, where one is rare.
    """
    rng = random.Random(0)
    alike = defaultdict[Situation, list[Answer]](list)
    for answer in answers:
        alike[answer.situation].append(answer)
    for group in alike.values():
        counts = [answer.moves for answer in group]
        few = 1 if counts.count(1) >= len(group) / 10 else statistics.median_low(counts)
        if min(counts) <= few < max(counts):  # else there is nothing to compare
            for answer, rank in zip(group, random_ranks([answer.ms for answer in group], rng), strict=True):
                yield answer.moves <= few, answer.ms, rank


def compare(answers: Iterable[Answer]) -> tuple[object, ...]:
    """Sizes, medians and both tests of the answers with few moves and those with many."""
    compared = list(split(answers))
    few, many = ([(ms, rank) for had_few, ms, rank in compared if had_few is wanted] for wanted in (True, False))
    ranks = [rank for _, rank in few], [rank for _, rank in many]
    (distance, ks), (below, mw) = kolmogorov_smirnov(*ranks), mann_whitney(*ranks)
    medians = (f"{statistics.median(ms for ms, _ in found):.0f}" for found in (few, many))
    return (len(few), len(many), *medians, f"{distance:.2f}", f"{ks:.2g}", f"{below:.2f}", f"{mw:.2g}")


def rows() -> Iterator[Row]:
    """Some levels of every game with decisions."""
    for key, variant in VARIANTS.items():
        for level in LEVELS if variant.has_decisions else ():
            yield Row(f"{key}/{level}", (variant.name, level), partial(measure, key, level))


def measure(key: str, level: int, wanted: Wanted) -> tuple[object, ...]:
    """Play as many games as have enough answers."""
    service, rng, answers = Service(wanted.address), random.Random(f"{key} {level}"), list[Answer]()
    while len(answers) < wanted.answers:
        answers += answers_of(play(service, key, level, rng))
    return compare(answers)


STUDY = Study(
    __doc__,
    "answer-secrecy",
    ("game", "level", "with few moves", "with more", "median ms", "with more", "KS distance", "p", "MW", "p"),
    rows,
    {"address": ("http://127.0.0.1:8000", "where Faceoff runs"), "answers": (500, "of each game and level")},
    REPORT.with_name("fairness.md"),
)
main = STUDY.main
