"""The tools as the protocol lists them, and which arguments they take."""

from typing import Any, Final

import mcp_types as types

from clients.mcp.errors import Refused
from clients.mcp.texts import JSON, Texts

KINDS: Final = {"string": str, "integer": int, "boolean": bool, "object": dict}

VARIANT: Final = {"type": "string", "description": "Key of list_games, as hockey"}
GAME: Final = {"type": "string", "description": "The game, as new_game or join_game named it"}
VERSION: Final = {"type": "integer", "description": "The version in the answer that you go by"}
NAME: Final = {"type": "string", "description": "Your name at the table"}


TABLE: Final = "ui://faceoff/table"
"""The page that hosts of MCP Apps show the answers of some tools with."""


def tool(
    name: str,
    about: str,
    required: JSON,
    optional: JSON | None = None,
    *,
    reads: bool = False,
    is_shown: bool = False,
) -> types.Tool:
    """A tool; ``reads`` if a call changes nothing, ``is_shown`` if its answer is a table."""
    schema = {
        "type": "object",
        "properties": {**required, **(optional or {})},
        "required": list(required),
        "additionalProperties": False,
    }
    hints = types.ToolAnnotations(read_only_hint=True) if reads else None
    meta = {"ui": {"resourceUri": TABLE}} if is_shown else None
    return types.Tool(name=name, description=about, input_schema=schema, annotations=hints, _meta=meta)


TOOLS: Final = (
    tool(
        "list_games",
        "List the games. With a variant: its presets, levels, ratings and characters of opponents.",
        {},
        {"variant": VARIANT},
        reads=True,
    ),
    tool(
        "read_rules",
        "How a game is played. Without a section: an introduction and the sections.",
        {"variant": VARIANT},
        {"section": {"type": "string", "description": "A title, or a number such as 2.3"}},
        reads=True,
    ),
    tool(
        "new_game",
        "Begin a game against a computer, of the middle level unless you say which; "
        "or with invite an open seat for somebody, who joins with the id and code in the answer. "
        "The answer has your first decision.",
        {"variant": VARIANT},
        {
            "preset": {"type": "string", "description": "Which rules"},
            "level": {"type": "string", "description": "Key of a level, as pro"},
            "rating": {"type": "integer", "description": "Strength in Elo, instead of a level"},
            "character": {"type": "string", "description": "Style: key of a character"},
            "invite": {"type": "boolean"},
            "name": NAME,
        },
        is_shown=True,
    ),
    tool(
        "join_game",
        "Take an open seat, for which somebody gave you the id of the game and its code.",
        {"game_id": {"type": "string"}},
        {"join_code": {"type": "string"}, "name": NAME},
        is_shown=True,
    ),
    tool(
        "look",
        "Everything that you can see: table, hand, and the decision if it is yours. Needed only if you lost track.",
        {"game": GAME},
        reads=True,
        is_shown=True,
    ),
    tool(
        "play",
        "Play a move. The answer has what happened, the computer's answer, and your next decision or the result: "
        "play again until the game is over. The same call again does no harm.",
        {
            "game": GAME,
            "version": VERSION,
        },
        # of one type each: some hosts send a value that may be of several as text
        {
            "number": {"type": "integer", "description": "Of the move, in the list"},
            "move": {"type": "object", "description": "The move itself, instead of a number"},
        },
        is_shown=True,
    ),
    tool(
        "wait",
        "Wait for other people: until it is your turn, the game is over, or 25 seconds have passed.",
        {"game": GAME},
        {
            "version": VERSION | {"description": "As in play: tells what happened since"},
            "each": {"type": "boolean", "description": "Return at each of their moves, too"},
        },
        reads=True,
        is_shown=True,
    ),
    tool("hint", "The move that a strong computer would play for you.", {"game": GAME}, reads=True),
    tool(
        "end",
        "resign gives up. Of a game that is over: rematch begins another one, analysis grades your moves. "
        "renew replaces the name of your game after it became known to others.",
        {"game": GAME, "action": {"type": "string", "enum": ["resign", "rematch", "analysis", "renew"]}},
    ),
)


def checked(name: str, arguments: JSON | None, texts: Texts) -> JSON:
    """The arguments of a call. Raises Refused unless they are exactly what the tool declares: no value is converted."""
    found = next((tool for tool in TOOLS if tool.name == name), None)
    if found is None:
        raise Refused(texts.say("no_tool", tool=repr(name), tools=", ".join(tool.name for tool in TOOLS)))
    given, declared, required = arguments or {}, found.input_schema["properties"], found.input_schema["required"]
    faults = [texts.say("unknown", argument=repr(key)) for key in given if key not in declared]
    faults += [texts.say("missing", argument=key) for key in required if key not in given]
    faults += [
        fault for key, value in given.items() if key in declared and (fault := wrong(key, value, declared[key], texts))
    ]
    if faults:
        takes = ", ".join(key if key in required else texts.say("optional", argument=key) for key in declared)
        raise Refused(texts.say("arguments", tool=name, faults="; ".join(faults), takes=takes))
    return given


def wrong(key: str, value: Any, schema: JSON, texts: Texts) -> str:
    """What is wrong with a value; empty if nothing is. True is no integer."""
    if type(value) is not KINDS[schema["type"]]:
        return texts.say("kind", argument=key, kind=schema["type"])
    if value not in schema.get("enum", [value]):
        return texts.say("one_of", argument=key, values=", ".join(schema["enum"]))
    return ""
