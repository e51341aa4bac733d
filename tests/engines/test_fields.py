"""Fields: what they accept, how they refuse, and that their JSON Schema says the same."""

import json

import jsonschema
import pytest

from engines.fields import (
    MOST_FAULTS,
    MOST_REMEMBERED,
    Card,
    FieldError,
    Flag,
    Integer,
    ListOf,
    Maybe,
    MoveFields,
    ObjectField,
    OneOf,
    check_move,
    check_options,
    quoted,
    remembered,
    without_names,
)

POINT = ObjectField({"x": Integer(0, 9), "name": OneOf(("a", "b"))}, optional=("name",))
PLAY = MoveFields("play", "Play a card.", {"card": Card()})
PASS = MoveFields("pass", "Do nothing.")

ACCEPTED = [
    (Integer(), -3),
    (Integer(1, 5), 5),
    (Flag(), False),
    (OneOf((2, 4)), 4),
    (OneOf(("once", "none")), "none"),
    (Card(), "TD"),
    (Card(jokers=True), "XR"),
    (ListOf(Integer(0, 9), 1, 3), [1, 1]),
    (ListOf(Card(), unique=True), []),
    (Maybe(Integer(0, 1)), None),
    (Maybe(Card()), "QH"),
    (Maybe(OneOf(("a", "b"))), None),
    (Maybe(ListOf(Card())), ["QH"]),
    (POINT, {"x": 3}),
    (POINT, {"x": 3, "name": "b"}),
]

REFUSED = [
    (Integer(1, 5), 6, "here: 6 is out of range; allowed is 1 to 5"),
    (Integer(1), 0, "here: 0 is out of range; allowed is at least 1"),
    (Integer(high=5), 6, "here: 6 is out of range; allowed is at most 5"),
    (Integer(), True, "here: true is not a whole number"),
    (Integer(), 1.5, "here: 1.5 is not a whole number"),
    (Integer(), "1", "here: '1' is not a whole number"),
    (Flag(), 1, "here: 1 is not true or false"),
    (Flag(), None, "here: null is not true or false"),
    (OneOf((0, 4)), 3, "here: 3 is not one of 0, 4"),
    (OneOf((0, 4)), False, "here: false is not one of 0, 4"),
    (OneOf(("once", "none")), ["once"], 'here: ["once"] is not one of once, none'),
    (Card(), "XR", "here: 'XR' is not a card; write rank then suit, as in QH or TD"),
    (Card(jokers=True), "X", "here: 'X' is not a card; write rank then suit, as in QH or TD"),
    (Card(), 42, "here: 42 is not a text"),
    (ListOf(Integer(), 2, 2), [1], "here: 1 items; allowed is 2"),
    (ListOf(Integer(), 2, 3), [1], "here: 1 items; allowed is 2 to 3"),
    (ListOf(Integer(), 2), [1], "here: 1 items; allowed is at least 2"),
    (ListOf(Integer(0, 9)), [1, 10], "here[1]: 10 is out of range; allowed is 0 to 9"),
    (ListOf(Card(), unique=True), ["QH", "QH"], "here[1]: 'QH' is listed twice"),
    (ListOf(Integer()), (1, 2), "here: [1, 2] is not a list"),
    (Maybe(Integer(0, 1)), 2, "here: 2 is out of range; allowed is 0 to 1"),
    (POINT, {}, "here.x: this field is missing: a whole number, 0 to 9"),
    (POINT, {"x": 1, "y": 2}, "here.y: unknown field; known are x, name"),
    (POINT, {"x": 1, "name": "c"}, "here.name: 'c' is not one of a, b"),
    (POINT, [], "here: [] is not an object"),
]


@pytest.mark.parametrize(("field", "value"), ACCEPTED)
def test_a_fitting_value_is_returned_and_valid_by_schema(field, value):
    assert field.check(value, "here") is value
    jsonschema.Draft202012Validator.check_schema(field.schema())
    jsonschema.validate(value, field.schema())


@pytest.mark.parametrize(("field", "value", "says"), REFUSED)
def test_any_other_is_refused_with_its_place_and_what_would_be_right(field, value, says):
    with pytest.raises(FieldError) as refused:
        field.check(value, "here")
    assert str(refused.value) == says
    assert refused.value.where == says.partition(": ")[0]


@pytest.mark.parametrize(
    ("field", "value"), [(field, value) for field, value, _ in REFUSED if not isinstance(value, tuple)]
)
def test_what_a_field_refuses_its_schema_refuses_too(field, value):
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(value, field.schema())


def test_all_faults_of_a_value_are_reported_each_with_its_place():
    field = ObjectField({"at": POINT, "cards": ListOf(Card(), unique=True), "calls": Flag()})
    with pytest.raises(FieldError) as refused:
        field.check({"a/b.c": 1, "at": {"x": 10, "name": "c"}, "cards": ["QH", "1Q", "QH", 4]}, "here")
    assert str(refused.value) == "here.a/b.c: unknown field; known are at, cards, calls"
    assert [(fault.path, fault.message.partition(" ")[0]) for fault in refused.value.faults] == [
        (("a/b.c",), "unknown"),
        (("at", "x"), "10"),
        (("at", "name"), "'c'"),
        (("cards", 1), "'1Q'"),
        (("cards", 2), "'QH'"),
        (("cards", 3), "4"),
        (("calls",), "this"),
    ]


@pytest.mark.parametrize(
    ("field", "value"),
    [
        (ListOf(ListOf(Card())), [["1Q", "2Q", "3Q"]] * 5000),
        (ObjectField({}), {f"field {number}": number for number in range(5000)}),
        (ObjectField({f"field {number}": Flag() for number in range(5000)}), {}),
    ],
    ids=["items", "unknown", "missing"],
)
def test_no_more_than_twenty_faults_are_reported(field, value):
    with pytest.raises(FieldError) as refused:
        field.check(value, "here")
    assert len(refused.value.faults) == MOST_FAULTS == 20
    assert str(refused.value).startswith("here")


@pytest.mark.parametrize(
    ("field", "says"),
    [
        (Integer(), "a whole number"),
        (Integer(1, help="Counted from 1."), "counted from 1 (a whole number, at least 1)"),
        (Maybe(Integer(0, 3, "The seat.")), "the seat (a whole number, 0 to 3, or null)"),
        (Integer(high=3), "a whole number, at most 3"),
        (Flag(), "true or false"),
        (OneOf(("a", "b")), "one of a, b"),
        (Maybe(OneOf(("a", "b"))), "one of a, b, or null"),
        (ListOf(Card()), "a list"),
        (ListOf(Card(), 2, 2), "a list of 2 items"),
        (ListOf(Card(), 0, 5), "a list of 0 to 5 items"),
        (ListOf(Card(), 1), "a list of at least 1 items"),
        (POINT, "an object with x, name"),
    ],
)
def test_a_missing_field_says_what_belongs_there(field, says):
    with pytest.raises(FieldError) as refused:
        ObjectField({"it": field}).check({}, "")
    assert str(refused.value) == f"it: this field is missing: {says}"


def test_long_values_are_quoted_in_part():
    with pytest.raises(FieldError) as refused:
        Card().check("Q" * 500, "move.card")
    assert len(str(refused.value)) < 150
    assert quoted("Q" * 58) == f"'{'Q' * 58}'"
    assert quoted("Q" * 59) == f"'{'Q' * 56}..."


def test_the_name_of_an_unknown_field_is_cut():
    with pytest.raises(FieldError, match="unknown field") as refused:
        POINT.check({"x": 1, "y" * 99: 2}, "here")
    assert refused.value.where == "here." + "y" * 60


def test_help_becomes_the_description():
    for field in (
        Integer(1, help="Some."),
        Flag("Some."),
        OneOf((1,), "Some."),
        Card(help="Some."),
        ListOf(Card(), help="Some."),
    ):
        assert field.schema()["description"] == "Some."
        assert Maybe(field).schema()["description"] == "Some."
    assert "description" not in Card().schema()


def test_a_name_becomes_the_title():
    fields = (
        Integer(1, name="Size"),
        OneOf((1,), name="Size"),
        ListOf(Card(), name="Size"),
        ObjectField({}, name="Size"),
    )
    for field in fields:
        assert field.schema()["title"] == Maybe(field).schema()["title"] == "Size"
    assert "title" not in Integer(1).schema()


def test_names_can_be_left_out():
    named = ObjectField({"title": OneOf(("a",), name="Rule"), "cards": ListOf(Card())}, name="Options")
    assert without_names(named.schema())["properties"] == {
        "title": {"type": "string", "enum": ["a"]},
        "cards": {"type": "array", "items": {key: part for key, part in Card().schema().items() if key != "title"}},
    }


def test_a_move_has_the_schema_of_its_type_and_fields():
    schema = PLAY.schema()
    assert schema["properties"]["type"] == {"type": "string", "const": "play"}
    assert schema["required"] == ["type", "card"]
    assert schema["description"] == "Play a card."
    jsonschema.validate({"type": "play", "card": "QH"}, schema)
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate({"type": "pass"}, schema)


def test_a_move_is_found_by_its_type():
    assert check_move((PLAY, PASS), {"type": "play", "card": "QH"}) is PLAY
    assert check_move((PLAY, PASS), {"type": "pass"}) is PASS


@pytest.mark.parametrize(
    ("move", "says"),
    [
        ([], "move: [] is not an object"),
        ({"card": "QH"}, "move.type: this field is missing; known types are play, pass"),
        ({"type": "shoot"}, "move.type: 'shoot' is not a move of this game; known are play, pass"),
        ({"type": ["play"]}, 'move.type: ["play"] is not a move of this game; known are play, pass'),
        ({"type": "play"}, "move.card: this field is missing: a text such as QH"),
        ({"type": "play", "card": "1Q"}, "move.card: '1Q' is not a card; write rank then suit, as in QH or TD"),
        ({"type": "pass", "card": "QH"}, "move.card: unknown field; there are none"),
    ],
)
def test_a_move_that_is_not_understood_says_which_part(move, says):
    with pytest.raises(FieldError) as refused:
        check_move((PLAY, PASS), move)
    assert str(refused.value) == says


def test_options_may_be_given_in_part():
    fields = {"seats": OneOf((2, 4)), "calls": Flag()}
    assert check_options(fields, {"calls": True}) == {"calls": True}
    assert check_options(fields, {}) == {}
    with pytest.raises(FieldError, match=r"^options.periods: unknown field; known are seats, calls$"):
        check_options(fields, {"periods": 3})


def test_schemas_are_json():
    for field, _ in ACCEPTED:
        assert json.loads(json.dumps(field.schema())) == field.schema()


def test_what_is_remembered_is_read_once_by_its_text_and_never_an_error():
    given = []

    @remembered
    def read(value, bound=9):
        given.append(value)
        if value == "wrong":
            raise FieldError("value", "is wrong")
        return [value, bound]

    assert read({"a": 1}) is read({"a": 1})
    assert read({"a": True}) == [{"a": True}, 9]
    assert read({"a": 1}, bound=3) == [{"a": 1}, 3]
    for _ in range(2):
        with pytest.raises(FieldError):
            read("wrong")
    assert given == [{"a": 1}, {"a": True}, {"a": 1}, "wrong", "wrong"]
    first = read({"a": 1})
    for number in range(MOST_REMEMBERED - 4):
        read(number)
    assert read({"a": 1}) is first
    read("one more")
    assert read({"a": 1}) is first
    read("too many")
    assert read({"a": 1}) is not first, "at most this many"
