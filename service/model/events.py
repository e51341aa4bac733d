"""Events of the service, as opposed to those of the rules documents: in the store and in the contract."""

from typing import Annotated, Any, Final, Union

import msgspec
from msgspec import UNSET, UnsetType

from service.model.answer import Answer, Count, ResultReason, Score, about
from service.model.earlier import in_todays_form
from service.model.levels import LevelKey


class ServiceEvent(Answer, tag_field="type"):
    """Base of the service's own events: the fields are those of ``data``, the tag is the event's type.

    The commentary is the phrase ``event_<type>`` of ``service.language``. It may use the fields and ``name``, the name
    at the event's seat.
    """


Seat = Annotated[Count, about("The seat.")]
Level = Annotated[LevelKey | None, about("Level of the computer. Null if it was asked for by a rating.")]
Rating = Annotated[int, about("Only of a computer that was asked for by a rating.")] | UnsetType
Character = Annotated[str, about("Only of a computer that was asked for as a character.")] | UnsetType
Member = Annotated[str, about("`owner`, or the number of a seat.")]


class SeatEvent(ServiceEvent, kw_only=True):
    """Base of those that are about a seat."""

    seat: Seat


class SeatTaken(SeatEvent, kw_only=True, tag="seat_taken"):
    """A person has taken an open seat, or a bot has accepted an invitation."""

    name: Annotated[str, about("The player's name.")]


class SeatFilled(SeatEvent, kw_only=True, tag="seat_filled"):
    """A computer has taken a seat: no opponent has joined a quick game in time, or the owner replaces a bot that has
    not accepted.
    """

    level: Level
    rating: Rating = UNSET
    character: Character = UNSET


class BotInvited(SeatEvent, kw_only=True, tag="bot_invited"):
    """The owner has invited another bot to the seat of one that has not accepted."""

    bot_id: Annotated[str, about("The id of the bot.")]


class InvitationDeclined(SeatEvent, kw_only=True, tag="invitation_declined"):
    """A bot has declined its invitation."""

    reason: Annotated[str | None, about("The bot's reason, if it gave one.")]


class InvitationExpired(SeatEvent, kw_only=True, tag="invitation_expired"):
    """A bot has not answered its invitation in time."""


class SeedGiven(ServiceEvent, kw_only=True, tag="seed_given"):
    """A player has revealed the promised seed."""

    by: Member


class SeedMissing(ServiceEvent, kw_only=True, tag="seed_missing"):
    """A promised seed was not revealed in time. The game is aborted."""

    by: Member


class GameStarted(ServiceEvent, kw_only=True, tag="game_started"):
    """The game has started."""


class SeatTakenOver(SeatEvent, kw_only=True, tag="seat_taken_over"):
    """A computer has taken over a person's seat."""

    level: Annotated[LevelKey, about("Level of the computer.")]
    by: Member


class SeatReturned(SeatEvent, kw_only=True, tag="seat_returned"):
    """A person plays the seat again that a computer had taken over."""


class TokenRenewed(SeatEvent, kw_only=True, tag="token_renewed"):
    """The token of a seat was renewed. The old one is no longer valid, and what was opened with it ends."""


class TimeRanOut(SeatEvent, kw_only=True, tag="time_ran_out"):
    """The time limit of a decision has passed. The heuristic answers for the seat."""


class AiReduced(SeatEvent, kw_only=True, tag="ai_reduced"):
    """A computer has answered with fewer simulations than its level has, because the service was overloaded."""

    level: Level
    rating: Rating = UNSET
    character: Character = UNSET
    reduced_to: Annotated[float, about("Fraction of the level's simulations; 0 for the heuristic.", ge=0, le=1)]


class Resigned(SeatEvent, kw_only=True, tag="resigned"):
    """A seat has resigned."""


class Forfeited(SeatEvent, kw_only=True, tag="forfeited"):
    """A bot has not answered in time in a game of a match: its side loses."""


class Aborted(ServiceEvent, kw_only=True, tag="aborted"):
    """The game was aborted."""


class GameFinished(ServiceEvent, kw_only=True, tag="game_finished"):
    """The game has ended."""

    winner: Annotated[int | None, about("The side that has won; null if none has.")]
    reason: Annotated[ResultReason, about("How the game was decided.")]
    score: Score


class RematchAsked(ServiceEvent, kw_only=True, tag="rematch"):
    """A seat has asked for a rematch."""

    game_id: Annotated[str, about("The id of the new game.")]
    seat: Seat


SERVICE_EVENTS: Final[dict[str, type[ServiceEvent]]] = {
    str(kind.__struct_config__.tag): kind
    for kind in tuple(globals().values())  # in this order
    if isinstance(kind, type) and issubclass(kind, ServiceEvent) and kind not in (ServiceEvent, SeatEvent)
}
"""All of the above, by their type."""
_AnyServiceEvent: Any = Union[tuple(SERVICE_EVENTS.values())]  # noqa: UP007 # of a tuple


def as_event(stored: Any) -> Any:
    """A stored event: an object is the service's own, any other is the engine's and not changed."""
    return msgspec.convert(in_todays_form(stored), _AnyServiceEvent) if isinstance(stored, dict) else stored
