"""Records of finished games, which anyone can keep, read back and check.

A check computes the record again from its seeds and moves, as the service does, and compares the two:
docs/adr/0064-a-check-makes-the-record-again.md.

The scoresheet has the line score, goals, penalties and statistics, computed from the public events.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from operator import itemgetter
from typing import Annotated, Any

import msgspec
from msgspec import UNSET
from msgspec.structs import replace

from engines.api import SPECTATOR, GameSheet, Refusal, Variant
from engines.language import ENGLISH, Phrases
from service.games.catalogue import find_variant
from service.games.computers import find_level
from service.games.play import carry_out, end, finish, require_over, start_if_ready
from service.games.views import Event, events_view, seats_view
from service.model import shuffles
from service.model.answer import Answer, Count, Positive, Problem, Score, about
from service.model.events import SERVICE_EVENTS, Aborted, Forfeited, Resigned
from service.model.game import ABORTED, FINISHED, OPEN, Game, Seat, Team, completed_options
from service.store.games import Commit, GameStore, RecordedMove

# -- scoresheet

GOAL, PENALTY, OVERTIME = "scores", "penalty", "overtime_start"
"""The events that these have in every game."""

Period = Annotated[str, about("`1`, `2`, ...; `OT`, `OT2`, ... in overtime; `SO` for a shootout's goal.")]
Version = Annotated[Positive, about("The version of the game that it came with.")]


class PeriodScore(Answer, kw_only=True):
    """The goals of a period."""

    period: Period
    goals: Score


class SheetGoal(Answer, kw_only=True):
    """A goal."""

    period: Period
    seat: Annotated[Count, about("The seat that scored.")]
    score: Score
    version: Version
    how: Annotated[str, about("What the scoring card is called, or the call of the shot. May be empty.")]


class SheetPenalty(Answer, kw_only=True):
    """A penalty."""

    period: Period
    seat: Annotated[Count, about("The penalized seat.")]
    version: Version
    text: Annotated[str, about("The text of its event.")]


class Scoresheet(Answer, kw_only=True):
    """Line score, goals, penalties and statistics of a game, made from its public events."""

    line_score: Annotated[
        list[PeriodScore], about("The periods, in order. Empty if the events do not contain the goals.")
    ]
    goals: Annotated[list[SheetGoal], about("The goals, in order.")]
    penalties: Annotated[list[SheetPenalty], about("The penalties, in order.")]
    statistics: Annotated[
        dict[str, list[int]],
        about("Numbers of both sides by their names, such as `Shots on goal`. Empty in some variants."),
    ]


def draw_sheet(
    variant: Variant,
    events: Sequence[Mapping[str, Any]],
    result: Mapping[str, Any] | None,
    table: Mapping[str, Any],
    language: str = ENGLISH,
) -> Scoresheet:
    """The scoresheet as data. ``table`` is the final one, for its statistics; ``events`` are in the language."""
    sheet, says = variant.sheet, variant.phrases(language)
    periods: list[PeriodScore] = []
    goals: list[SheetGoal] = []
    penalties: list[SheetPenalty] = []
    score = [0, 0]
    for period, event in _with_periods(events, sheet):
        facts, version = event["data"], event["version"]
        if not periods or periods[-1].period != period:
            periods.append(PeriodScore(period=period, goals=[0, 0]))
        if event["type"] == GOAL:
            before, score, counted = score, facts["score"], periods[-1].goals
            periods[-1].goals = [counted[side] + score[side] - before[side] for side in (0, 1)]
            how = _how(events, event, sheet, says)
            goals.append(SheetGoal(period=period, seat=facts["seat"], score=score, version=version, how=how))
        elif event["type"] == PENALTY:
            penalties.append(SheetPenalty(period=period, seat=facts["seat"], version=version, text=event["text"]))
    # a period that has only begun; a game of one pack does not number it
    periods += [
        PeriodScore(period=str(number), goals=[0, 0]) for number in range(len(periods) + 1, table.get("period", 1) + 1)
    ]
    return Scoresheet(
        line_score=periods if result is None else _with_shootout(periods, result),
        goals=goals,
        penalties=penalties,
        statistics={label: table[field] for label, field in sheet.statistics.items()},
    )


def _with_shootout(periods: list[PeriodScore], result: Mapping[str, Any]) -> list[PeriodScore]:
    """The line score, whose sum is the score: with a column for a shootout in a game whose score counts it as a goal.

    Empty if the events of a game do not contain its goals.
    """
    missing = [result["score"][side] - sum(period.goals[side] for period in periods) for side in (0, 1)]
    if missing == [0, 0]:
        return periods
    decider = [int(result["winner"] == side) for side in (0, 1)]
    return [*periods, PeriodScore(period="SO", goals=decider)] if missing == decider else []


def _with_periods(events: Sequence[Mapping[str, Any]], sheet: GameSheet) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """The events, each with the name of its period: 1, 2, ... and OT, OT2, ... once overtime has begun."""
    number, overtimes, is_between = 1, 0, False
    for event in events:
        if event["type"] == OVERTIME:
            overtimes += 1
        elif is_between and event["type"] not in (GOAL, PENALTY, sheet.period_ends):
            continue  # between periods, or after the last one
        elif is_between and not overtimes:
            number += 1
        is_between = event["type"] == sheet.period_ends
        overtime = "OT" if overtimes == 1 else f"OT{overtimes}"
        yield overtime if overtimes else str(number), event


def _how(events: Sequence[Mapping[str, Any]], goal: Mapping[str, Any], sheet: GameSheet, says: Phrases) -> str:
    """How a goal was scored: the scorer's last shot before it, or the card."""
    if not sheet.shots:
        return says.card_names.get(goal["data"].get("card", ""), "")
    how = ""
    for event in events:
        if event is goal:
            return how
        if event["type"] in sheet.shots and event["data"]["seat"] == goal["data"]["seat"]:
            how = event["text"]
    return how


JSON = dict[str, Any]
RECORD_FORMAT = "faceoff-record-1"
OF_A_SEAT = ("kind", "name", "level", "bot_id", "rating", "character")


# -- making records


def make_record(games: GameStore, game: Game) -> JSON:
    """The record of a game that is over; raises Problem ``game/not_over``.

    Its texts are English, as its check expects. It contains no secrets, but the seed, from which every card follows.
    Its events are those that a spectator saw.
    """
    require_over(game)
    history = games.history(game.id)
    return _record(game, history.moves(game.version), events_view(game, history.after(0, game.version), None))


def sheet_of(games: GameStore, game: Game, language: str = ENGLISH) -> Scoresheet:
    """The scoresheet of a game that is over, all of it in a language; raises Problem ``game/not_over``."""
    require_over(game)
    events = events_view(game, games.history(game.id).after(0, game.version), None, language)
    sheet = _sheet(game, msgspec.to_builtins(events), language)
    named = game.variant.phrases(language).named
    return replace(sheet, statistics={named(name): numbers for name, numbers in sheet.statistics.items()})


def _record(game: Game, moves: Sequence[RecordedMove], events: Sequence[Event]) -> JSON:
    """The record of a finished game."""
    seen = msgspec.to_builtins([replace(event, text_parts=UNSET) for event in events])  # for programs that draw cards
    return {
        "format": RECORD_FORMAT,
        "id": game.id,
        "variant": game.variant_key,
        "rules_version": game.rules_version,
        "deck_digest": _deck_digest(game),
        "preset": game.preset,
        "options": game.options,
        "created_at": game.created_at,
        "status": game.status,
        "seats": [
            {name: getattr(seat, name) for name in ("seat", "side", "kind", "name", "level", "bot_id")}
            | stored.rating_and_character
            | ({} if seat.team is None else {"team": msgspec.to_builtins(seat.team)})
            for seat, stored in zip(seats_view(game), game.seats, strict=True)
        ],
        "result": msgspec.to_builtins(game.result),
        "fairness": _seeds(game),
        "sheet": msgspec.to_builtins(_sheet(game, seen, ENGLISH)),
        "moves": msgspec.to_builtins(moves),
        "events": seen,
    }


def _seeds(game: Game) -> JSON:
    promises = {who: promised for who, promised in game.promises.items() if promised is not None}
    return {
        "scheme": shuffles.SCHEME,
        "commitment": shuffles.commitment(game.shuffled_as, game.seed),
        "seed": game.seed,
        "promises": promises,
        "client_seeds": game.client_seeds,
        "shuffles": game.shuffles,
        **({"deal": game.deal} if game.deal else {}),
    }


def _sheet(game: Game, events: Sequence[JSON], language: str) -> Scoresheet:
    table = game.variant.codec.table(game.variant.observe(game.state, SPECTATOR))
    return draw_sheet(game.variant, events, msgspec.to_builtins(game.result), table, language)


def _deck_digest(game: Game) -> str | None:
    return game.variant.deck_digest(game.options) if game.variant.deck_digest else None


# -- checking records


class RecordFault(Answer, kw_only=True):
    """A place where a record is wrong."""

    pointer: Annotated[
        str, about("JSON pointer (RFC 6901) of the field, as in `/moves/17/move`. Empty for the whole record.")
    ]
    message: Annotated[str, about("What is wrong.")]


class RecordCheck(Answer, kw_only=True):
    """The result of checking a record."""

    verified: Annotated[bool, about("Whether the record is correct.")]
    faults: Annotated[list[RecordFault], about("What is wrong. Empty if the record is correct.")]
    unproven: Annotated[list[str], about("What the record alone does not prove about its shuffles.")]
    moves: Annotated[Count, about("Number of moves that could be replayed.")]
    shuffles: Annotated[Count, about("Number of shuffles that were dealt.")]
    score: Score


class _CannotBeMade(Exception):
    """A part of the record from which no game can be computed: its JSON pointer, and why."""

    def __init__(self, where: str, message: str) -> None:
        super().__init__(message)
        self.where = where


def check_record(record: JSON) -> RecordCheck:
    """Compute a record again, which must fit ``Record`` of the requests, and list the differences. Raises Problem for
    an unknown variant.

    Players, times, seeds, moves and the service's own events are taken from the record; the rest is derived from them.
    """
    variant = find_variant(record["variant"])
    game: Game | None = None
    made: JSON = {}
    faults: list[tuple[str, str]] = []
    try:
        game = _game_before(record, variant)
        seeds = _seeds(game) | {"shuffles": record["fairness"]["shuffles"]}
        made = {"deck_digest": _deck_digest(game), "options": game.options, "fairness": seeds}
        moves, commits = _play_again(record, game)
        events, times = events_view(game, commits, None), {event["version"]: event["at"] for event in record["events"]}
        for event in events:
            event.at = times.get(event.version, event.at)
        made = _record(game, moves, events)
    except _CannotBeMade as unmade:
        faults.append((unmade.where, str(unmade)))
    faults[:0] = differences({name: record[name] for name in made}, made)
    return RecordCheck(
        verified=not faults,
        faults=[RecordFault(pointer=where, message=message) for where, message in faults],
        unproven=list(_unproven(record["fairness"])),
        moves=game.moves if game else 0,
        shuffles=game.shuffles if game else 0,
        score=game.score if game else [0, 0],
    )


def differences(recorded: Any, made: Any, where: str = "") -> Iterator[tuple[str, str]]:
    """Where two JSON values differ, as JSON pointers; in a list, the first item that does.

    >>> list(differences({"a": [1, {"b": 2}], "c": 3}, {"a": [1, {"b": 4}], "d": 5}))
    [('/a/1/b', '2 is recorded; made again it is 4'), ('/c', '3 is recorded; made again there is none'), \
('', 'd is missing; made again it is 5')]
    """
    if isinstance(recorded, dict) and isinstance(made, dict):
        for name, part in recorded.items():
            at = f"{where}/{name.replace('~', '~0').replace('/', '~1')}"
            if name in made:
                yield from differences(part, made[name], at)
            else:
                yield at, f"{_short(part)} is recorded; made again there is none"
        for name in made.keys() - recorded.keys():
            yield where, f"{name} is missing; made again it is {_short(made[name])}"
    elif isinstance(recorded, list) and isinstance(made, list):
        for number, (one, other) in enumerate(zip(recorded, made, strict=False)):
            if found := list(differences(one, other, f"{where}/{number}")):
                yield from found  # everything after it may differ because of this
                return
        if len(recorded) != len(made):
            yield where, f"{len(recorded)} are recorded; made again there are {len(made)}"
    elif recorded != made or isinstance(recorded, bool) != isinstance(made, bool):
        yield where, f"{_short(recorded)} is recorded; made again it is {_short(made)}"


def _short(value: Any) -> str:
    text = json.dumps(value)
    return text if len(text) <= 200 else f"{text[:200]}..."


def _unproven(seeds: JSON) -> Iterator[str]:
    """What a record cannot prove about its shuffles."""
    yield "That this is the commitment that was shown at the start: compare it."
    if "deal" in seeds:
        yield "That no one knew the cards: they follow from the text of a prepared deal."
    elif not seeds["client_seeds"]:
        yield "That the operator did not choose the cards: no player gave a seed."
    if seeds["promises"]:
        yield (
            "That these promises were made before the first seed was revealed: compare them with those that you "
            "were shown then."
        )


def _game_before(record: JSON, variant: Variant) -> Game:
    """The game of a record before its first card."""
    if record["rules_version"] != variant.rules_version:
        ours = f"this service has version {variant.rules_version} of the rules of {variant.key}"
        raise _CannotBeMade("/rules_version", f"{record['rules_version']}: {ours}")
    try:
        preset, options = variant.resolve_options(record["preset"], completed_options(variant.key, record["options"]))
    except Refusal as refusal:
        raise _CannotBeMade(f"/{(refusal.field or 'options').replace('.', '/')}", str(refusal)) from None
    state = variant.new_game(options)
    if len(record["seats"]) != state.seats():
        count = f"{len(record['seats'])} are recorded; with these options there are {int(state.seats())}"
        raise _CannotBeMade("/seats", count)
    facts = record["fairness"]
    promises, given = facts["promises"], facts["client_seeds"]
    for who in sorted(promises.keys() | given.keys()):
        where = f"/fairness/client_seeds/{who}"
        if who not in promises:
            raise _CannotBeMade(where, f"{given[who]!r} was not promised")
        if who in given and shuffles.seed_digest(given[who]) != promises[who]:
            raise _CannotBeMade(where, f"{given[who]!r} is not the seed that was promised by {promises[who]}")
        if who not in given and facts["shuffles"]:
            raise _CannotBeMade(where, f"cards were dealt without the seed that was promised by {promises[who]}")
    return Game(
        id=record["id"],
        variant_key=variant.key,
        rules_version=variant.rules_version,
        preset=preset,
        options=options,
        status=OPEN,
        seats=[
            Seat(
                **{name: seat.get(name) for name in OF_A_SEAT} | _level_key(seat, f"/seats/{number}"),
                team=Team.of(seat.get("team")),
            )
            for number, seat in enumerate(record["seats"])
        ],
        public=True,
        created_at=record["created_at"],
        seed=shuffles.seed_of_deal(facts["deal"]) if "deal" in facts else facts["seed"],
        deal=facts.get("deal"),
        tokens={},
        join_code=None,
        state=state,
        promises=promises,
        client_seeds=given,
    )


def _level_key(recorded: JSON, where: str) -> JSON:
    """The key of a recorded level, whose number is the one that it has here; nothing without one."""
    if not isinstance(recorded.get("level"), int):
        return {}
    try:
        return {"level": find_level(recorded["level"], "level").key}
    except Problem as unknown:
        raise _CannotBeMade(f"{where}/level", unknown.detail) from None


def _play_again(record: JSON, game: Game) -> tuple[list[RecordedMove], list[Commit]]:
    """Carry out the record again, version by version: the service's own events, then the move. Returns the moves and
    the commits as they were stored.
    """
    moves: list[RecordedMove] = []
    commits: list[Commit] = []
    own = [
        (event["version"], 0, number, event)
        for number, event in enumerate(record["events"])
        if event["type"] in SERVICE_EVENTS and event["type"] != "game_finished"  # which is created again
    ]
    played = [(move["version"], 1, number, move) for number, move in enumerate(record["moves"])]
    for version, steps in groupby(sorted(own + played, key=itemgetter(0, 1, 2)), key=itemgetter(0)):
        for _, is_move, number, step in steps:
            if is_move:
                moves.append(RecordedMove(version, int(game.state.ply), step["seat"], step["move"]))
                _move_again(game, step, f"/moves/{number}")
            else:
                _happen_again(game, step, f"/events/{number}")
        commits.append(Commit(version, 0, game.events, {}))
        game.events = game.state.log = []
    if record["status"] == FINISHED and not game.is_over:
        raise _CannotBeMade("/moves", "the game is not over after them, and no seat has resigned")
    return moves, commits


def _move_again(game: Game, move: JSON, where: str) -> None:
    seat = move["seat"]
    if game.status == OPEN:
        start_if_ready(game)
    if game.is_over:
        raise _CannotBeMade(where, "the game is over before this move")
    if seat >= len(game.seats) or not game.state.may_act(seat):
        raise _CannotBeMade(f"{where}/seat", f"{seat}: this seat is not asked here")
    try:
        carry_out(game, seat, game.variant.codec.decode_move(game.state, seat, move["move"]))
    except Refusal as refusal:
        raise _CannotBeMade(f"{where}/move", str(refusal)) from None


def _happen_again(game: Game, event: JSON, where: str) -> None:
    """Apply an event of the service, as far as the course of the game depends on it."""
    name = event["type"]
    if name == "game_started":
        start_if_ready(game)
        return
    try:
        own: Any = msgspec.convert(event["data"] | _level_key(event["data"], f"{where}/data"), SERVICE_EVENTS[name])
    except msgspec.ValidationError as error:
        raise _CannotBeMade(f"{where}/data", str(error)) from None
    if getattr(own, "seat", 0) >= len(game.seats):
        raise _CannotBeMade(f"{where}/data/seat", f"{own.seat}: the game has no such seat")
    game.events.append(own)
    if isinstance(own, (Resigned, Forfeited)):
        finish(game, 1 - own.seat % 2, "resignation" if isinstance(own, Resigned) else "forfeit")
    elif isinstance(own, Aborted):
        end(game, ABORTED)
