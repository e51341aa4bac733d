"""What the contract says of requests and records beyond their classes: rules between fields, the operator's bounds, and
a schema for each variant.
"""

from ai.levels import LEVELS
from ai.styles import styles_of
from engines import VARIANTS
from service.api.openapi.schemas import JSON, camel, object_schema, ref, union, with_named_parts
from service.api.problems import PROBLEMS
from service.api.requests import CONTRIBUTOR
from service.config import Settings
from service.games import bot_events
from service.tasks.suggestions import BUDGETS

_WITH_A_COMPUTER: list[JSON] = [
    {"properties": {name: {"type": "integer"}}, "required": [name]} for name in ("level", "rating")
]
_NEEDS_LEVEL: JSON = {"anyOf": [{"properties": {"mistakes": {"const": False}}}, *_WITH_A_COMPUTER]}


def _only_one_of(*names: str) -> dict[str, JSON]:
    """``dependentSchemas`` that forbid two of these fields together."""
    return {one: {"propertyNames": {"not": {"enum": [other for other in names if other != one]}}} for one in names}


_ONE_BUDGET: JSON = {"dependentSchemas": _only_one_of(*BUDGETS) | {"mistakes": _NEEDS_LEVEL}}
_NOTHING_BUT_STYLE: dict[str, JSON] = {
    name: {"propertyNames": {"enum": [name, "style"]}} for name in ("level", "rating")
}
_NOT_RANDOM: JSON = {"properties": {"level": {"minimum": 1}}}
_ONE_SEED: JSON = {"dependentSchemas": _only_one_of("seed_digest", "client_seed")}
AMONG_FIELDS: dict[str, JSON] = {
    "AcceptRequest": _ONE_SEED,
    "JoinRequest": _ONE_SEED,
    "HintRequest": _ONE_BUDGET,
    "SuggestionRequest": _ONE_BUDGET,
    "QuickRequest": {"dependentSchemas": _only_one_of("level", "rating")},
    "PlayerRequest": {
        "minProperties": 1,
        "dependentSchemas": _NOTHING_BUT_STYLE | {"style": _NOT_RANDOM, "bot_id": {"maxProperties": 1}},
    },
}
"""Rules between the fields of a request."""
BOT_EVENT = "BotEvent"
SEAT_FIELDS: dict[str, tuple[list[str], list[str]]] = {
    "person": (["name"], []),
    "ai": (["name", "level", "rating", "style"], []),
    "open": (["name"], []),
    "bot": (["bot_id"], ["bot_id"]),
}
"""The fields of a requested seat by its kind, and those that are required."""
REQUESTS_BY_VARIANT = {
    "CreateGameRequest": "A new game.",
    "QuickRequest": "The game to play, and how long to wait for an opponent.",
    "MatchRequest": "A series of games between computers, or with bots.",
    "SuggestionRequest": "A position as one seat sees it, and the search budget.",
    "PositionRequest": "A position as one seat sees it.",
}


def complete(described: dict[str, JSON], settings: Settings) -> None:
    """Add what the classes of the schemas do not know: levels, moves, variants, and the maxima that are settings of the
    operator, so that each server's contract has its own.
    """
    described["MoveRequest"]["properties"]["move"] = ref("Move")
    described[BOT_EVENT] = union("An event of a bot, identified by its `type`.", "type", _bot_events(described))
    described["BotEventList"]["properties"]["events"]["items"] = ref(BOT_EVENT)
    for name in ("RegisterBotRequest", "ChangeBotRequest"):
        described[name]["properties"]["variants"]["items"] = ref("VariantKey")
    described["Record"]["properties"]["variant"]["enum"] = list(VARIANTS)
    described["ProblemCode"]["enum"] = list(PROBLEMS)
    for name, rules in AMONG_FIELDS.items():
        described[name] |= rules
    for name in ("client_seeds", "promises"):
        described["RecordFairness"]["properties"][name]["propertyNames"] = {"pattern": CONTRIBUTOR.regex.pattern}
    styles = sorted({style.key for variant in VARIANTS for style in styles_of(variant)})
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
        if "style" in properties and (name.endswith("Request") or name == "Style"):
            properties["style"] |= {"title": "StyleKey", "enum": styles}
            properties["style"].pop("example", None)  # of one type there is one schema
    described |= _records_by_variant(described["Record"])
    described |= _requests_by_variant(described) | _seat_requests(described["SeatRequest"])


def _bot_events(described: dict[str, JSON]) -> dict[str, str]:
    """The names of the schemas of bots' events, by type."""
    return {described[kind.__name__]["properties"]["type"]["const"]: kind.__name__ for kind in bot_events.KINDS}


def _records_by_variant(record: JSON) -> dict[str, JSON]:
    """The record of a game as the service answers it, with the moves and events of its variant."""
    found: dict[str, JSON] = {}
    plain = {key: part for key, part in record.items() if key != "additionalProperties"}
    for variant in VARIANTS.values():
        name = camel(variant.key)
        move = {"version": {"minimum": 1}, "ply": {"minimum": 0}, "seat": {"minimum": 0}}
        found[f"{name}RecordMove"] = object_schema(
            "A move.", **{field: {"type": "integer"} | bound for field, bound in move.items()}, move=ref(f"{name}Move")
        )
        typed = {
            "variant": {"type": "string", "const": variant.key},
            "preset": ref(f"{name}Preset"),
            "options": ref(f"{name}Options"),
            "moves": {"type": "array", "items": ref(f"{name}RecordMove")},
            "events": {"type": "array", "items": ref(f"{name}Event")},
            "sheet": ref("Scoresheet"),
        }
        about = f"The record of a game of {variant.name}."
        found[f"{name}Record"] = plain | {"description": about, "properties": plain["properties"] | typed}
    names = {key: f"{camel(key)}Record" for key in VARIANTS}
    return found | {"Record": union("The record of a finished game.", "variant", names)}


def _requests_by_variant(plain: dict[str, JSON]) -> dict[str, JSON]:
    """Requests that name a variant, as one schema for each: with its presets and options, or the observation that
    belongs to it.
    """
    found: dict[str, JSON] = {}
    for variant in VARIANTS.values():
        name = camel(variant.key)
        observation = variant.observation.schema() | {"description": f"What one seat of {variant.name} sees."}
        if "options" in observation["properties"]:
            about = {"description": observation["properties"]["options"]["description"]}
            observation["properties"]["options"] = ref(f"{name}OptionChanges") | about
        found |= with_named_parts({f"{name}Observation": observation}, name, closed="Input")
        changes = {
            "type": "object",
            "description": "Options that differ from the preset.",
            "properties": {key: field.schema() for key, field in variant.options.items()},
            "additionalProperties": False,
        }
        found |= with_named_parts({f"{name}OptionChanges": changes}, name)
        typed = {
            "variant": {"type": "string", "const": variant.key},
            "preset": ref(f"{name}Preset") | {"description": "Default: the first one."},
            "options": ref(f"{name}OptionChanges"),
            "observation": ref(f"{name}Observation"),
        }
        for request in REQUESTS_BY_VARIANT:
            properties = {field: typed.get(field, schema) for field, schema in plain[request]["properties"].items()}
            found[f"{name}{request}"] = plain[request] | {"properties": properties}
    for request, description in REQUESTS_BY_VARIANT.items():
        found[request] = union(description, "variant", {key: f"{camel(key)}{request}" for key in VARIANTS})
    return found


def _seat_requests(plain: JSON) -> dict[str, JSON]:
    """The request for a seat as one schema for each kind: only a computer has a level, and only a bot is named by its
    id.
    """
    found: dict[str, JSON] = {}
    for kind in plain["properties"]["kind"]["enum"]:
        fields, required = SEAT_FIELDS[kind]
        properties = {"kind": {"type": "string", "const": kind}} | {name: plain["properties"][name] for name in fields}
        found[f"{camel(kind)}Seat"] = plain | {"properties": properties, "required": ["kind", *required]}
    kinds = {kind: f"{camel(kind)}Seat" for kind in plain["properties"]["kind"]["enum"]}
    one_of_them = {"kind": {"anyOf": _WITH_A_COMPUTER}} | _only_one_of("level", "rating")
    found["AiSeat"]["dependentSchemas"] = one_of_them
    return found | {
        "SeatRequest": union(
            "A seat: for a person, for a computer, for a bot that is invited, or open for a player with the join code.",
            "kind",
            kinds,
        )
    }
