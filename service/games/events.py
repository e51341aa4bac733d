"""Events of a game as a seat may know them, and the service's own events with their fields and texts."""

from collections.abc import Iterable, Mapping
from typing import Annotated, Any, Final, Literal

from msgspec import UNSET, Meta, UnsetType

from engines.api import SPECTATOR
from engines.language import ENGLISH, Phrases
from engines.names import Names, default_name, score_text
from service.games.computers import Computer
from service.language import phrases
from service.model import game as games
from service.model.answer import Answer, Count, Positive, ResultReason, Score, SeatNumber, Timestamp
from service.model.game import AI, Game, marked_name
from service.model.timestamps import time_text
from service.store.history import Commit


class Event(Answer, kw_only=True):
    """Something that happened, as the viewer may know it."""

    version: Annotated[
        Positive, Meta(description="The game's version after the change. All events of one change share it.")
    ]
    at: Annotated[Timestamp, Meta(description="When it happened.")]
    type: Annotated[
        str, Meta(description="The event's name in the rules document, or one of the service's own events.")
    ]
    data: Annotated[dict[str, Any], Meta(description="Details: seats, cards, counts.")]
    text: Annotated[
        str,
        Meta(description="What is said: a call or a sentence, with the players' names as plain text. May be empty."),
    ]
    speaker: Annotated[
        Count | None,
        Meta(
            description="The seat whose call `text` is, such as the defender's for `Save!`. Null where the "
            "announcer speaks."
        ),
    ]


# -- the service's own events, as against those of the rules documents


class ServiceEvent(Answer):
    """Base of the service's own events: the fields are those of ``data``.

    The commentary is the phrase ``event_<type>`` of ``service.language``. It may use the fields and ``name``, the name
    at the event's seat.
    """


Seat = Annotated[Count, Meta(description="The seat.")]
Level = Annotated[int | None, Meta(description="Level of the computer. Null if it was asked for by a rating.")]
Rating = Annotated[int, Meta(description="Only of a computer that was asked for by a rating.")] | UnsetType
Style = Annotated[str, Meta(description="Only of a computer that was asked for in a style.")] | UnsetType
Contributor = Annotated[
    SeatNumber | Literal["owner"], Meta(title="SeatOrOwner", description="Who has promised it: a seat, or the owner.")
]


class SeatTaken(ServiceEvent, kw_only=True):
    """A person has taken an open seat, or a bot has accepted an invitation."""

    seat: Seat
    name: Annotated[str, Meta(description="The player's name.")]


class SeatFilled(ServiceEvent, kw_only=True):
    """A computer has taken a seat: no opponent has joined a quick game in time, or the owner replaces a bot that has
    not accepted.
    """

    seat: Seat
    level: Level
    rating: Rating = UNSET
    style: Style = UNSET


class BotInvited(ServiceEvent, kw_only=True):
    """The owner has invited another bot to the seat of one that has not accepted."""

    seat: Seat
    bot: Annotated[str, Meta(description="The id of the bot.")]


class InvitationDeclined(ServiceEvent, kw_only=True):
    """A bot has declined its invitation."""

    seat: Seat
    reason: Annotated[str | None, Meta(description="The bot's reason, if it gave one.")]


class InvitationExpired(ServiceEvent, kw_only=True):
    """A bot has not answered its invitation in time."""

    seat: Seat


class SeedGiven(ServiceEvent, kw_only=True):
    """A player has revealed the promised seed."""

    by: Contributor | UnsetType = UNSET


class SeedMissing(ServiceEvent, kw_only=True):
    """A promised seed was not revealed in time. The game is aborted."""

    by: Contributor


class GameStarted(ServiceEvent, kw_only=True):
    """The game has started."""


class SeatTakenOver(ServiceEvent, kw_only=True):
    """A computer has taken over a person's seat."""

    seat: Seat
    level: Annotated[Positive, Meta(description="Level of the computer.")]
    by: Annotated[
        SeatNumber | Literal["owner"],
        Meta(title="SeatOrOwner", description="Who asked for it: a seat, or the owner."),
    ]


class SeatReturned(ServiceEvent, kw_only=True):
    """A person plays the seat again that a computer had taken over."""

    seat: Seat


class TokenRenewed(ServiceEvent, kw_only=True):
    """The token of a seat was renewed. The old one is no longer valid, and what was opened with it ends."""

    seat: Seat


class TimeRanOut(ServiceEvent, kw_only=True):
    """The time limit of a decision has passed. The heuristic answers for the seat."""

    seat: Seat


class AiReduced(ServiceEvent, kw_only=True):
    """A computer has answered with fewer simulations than its level has, because the service was overloaded."""

    seat: Seat
    level: Level
    rating: Rating = UNSET
    style: Style = UNSET
    budget_fraction: Annotated[float, Meta(ge=0, le=1, description="Fraction of the level's simulations.")]


class Resigned(ServiceEvent, kw_only=True):
    """A seat has resigned."""

    seat: Seat


class Forfeited(ServiceEvent, kw_only=True):
    """A bot has not answered in time in a game of a match: its side loses."""

    seat: Seat


class Aborted(ServiceEvent, kw_only=True):
    """The game was aborted."""


class GameFinished(ServiceEvent, kw_only=True):
    """The game has ended."""

    winner: Annotated[int | None, Meta(description="The winning side. Null for a draw.")]
    reason: Annotated[ResultReason, Meta(description="How the game was decided.")]
    score: Score


class RematchAsked(ServiceEvent, kw_only=True):
    """A seat has asked for a rematch."""

    game: Annotated[str, Meta(description="The id of the new game.")]
    seat: Seat


SERVICE_EVENTS: Final[Mapping[str, type[ServiceEvent]]] = {
    "seat_taken": SeatTaken,
    "seat_filled": SeatFilled,
    "bot_invited": BotInvited,
    "invitation_declined": InvitationDeclined,
    "invitation_expired": InvitationExpired,
    "seed_given": SeedGiven,
    "seed_missing": SeedMissing,
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


def events_view(game: Game, stored: Iterable[Commit], seat: int | None, language: str = ENGLISH) -> list[Event]:
    """Events as ``seat`` may know them, each with its commentary in a language."""
    viewer = SPECTATOR if seat is None else seat
    names = names_of(game, language)
    return [_event_view(game, names, commit, event, viewer, language) for commit in stored for event in commit.events]


def names_of(game: Game, language: str = ENGLISH) -> Names:
    """The players' names, which stay the same once the game has started: so does every text about it."""
    players = [marked_name(seat_name(seat, number, language), seat.bot) for number, seat in enumerate(game.seats)]
    return Names(players, game.variant.phrases(language))


def seat_name(seat: games.Seat, number: int, language: str = ENGLISH) -> str:
    """The name of a seat's player; one that the service gave, by the level or the seat, is in the language."""
    if language == ENGLISH:
        return seat.name
    says = phrases(language)
    computer = Computer.of_seat(seat)
    if seat.kind == AI and seat.name == computer.name():
        return computer.name(says)
    return default_name(number, says) if seat.name == default_name(number) else seat.name


def _event_view(game: Game, names: Names, commit: Commit, event: Any, viewer: int, language: str) -> Event:
    if isinstance(event, dict):
        facts, text, speaker = event, _service_text(event, names, phrases(language)), None
    else:
        variant = game.variant
        facts = variant.codec.dump_event(tuple(event), viewer)
        text = variant.commentary.event_text(facts, game.options, names, variant.phrases(language))
        speaker = variant.speaker_of(facts, len(names))
    data = {name: fact for name, fact in facts.items() if name != "type"}
    return Event(
        version=commit.version, at=time_text(commit.at_ms), type=facts["type"], data=data, text=text, speaker=speaker
    )


def _service_text(event: dict[str, Any], names: Names, says: Phrases) -> str:
    facts = {name: fact for name, fact in event.items() if name != "type"}
    name = event["type"]
    if "seat" in event:
        facts["name"] = names.seat(event["seat"])
    if name == "seat_filled" and event["level"] is None:
        name = "seat_filled_rated"
    if "budget_fraction" in event:
        facts["percent"] = 100 * event["budget_fraction"]
    if "score" in event:
        facts["goals"] = score_text(event)
        if event["winner"] is not None:
            name, facts["victory"] = "game_won", names.wins(event["winner"])
    return says(f"event_{name}", **facts)
