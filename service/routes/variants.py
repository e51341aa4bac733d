"""/v1/variants: the games, their options, moves and computer levels."""

from dataclasses import asdict
from typing import Any

from flask import Response, jsonify
from flask_smorest import Blueprint
from marshmallow import RAISE

from ai.levels import LEVELS, Level
from ai.strength import strength_of
from engines import VARIANTS
from engines.api import Variant
from service.contract import with_problems
from service.problem import Problem
from service.routes.common import lasting
from service.schemas import CardsQuery
from service.views import cards_view

blueprint = Blueprint("variants", __name__, url_prefix="/v1/variants", description="The games and what can be chosen in them.")


@blueprint.get("")
@blueprint.response(200, "VariantList")
@blueprint.alt_response(304, description="Nothing has changed.")
def list_variants() -> Response:
    """List the games."""
    return lasting(jsonify({"variants": [_summary(variant) for variant in VARIANTS.values()]}))


@blueprint.get("/<key>")
@blueprint.response(200, "Variant")
@blueprint.alt_response(304, description="Nothing has changed.")
@with_problems(blueprint, "variant/not_found")
def get_variant(key: str) -> Response:
    """See a game's options, presets, moves and computer levels."""
    return lasting(jsonify(_details(_variant(key))))


@blueprint.get("/<key>/cards")
@blueprint.arguments(CardsQuery, location="query", unknown=RAISE)
@blueprint.response(200, "CardList")
@blueprint.alt_response(304, description="Nothing has changed.")
@with_problems(blueprint, "variant/not_found", "request/invalid", "options/invalid")
def list_cards(query: dict[str, Any], key: str) -> Response:
    """List the cards of a preset and what each of them does.

    Those of a running game, whose options may differ, stand at its `links.cards`.
    """
    variant = _variant(key)
    preset, options = variant.resolve_options(query.get("preset"), None)
    return lasting(jsonify(cards_view(variant, preset, options)))


def _variant(key: str) -> Variant:
    if key not in VARIANTS:
        raise Problem("variant/not_found", f"{key[:40]!r} is not a variant; known are {', '.join(VARIANTS)}")
    return VARIANTS[key]


def _summary(variant: Variant) -> dict[str, Any]:
    return {
        "key": variant.key,
        "name": variant.name,
        "summary": variant.summary,
        "presets": list(variant.presets),
        "links": {"self": f"/v1/variants/{variant.key}", "cards": f"/v1/variants/{variant.key}/cards"},
    }


def _details(variant: Variant) -> dict[str, Any]:
    presets = [
        {"name": name, "seats": int(variant.new_game(options).seats()), "options": dict(options)}
        for name, options in variant.presets.items()
    ]
    return _summary(variant) | {
        "credits": variant.credits,
        "rules_version": variant.rules_version,
        "presets": presets,
        "options": {name: form.schema() for name, form in variant.options.items()},
        "moves": [{"type": form.type, "description": form.help, "schema": form.schema()} for form in variant.moves],
        "has_decisions": variant.has_decisions,
        "levels": [_level(level, variant.key) for level in LEVELS],
    }


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
