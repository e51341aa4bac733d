"""Invitations of bots to seats: invite, accept, decline, expire. The game stores them; the bot's places are reserved in
its own store.

A seat's token is derived from the bot's token, the game and the seat: a bot that crashed after it had accepted gets the
same one again, and the service stores only digests.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Final

from msgspec.structs import replace

from engines.api import Variant
from service.games.bot_events import GRACE_MS
from service.games.play import NO_SEED, OwnSeed, promise, require_seat, start_if_ready
from service.games.update import Games, Unchanged
from service.model.answer import Problem, refusal, wrong_field
from service.model.callers import Caller
from service.model.events import BotInvited, InvitationDeclined, InvitationExpired, SeatTaken
from service.model.game import BOT, DECLINED, EXPIRED, OPEN, PENDING, Game, GameSettings, Seat, SeatInvitation
from service.model.timestamps import left_ms, now_ms, parse_time_ms, time_text
from service.model.tokens import RoleIn, derived, digest, new_token, set_token
from service.store.bots import Bot, BotStore, unknown_bot
from service.store.connection import LOST_REPLY
from service.store.readable import Unreadable

MAX_UNINVITED: Final = 8
"""Withdrawn invitations that a game remembers, in order to notify the bots."""


def seat_token(bot_token: str, game_id: str, seat: int) -> str:
    """The token of a bot's seat."""
    return new_token(game_id, derived(bot_token.encode(), f"{game_id}:{seat}"))


# -- inviting


def bot_of_variant(bots: BotStore, bot_id: str, variant: Variant, where: str) -> Bot:
    """The bot; raises Problem if there is none, or it does not play the variant."""
    bot = bots.find(bot_id)
    if bot is None:
        problem = unknown_bot(bot_id)
        raise wrong_field(problem.code, where, problem.detail)
    if variant.key not in bot.variants:
        known = ", ".join(bot.variants)
        raise refusal(
            "bot/other_variant", "bot_other_variant", name=bot.name, variant=variant.key, known=known, field=where
        )
    return bot


def invited_seat(bots: BotStore, bot_id: str, variant: Variant, settings: GameSettings, where: str) -> Seat:
    """A seat with an invitation of a bot; raises Problem if there is no such bot, or it does not play the variant."""
    bot = bot_of_variant(bots, bot_id, variant, where)
    return Seat(BOT, bot.name, bot_id=bot.id, invitation=invitation_of(settings))


def invitation_of(settings: GameSettings) -> SeatInvitation:
    """A new invitation in a game with these settings."""
    return SeatInvitation(status=PENDING, expires_at=time_text(now_ms() + 1000 * settings.invitation_s), reason=None)


@contextmanager
def places_reserved(
    bots: BotStore, game_id: str, seats: Iterable[Seat], callers: Sequence[Caller], first: int = 0
) -> Iterator[None]:
    """Reserve a place of every bot that is invited to one of ``seats``, numbered from ``first``, for the caller;
    release new reservations if the body refuses. If a reply was lost, the bot may be invited: a place expires with the
    invitation, unless the game says otherwise, as after a process has died.

    Raises Problem ``bot/offline`` or ``bot/full``, or ``bot/unknown`` for a bot that was deleted.
    """
    reserved: list[tuple[str, str]] = []
    try:
        for number, seat in enumerate(seats, first):
            if seat.bot_id is None or seat.invitation is None:
                continue
            bot = bots.find(seat.bot_id)
            if bot is None:
                raise unknown_bot(seat.bot_id)
            entry = f"{game_id}:{number}"
            if bots.reserve(bot, entry, parse_time_ms(seat.invitation.expires_at) + GRACE_MS, callers):
                reserved.append((bot.id, entry))
        yield
    except LOST_REPLY:
        raise
    except Exception:
        for bot_id, entry in reserved:
            bots.release(bot_id, entry)
        raise


def invite(
    games: Games, game_id: str, owner_in: RoleIn, number: int, bot_id: str, callers: Sequence[Caller] = ()
) -> Game:
    """Invite a bot, the same or another, to the seat of one that has not accepted."""
    game = games.load(game_id)
    owner_in(game)
    seat = invited_seat(games.store.bots, bot_id, game.variant, game.settings, "bot_id")

    def replace_bot(game: Game) -> None:
        owner_in(game)
        before = require_vacant(game, number)
        if before.bot_id == bot_id and before.invitation and before.invitation.status == PENDING:
            raise Problem(
                "invitation/pending",
                f"{seat.name} is invited to seat {number} already, until {before.invitation.expires_at}.",
            )
        withdraw(game, number)
        game.uninvited = [entry for entry in game.uninvited if entry != [bot_id, number]]
        game.seats[number] = seat
        game.events.append(BotInvited(seat=number, bot_id=bot_id))

    with places_reserved(games.store.bots, game_id, [seat], callers, number):
        return games.update(game_id, replace_bot).game


def require_vacant(game: Game, number: int) -> Seat:
    """The seat of a bot that has not accepted; raises Problem if it is none, or the game has started."""
    require_seat(game, number)
    if game.status != OPEN or game.seats[number].invitation is None:
        raise Problem("invitation/closed", f"Seat {number} of game {game.id} is not waiting for a bot.")
    return game.seats[number]


def withdraw(game: Game, number: int) -> None:
    """Record that the bot of the seat has to be notified that it is no longer invited."""
    game.uninvited = [*game.uninvited, [game.seats[number].bot_id, number]][-MAX_UNINVITED:]


# -- answering


def accept(
    games: Games, bot: Bot, bot_token: str, game_id: str, number: int, own_seed: OwnSeed = NO_SEED
) -> tuple[Game, str]:
    """Take the seat and return the game with the seat's token: the same one however often the bot asks."""
    token = seat_token(bot_token, game_id, number)

    def sit(game: Game) -> None:
        now = games.store.bots.find(bot.id)
        if now is None or now.token_digest != bot.token_digest:
            raise Problem("auth/unknown_token", f"The token of bot {bot.id} was renewed, or the bot was deleted.")
        seat = _seat_of_bot(game, bot, number)
        if seat.invitation is None:
            if game.tokens.get(digest(token)) == number:
                raise Unchanged
            set_token(game, number, token)
            return
        _open_invitation(game, seat, number)
        seat.invitation = None
        game.tokens[digest(token)] = number
        game.events.append(SeatTaken(seat=number, name=seat.name))
        promise(game, number, own_seed)
        start_if_ready(game)

    return _answered(games, game_id, number, sit), token


def decline(games: Games, bot: Bot, game_id: str, number: int, reason: str | None = None) -> Game:
    """Refuse the invitation. The owner of the game sees the reason."""

    def refuse(game: Game) -> None:
        seat = _seat_of_bot(game, bot, number)
        if seat.invitation is not None and seat.invitation.status == DECLINED:
            raise Unchanged
        seat.invitation = replace(_open_invitation(game, seat, number), status=DECLINED, reason=reason)
        game.events.append(InvitationDeclined(seat=number, reason=reason))

    return _answered(games, game_id, number, refuse)


def _answered(games: Games, game_id: str, number: int, change: Callable[[Game], None]) -> Game:
    try:
        return games.changed(game_id, change)
    except Problem as problem:
        raise not_invited(game_id, number) if problem.code == "game/not_found" else problem from None


def renew_seat(games: Games, bot: Bot, bot_token: str, game_id: str, number: int) -> None:
    """Replace the token of a bot's seat by the one derived from the bot's new token."""
    token = seat_token(bot_token, game_id, number)

    def replace_token(game: Game) -> None:
        if game.is_over or game.tokens.get(digest(token)) == number:
            raise Unchanged
        if _seat_of_bot(game, bot, number).invitation is None:
            set_token(game, number, token)
        # otherwise a change without content: it overtakes an acceptance with the old token meanwhile, which then checks
        # the bot again

    try:
        games.update(game_id, replace_token)
    except (Unchanged, Problem, Unreadable):  # no longer the bot's, or expired
        pass


def seated_game(games: Games, bot: Bot, bot_token: str, game_id: str, number: int) -> Game:
    """A game of the bot, whose seat has the token derived from ``bot_token``: also if the game could not be read when
    that was renewed. Raises Problem ``game/not_found``, and Unreadable.
    """
    game = games.load(game_id)
    is_seated = game.seats[number].bot_id == bot.id and game.seats[number].invitation is None
    if game.is_over or not is_seated or digest(seat_token(bot_token, game_id, number)) in game.tokens:
        return game
    renew_seat(games, bot, bot_token, game_id, number)
    return games.load(game_id)


def _seat_of_bot(game: Game, bot: Bot, number: int) -> Seat:
    """The bot's seat; raises Problem, the same for games that do not exist, so that private games stay unknown."""
    if not 0 <= number < len(game.seats) or game.seats[number].bot_id != bot.id:
        raise not_invited(game.id, number)
    return game.seats[number]


def not_invited(game_id: str, number: int) -> Problem:
    """The same refusal for invitations that do not exist or are another bot's."""
    return Problem("invitation/not_found", f"This bot is not invited to seat {number} of a game {game_id!r}.")


def _open_invitation(game: Game, seat: Seat, number: int) -> SeatInvitation:
    """The invitation, if it can be answered; raises Problem otherwise."""
    invitation = seat.invitation
    if game.is_over:
        raise Problem("invitation/closed", f"Game {game.id} is {game.status}.")
    if invitation is None:
        raise Problem(
            "invitation/closed",
            f"You have accepted seat {number} of game {game.id}: to leave, let a computer take over or resign.",
        )
    if invitation.status != PENDING or left_ms(invitation.expires_at) <= 0:
        what = "was declined" if invitation.status == DECLINED else f"has expired, at {invitation.expires_at}"
        raise Problem("invitation/closed", f"The invitation to seat {number} of game {game.id} {what}.")
    return invitation


# -- expiring


def expire_invitations(game: Game) -> None:
    """Mark the invitations whose time is over."""
    for number, seat in enumerate(game.seats):
        invitation = seat.invitation
        if invitation and invitation.status == PENDING and left_ms(invitation.expires_at) <= 0:
            seat.invitation = replace(invitation, status=EXPIRED)
            game.events.append(InvitationExpired(seat=number))
