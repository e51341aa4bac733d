"""Events of a game as a seat may know them, and the service's own events with their fields and texts."""

from collections.abc import Iterable, Mapping
from typing import Annotated, Any, ClassVar, Final, Literal

from msgspec import Meta

from engines.api import SPECTATOR
from engines.names import Names
from service.model.answer import Answer, Count, Positive, ResultReason, Score, SeatNumber, Timestamp
from service.model.game import Game, marked_name
from service.model.timestamps import time_text
from service.store.interface import Commit


class Event(Answer, kw_only=True):
    """Something that happened, as the viewer may know it."""

    version: Annotated[Positive, Meta(description="The game's version after the change. All events of one change share it.")]
    at: Annotated[Timestamp, Meta(description="When it happened.")]
    type: Annotated[str, Meta(description="The event's name in the rules document, or one of the service's own events.")]
    data: Annotated[dict[str, Any], Meta(description="Details: seats, cards, counts.")]
    text: Annotated[str, Meta(description="What is said: a call or a sentence, with the players' names as plain text. May be empty.")]
    speaker: Annotated[
        Count | None,
        Meta(description="The seat whose call `text` is, such as the defender's for `Save!`. Null where the announcer speaks."),
    ]


# -- the service's own events, as against those of the rules documents


class ServiceEvent(Answer):
    """Base of the service's own events: the fields are those of ``data``."""

    says: ClassVar[str]
    """The commentary. It may use the fields and ``name``, the name at the event's seat."""


Seat = Annotated[Count, Meta(description="The seat.")]


class SeatTaken(ServiceEvent, kw_only=True):
    """A person has taken an open seat, or a bot has accepted an invitation."""

    says = "{name} sits down."
    seat: Seat
    name: Annotated[str, Meta(description="The player's name.")]


class SeatFilled(ServiceEvent, kw_only=True):
    """A computer has taken a seat: nobody has come in time to a quick game, or the owner replaces a bot that has not accepted."""

    says = "{name}, a computer of level {level}, sits down."
    seat: Seat
    level: Annotated[Positive, Meta(description="Level of the computer.")]


class BotInvited(ServiceEvent, kw_only=True):
    """The owner has invited another bot to the seat of one that has not accepted."""

    says = "{name} is invited."
    seat: Seat
    bot: Annotated[str, Meta(description="The id of the bot.")]


class InvitationDeclined(ServiceEvent, kw_only=True):
    """A bot has declined its invitation."""

    says = "{name} declines the invitation."
    seat: Seat
    reason: Annotated[str | None, Meta(description="The bot's reason, if it gave one.")]


class InvitationExpired(ServiceEvent, kw_only=True):
    """A bot has not answered its invitation in time."""

    says = "{name} has not answered the invitation."
    seat: Seat


class SeedGiven(ServiceEvent, kw_only=True):
    """The creator has handed in the promised seed."""

    says = "The creator hands in the promised seed."


class GameStarted(ServiceEvent, kw_only=True):
    """The game has started."""

    says = "The game begins."


class SeatTakenOver(ServiceEvent, kw_only=True):
    """A computer has taken over a person's seat."""

    says = "A computer of level {level} plays for {name} from now on."
    seat: Seat
    level: Annotated[Positive, Meta(description="Level of the computer.")]
    by: Annotated[SeatNumber | Literal["owner"], Meta(title="SeatOrOwner", description="Who asked for it: a seat, or the owner.")]


class SeatReturned(ServiceEvent, kw_only=True):
    """A person plays the seat again that a computer had taken over."""

    says = "{name} is back."
    seat: Seat


class TokenRenewed(ServiceEvent, kw_only=True):
    """The owner has renewed the token of a seat. The old one is no longer valid, and its event streams end."""

    says = "The owner has renewed the token of seat {seat}."
    seat: Seat


class TimeRanOut(ServiceEvent, kw_only=True):
    """The time limit of a decision has passed. The heuristic answers for the seat."""

    says = "Time is over for {name}; the heuristic answers."
    seat: Seat


class AiReduced(ServiceEvent, kw_only=True):
    """A computer has answered with fewer simulations than its level has, because the service was overloaded."""

    says = "{name} answers with {percent:.0f} % of its simulations, as the service is busy."
    seat: Seat
    level: Annotated[Positive, Meta(description="Level of the computer.")]
    budget_fraction: Annotated[float, Meta(ge=0, le=1, description="Fraction of the level's simulations.")]


class Resigned(ServiceEvent, kw_only=True):
    """A seat has resigned."""

    says = "{name} resigns."
    seat: Seat


class Forfeited(ServiceEvent, kw_only=True):
    """A bot has not answered in time in a game of a match: its side loses."""

    says = "{name} does not answer and forfeits the game."
    seat: Seat


class Aborted(ServiceEvent, kw_only=True):
    """The game was aborted."""

    says = "The game is called off."


class GameFinished(ServiceEvent, kw_only=True):
    """The game has ended."""

    says = "Game over, {goals}{victory}."
    winner: Annotated[int | None, Meta(description="The winning side. Null for a draw.")]
    reason: Annotated[ResultReason, Meta(description="How the game was decided.")]
    score: Score


class RematchAsked(ServiceEvent, kw_only=True):
    """A seat has asked for a rematch."""

    says = "{name} asks for a rematch: game {game}."
    game: Annotated[str, Meta(description="The id of the new game.")]
    seat: Seat


SERVICE_EVENTS: Final[Mapping[str, type[ServiceEvent]]] = {
    "seat_taken": SeatTaken,
    "seat_filled": SeatFilled,
    "bot_invited": BotInvited,
    "invitation_declined": InvitationDeclined,
    "invitation_expired": InvitationExpired,
    "seed_given": SeedGiven,
    "game_started": GameStarted,
    "seat_taken_over": SeatTakenOver,
    "seat_returned": SeatReturned,
    "token_renewed": TokenRenewed,
    "time_ran_out": TimeRanOut,
    "ai_reduced": AiReduced,
    "resigned": Resigned,
    "forfeited": Forfeited,
    "aborted": Aborted,
    "game_finished": GameFinished,
    "rematch": RematchAsked,
}


# -- what a viewer sees


def events_view(game: Game, stored: Iterable[Commit], seat: int | None) -> list[Event]:
    """Events as ``seat`` may know them, each with its commentary."""
    viewer = SPECTATOR if seat is None else seat
    names = names_of(game)
    return [_event_view(game, names, commit, event, viewer) for commit in stored for event in commit.events]


def names_of(game: Game) -> Names:
    """The players' names, which stay the same once the game has started: so does every text about it."""
    return Names([marked_name(seat.name, seat.bot) for seat in game.seats])


def _event_view(game: Game, names: Names, commit: Commit, event: Any, viewer: int) -> Event:
    if isinstance(event, dict):
        facts, text, speaker = event, _service_text(event, names), None
    else:
        facts = game.variant.codec.dump_event(tuple(event), viewer)
        text = game.variant.commentary.event_text(facts, game.options, names)
        speaker = game.variant.speaker_of(facts, len(names))
    data = {name: fact for name, fact in facts.items() if name != "type"}
    return Event(version=commit.version, at=time_text(commit.at_ms), type=facts["type"], data=data, text=text, speaker=speaker)


def _service_text(event: dict[str, Any], names: Names) -> str:
    facts = dict(event)
    if "seat" in event:
        facts["name"] = names.seat(event["seat"])
    if "budget_fraction" in event:
        facts["percent"] = 100 * event["budget_fraction"]
    if "score" in event:
        facts["goals"] = "-".join(map(str, event["score"]))
        facts["victory"] = "" if event["winner"] is None else f": {names.wins(event['winner'])}"
    return SERVICE_EVENTS[event["type"]].says.format_map(facts)
