"""What a record may hold that is sent to be checked: which fields it needs, which may be null, and their bounds."""

from copy import deepcopy
from functools import reduce

import pytest

from service.api.routes.records import Record
from service.games.record import differences

HEX = "0a" * 32
SEED = "a" * 16
AT = "2026-01-31T20:15:30.123Z"
RECORD = {
    "format": "faceoff-record-1",
    "id": "g_aaaaaaaaaaaaaaaaaaaa",
    "variant": "hockey",
    "rules_version": 1,
    "deck_digest": HEX,
    "preset": "standard",
    "options": {},
    "created_at": AT,
    "status": "finished",
    "seats": [
        {
            "seat": seat,
            "side": seat,
            "kind": "ai",
            "name": "A",
            "level": 1,
            "rating": 400,
            "character": "s",
            "bot_id": "b_a",
        }
        for seat in (0, 1)
    ],
    "result": {"winner": 0, "reason": "score", "score": [1, 0]},
    "fairness": {
        "scheme": "faceoff-v1",
        "commitment": HEX,
        "seed": HEX,
        "promises": {"0": HEX},
        "client_seeds": {"0": SEED},
        "shuffles": 1,
    },
    "sheet": {},
    "moves": [{"version": 2, "ply": 0, "seat": 0, "move": {"type": "cut"}}],
    "events": [{"version": 1, "at": AT, "type": "goal", "data": {}, "text": "Goal.", "speaker": 0}],
}
OPTIONAL = {"seats.0.rating", "seats.0.character", "seats.0.bot_id"}
NULLABLE = OPTIONAL | {"deck_digest", "seats.0.level", "result", "result.winner", "events.0.speaker"}


def paths(part, before=""):
    """All fields, of lists those of the first item."""
    for name, value in part.items():
        path = f"{before}{name}"
        yield path
        if path in ("result", "fairness"):
            yield from paths(value, f"{path}.")
        elif isinstance(value, list) and isinstance(value[0], dict):
            yield from paths(value[0], f"{path}.0.")


def steps(path):
    return [int(step) if step.isdigit() else step for step in path.split(".")]


def with_changed(path, change):
    """The record after a change of the part that has the field."""
    changed = deepcopy(RECORD)
    *before, name = steps(path)
    change(reduce(lambda part, step: part[step], before, changed), name)
    return changed


def is_accepted(record):
    return Record().validate(record) == {}


def accepts(path, value):
    return is_accepted(with_changed(path, lambda part, name: part.__setitem__(name, value)))


def test_a_record_with_all_fields_is_accepted():
    assert Record().validate(RECORD) == {}


@pytest.mark.parametrize("path", list(paths(RECORD)))
def test_a_record_needs_all_fields_but_those_of_a_computer_that_was_asked_for(path):
    assert is_accepted(with_changed(path, lambda part, name: part.pop(name))) == (path in OPTIONAL)
    assert accepts(path, None) == (path in NULLABLE)


@pytest.mark.parametrize(
    ("path", "taken", "refused"),
    [
        ("seats.0.seat", [0], [-1]),
        ("seats.0.side", [0, 1], [-1, 2]),
        ("seats.0.name", ["x" * 40], ["x" * 41]),
        ("seats.0.character", ["x" * 40], ["x" * 41]),
        ("seats.0.bot_id", ["x" * 40], ["x" * 41]),
        ("seats", [2 * RECORD["seats"][:1], 8 * RECORD["seats"][:1]], [RECORD["seats"][:1], 9 * RECORD["seats"][:1]]),
        ("moves.0.version", [1], [0]),
        ("moves.0.ply", [0], [-1]),
        ("moves.0.seat", [0, 7], [-1, 8]),
        ("events.0.version", [1], [0]),
        ("events.0.speaker", [0], [-1]),
        ("fairness.shuffles", [0], [-1]),
        ("fairness.promises", [{str(n): HEX for n in range(8)} | {"owner": HEX}], [{str(n): HEX for n in range(10)}]),
        (
            "fairness.client_seeds",
            [{str(n): SEED for n in range(8)} | {"owner": SEED}],
            [dict.fromkeys("0123456789", SEED)],
        ),
        ("result.winner", [0, 1], [-1, 2]),
        ("result.score", [[1, 2]], [[1], [1, 2, 3]]),
        ("id", ["x" * 64], ["", "x" * 65]),
    ],
)
def test_a_field_of_a_record_has_its_bounds(path, taken, refused):
    assert [accepts(path, value) for value in taken] == [True] * len(taken)
    assert [accepts(path, value) for value in refused] == [False] * len(refused)


@pytest.mark.parametrize("name", ["moves", "events"])
def test_a_record_has_twenty_thousand_moves_and_events_at_most(name):
    taken, refused = ([None] * count for count in (20_000, 20_001))
    assert "Longer than" in str(Record().validate(RECORD | {name: refused}))
    assert "Longer than" not in str(Record().validate(RECORD | {name: taken}))


@pytest.mark.parametrize(("length", "shown"), [(198, f'"{198 * "x"}"'), (199, f'"{199 * "x"}...')])
def test_of_a_value_that_differs_two_hundred_characters_are_shown(length, shown):
    recorded, made = {"name": length * "x"}, {"name": 0}
    assert list(differences(recorded, made)) == [("/name", f"{shown} is recorded; made again it is 0")]
