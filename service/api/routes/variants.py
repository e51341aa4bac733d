"""/v1/variants: the games, their options, moves and computer levels."""

from typing import Any

from flask import Response

from engines import VARIANTS, api
from service.api.answers import VariantList
from service.api.languages import request_language
from service.api.requests import CardsQuery
from service.api.responses import cacheable, json_response
from service.api.routing import Routes, answers, no_query, problems, query
from service.games.catalogue import CardList, Variant, cards_view, variant_details, variant_summary
from service.language import ENGLISH
from service.model.problem import Problem

blueprint = Routes("variants", "The games and their options, moves, cards and computer levels.", "/v1/variants")


@blueprint.get("")
@no_query
@answers(200, VariantList)
@answers(304, description="Not modified.")
@problems("request/invalid", "limit/exceeded")
def list_variants() -> Response:
    """List the variants.

    The `key` of a variant identifies it in all other requests.
    """
    return cacheable(
        json_response(
            VariantList(variants=[variant_summary(variant, request_language()) for variant in VARIANTS.values()])
        )
    )


@blueprint.get("/<key>")
@answers(200, Variant)
@answers(304, description="Not modified.")
@problems("variant/not_found", "limit/exceeded")
def get_variant(key: str) -> Response:
    """Get a variant.

    Returns its options, presets, moves and computer levels. Options and moves have a JSON Schema, levels their measured
    strength.
    """
    return cacheable(json_response(variant_details(_variant(key), request_language())))


@blueprint.get("/<key>/cards")
@query(CardsQuery)
@answers(200, CardList)
@answers(304, description="Not modified.")
@problems("variant/not_found", "request/invalid", "options/invalid", "limit/exceeded")
def list_cards(query: dict[str, Any], key: str) -> Response:
    """List the cards of a variant.

    Describes each card under the options of a preset. For the cards of a game, whose options may differ, see its
    `links.cards`.
    """
    variant = _variant(key)
    preset, options = variant.resolve_options(query.get("preset"), None)
    return cacheable(json_response(cards_view(variant, preset, options, request_language())))


def _variant(key: str) -> api.Variant:
    if key not in VARIANTS:
        raise Problem("variant/not_found", ENGLISH.phrase("no_variant", key=repr(key[:40]), known=", ".join(VARIANTS)))
    return VARIANTS[key]
