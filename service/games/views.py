"""What a client sees of a game: built up from what the engine's observation shows, never cut down from the whole truth."""

from collections.abc import Iterable, Mapping
from typing import Any, Final

from engines.api import SPECTATOR
from service.games.lifecycle import fairness_facts
from service.model.game import PERSON, GameRecord, seats_to_act
from service.model.timestamps import time_text
from service.store.games import StoredEvents


def game_view(game: GameRecord, seat: int | None) -> dict[str, Any]:
    """The view of a seat, or of a spectator for None. It is a function of the game's version and the seat alone."""
    variant, state = game.variant, game.state
    observation = variant.observe(state, SPECTATOR if seat is None else seat)
    private = variant.codec.private(observation)
    to_act = seats_to_act(game)
    asked = seat is not None and seat in to_act and game.seats[seat].kind == PERSON
    return {
        "id": game.id,
        "variant": game.variant_key,
        "preset": game.preset,
        "options": game.options,
        "version": game.version,
        "ply": int(state.ply),
        "status": game.status,
        "public": game.public,
        "pace_ms": game.pace_ms,
        "created_at": game.created_at,
        "you": None if seat is None else {"seat": seat, **{name: fact for name, fact in private.items() if name != "hand"}},
        "seats": seats_view(game),
        "to_act": to_act,
        "ai": None if game.ai is None else {"state": "to_move", **game.ai},
        "table": variant.codec.table(observation),
        "hand": private.get("hand", []),
        "legal_moves": legal_moves(game, seat) if asked and seat is not None else [],
        "choice": variant.codec.describe_choice(state, seat) if asked and seat is not None else None,
        "score": [int(state.score(0)), int(state.score(1))],
        "result": game.result,
        "fairness": fairness_facts(game),
        "time_limit_s": game.time_limit_s,
        "absent_after_s": game.absent_after_s,
        "asked_at": game.asked_at,
        "deadline": game.deadline,
        "expires_at": game.expires_at,
        "rematch": game.rematch,
        "rematch_of": game.rematch_of,
        "links": {
            "self": f"/v1/games/{game.id}",
            "moves": f"/v1/games/{game.id}/moves",
            "events": f"/v1/games/{game.id}/events",
            "stream": f"/v1/games/{game.id}/stream",
            "tickets": f"/v1/games/{game.id}/tickets",
            "resign": f"/v1/games/{game.id}/resign",
            "hint": f"/v1/games/{game.id}/hint",
            "join": f"/v1/games/{game.id}/join",
            "abort": f"/v1/games/{game.id}/abort",
            "rematch": f"/v1/games/{game.id}/rematch",
            "record": f"/v1/games/{game.id}/record",
            "fairness": f"/v1/games/{game.id}/fairness",
            "variant": f"/v1/variants/{game.variant_key}",
            "cards": f"/v1/games/{game.id}/cards",
        },
    }


def legal_moves(game: GameRecord, seat: int) -> list[dict[str, Any]]:
    """The moves of a seat that is asked, each with its text; empty where a choice describes them."""
    moves = game.variant.codec.list_moves(game.state, seat)
    return [{"move": move, "text": game.variant.commentary.move_text(move, game.options)} for move in moves]


def seats_view(game: GameRecord) -> list[dict[str, Any]]:
    """Who sits where."""
    return [
        {"seat": number, "side": number % 2, "kind": seat.kind, "name": seat.name, "level": seat.level, "effort": seat.effort}
        for number, seat in enumerate(game.seats)
    ]


def summary(game: GameRecord) -> dict[str, Any]:
    """A game as a line of the public list."""
    return {
        "id": game.id,
        "variant": game.variant_key,
        "preset": game.preset,
        "status": game.status,
        "version": game.version,
        "ply": int(game.state.ply),
        "created_at": game.created_at,
        "seats": seats_view(game),
        "score": [int(game.state.score(0)), int(game.state.score(1))],
        "result": game.result,
        "links": {"self": f"/v1/games/{game.id}"},
    }


def events_view(game: GameRecord, stored: Iterable[StoredEvents], seat: int | None) -> list[dict[str, Any]]:
    """Events as ``seat`` may know them, each with what people would say at the table."""
    viewer = SPECTATOR if seat is None else seat
    return [_event_view(game, commit, event, viewer) for commit in stored for event in commit.events]


def _event_view(game: GameRecord, commit: StoredEvents, event: Any, viewer: int) -> dict[str, Any]:
    if isinstance(event, dict):
        facts, text = event, _service_text(game, event)
    else:
        facts = game.variant.codec.dump_event(tuple(event), viewer)
        text = game.variant.commentary.event_text(facts, game.options)
    data = {name: fact for name, fact in facts.items() if name != "type"}
    return {"version": commit.version, "at": time_text(commit.at_ms), "type": facts["type"], "data": data, "text": text}


SERVICE_EVENTS: Final[Mapping[str, str]] = {
    "seat_taken": "{name} sits down.",
    "seed_given": "The creator hands in the promised seed.",
    "game_started": "The game begins.",
    "seat_handed_over": "A computer of level {level} plays seat {seat} from now on.",
    "time_ran_out": "Time is over for {name}; the heuristic answers.",
    "ai_degraded": "{name} answers in a hurry, with {percent:.0f} % of its thought.",
    "resigned": "{name} resigns.",
    "aborted": "The game is called off.",
    "game_finished": "Game over, {goals}{victory}.",
    "rematch": "{name} asks for a rematch: game {game}.",
}
"""The text of each of the service's own events, as against those of the rules documents."""


def _service_text(game: GameRecord, event: dict[str, Any]) -> str:
    facts = dict(event)
    if "seat" in event:
        facts["name"] = game.seats[event["seat"]].name
    if "effort" in event:
        facts["percent"] = 100 * event["effort"]
    if "score" in event:
        facts["goals"] = "-".join(map(str, event["score"]))
        facts["victory"] = "" if event["winner"] is None else f": side {event['winner']} wins"
    return SERVICE_EVENTS[event["type"]].format_map(facts)
