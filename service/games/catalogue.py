"""What a client sees of the games themselves: options, presets, moves, levels, cards."""

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from ai.levels import LEVELS, Level, level_by_number
from ai.strength import strength_of
from engines import VARIANTS
from engines.api import Variant
from service.model.problem import Problem


def variant_summary(variant: Variant) -> dict[str, Any]:
    """A game in short."""
    return {
        "key": variant.key,
        "name": variant.name,
        "summary": variant.summary,
        "presets": list(variant.presets),
        "links": {"self": f"/v1/variants/{variant.key}", "cards": f"/v1/variants/{variant.key}/cards"},
    }


def variant_details(variant: Variant) -> dict[str, Any]:
    """A game with all that can be chosen."""
    presets = [
        {"name": name, "seats": int(variant.new_game(options).seats()), "options": dict(options)}
        for name, options in variant.presets.items()
    ]
    return variant_summary(variant) | {
        "credits": variant.credits,
        "rules_version": variant.rules_version,
        "presets": presets,
        "options": {name: form.schema() for name, form in variant.options.items()},
        "moves": [{"type": form.type, "description": form.help, "schema": form.schema()} for form in variant.moves],
        "has_decisions": variant.has_decisions,
        "levels": [_level(level, variant.key) for level in LEVELS],
    }


def cards_view(variant: Variant, preset: str, options: Mapping[str, Any]) -> dict[str, Any]:
    """The cards that are played with, and what each of them does."""
    return {"variant": variant.key, "preset": preset, "options": options, "cards": [asdict(face) for face in variant.cards(options)]}


def _level(level: Level, key: str) -> dict[str, Any]:
    strength = strength_of(key, level.number)
    return {
        "level": level.number,
        "name": level.name,
        "description": level.description,
        "simulations": level.simulations,
        "cap_ms": level.cap_ms,
        "strength": None if strength is None else asdict(strength),
    }


def find_variant(key: str) -> Variant:
    """The variant of this key; raises Problem ``variant/unknown``."""
    if key not in VARIANTS:
        raise Problem("variant/unknown", f"{key!r} is not a variant; known are {', '.join(VARIANTS)}", field="variant")
    return VARIANTS[key]


def find_level(number: int, where: str) -> Level:
    """The level of this number; raises Problem ``level/unknown`` naming the field."""
    level = level_by_number(number)
    if level is None:
        raise Problem("level/unknown", f"{where}: {number} is not a level; there are 1 to {len(LEVELS)}", field=where)
    return level
