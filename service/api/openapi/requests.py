"""What the contract says about requests and records in addition to their classes: rules between fields, the operator's
bounds, and a schema for each variant.
"""

from ai.characters import characters_of
from ai.levels import LEVELS, RANDOM
from engines import VARIANTS
from engines.api import Variant
from service.api.openapi.schemas import JSON, about, camel, object_schema, only, opened, ref, union, with_named_parts
from service.api.problems import PROBLEMS
from service.api.routes.records import CONTRIBUTOR
from service.config import Settings
from service.games import bot_events
from service.tasks.suggestions import BUDGETS

_WITH_A_COMPUTER: list[JSON] = [
    {"properties": {name: {"type": kind}}, "required": [name]}
    for name, kind in (("level", ["string", "integer"]), ("rating", "integer"))
]
_NEEDS_LEVEL: JSON = {"anyOf": [{"properties": {"mistakes": {"const": False}}}, *_WITH_A_COMPUTER]}


def _only_one_of(*names: str) -> dict[str, JSON]:
    """``dependentSchemas`` that forbid two of these fields together."""
    return {one: {"propertyNames": {"not": {"enum": [other for other in names if other != one]}}} for one in names}


_ONE_BUDGET: JSON = {"dependentSchemas": _only_one_of(*BUDGETS) | {"mistakes": _NEEDS_LEVEL}}
_NOTHING_BUT_CHARACTER: dict[str, JSON] = {
    name: {"propertyNames": {"enum": [name, "character"]}} for name in ("level", "rating")
}
_NOT_RANDOM: JSON = {"properties": {"level": {"minimum": 1, "not": {"const": RANDOM.key}}}}
_ONE_SEED: JSON = {"dependentSchemas": _only_one_of("seed_digest", "client_seed")}
AMONG_FIELDS: dict[str, JSON] = {
    "AcceptRequest": _ONE_SEED,
    "JoinRequest": _ONE_SEED,
    "GameSuggestionRequest": _ONE_BUDGET,
    "SuggestionRequest": _ONE_BUDGET,
    "BatchRequest": _ONE_BUDGET,
    "QuickRequest": {"dependentSchemas": _only_one_of("level", "rating")},
    "PlayerRequest": {
        "minProperties": 1,
        "dependentSchemas": _NOTHING_BUT_CHARACTER | {"character": _NOT_RANDOM, "bot_id": {"maxProperties": 1}},
    },
}
"""Rules between the fields of a request."""
BOT_EVENT = "BotEvent"
RECORD_TO_CHECK = "GameRecordRequest"
"""A record of any game, whose moves and events the check judges; the record in a response is exact."""
SEAT_FIELDS: dict[str, tuple[list[str], list[str]]] = {
    "person": (["name", "team"], []),
    "ai": (["name", "team", "level", "rating", "character"], []),
    "open": (["name", "team"], []),
    "bot": (["bot_id"], ["bot_id"]),
}
"""The fields of a requested seat by its kind, and those that are required."""
REQUESTS_BY_VARIANT = (
    *("CreateGameRequest", "QuickRequest", "MatchRequest", "SuggestionRequest", "PositionRequest", "BatchRequest"),
    "BatchPositionRequest",
)
"""Requests that name a variant, and the part of one that has an observation."""


def complete(described: dict[str, JSON], settings: Settings) -> None:
    """Add what the classes of the schemas do not contain: levels, moves, variants, and the maxima that are settings of
    the operator, so that each server's contract has its own.
    """
    kind: JSON = {"type": "string", "description": "Which kind of move it is."}
    described["Move"] = object_schema("A move, identified by its `type`.", type=kind)
    described["MoveRequest"]["properties"]["move"] = ref("Move")
    bot_event_names = {str(kind.__struct_config__.tag): kind.__name__ for kind in bot_events.KINDS}
    described[BOT_EVENT] = union("An event of a bot, identified by its `type`.", "type", bot_event_names)
    described["BotEventList"]["properties"]["events"]["items"] = ref(BOT_EVENT)
    for name in ("RegisterBotRequest", "ChangeBotRequest"):
        described[name]["properties"]["variants"]["items"] = ref("VariantKey")
    described["GameRecord"]["properties"]["variant"]["enum"] = list(VARIANTS)
    described["ProblemCode"]["enum"] = list(PROBLEMS)
    for name, rules in AMONG_FIELDS.items():
        described[name] |= rules
    for name in ("client_seeds", "promises"):
        described["RecordFairness"]["properties"][name]["propertyNames"] = {"pattern": CONTRIBUTOR.regex.pattern}
    characters = sorted({character for variant in VARIANTS for character in characters_of(variant)})
    most = {
        "level": len(LEVELS),
        "absent_level": len(LEVELS),
        "simulations": settings.max_simulations,
        "time_ms": settings.max_think_ms,
        "pairs": settings.max_match_pairs,
        "expire_after_s": settings.max_ttl_s,
    }
    for name, schema in described.items():
        properties = schema.get("properties", {})
        for field in properties.keys() & most.keys() if name.endswith("Request") else ():
            properties[field]["maximum"] = most[field]
            if field in ("level", "absent_level"):
                keys = [level.key for level in (RANDOM, *LEVELS) if level.number >= properties[field]["minimum"]]
                properties[field]["pattern"] = f"^({'|'.join(keys)})$"
        if "character" in properties and (name.endswith("Request")):
            properties["character"] |= {"title": "CharacterKey", "enum": characters}
            properties["character"].pop("example", None)  # there is one schema for each type
    described |= _seat_requests(described["SeatRequest"])
    described[RECORD_TO_CHECK] = described["GameRecord"]


def requests_of(variant: Variant, plain: dict[str, JSON]) -> dict[str, JSON]:
    """Requests that name a variant, with its presets and options, or the observation that belongs to it; and the record
    of a game as the service answers it, with its moves and events.
    """
    observation = variant.observation.schema() | {"description": f"What one seat of {variant.name} sees."}
    if "options" in observation["properties"]:
        observation["properties"]["options"] = ref("OptionChanges") | about(observation["properties"]["options"])
    changes = {
        "type": "object",
        "description": "Options that differ from the preset.",
        "properties": {key: field.schema() for key, field in variant.options.items()},
        "additionalProperties": False,
    }
    typed = {
        "variant": only(variant),
        "preset": ref("PresetKey") | {"description": "Default: the first one."},
        "options": ref("OptionChanges"),
        "observation": ref("Observation"),
    }
    found = with_named_parts({"Observation": observation}, closed="Input")
    found |= with_named_parts({"OptionChanges": changes})
    for request in REQUESTS_BY_VARIANT:
        properties = {field: typed.get(field, schema) for field, schema in plain[request]["properties"].items()}
        found[request] = plain[request] | {"properties": properties}
    return found | _record_of(variant, plain["GameRecord"])


def _record_of(variant: Variant, record: JSON) -> dict[str, JSON]:
    least = {"version": 1, "ply": 0, "seat": 0}
    typed = {
        "variant": only(variant),
        "preset": ref("PresetKey"),
        "options": ref("Options"),
        "moves": {"type": "array", "items": ref("RecordedMove")},
        "events": {"type": "array", "items": ref("Event")},
        "sheet": ref("Scoresheet"),
    }
    numbers = {field: {"type": "integer", "minimum": minimum} for field, minimum in least.items()}
    whole = record | {"properties": record["properties"] | typed}
    return {
        "RecordedMove": object_schema("A move.", **numbers, move=ref("Move")),
        "GameRecord": opened(whole) | {"description": f"The record of a game of {variant.name}."},
    }


def _seat_requests(plain: JSON) -> dict[str, JSON]:
    """The request for a seat as one schema for each kind: only a computer has a level, and only a bot is named by its
    id.
    """
    names = {kind: f"{camel(kind)}Seat" for kind in SEAT_FIELDS}
    text = "A seat: for a person, for a computer, for a bot that is invited, or open for a player with the join code."
    found: dict[str, JSON] = {"SeatRequest": union(text, "kind", names)}
    for kind, (fields, required) in SEAT_FIELDS.items():
        properties = {"kind": {"type": "string", "const": kind}} | {name: plain["properties"][name] for name in fields}
        found[names[kind]] = plain | {"properties": properties, "required": ["kind", *required]}
    found["AiSeat"]["dependentSchemas"] = {"kind": {"anyOf": _WITH_A_COMPUTER}} | _only_one_of("level", "rating")
    return found
