"""/v1/variants: the games, their options, moves and computer levels."""

from engines import VARIANTS, api
from service.api.answers import VariantList
from service.api.operation import NOT_MODIFIED, Call, Routes
from service.api.requests import CardsQuery
from service.api.responses import released
from service.games.catalogue import CardList, Variant, cards_view, variant_details, variant_summary
from service.language import ENGLISH
from service.model.problem import Problem

routes = Routes(
    "variants",
    "The games and their options, moves, cards and computer levels.",
    "/v1/variants",
    ("player", "bots", "tasks"),
)


@routes.get("", answers={200: VariantList, 304: NOT_MODIFIED}, texts=True, cache=released, uses_store=False)
def list_variants(call: Call) -> VariantList:
    """List the variants.

    The `key` of a variant identifies it in all other requests.
    """
    return VariantList(variants=[variant_summary(variant, call.language) for variant in VARIANTS.values()])


@routes.get(
    "/<key>",
    answers={200: Variant, 304: NOT_MODIFIED},
    refuses=("variant/not_found",),
    texts=True,
    cache=released,
    uses_store=False,
)
def get_variant(call: Call, key: str) -> Variant:
    """Get a variant.

    Returns its options, presets, moves and computer levels. Options and moves have a JSON Schema, levels their measured
    strength.
    """
    return variant_details(_variant(key), call.language)


@routes.get(
    "/<key>/cards",
    query=CardsQuery,
    answers={200: CardList, 304: NOT_MODIFIED},
    refuses=("variant/not_found", "options/invalid"),
    texts=True,
    cache=released,
    uses_store=False,
)
def list_cards(call: Call, key: str) -> CardList:
    """List the cards of a variant.

    Describes each card under the options of a preset. For the cards of a game, whose options may differ, see `GET
    /v1/games/{game_id}/cards`.
    """
    variant = _variant(key)
    preset, options = variant.resolve_options(call.query.get("preset"), None)
    return cards_view(variant, preset, options, call.language)


def _variant(key: str) -> api.Variant:
    if key not in VARIANTS:
        raise Problem("variant/not_found", ENGLISH.phrase("no_variant", key=repr(key), known=", ".join(VARIANTS)))
    return VARIANTS[key]
