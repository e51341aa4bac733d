"""/v1/variants: the games, their options, moves and computer levels."""

from flask import Response, jsonify
from marshmallow import RAISE

from engines import VARIANTS
from service.catalogue import variant_details, variant_summary
from service.contract import with_problems
from service.problem import Problem
from service.reading import Blueprint
from service.schemas import NoQuery

blueprint = Blueprint("variants", __name__, url_prefix="/v1/variants", description="The games and what can be chosen in them.")


@blueprint.get("")
@blueprint.arguments(NoQuery, location="query", unknown=RAISE, as_kwargs=True)
@blueprint.response(200, "VariantList")
@with_problems(blueprint, "request/invalid", "limit/exceeded")
def list_variants() -> Response:
    """List the games.

    The `key` of a game names it everywhere else.
    """
    return jsonify({"variants": [variant_summary(variant) for variant in VARIANTS.values()]})


@blueprint.get("/<key>")
@blueprint.response(200, "Variant")
@with_problems(blueprint, "variant/not_found", "limit/exceeded")
def get_variant(key: str) -> Response:
    """See a game's options, presets, moves and computer levels.

    Options and moves come with their JSON Schema, levels with their measured strength.
    """
    if key not in VARIANTS:
        raise Problem("variant/not_found", f"{key[:40]!r} is not a variant; known are {', '.join(VARIANTS)}")
    return jsonify(variant_details(VARIANTS[key]))
