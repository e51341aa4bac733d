"""/v1/variants: the games, their options, moves and computer levels."""

from typing import Any

from flask import Response, jsonify
from marshmallow import RAISE

from engines import VARIANTS
from engines.api import Variant
from service.api.openapi.problem_docs import with_problems
from service.api.parsing import Blueprint
from service.api.requests import CardsQuery, NoQuery
from service.api.responses import lasting
from service.games.catalogue import cards_view, variant_details, variant_summary
from service.model.problem import Problem

blueprint = Blueprint("variants", __name__, url_prefix="/v1/variants", description="The games and what can be chosen in them.")


@blueprint.get("")
@blueprint.arguments(NoQuery, location="query", unknown=RAISE, as_kwargs=True)
@blueprint.response(200, "VariantList")
@blueprint.alt_response(304, description="You have this already.")
@with_problems(blueprint, "request/invalid", "limit/exceeded")
def list_variants() -> Response:
    """List the games.

    The `key` of a game names it everywhere else.
    """
    return lasting(jsonify({"variants": [variant_summary(variant) for variant in VARIANTS.values()]}))


@blueprint.get("/<key>")
@blueprint.response(200, "Variant")
@blueprint.alt_response(304, description="You have this already.")
@with_problems(blueprint, "variant/not_found", "limit/exceeded")
def get_variant(key: str) -> Response:
    """See a game's options, presets, moves and computer levels.

    Options and moves come with their JSON Schema, levels with their measured strength.
    """
    return lasting(jsonify(variant_details(_variant(key))))


@blueprint.get("/<key>/cards")
@blueprint.arguments(CardsQuery, location="query", unknown=RAISE)
@blueprint.response(200, "CardList")
@blueprint.alt_response(304, description="You have this already.")
@with_problems(blueprint, "variant/not_found", "request/invalid", "options/invalid", "limit/exceeded")
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
