"""Finished games as records that anybody can keep and check: made, written as lines, read back, played again."""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import msgspec

from engines.api import OVER, SPECTATOR, Event, Refusal, Variant
from service.games.catalogue import find_variant
from service.games.events import SERVICE_EVENTS, events_view
from service.games.progress import outcome
from service.games.replay import Replay
from service.games.scoresheet import draw_sheet
from service.games.views import seats_view
from service.model import shuffles
from service.model.game import Game
from service.model.problem import Problem
from service.store.interface import GameStore, history

JSON = dict[str, Any]


# -- making records


def make_record(games: GameStore, game: Game) -> JSON:
    """The record of a game that is over; raises Problem ``record/not_over``.

    Nothing in it is secret any more: with the seed everybody knows every card. Its events are those a spectator saw.
    """
    if not game.is_over:
        raise Problem("record/not_over", f"Game {game.id} is {game.status}: its record can be had when it is over.")
    variant = game.variant
    events = msgspec.to_builtins(events_view(game, history(games, game.id, game.version), None))
    table = variant.codec.table(variant.observe(game.state, SPECTATOR))
    return {
        "format": RECORD_FORMAT,
        "id": game.id,
        "variant": game.variant_key,
        "rules_version": game.rules_version,
        "deck_digest": _deck_digest(variant, game.options),
        "preset": game.preset,
        "options": game.options,
        "created_at": game.created_at,
        "status": game.status,
        "seats": [
            {"seat": seat.seat, "side": seat.side, "kind": seat.kind, "name": seat.name, "level": seat.level} for seat in seats_view(game)
        ],
        "result": game.result,
        "fairness": {
            "scheme": shuffles.SCHEME,
            "commitment": shuffles.commitment(game.id, game.seed),
            "seed": game.seed,
            "seed_digest": game.seed_digest,
            "client_seeds": game.client_seeds,
            "shuffles": game.shuffles,
        },
        "sheet": draw_sheet(variant, events, game.result, table),
        "moves": [
            {"version": move.version, "ply": move.ply, "seat": move.seat, "move": move.move}
            for move in games.recorded_moves(game.id, game.version)
        ],
        "events": events,
    }


def _deck_digest(variant: Variant, options: Mapping[str, Any]) -> str | None:
    return variant.deck_digest(options) if variant.deck_digest else None


def record_lines(record: Mapping[str, Any]) -> Iterator[str]:
    """The record line by line: the game first, then moves and events in the order in which they came."""
    head = {name: fact for name, fact in record.items() if name not in ("moves", "events")}
    entries = [(entry["version"], order, {kind: entry}) for order, kind in enumerate(("move", "event")) for entry in record[f"{kind}s"]]
    for entry in ({"game": head}, *[entry for _, _, entry in sorted(entries, key=lambda entry: entry[:2])]):
        yield json.dumps(entry, separators=(",", ":")) + "\n"


def read_record(text: str) -> JSON:
    """A record from its JSON or its lines; raises ValueError if the text is neither."""
    lines = [json.loads(line) for line in text.splitlines() if line.strip()] if '{"game":' in text[:20] else [json.loads(text)]
    if not lines or not isinstance(lines[0], dict):
        raise ValueError("the record is not a JSON object")
    if "game" not in lines[0]:
        return dict(lines[0])
    moves = [line["move"] for line in lines if "move" in line]
    events = [line["event"] for line in lines if "event" in line]
    return {**lines[0]["game"], "moves": moves, "events": events}


# -- checking records


@dataclass
class Check:
    """What came of playing a record again."""

    faults: list[dict[str, str]] = field(default_factory=list)
    moves: int = 0
    """Moves that could be played again."""
    shuffles: int = 0
    score: list[int] = field(default_factory=lambda: [0, 0])

    def fault(self, where: str, message: str) -> None:
        """Note a place at which the record does not hold."""
        self.faults.append({"where": where, "message": message})


def check_record(record: Mapping[str, Any]) -> Check:
    """Play a record again and say where it does not hold. It has the form of ``TranscriptSchema``.

    Checked are the commitment, the promised seed, the options, every move, the number of shuffles, the events, the result and the sheet.
    Raises Problem for a variant that is not known here.
    """
    check = Check()
    variant = find_variant(record["variant"])
    _check_seeds(check, record)
    if _check_rules(check, record, variant):
        _check_course(check, record, variant)
    return check


def _check_seeds(check: Check, record: Mapping[str, Any]) -> None:
    facts = record["fairness"]
    made = shuffles.commitment(record["id"], facts["seed"])
    if made != facts["commitment"]:
        check.fault("fairness.commitment", f"{facts['commitment']} is not the digest of this game's seed, which is {made}")
    promised, given = facts["seed_digest"], facts["client_seeds"].get(shuffles.OWNER_SEED)
    if given is not None and promised != shuffles.seed_digest(given):
        check.fault("fairness.client_seeds.owner", f"{given!r} is not the seed that was promised by {promised}")


def _check_rules(check: Check, record: Mapping[str, Any], variant: Variant) -> bool:
    """Whether the game can be played again here at all."""
    if record["rules_version"] != variant.rules_version:
        check.fault("rules_version", f"{record['rules_version']}: here is version {variant.rules_version} of the rules of {variant.key}")
        return False
    try:
        _, options = variant.resolve_options(record["preset"], record["options"])
    except Refusal as refusal:
        check.fault(refusal.field or "options", str(refusal))
        return False
    if options != record["options"]:
        check.fault("options", "they are not complete: a record carries every option of its game")
        return False
    if record["deck_digest"] != _deck_digest(variant, options):
        check.fault("deck_digest", f"{record['deck_digest']} is not the deck that is known here by this name")
        return False
    return True


def _check_course(check: Check, record: Mapping[str, Any], variant: Variant) -> None:
    facts = record["fairness"]
    key = shuffles.shuffle_key(record["id"], facts["seed"], facts["client_seeds"])
    replay = Replay(variant, record["options"], record["id"], key)
    begun = record["status"] == "finished" or facts["shuffles"] > 0
    happened: list[tuple[int | None, Event]] = [(None, event) for event in (replay.start() if begun else [])]
    for number, move in enumerate(record["moves"]):
        fault = _move_fault(replay, move)
        if fault:
            check.fault(f"moves[{number}]{fault[0]}", fault[1])
            break
        try:
            happened += [(move["version"], event) for event in replay.play(move["seat"], move["move"])]
        except Refusal as refusal:
            check.fault(f"moves[{number}].move", str(refusal))
            break
        check.moves += 1
    check.shuffles = len(replay.orders)
    check.score = [int(replay.state.score(side)) for side in (0, 1)]
    if check.moves < len(record["moves"]):
        return
    if check.shuffles != facts["shuffles"]:
        check.fault("fairness.shuffles", f"{facts['shuffles']} recorded; the moves ask for {check.shuffles}")
    _check_events(check, record, variant, happened)
    _check_result(check, record, replay)
    if not check.faults:
        table = variant.codec.table(variant.observe(replay.state, SPECTATOR))
        if record["sheet"] != draw_sheet(variant, record["events"], record["result"], table):
            check.fault("sheet", "it is not the one that the events make")


def _move_fault(replay: Replay, move: Mapping[str, Any]) -> tuple[str, str] | None:
    """What is wrong with a move before one looks at what it is."""
    state = replay.state
    if state.to_act() == OVER:
        return "", "the game is over before this move"
    if move["ply"] != state.ply:
        return ".ply", f"{move['ply']}: the decision here is {int(state.ply)}"
    if move["seat"] >= state.seats() or not state.may_act(move["seat"]):
        return ".seat", f"{move['seat']}: this seat is not asked here"
    return None


def _check_events(check: Check, record: Mapping[str, Any], variant: Variant, happened: Sequence[tuple[int | None, Event]]) -> None:
    """The events of the rules must be those that the moves bring; the service's own are facts of the record."""
    told = [(number, event) for number, event in enumerate(record["events"]) if event["type"] not in SERVICE_EVENTS]
    for (number, event), (version, raw) in zip(told, happened, strict=False):
        made = variant.codec.dump_event(raw, SPECTATOR)
        if {**event["data"], "type": event["type"]} != made:
            check.fault(f"events[{number}]", f"the moves bring {json.dumps(made)} here")
            return
        if event["text"] != variant.commentary.event_text(made, record["options"]):
            check.fault(f"events[{number}].text", "this is not what is said of the event")
            return
        if version is not None and event["version"] != version:
            check.fault(f"events[{number}].version", f"{event['version']}: the move that brings it is of version {version}")
            return
    if len(told) != len(happened):
        check.fault("events", f"{len(told)} of the rules recorded; the moves bring {len(happened)}")


def _check_result(check: Check, record: Mapping[str, Any], replay: Replay) -> None:
    made = _result(check, record, replay)
    if record["result"] != made:
        check.fault("result", f"{json.dumps(record['result'])} recorded; the moves and events make it {json.dumps(made)}")


def _result(check: Check, record: Mapping[str, Any], replay: Replay) -> JSON | None:
    """How the game ended by its moves, or by a seat that gave up."""
    if replay.state.to_act() == OVER:
        winner, reason = outcome(replay.state)
        return {"winner": winner, "reason": reason, "score": check.score}
    resigned = [event["data"].get("seat") for event in record["events"] if event["type"] == "resigned"]
    if resigned and isinstance(resigned[0], int):
        return {"winner": 1 - resigned[0] % 2, "reason": "resignation", "score": check.score}
    if record["status"] != "aborted":
        check.fault("moves", "the game is not over after them, and nobody has resigned")
    elif record["moves"] and not any(event["type"] == "aborted" for event in record["events"]):  # by an operator, at any time
        check.fault("status", "'aborted': no event says that the game was called off")
    return None


RECORD_FORMAT = "faceoff-record-1"
