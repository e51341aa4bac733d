"""What counts as a fault of a client, and what a later release might send."""

import re

import pytest

from bench.generators.__main__ import HEADS, PAGE, differences
from bench.generators.corpus import grown
from bench.generators.languages import LANGUAGES, SHOWN
from bench.report import section_of

AT = "2026-01-02T19:30:00.000Z"


@pytest.mark.parametrize(
    ("sent", "again"),
    [
        ({"seat": None}, {}),
        ({}, {"seat": None, "cards": [], "options": {}}),
        ({"at": AT}, {"at": "2026-01-02T19:30:00Z"}),
        ({"at": AT}, {"at": "2026-01-02T19:30:00+00:00"}),
        ({"legal_moves": [1]}, {"legal_moves": [1], "legalMoves": [1]}),
        ({"for": "rebound"}, {"for": "rebound", "_for": "rebound"}),
        ({"ratio": 1}, {"ratio": 1.0}),
    ],
)
def test_the_same_answer_in_another_form_is_no_fault(sent, again):
    assert list(differences(sent, again)) == []


@pytest.mark.parametrize(
    ("sent", "again", "fault"),
    [
        ({"data": {"card": "4D"}}, {"data": {}}, '.data.card is null, was "4D"'),
        ({"seat": 0}, {"seat": "0"}, '.seat is "0", was 0'),
        ({"public": True}, {"public": 1}, ".public is 1, was true"),
        ({"cards": ["4D", "5C"]}, {"cards": ["4D"]}, '.cards is ["4D"], was ["4D", "5C"]'),
        ({"at": AT}, {"at": "2026-01-02T20:30:00.000Z"}, f'.at is "2026-01-02T20:30:00.000Z", was "{AT}"'),
        ({}, {"period": 1}, ".period is 1, was null"),
        ({"ply": 0}, ValueError("unknown field"), "unknown field"),
    ],
)
def test_what_is_lost_changed_added_or_refused_is_a_fault(sent, again, fault):
    assert list(differences(sent, again)) == [fault]


def test_a_later_release_sends_a_field_more_in_every_object_and_an_unknown_event():
    event = {"variant": "hockey", "kind": "event", "value": {"type": "plays", "data": {"card": "4D"}}}
    data = {"card": "4D", "new_field": "new"}
    assert grown(event)["value"] == {"type": "something_new", "data": data, "new_field": "new"}
    answer = {"variant": "hockey", "kind": "answer", "value": {"seats": [{"seat": 0}]}}
    assert grown(answer)["value"] == {"seats": [{"seat": 0, "new_field": "new"}], "new_field": "new"}


def test_the_guide_has_a_line_for_every_language_and_every_language_its_command():
    rows = [line for line in section_of("generators", PAGE).splitlines() if line.startswith("| ")]
    assert [row.split(" | ")[0].removeprefix("| ") for row in rows[1:]] == [one.name for one in LANGUAGES.values()]
    assert len(rows[0].split("|")) == len(HEADS) + 2
    text = PAGE.read_text()
    assert not [one for one in LANGUAGES.values() if f"-g {one.generator}" not in text]


def test_the_guide_says_of_every_program_in_another_language_that_it_is_not_run():
    (said,) = re.findall(
        r"^The same in other languages, .*\*\*not run\*\*:(.*?)\n\n", PAGE.read_text(), re.DOTALL | re.MULTILINE
    )
    suffixes = {one.suffix for one in LANGUAGES.values()}
    others = {file.name for file in SHOWN.iterdir() if file.suffix not in suffixes}
    assert set(re.findall(r"\.\./examples/your_language/([\w.]+)", said)) == others
