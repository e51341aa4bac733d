"""TODO service/tasks/views.py."""

from collections.abc import Mapping
from typing import Any

from service.store.tasks import Task
from service.tasks.matches import CUSTOM, match_result


def suggestion_view(task: Task) -> dict[str, Any]:
    """A suggestion with its answer, if there is one yet."""
    request = task.request
    return {
        "id": task.id,
        "status": task.status,
        "created_at": task.created_at,
        "variant": request["variant"],
        "seat": request["seat"],
        "ply": request["ply"],
        "budget": {name: request["budget"].get(name) for name in ("level", "simulations", "time_ms")},
        "seed": request["seed"],
        "answer": task.answer,
        "links": {"self": f"/v1/suggestions/{task.id}"},
    }


def match_view(match: Task, results: Mapping[int, Any]) -> dict[str, Any]:
    """A match with what its finished pairs come to."""
    request = match.request
    first, second = request["players"]
    return {
        "id": match.id,
        "status": match.status,
        "created_at": match.created_at,
        "variant": request["variant"],
        "preset": request["preset"],
        "options": request["options"],
        "first": _player(first),
        "second": _player(second),
        "pairs": request["pairs"],
        "seed": request["seed"],
        "progress": {"pairs": len(results), "share": len(results) / request["pairs"]},
        "result": match_result(results),
        "links": {"self": f"/v1/matches/{match.id}", "games": f"/v1/matches/{match.id}/games", "cancel": f"/v1/matches/{match.id}/cancel"},
    }


def _player(level: Mapping[str, Any]) -> dict[str, Any]:
    is_level = level["name"] != CUSTOM
    return {
        "level": level["number"] if is_level else None,
        "name": level["name"],
        "simulations": level["simulations"],
        "noise": level["noise"],
        "counts_cards": level["counts_cards"],
        "exact": level["exact"],
    }
