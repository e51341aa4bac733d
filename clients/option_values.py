"""Values of a game's options to try, from what the API says of them: used by bench and tests."""

from typing import Any


def option_values(schema: dict[str, Any]) -> list[Any]:
    """The values of an option to play: all of a few, the ends of a range, the shortest lists; long lists come with the
    presets.
    """
    if "enum" in schema:
        return list(schema["enum"])
    if schema.get("type") == "boolean":
        return [False, True]
    if schema.get("type") == "integer":
        return [schema["minimum"], schema["maximum"]]
    if "enum" in schema.get("items", {}):
        return [[], schema["items"]["enum"][:1]]
    return list(schema.get("examples", []))
