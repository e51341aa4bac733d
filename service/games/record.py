"""Records of finished games, which anyone can keep, read back, and check by replaying them."""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import msgspec
from msgspec.structs import replace

from engines.api import OVER, SPECTATOR, Event, Refusal, Variant
from engines.language import ENGLISH
from service.games.catalogue import find_variant
from service.games.events import SERVICE_EVENTS, events_view
from service.games.progress import outcome
from service.games.replay import Replay
from service.games.scoresheet import Scoresheet, draw_sheet, names_in
from service.games.views import seats_view
from service.language import phrases
from service.model import shuffles
from service.model.game import Game
from service.model.problem import Problem
from service.store.games import GameStore, history

JSON = dict[str, Any]


# -- making records


def make_record(games: GameStore, game: Game, language: str = ENGLISH) -> JSON:
    """The record of a game that is over; raises Problem ``record/not_over``.

    Its texts are in a language; the check of a record expects English.
    It contains no secrets: with the seed, every card is known. Its events are those that a spectator saw.
    """
    events, sheet = _events_and_sheet(games, game, language)
    promises = {who: promised for who, promised in game.promises.items() if promised is not None}
    return {
        "format": RECORD_FORMAT,
        "id": game.id,
        "variant": game.variant_key,
        "rules_version": game.rules_version,
        "deck_digest": _deck_digest(game.variant, game.options),
        "preset": game.preset,
        "options": game.options,
        "created_at": game.created_at,
        "status": game.status,
        "seats": [
            {name: getattr(seat, name) for name in ("seat", "side", "kind", "name", "level", "bot")}
            | stored.computer_wishes
            for seat, stored in zip(seats_view(game, language), game.seats, strict=True)
        ],
        "result": game.result,
        "fairness": {
            "scheme": shuffles.SCHEME,
            "commitment": shuffles.commitment(game.id, game.seed),
            "seed": game.seed,
            **({"promises": promises} if promises else {}),
            "seed_digest": promises.get(shuffles.OWNER_SEED),
            "client_seeds": game.client_seeds,
            "shuffles": game.shuffles,
        },
        "sheet": msgspec.to_builtins(sheet),
        "moves": [
            {"version": move.version, "ply": move.ply, "seat": move.seat, "move": move.move}
            for move in games.recorded_moves(game.id, game.version)
        ],
        "events": events,
    }


def sheet_of(games: GameStore, game: Game, language: str = ENGLISH) -> Scoresheet:
    """The sheet of a game that is over, all of it in a language; raises Problem ``record/not_over``."""
    _, sheet = _events_and_sheet(games, game, language)
    named = game.variant.phrases(language).named
    return replace(sheet, statistics={named(name): numbers for name, numbers in sheet.statistics.items()})


def _events_and_sheet(games: GameStore, game: Game, language: str) -> tuple[list[JSON], Scoresheet]:
    """The events of a game that is over, as a spectator saw them, and the sheet that is made from them."""
    if not game.is_over:
        says = phrases(ENGLISH).phrase
        raise Problem("record/not_over", says("record_not_over", game=game.id, status=says(f"status_{game.status}")))
    variant = game.variant
    events = msgspec.to_builtins(events_view(game, history(games, game.id, game.version), None, language))
    return events, draw_sheet(variant, events, game.result, variant.codec.table(variant.observe(game.state, SPECTATOR)))


def _deck_digest(variant: Variant, options: Mapping[str, Any]) -> str | None:
    return variant.deck_digest(options) if variant.deck_digest else None


def record_lines(record: Mapping[str, Any]) -> Iterator[str]:
    """The record as lines of JSON: the game first, then moves and events in the order in which they happened."""
    head = {name: fact for name, fact in record.items() if name not in ("moves", "events")}
    entries = [
        (entry["version"], order, {kind: entry})
        for order, kind in enumerate(("move", "event"))
        for entry in record[f"{kind}s"]
    ]
    for entry in ({"game": head}, *[entry for _, _, entry in sorted(entries, key=lambda entry: entry[:2])]):
        yield json.dumps(entry, separators=(",", ":")) + "\n"


def read_record(text: str) -> JSON:
    """A record from its JSON or its lines; raises ValueError if the text is neither."""
    lines = (
        [json.loads(line) for line in text.splitlines() if line.strip()]
        if '{"game":' in text[:20]
        else [json.loads(text)]
    )
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
    """The result of replaying a record."""

    faults: list[dict[str, str]] = field(default_factory=list)
    moves: int = 0
    """Moves that could be replayed."""
    shuffles: int = 0
    score: list[int] = field(default_factory=lambda: [0, 0])
    unproven: list[str] = field(default_factory=list)
    """What the record alone does not prove."""

    def fault(self, where: str, message: str) -> None:
        """Add a fault: the field, and what is wrong with it."""
        self.faults.append({"where": where, "message": message})


def check_record(record: Mapping[str, Any]) -> Check:
    """Replay a transcript, which must fit ``TranscriptSchema``, and list its faults.

    Checks the commitment, the promised seeds, the options, every move, the number of shuffles, the events, the result
    and the sheet. Raises Problem for an unknown variant.
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
        check.fault(
            "fairness.commitment", f"{facts['commitment']} is not the digest of this game's seed, which is {made}"
        )
    given, promises = facts["client_seeds"], _promises(facts)
    for who in sorted(given.keys() | promises.keys()):
        where = f"fairness.client_seeds.{who}"
        if who not in given and facts["shuffles"]:
            check.fault(where, f"cards were dealt without the seed that was promised by {promises[who]}")
        elif who in given and who not in promises and ("promises" in facts or who == shuffles.OWNER_SEED):
            check.fault(where, f"{given[who]!r} was not promised")
        elif who in given and who in promises and promises[who] != shuffles.seed_digest(given[who]):
            check.fault(where, f"{given[who]!r} is not the seed that was promised by {promises[who]}")
    check.unproven += _unproven(given, promises)


def _promises(facts: Mapping[str, Any]) -> dict[str, str]:
    """The promised seeds by contributor; in records of earlier versions, that of the creator."""
    creators = facts["seed_digest"]
    return facts.get("promises", {} if creators is None else {shuffles.OWNER_SEED: creators})  # type: ignore[no-any-return]


def _unproven(given: Mapping[str, str], promises: Mapping[str, str]) -> Iterator[str]:
    """What a record cannot prove about its shuffles."""
    yield "That this is the commitment that was shown at the start: compare it."
    if not given:
        yield "That the operator did not choose the cards: no player gave a seed."
    for who in sorted(given.keys() - promises.keys()):
        yield (
            f"That the seed of {who} was not chosen for the cards: in this version of the service it was not promised."
        )
    if promises:
        yield (
            "That these promises were made before the first seed was revealed: compare them with those that you "
            "were shown then."
        )


def _check_rules(check: Check, record: Mapping[str, Any], variant: Variant) -> bool:
    """Whether the game can be replayed by the rules of this service."""
    if record["rules_version"] != variant.rules_version:
        ours = f"this service has version {variant.rules_version} of the rules of {variant.key}"
        check.fault("rules_version", f"{record['rules_version']}: {ours}")
        return False
    try:
        _, options = variant.resolve_options(record["preset"], record["options"])
    except Refusal as refusal:
        check.fault(refusal.field or "options", str(refusal))
        return False
    if options != record["options"]:
        check.fault("options", "they are incomplete: a record has every option of its game")
        return False
    if record["deck_digest"] != _deck_digest(variant, options):
        check.fault(
            "deck_digest",
            f"{record['deck_digest']} is not the digest of the deck that this service has under this name",
        )
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
        check.fault("fairness.shuffles", f"{facts['shuffles']} recorded; the moves need {check.shuffles}")
    _check_events(check, record, variant, happened, int(replay.state.seats()))
    _check_result(check, record, replay)
    if not check.faults:
        table = variant.codec.table(variant.observe(replay.state, SPECTATOR))
        if record["sheet"] != msgspec.to_builtins(draw_sheet(variant, record["events"], record["result"], table)):
            check.fault("sheet", "it does not follow from the events")


def _move_fault(replay: Replay, move: Mapping[str, Any]) -> tuple[str, str] | None:
    """What is wrong with a move, apart from the move itself: the field, and a message."""
    state = replay.state
    if state.to_act() == OVER:
        return "", "the game is over before this move"
    if move["ply"] != state.ply:
        return ".ply", f"{move['ply']}: this decision has ply {int(state.ply)}"
    if move["seat"] >= state.seats() or not state.may_act(move["seat"]):
        return ".seat", f"{move['seat']}: this seat is not asked here"
    return None


def _check_events(
    check: Check, record: Mapping[str, Any], variant: Variant, happened: Sequence[tuple[int | None, Event]], seats: int
) -> None:
    """The events of the rules must be those that the moves cause; the service's own events are taken as they are."""
    names = names_in(record)
    if len(names) != seats:
        check.fault("seats", f"{len(names)} recorded; with these options there are {seats}")
        return
    recorded = [(number, event) for number, event in enumerate(record["events"]) if event["type"] not in SERVICE_EVENTS]
    for (number, event), (version, raw) in zip(recorded, happened, strict=False):
        made = variant.codec.dump_event(raw, SPECTATOR)
        if {**event["data"], "type": event["type"]} != made:
            check.fault(f"events[{number}]", f"the moves cause {json.dumps(made)} here")
            return
        if event["text"] != variant.commentary.event_text(made, record["options"], names):
            check.fault(f"events[{number}].text", "this is not the commentary on the event")
            return
        if event["speaker"] != (speaker := variant.speaker_of(made, seats)):
            check.fault(
                f"events[{number}].speaker", f"{json.dumps(event['speaker'])}: the speaker is {json.dumps(speaker)}"
            )
            return
        if version is not None and event["version"] != version:
            check.fault(
                f"events[{number}].version", f"{event['version']}: the move that causes it has version {version}"
            )
            return
    if len(recorded) != len(happened):
        check.fault("events", f"{len(recorded)} of the rules recorded; the moves cause {len(happened)}")


def _check_result(check: Check, record: Mapping[str, Any], replay: Replay) -> None:
    made = _result(check, record, replay)
    if record["result"] != made:
        check.fault(
            "result", f"{json.dumps(record['result'])} recorded; the moves and events lead to {json.dumps(made)}"
        )


def _result(check: Check, record: Mapping[str, Any], replay: Replay) -> JSON | None:
    """How the game ended: by its moves, or because a seat resigned."""
    if replay.state.to_act() == OVER:
        winner, reason = outcome(replay.state)
        return {"winner": winner, "reason": reason, "score": check.score}
    resigned = [event["data"].get("seat") for event in record["events"] if event["type"] == "resigned"]
    if resigned and isinstance(resigned[0], int):
        return {"winner": 1 - resigned[0] % 2, "reason": "resignation", "score": check.score}
    forfeited = [event["data"].get("seat") for event in record["events"] if event["type"] == "forfeited"]
    if forfeited and isinstance(forfeited[0], int):
        return {"winner": 1 - forfeited[0] % 2, "reason": "forfeit", "score": check.score}
    if record["status"] != "aborted":
        check.fault("moves", "the game is not over after them, and no seat has resigned")
    elif record["moves"] and not any(event["type"] == "aborted" for event in record["events"]):
        # by an operator, at any time
        check.fault("status", "'aborted': no event says that the game was aborted")
    return None


RECORD_FORMAT = "faceoff-record-1"
