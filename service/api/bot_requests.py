"""Request bodies and queries about bots and their invitations."""

from marshmallow import fields, validate

from engines import VARIANTS
from service.api.request_fields import Flag, Items, QueryNumber, Shown, after_field, cursor_field, wait_field
from service.api.requests import Request, WithSeed

BOT_CURSOR_PATTERN = "[0-9]{13}:b_[a-z2-7]{20}"
"""In the contract only: another cursor has a problem code of its own."""
MAX_BOT_NAME = 30
MAX_BOT_GAMES = 100


class InviteRequest(Request):
    """Which bot to invite."""

    bot = fields.String(
        required=True,
        validate=validate.Length(min=1, max=40),
        metadata={"description": "The id of the bot, see GET /v1/bots."},
    )


class AcceptRequest(WithSeed):
    """What a bot adds when it accepts."""


class DeclineRequest(Request):
    """Why a bot declines."""

    reason = fields.String(
        validate=Shown(min=1, max=200), metadata={"description": "For the owner of the game, who sees it."}
    )


class ChangeBotRequest(Request):
    """What is to change about a bot."""

    name = fields.String(
        validate=Shown(min=1, max=MAX_BOT_NAME),
        metadata={
            "description": "Its name. No two bots have names that differ in upper and lower case only.",
            "example": "Slapshot",
        },
    )
    description = fields.String(validate=Shown(max=500), metadata={"description": "What it says about itself."})
    variants = Items(
        fields.String(),
        least=1,
        most=20,
        metadata={"description": "Keys of the variants that it plays, see GET /v1/variants."},
    )
    max_games = fields.Integer(
        strict=True,
        validate=validate.Range(min=1, max=MAX_BOT_GAMES),
        metadata={"description": "How many games and invitations it takes at once."},
    )
    open_to_matches = Flag(metadata={"description": "Whether anyone may put it into matches, or its owner only."})


class RegisterBotRequest(ChangeBotRequest):
    """A bot. By default it plays all variants, up to 4 games at once, and only its owner may put it into matches."""

    name = fields.String(
        required=True,
        validate=Shown(min=1, max=MAX_BOT_NAME),
        metadata={
            "description": "Its name. No two bots have names that differ in upper and lower case only.",
            "example": "Slapshot",
        },
    )
    description = fields.String(
        load_default="", validate=Shown(max=500), metadata={"description": "What it says about itself."}
    )
    max_games = fields.Integer(
        strict=True,
        load_default=4,
        validate=validate.Range(min=1, max=MAX_BOT_GAMES),
        metadata={"description": "How many games and invitations it takes at once."},
    )
    open_to_matches = Flag(
        load_default=False, metadata={"description": "Whether anyone may put it into matches, or its owner only."}
    )


class BotsQuery(Request):
    """Which page of the bots to list."""

    cursor = cursor_field(BOT_CURSOR_PATTERN)
    limit = QueryNumber(load_default=20, validate=validate.Range(min=1, max=100))
    variant = fields.String(
        validate=validate.OneOf(list(VARIANTS)),
        metadata={"title": "VariantKey", "description": "Only bots that play this variant."},
    )
    online = fields.Boolean(
        truthy={"true"},
        falsy={"false"},
        load_default=False,
        metadata={"description": "`true` for the bots that are online."},
    )


class BotEventsQuery(Request):
    """Which events to list, and how long to wait for them."""

    after = after_field("Number of the last event that you have.")
    wait = wait_field("an event")


class BotStreamQuery(Request):
    """Where the stream starts."""

    after = after_field("Number of the last event that you have. `Last-Event-ID` has precedence.")
