"""What is offered: health and version; and /v1/variants, the games with their options, moves and computer levels."""

from engines import VARIANTS, api, is_compiled
from service.api.answers import Health, Readiness, VariantList, Version
from service.api.fields import RequestSchema, string
from service.api.operation import NOT_MODIFIED, Call, Routes
from service.api.responses import released
from service.config import VERSION
from service.games.catalogue import CardList, Variant, cards_view, variant_details, variant_summary
from service.model.answer import refusal

routes = Routes("service", "Health and version.", audiences=("operator",))
NAME = "Faceoff"


@routes.get("/health/live", answers={200: Health}, uses_store=False)
def live(call: Call) -> Health:
    """Check that the process runs.

    For liveness probes. Does not use the store.
    """
    return Health(status="ok")


@routes.get("/health/ready", answers={200: Readiness})
def ready(call: Call) -> Readiness:
    """Check that the process can serve requests.

    For readiness probes and load balancers. Fails if the store does not respond, or if it is a replica that refuses
    writes. A store that is full does not fail it: running games can be read, and mostly go on.
    """
    call.store.ping()
    return Readiness(status="ok", store=call.store.space.state().level)


@routes.get("/version", answers={200: Version}, uses_store=False)
def get_version(call: Call) -> Version:
    """Get the version of the service.

    Returns the versions of the service and of the API, and whether rules and search run compiled.
    """
    return Version(name=NAME, version=VERSION, api="v1", compiled=is_compiled())


# -- variants


class CardsQuery(RequestSchema):
    """Which cards to list."""

    preset = string("A preset of the variant. Default: the first one.")


variant_routes = Routes(
    "variants",
    "The games and their options, moves, cards and computer levels.",
    "/v1/variants",
    ("player", "bots", "tasks"),
)


@variant_routes.get("", answers={200: VariantList, 304: NOT_MODIFIED}, texts=True, cache=released, uses_store=False)
def list_variants(call: Call) -> VariantList:
    """List the variants.

    The `key` of a variant identifies it in all other requests.
    """
    return VariantList(variants=[variant_summary(variant, call.language) for variant in VARIANTS.values()])


@variant_routes.get(
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


@variant_routes.get(
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
        raise refusal("variant/not_found", "no_variant", key=repr(key), known=", ".join(VARIANTS))
    return VARIANTS[key]
