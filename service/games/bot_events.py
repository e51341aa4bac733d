"""The events that bots receive about their games: the state of each of their seats, as one event. None has cards.

An event is derived from the game alone, when the bot reads it. The store has the state of each seat, the time of its
last change and the number of the change. A bot never reads anything outdated: a change has no event once the state of
the seat has changed again. docs/adr/0065-events-of-bots-are-made-when-they-are-read.md
"""

from collections.abc import Iterator
from typing import Annotated, Any, Final, TypeAlias

from service.games.computers import level_number
from service.games.views import SeatView, seats_view, settings_view
from service.model.answer import Answer, Count, Positive, SeatNumber, Timestamp, VariantKey, about
from service.model.game import (
    ABORTED,
    ACTIVE,
    AI,
    DECLINED,
    EXPIRED,
    OPEN,
    PENDING,
    Game,
    GameSettings,
    GameStatus,
    Result,
    persons_asked,
)
from service.model.timestamps import now_ms, parse_time_ms, time_text
from service.store.bots import Change, SeatOfBot
from service.store.store import Store

GRACE_MS: Final = 60_000
"""A place is reserved for an invitation this much longer than it is valid."""
HELD_MS: Final = 3_600_000
"""A game that waits for others no longer takes a place of the bot after this time."""


class BotEventBase(Answer, kw_only=True, tag_field="type"):
    """The fields of all events of a bot."""

    id: Annotated[Positive, about("Number of the event. Pass the last one as `after`, or as `Last-Event-ID`.")] = 1
    at: Annotated[Timestamp, about("When it happened.")]
    game_id: Annotated[str, about("The game's id.")]
    seat: Annotated[SeatNumber, about("Your seat.")]
    version: Annotated[Positive, about("The game's version.")]
    variant: Annotated[VariantKey, about("The variant's key.")]
    match_id: Annotated[
        str | None,
        about("The match that the game is part of: its id, or another name if it was created without a token."),
    ]


class BotInvited(BotEventBase, kw_only=True, tag="invitation"):
    """You are invited to a game. Accept or decline before `expires_at`."""

    preset: Annotated[str, about("The preset that the options are based on.")]
    options: Annotated[dict[str, Any], about("All options of the game.")]
    public: Annotated[bool, about("Whether anyone may watch.")]
    seats: Annotated[list[SeatView], about("All seats, in order.")]
    settings: Annotated[GameSettings, about("The game's settings.")]
    expires_at: Annotated[Timestamp, about("When the invitation expires.")]


class BotUninvited(BotEventBase, kw_only=True, tag="invitation_closed"):
    """An invitation is no longer open."""

    reason: Annotated[
        str,
        about(
            "`declined` by you, `expired`, or `withdrawn`: the game was aborted or the seat was given to another.",
            title="InvitationEnd",
            extra_json_schema={"enum": ["declined", "expired", "withdrawn"]},
        ),
    ]


class BotGameStarted(BotEventBase, kw_only=True, tag="game_started"):
    """A game has started, or you play your seat again, and it is not your turn. If it is, you get `your_turn`
    instead.
    """


class BotTurn(BotEventBase, kw_only=True, tag="your_turn"):
    """It is your turn: get the game and play a move. Sent once for each decision."""

    ply: Annotated[Count, about("Number of the decision.")]
    deadline: Annotated[Timestamp | None, about("When the heuristic answers for you, if the game has a time limit.")]


class BotReplaced(BotEventBase, kw_only=True, tag="seat_taken_over"):
    """A computer plays your seat, because you were absent. You can return to it."""

    level: Annotated[Positive, about("Level of the computer.")]


class BotGameFinished(BotEventBase, kw_only=True, tag="game_finished"):
    """The game is over."""

    status: Annotated[GameStatus, about("`finished` or `aborted`.")]
    result: Annotated[Result | None, about("Null if it was aborted.")]


BotEvent: TypeAlias = BotInvited | BotUninvited | BotGameStarted | BotTurn | BotReplaced | BotGameFinished
KINDS: Final = (BotInvited, BotUninvited, BotGameStarted, BotTurn, BotReplaced, BotGameFinished)


def event_of(game: Game, number: int, bot: str, event_id: int = 1, at_ms: int = 0) -> BotEvent | None:
    """The state of a bot's seat; None if the bot has accepted and the game has not started."""
    seat = game.seats[number]
    common: dict[str, Any] = {
        "id": event_id,
        "at": time_text(at_ms),
        "game_id": game.id,
        "seat": number,
        "version": game.version,
        "variant": game.variant_key,
        "match_id": game.match_id,
    }
    if seat.bot_id != bot:
        return BotUninvited(reason="withdrawn", **common)
    if seat.invitation is not None:
        if game.status != OPEN or seat.invitation.status != PENDING:
            was_withdrawn = seat.invitation.status not in (DECLINED, EXPIRED)
            return BotUninvited(reason="withdrawn" if was_withdrawn else seat.invitation.status, **common)
        return BotInvited(
            preset=game.preset,
            options=game.options,
            public=game.public,
            seats=seats_view(game),
            settings=GameSettings(**settings_view(game.settings)),
            expires_at=seat.invitation.expires_at,
            **common,
        )
    if game.is_over:
        result = None if game.status == ABORTED else game.result
        return BotGameFinished(status=game.status, result=result, **common)
    if seat.kind == AI:
        return BotReplaced(level=level_number(seat.level) or 1, **common)
    if game.status != ACTIVE:
        return None
    if number in persons_asked(game):
        return BotTurn(ply=int(game.state.ply), deadline=game.deadline, **common)
    return BotGameStarted(**common)


def seats_of_bots(game: Game) -> Iterator[SeatOfBot]:
    """The states of all seats that are a bot's, or were."""
    seats = [(number, seat.bot_id) for number, seat in enumerate(game.seats) if seat.bot_id is not None]
    withdrawn = [(number, bot) for bot, number in game.uninvited if game.seats[number].bot_id != bot]
    for number, bot in (*seats, *withdrawn):
        event = event_of(game, number, bot)
        yield SeatOfBot(bot, game.id, number, _standing(event), _place_until_ms(game, event))


def events_after(store: Store, bot_id: str, after: int) -> tuple[list[BotEvent], int]:
    """The events after the one with number ``after``, oldest first, and the number to continue with."""
    changes, last = store.bots.changes_after(bot_id, after)
    events: list[BotEvent] = []
    for change, game in zip(changes, store.games.load_each([change.game_id for change in changes]), strict=True):
        event = None if game is None else event_of(game, change.seat, bot_id, change.number, change.at_ms)
        # otherwise the seat has changed again, which is the next event, or none
        if event is not None and _standing(event) == change.standing:
            events.append(event)
    return events, last


def is_over(change: Change) -> bool:
    """True if a seat remains in this state."""
    return change.standing.startswith(("game_finished", "invitation_closed"))


def _standing(event: BotEvent | None) -> str:
    """The state of a seat in the form that ``lua/seat_note.lua`` compares: the type of its event, and what
    distinguishes it from others of the type.
    """
    if event is None:
        return "seated"
    kind = str(event.__struct_config__.tag)
    match event:
        case (
            BotInvited(expires_at=detail)
            | BotUninvited(reason=detail)
            | BotReplaced(level=detail)
            | BotTurn(ply=detail)
        ):
            return f"{kind} {detail}"
    return kind


def _place_until_ms(game: Game, event: BotEvent | None) -> int | None:
    if isinstance(event, BotInvited):
        return parse_time_ms(event.expires_at) + GRACE_MS
    if isinstance(event, BotUninvited | BotGameFinished | BotReplaced):
        return None
    until_ms = parse_time_ms(game.expires_at or time_text(now_ms()))
    waits_since = game.created_at if game.status == OPEN else game.asked_at
    if isinstance(event, BotTurn) or waits_since is None:
        return until_ms
    return min(until_ms, parse_time_ms(waits_since) + HELD_MS)
