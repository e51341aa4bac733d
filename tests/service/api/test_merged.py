"""One schema for what is declared in several places under one name."""

from typing import Any

import pytest

from service.api.openapi.plain import merged
from service.api.openapi.schemas import JSON


def test_a_merged_schema_is_as_wide_as_all_together() -> None:
    schemas: dict[str, JSON] = {
        "a": {"type": "integer", "minimum": 0, "maximum": 3, "description": "Goals."},
        "b": {"type": ["integer", "null"], "minimum": 2, "description": "Goals."},
    }
    assert merged(schemas) == {"type": ["integer", "null"], "minimum": 0, "description": "Goals."}


def test_values_are_joined_unless_one_place_lists_none() -> None:
    one: JSON = {"type": "string", "enum": ["x", "y"]}
    other: JSON = {"type": ["string", "null"], "enum": ["y", "z", None]}
    constant: JSON = {"type": "string", "const": "w"}
    assert merged({"a": one, "b": other, "c": constant})["enum"] == ["x", "y", "z", "w", None]
    assert "enum" not in merged({"a": one, "b": {"type": "string"}})


def test_a_field_of_a_merged_object_is_required_if_it_is_in_all() -> None:
    def with_fields(*names: str, required: tuple[str, ...]) -> JSON:
        return {"type": "object", "properties": {name: {"type": "string"} for name in names}, "required": [*required]}

    found = merged(
        {"a": with_fields("x", "y", required=("x", "y")), "b": with_fields("x", "y", "z", required=("x", "z"))}
    )
    assert (list(found["properties"]), found["required"]) == (["x", "y", "z"], ["x"])


@pytest.mark.parametrize(
    ("one", "other", "fault"),
    [
        ({"type": "integer"}, {"type": "string"}, "a is of type integer but b is of type string"),
        (
            {"type": "array", "items": {"type": "integer"}},
            {"type": "array", "items": {"type": "string"}},
            r"a\[\] is of type integer but b\[\] is of type string",
        ),
        ({"type": "string"}, {"anyOf": [{"type": "string"}, {"type": "integer"}]}, "b is of no one type"),
        ({"enum": [1, "x"]}, {"type": "integer"}, "a is of no one type"),
    ],
)
def test_two_types_of_one_name_are_refused(one: Any, other: Any, fault: str) -> None:
    with pytest.raises(ValueError, match=fault):
        merged({"a": one, "b": other})
