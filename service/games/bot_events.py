"""The events that bots receive about their games: the state of each of their seats, as one event. None has cards.

An event follows from the game alone. A newer one of the same seat replaces it, so that a bot never reads what is no
longer so.
"""

from collections.abc import Iterator
from typing import Annotated, Any, Final, TypeAlias

import msgspec
from msgspec import Meta

from service.games.views import GameStatus, Result, SeatView, result_view, seats_view
from service.model.answer import Answer, Count, Positive, SeatNumber, Timestamp, VariantKey
from service.model.game import (
    ABORTED,
    ACTIVE,
    AI,
    BOT,
    DECLINED,
    EXPIRED,
    OPEN,
    PENDING,
    Game,
    GameSettings,
    persons_asked,
)
from service.model.timestamps import now_ms, parse_time_ms, time_text
from service.store.bots import INVITED, OVER, PLAYING, REPLACED, SEATED, SeatNews

GRACE_MS: Final = 60_000
"""A place is reserved for an invitation this much longer than it is valid."""


class BotEventBase(Answer, kw_only=True, tag_field="type"):
    """What all events of a bot have."""

    id: Annotated[
        Positive, Meta(description="Number of the event. Pass the last one as `after`, or as `Last-Event-ID`.")
    ] = 1
    at: Annotated[Timestamp, Meta(description="When it happened.")]
    game_id: Annotated[str, Meta(description="The game's id.")]
    seat: Annotated[SeatNumber, Meta(description="Your seat.")]
    version: Annotated[Positive, Meta(description="The game's version.")]
    variant: Annotated[VariantKey, Meta(description="The variant's key.")]
    match_id: Annotated[
        str | None,
        Meta(
            description="The match that the game is part of: its id, or another name if it was created without a token."
        ),
    ]


class BotInvited(BotEventBase, kw_only=True, tag="invitation"):
    """You are invited to a game. Accept or decline before `expires_at`."""

    preset: Annotated[str, Meta(description="The preset that the options are based on.")]
    options: Annotated[dict[str, Any], Meta(description="All options of the game.")]
    public: Annotated[bool, Meta(description="Whether anyone may watch.")]
    seats: Annotated[list[SeatView], Meta(description="All seats, in order.")]
    settings: Annotated[GameSettings, Meta(description="The game's settings.")]
    expires_at: Annotated[Timestamp, Meta(description="When the invitation expires.")]


class BotUninvited(BotEventBase, kw_only=True, tag="invitation_closed"):
    """An invitation is no longer open."""

    reason: Annotated[
        str,
        Meta(
            title="InvitationEnd",
            description="`declined` by you, `expired`, or `withdrawn`: the game was aborted or the seat was given "
            "to another.",
            extra_json_schema={"enum": ["declined", "expired", "withdrawn"]},
        ),
    ]


class BotGameStarted(BotEventBase, kw_only=True, tag="game_started"):
    """A game has started, or you play your seat again, and it is not your turn. If it is, you get `your_turn`
    instead.
    """


class BotTurn(BotEventBase, kw_only=True, tag="your_turn"):
    """It is your turn: get the game and play a move. Sent once for each decision."""

    ply: Annotated[Count, Meta(description="Number of the decision.")]
    deadline: Annotated[
        Timestamp | None, Meta(description="When the heuristic answers for you, if the game has a time limit.")
    ]


class BotReplaced(BotEventBase, kw_only=True, tag="seat_taken_over"):
    """A computer plays your seat, because you were absent. You can return to it."""

    level: Annotated[Positive, Meta(description="Level of the computer.")]


class BotGameFinished(BotEventBase, kw_only=True, tag="game_finished"):
    """The game is over."""

    status: Annotated[GameStatus, Meta(description="`finished` or `aborted`.")]
    result: Annotated[Result | None, Meta(description="Null if it was aborted.")]


BotEvent: TypeAlias = BotInvited | BotUninvited | BotGameStarted | BotTurn | BotReplaced | BotGameFinished
KINDS: Final = (BotInvited, BotUninvited, BotGameStarted, BotTurn, BotReplaced, BotGameFinished)
_decoder: Final = msgspec.json.Decoder(BotEvent)


def load_event(number: int, text: str) -> BotEvent:
    """A stored event with its number."""
    event: BotEvent = msgspec.structs.replace(_decoder.decode(text), id=number)
    return event


def seat_news(game: Game) -> Iterator[SeatNews]:
    """How every seat of a bot stands."""
    for number, seat in enumerate(game.seats):
        if seat.bot is not None:
            yield _news(game, number, seat.bot)
    for bot, number in game.uninvited:
        if game.seats[number].bot != bot:
            yield _over(game, number, bot, BotUninvited(reason="withdrawn", **_common(game, number)), "withdrawn")


def _news(game: Game, number: int, bot: str) -> SeatNews:
    seat, common = game.seats[number], _common(game, number)
    invitation = seat.invitation
    if invitation is not None:
        if game.status != OPEN or invitation["status"] != PENDING:
            reason = invitation["status"] if invitation["status"] in (DECLINED, EXPIRED) else "withdrawn"
            return _over(game, number, bot, BotUninvited(reason=reason, **common), reason)
        event = BotInvited(
            preset=game.preset,
            options=game.options,
            public=game.public,
            seats=seats_view(game),
            settings=game.settings,
            expires_at=invitation["until"],
            **common,
        )
        until_ms = parse_time_ms(invitation["until"]) + GRACE_MS
        return _seat_news(game, number, bot, INVITED, until_ms, event, invitation["until"])
    if game.is_over:
        result = None if game.status == ABORTED else result_view(game)
        return _over(game, number, bot, BotGameFinished(status=game.status, result=result, **common), "ended")  # type: ignore[arg-type]
    if seat.kind == AI:
        return _seat_news(
            game, number, bot, REPLACED, None, BotReplaced(level=seat.level or 1, **common), str(seat.level)
        )
    until_ms = parse_time_ms(game.expires_at or time_text(now_ms()))
    if game.status != ACTIVE or seat.kind != BOT:
        return _seat_news(game, number, bot, SEATED, until_ms, None)
    if number in persons_asked(game):
        ply = int(game.state.ply)
        return _seat_news(
            game, number, bot, PLAYING, until_ms, BotTurn(ply=ply, deadline=game.deadline, **common), str(ply)
        )
    return _seat_news(game, number, bot, PLAYING, until_ms, BotGameStarted(**common), only_first=True)


def _common(game: Game, number: int) -> dict[str, Any]:
    return {
        "at": time_text(now_ms()),
        "game_id": game.id,
        "seat": number,
        "version": game.version,
        "variant": game.variant_key,
        "match_id": game.match_id,
    }


def _over(game: Game, number: int, bot: str, event: BotEvent, detail: str) -> SeatNews:
    return _seat_news(game, number, bot, OVER, None, event, detail)


def _seat_news(
    game: Game,
    number: int,
    bot: str,
    phase: str,
    until_ms: int | None,
    event: BotEvent | None,
    detail: str = "-",
    only_first: bool = False,
) -> SeatNews:
    text = b"" if event is None else msgspec.json.encode(event)
    return SeatNews(bot, game.id, number, game.revision, phase, detail, text, until_ms, only_first)
