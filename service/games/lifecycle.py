"""Changes of a game other than moves: abort, rematch, takeover of a seat and return, tokens."""

from collections.abc import Sequence
from typing import Final, cast

from msgspec.structs import replace

from service.games.computers import ReserveAiTime, find_level, free, level_of, ms_between_computers
from service.games.invitations import invitation_of, places_reserved, require_vacant, withdraw
from service.games.play import (
    NO_SEED,
    OwnSeed,
    end,
    note_turns,
    promise,
    promise_again,
    require_active,
    require_not_over,
    require_seat,
    start_if_ready,
)
from service.games.update import Games, Once, Repeated, Unchanged
from service.language import ENGLISH
from service.model import shuffles
from service.model.answer import refusal
from service.model.callers import Caller
from service.model.events import Aborted, RematchAsked, SeatFilled, SeatReturned, SeatTakenOver
from service.model.game import ABORTED, AI, BOT, FINISHED, OPEN, PERSON, START, Game, Role, Seat, persons_asked
from service.model.levels import MIDDLE_LEVEL
from service.model.timestamps import left_ms, now_ms, parse_time_ms, time_text
from service.model.tokens import MEMBER, OWNER, RoleIn, SeatIn, at_random, new_id, new_token, role_in, set_token
from service.store.games import AlreadyCarriedOut, Overtaken, Request

MAKING_MS: Final = 60_000
"""Longer than a request takes to create the rematch that it has named."""

# -- abort and rematch


def abort(games: Games, game_id: str, member_in: RoleIn | None = None) -> Game:
    """End the game without a result, as ``_require_may_abort`` says; without a role, for an operator, at any time."""

    def call_off(game: Game) -> None:
        role = None if member_in is None else member_in(game)
        require_not_over(game)
        if role is not None:
            _require_may_abort(game, role)
        end(game, ABORTED)
        game.join_code = game.fallback = None
        game.events.append(Aborted())

    return games.update(game_id, call_off).game


def _require_may_abort(game: Game, role: Role) -> None:
    """The owner aborts a game before its first move; if several persons play, before cards are dealt.

    After that, an owner who plays could abort games until the hand is good. The others need not agree, as every player
    can resign. A game without an owner is aborted by its player while there is no other, or by either of both until it
    begins: who is paired with a player who has left need not wait for the missing seed.
    """
    players = [number for number, seat in enumerate(game.seats) if seat.sends_moves]
    if role != OWNER and (OWNER in game.tokens.values() or (players != [role] and game.status != OPEN)):
        raise refusal("auth/not_the_owner", "token_of_seat")
    if game.moves:
        raise refusal("abort/too_late", "abort_too_late", game=game.id)
    seen = [game.variant.observe(game.state, seat) for seat in range(len(game.seats))]
    if len(players) > 1 and any(game.variant.codec.private(observation).get("hand") for observation in seen):
        raise refusal("abort/too_late", "abort_dealt", game=game.id)


def rematch(
    games: Games, game_id: str, seat_in: SeatIn, own_seed: OwnSeed = NO_SEED, callers: Sequence[Caller] = ()
) -> tuple[Game, bool]:
    """A new game with the sides exchanged: returns it, and whether this call created it.

    A game has one rematch, however often and by whichever player it is requested. Every player moves to the next seat
    and keeps the token, so that no secret has to be sent. The old game stores the id first: if this process then dies,
    the next call completes it. After the rematch was deleted or has expired, a new one has another id.
    """
    game = games.load(game_id)
    seat = seat_in(game)
    if game.status != FINISHED:
        status = ENGLISH.phrase(f"status.{game.status}")
        raise refusal("rematch/not_finished", "rematch_not_finished", game=game.id, status=status)
    following_id = new_id("game", at_random)
    gone = game.rematch_id if _has_gone(games, game) else None

    def name_it(game: Game) -> None:
        seat_in(game)
        if game.rematch_id != gone:
            raise Unchanged
        game.rematch_id = following_id
        game.events.append(RematchAsked(game_id=following_id, seat=seat))

    if game.rematch_id == gone:
        games.store.space.require()  # before others see the id
        try:
            with (
                games.store.stock.counted(following_id, callers),
                places_reserved(games.store.bots, following_id, _seats_of_rematch(game, seat), callers),
            ):
                game = games.update(game_id, name_it).game
        except Unchanged:  # another player has asked for it at the same moment
            game = games.load(game_id)
    following = _rematch_of(game, seat, own_seed)
    try:
        return games.put(following, Request("create", seat)), True
    except (AlreadyCarriedOut, Overtaken):
        return promise_again(games, games.announced_again(following.id), seat_in, own_seed), False


def _has_gone(games: Games, game: Game) -> bool:
    """True if a rematch of the game no longer exists: it was named so long ago that no request can still be creating
    it.
    """
    changed_ms = parse_time_ms(cast(str, game.expires_at)) - 1000 * game.lifetime_s
    is_made = now_ms() > changed_ms + MAKING_MS
    return is_made and game.rematch_id is not None and games.store.games.revision(game.rematch_id) == START


def _next_seat(game: Game, seat: int) -> int:
    """The seat in the rematch: partners stay partners, the sides change."""
    return (seat + 1) % len(game.seats)


def _seats_of_rematch(old: Game, asking: int) -> list[Seat]:
    """The players in their new seats. A computer that has taken over a seat stays, unless the player of that seat asks.

    Bots are invited, so that they may decline.
    """
    seats = [replace(seat, reduced_to=None) for seat in old.seats]
    if seats[asking].kind == AI:
        seats[asking] = seats[asking].without_computer()
    seats = [
        replace(seat, invitation=invitation_of(old.settings)) if seat.kind == BOT else replace(seat, bot_id=None)
        for seat in seats
    ]
    return seats[-1:] + seats[:-1]


def _rematch_of(old: Game, asking: int, own_seed: OwnSeed) -> Game:
    """A new game of the same players, under the id in the old game.

    If the player who asks promises a seed, persons who promised one before may do so again.
    """
    exchanged = _seats_of_rematch(old, asking)
    roles = {token: role if isinstance(role, str) else _next_seat(old, role) for token, role in old.tokens.items()}
    of_bots = {_next_seat(old, number) for number, place in enumerate(old.seats) if place.bot_id is not None}
    tokens = {token: role for token, role in roles.items() if role not in of_bots}
    game = Game(
        id=cast(str, old.rematch_id),
        variant_key=old.variant_key,
        rules_version=old.variant.rules_version,
        preset=old.preset,
        options=old.options,
        status=OPEN,
        seats=exchanged,
        public=old.public,
        created_at=time_text(now_ms()),
        seed=shuffles.new_seed(),
        tokens=tokens,
        join_code=None,
        state=old.variant.new_game(old.options),
        untouched=True,
        settings=old.settings,
        rematch_of_id=old.id,
        key_id=old.key_id,
        given=sorted(_next_seat(old, seat) for seat in old.given),
    )
    if own_seed.digest is not None:
        persons = [number for number, place in enumerate(old.seats) if place.kind == PERSON]
        promised = [
            number
            for number in persons
            if str(number) in old.promises or (number == persons[0] and OWNER in old.promises)
        ]
        game.promises = {str(_next_seat(old, number)): None for number in promised}
        promise(game, _next_seat(old, asking), own_seed)
    start_if_ready(game)
    return game


# -- absent players


def take_over(
    games: Games,
    game_id: str,
    seat: int,
    member_in: RoleIn,
    level: str | int | None,
    reserve_ai_time: ReserveAiTime = free,
) -> Game:
    """Let a computer replace a person or a bot; if only computers play then, the game costs AI time. The player of the
    seat may do this at any time, others when that player is absent.

    The player chooses the level, and so does the owner who, before the game starts, gives the seat of a bot that has
    not accepted to a computer. That of an absent player was fixed when the game was created.
    """
    wanted = find_level(MIDDLE_LEVEL if level is None else level, "level")

    def seat_computer(game: Game) -> None:
        by = member_in(game)
        if game.status == OPEN and by == OWNER:
            require_vacant(game, seat)
            withdraw(game, seat)
            game.seats[seat] = Seat(AI, wanted.name, wanted.key)
            game.events.append(SeatFilled(seat=seat, level=wanted.key))
            start_if_ready(game)
            return
        require_active(game)
        require_seat(game, seat)
        if not game.seats[seat].sends_moves:
            raise refusal("seat/not_a_person", "computer_plays", seat=seat)
        chosen = wanted.key
        if by != seat:
            _require_absent(game, seat)
            chosen = game.settings.absent_level
            if level is not None and wanted.key != chosen:
                taken = level_of(chosen).number
                raise refusal("seat/not_yours", "level_not_yours", seat=seat, level=taken, field="level")
        own = game.seats[seat]
        game.events.append(SeatTakenOver(seat=seat, level=chosen, by=str(by)))
        game.seats[seat] = Seat(AI, own.name, chosen, bot_id=own.bot_id, team=own.team)
        note_turns(game)

    game = games.load(game_id)
    seats = [Seat(AI, wanted.name, wanted.key) if number == seat else it for number, it in enumerate(game.seats)]
    with reserve_ai_time(ms_between_computers(game.variant, seats)):
        return games.update(game_id, seat_computer).game


def return_to_seat(games: Games, game_id: str, number: int, seat_in: SeatIn) -> Game:
    """Return the seat that a computer has taken over to the person; nothing changes if the person plays it already.

    An answer that the computer has not committed yet is dropped: it is no longer the computer's turn. The time of the
    decision still counts from when it was asked, so that no player gains time by leaving and returning.
    """

    def seat_person(game: Game) -> None:
        seat = seat_in(game)
        require_seat(game, number)
        if number != seat:
            raise refusal("seat/not_yours", "seat_not_yours", own=seat, seat=number)
        require_active(game)
        if game.seats[seat].sends_moves:
            raise Unchanged
        game.events.append(SeatReturned(seat=seat))
        game.seats[seat] = game.seats[seat].without_computer()
        note_turns(game)

    return games.changed(game_id, seat_person)


# -- tokens


def renew_token(games: Games, game_id: str, sender_in: RoleIn, role: Role, once: Once) -> str:
    """Give the owner or a person's seat a new token, also while a computer plays the seat; the old one is no longer
    valid.

    Returns the token: a repeated request has only the old one, and gets the same new one again.

    A token renews itself; the owner renews also those of seats that the creator of the game was given.
    """
    token = new_token(game_id, once.draw, f"renewed {role}")

    def replace_token(game: Game) -> None:
        sender = sender_in(game)
        if role != OWNER:
            _require_may_renew(game, sender, role)
        set_token(game, role, token)

    try:
        games.update(game_id, replace_token, once.request)
    except Repeated as repeated:
        once.repeats(repeated.before.payload)
        role_in(repeated.game, token, MEMBER)  # raises Problem if it was renewed since
    return token


def _require_may_renew(game: Game, sender: Role, seat: int) -> None:
    require_seat(game, seat)
    if seat not in game.tokens.values():
        raise refusal("seat/not_a_person", "no_person", seat=seat)
    if game.seats[seat].bot_id is not None:
        raise refusal("seat/not_a_person", "seat_of_bot", seat=seat)
    if sender != seat and not (sender == OWNER and seat in game.given):
        raise refusal("seat/not_yours", "token_not_yours", seat=seat)


def _require_absent(game: Game, seat: int) -> None:
    if seat not in persons_asked(game) or game.absent_from is None:
        raise refusal("seat/not_absent", "not_waited_for", seat=seat)
    if (left := left_ms(game.absent_from)) > 0:
        after_s, left_s = game.settings.absent_after_s, -(-left // 1000)
        raise refusal("seat/not_absent", "not_absent_yet", seat=seat, time=game.asked_at, after=after_s, left=left_s)
