"""Responses that only HTTP has: views with additional fields, lists, problems, the state of the service."""

from typing import Annotated, Any, Literal

from msgspec import UNSET, UnsetType

from service.config import Level
from service.games.bot_events import BotEvent
from service.games.bots import Bot, BotGame
from service.games.catalogue import VariantSummary
from service.games.views import Event, GameSummary, GameView
from service.model.answer import Answer, Count, Positive, about
from service.tasks.match_views import Match
from service.webhooks.subscriptions import Webhook


def _as_text(name: str) -> dict[str, Any]:
    """The schema of a text that is a JSON value of the type with this name."""
    return {"contentMediaType": "application/json", "contentSchema": {"$ref": f"#/components/schemas/{name}"}}


# -- games


class CreatedGame(GameView, kw_only=True):
    """A new game with its secrets."""

    tokens: Annotated[dict[str, str], about("Tokens of the persons' seats, by seat number.")]
    owner_token: Annotated[str, about("Token of the game's owner.")]
    join_code: Annotated[str | None, about("Needed to join. Null if no seat is open.")]


class JoinedGame(GameView, kw_only=True):
    """A game after a seat was taken."""

    token: Annotated[str, about("Token of your seat.")]


class QuickGame(JoinedGame, kw_only=True):
    """A game that you were paired for, or that waits for an opponent."""


class SeatToken(Answer, kw_only=True):
    """The new token of a seat."""

    seat: Annotated[Count, about("The seat.")]
    token: Annotated[str, about("Its token. It is not shown again.")]


class OwnerToken(Answer, kw_only=True):
    """The new token of the owner."""

    owner_token: Annotated[str, about("The token. It is not shown again.")]


class PlayedGame(GameView, kw_only=True):
    """A game after a move."""

    events: Annotated[list[Event], about("The events of your move and all events since.")]


class GameList(Answer, kw_only=True):
    """A page of public games."""

    games: Annotated[list[GameSummary], about("The games, newest first.")]
    next: Annotated[str | None, about("Pass it as `cursor` to get the next page. Null on the last page.")]


class EventMessage(Answer, kw_only=True):
    """A server-sent event with the events of one version. A comment line is sent every 15 seconds."""

    id: Annotated[str, about("The revision. Send the last one as `Last-Event-ID`.")]
    data: Annotated[str, about("A GameUpdate.", extra_json_schema=_as_text("GameUpdate"))]


class Ticket(Answer, kw_only=True):
    """Replaces your token where a token cannot be sent: in the address of this game's stream."""

    ticket: Annotated[str, about("Send it as `?ticket=`.")]
    expires_in_s: Annotated[Positive, about("Seconds for which it can open a stream.")]


class CreatedMatch(Match, kw_only=True):
    """A new match."""

    token: Annotated[str | None, about("Token that can cancel the match. Null if you have sent one of your own.")]


# -- bots


class BotList(Answer, kw_only=True):
    """A page of bots."""

    bots: Annotated[list[Bot], about("The bots, those registered last first.")]
    next: Annotated[str | None, about("Pass it as `cursor` to get the next page. Null on the last page.")]


class BotEventList(Answer, kw_only=True):
    """The events of a bot after a number. Of each seat it has the newest only."""

    events: Annotated[list[BotEvent], about("The events, oldest first.")]
    last: Annotated[Count, about("Pass it as `after` next time.")]


class BotEventMessage(Answer, kw_only=True):
    """A server-sent event with one event of a bot. A comment line is sent every 15 seconds."""

    id: Annotated[str, about("The event's number. Send the last one as `Last-Event-ID`.")]
    data: Annotated[str, about("A BotEvent.", extra_json_schema=_as_text("BotEvent"))]


class BotGameList(Answer, kw_only=True):
    """The games and invitations of a bot."""

    games: Annotated[list[BotGame], about("Games and invitations that are not over.")]
    last: Annotated[Count, about("Number of your last event. Pass it as `after` to go on from here.")]


# -- the rest


class VariantList(Answer, kw_only=True):
    """All variants."""

    variants: Annotated[list[VariantSummary], about("The variants.")]


class WebhookList(Answer, kw_only=True):
    """Your webhooks of a game, or of your API key."""

    webhooks: Annotated[list[Webhook], about("The webhooks, oldest first.")]


class FieldError(Answer, kw_only=True):
    """An invalid field."""

    pointer: Annotated[str, about("JSON pointer (RFC 6901) of the field in the body or query. Empty for the whole.")]
    message: Annotated[str, about("What is wrong.")]


class Problem(Answer, kw_only=True):
    """RFC 9457 problem details. Programs should use `code`; `detail` is for people."""

    type: Annotated[str, about("Address of a page about the code: `/problems/{code}`.")]
    title: Annotated[str, about("What the code means.")]
    status: Annotated[int, about("The HTTP status.")]
    detail: Annotated[str, about("What was wrong, and what would be right.")]
    code: Annotated[str, about("Stable code of the problem.", title="ProblemCode")]
    request_id: Annotated[str, about("The request's `X-Request-Id`.")]
    rule: Annotated[str | UnsetType, about("The rule that it breaks: a section (`2.3`) or a ruling (`ruling 18`).")] = (
        UNSET
    )
    rule_url: Annotated[str | UnsetType, about("Address of that rule, on a web page.")] = UNSET
    errors: Annotated[list[FieldError] | UnsetType, about("The invalid fields, at least one.")] = UNSET
    current_version: Annotated[Count | UnsetType, about("The game's current version, if your view is outdated.")] = (
        UNSET
    )
    view: Annotated[GameView | UnsetType, about("Your current view of the game, if yours is outdated.")] = UNSET


class Health(Answer, kw_only=True):
    """Whether the process runs."""

    status: Annotated[Literal["ok"], about("Always `ok`.")]


class Readiness(Health, kw_only=True):
    """Whether the process can serve requests."""

    store: Annotated[
        Level,
        about(
            "How full the store is. `low`: soon full. `full`: nothing new is accepted, running games go on. "
            "`read_only`: no change is accepted, games can be read.",
            title="StoreSpace",
        ),
    ]


class Version(Answer, kw_only=True):
    """Version information."""

    name: Annotated[str, about("Name of the service.")]
    version: Annotated[str, about("Version of the service.")]
    api: Annotated[str, about("Version of the API.")]
    compiled: Annotated[bool, about("Whether rules and search run compiled.")]
