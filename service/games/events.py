"""Events of a game as a seat may know them, with their texts."""

from collections.abc import Iterable
from typing import Annotated, Any, Literal

import msgspec
from msgspec import UNSET, Meta, UnsetType

from engines.api import SPECTATOR
from engines.language import ENGLISH, Phrases, text_parts
from engines.names import Names, default_name, score_text
from service.games.computers import Computer
from service.language import phrases
from service.model import game as games
from service.model.answer import Answer, Count, Positive, Timestamp
from service.model.events import AiReduced, GameFinished, SeatFilled, ServiceEvent
from service.model.game import AI, Game, marked_name
from service.model.timestamps import time_text
from service.store.history import Commit


class TextPart(Answer, kw_only=True):
    """Some words of a text, or a card that it names."""

    text: Annotated[str, Meta(description="The words, or what the card is called.")]
    card: Annotated[str | UnsetType, Meta(description="The card's code, as in moves. Absent if these are words.")] = (
        UNSET
    )


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
        Meta(
            description="What is said, in plain words: a call or a sentence, with the players' names as plain text. "
            "May be empty."
        ),
    ]
    text_parts: Annotated[
        list[TextPart] | UnsetType,
        Meta(
            description="`text` in parts, each of them some words or a card, for a client that draws the cards. "
            "Absent if `text` names no card."
        ),
    ] = UNSET
    speaker: Annotated[
        Count | None,
        Meta(
            description="The seat whose call `text` is, such as the defender's for `Save!`. Null where the "
            "announcer speaks."
        ),
    ]


# -- what a viewer sees


class EventList(Answer, kw_only=True):
    """The events after a version."""

    events: Annotated[list[Event], Meta(description="The events, oldest first.")]
    version: Annotated[Count, Meta(description="The last version.")]
    revision: Annotated[
        str,
        Meta(
            description="The last revision: its version and a word that no other has, as in `7-kQ3_`. Pass "
            "it as `after` next time."
        ),
    ]
    from_start: Annotated[
        Literal[True] | UnsetType,
        Meta(
            description="Set if the game does not have the revision that you passed: the service has lost it, as "
            "after the loss of a server. Forget all events that you have: these begin with the first."
        ),
    ] = UNSET


def events_view(game: Game, stored: Iterable[Commit], seat: int | None, language: str = ENGLISH) -> list[Event]:
    """Events as ``seat`` may know them, each with its commentary in a language."""
    viewer = SPECTATOR if seat is None else seat
    names = names_of(game, language)
    return [_event_view(game, names, commit, event, viewer, language) for commit in stored for event in commit.events]


def names_of(game: Game, language: str = ENGLISH) -> Names:
    """The players' names, which stay the same once the game has started: so does every text about it."""
    players = [marked_name(seat_name(seat, number, language), seat.bot_id) for number, seat in enumerate(game.seats)]
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
    if isinstance(event, ServiceEvent):
        facts, speaker = msgspec.to_builtins(event), None
        kind = facts.pop("type")
        text, parts = _service_text(event, facts, names, phrases(language)), []
    else:
        variant = game.variant
        facts = variant.codec.dump_event(tuple(event), viewer)
        text = variant.commentary.event_text(facts, game.options, names, variant.phrases(language).marked)
        if parts := text_parts(text):
            text = "".join([words for words, _ in parts])
        speaker = variant.speaker_of(facts, len(names))
        kind = facts.pop("type")
    return Event(
        version=commit.version,
        at=time_text(commit.at_ms),
        type=kind,
        data=facts,
        text=text,
        text_parts=[TextPart(text=words, card=card or UNSET) for words, card in parts] if parts else UNSET,
        speaker=speaker,
    )


def _service_text(event: ServiceEvent, facts: dict[str, Any], names: Names, says: Phrases) -> str:
    phrase = f"event_{event.__struct_config__.tag}"
    more: dict[str, Any] = {}
    if "seat" in facts:
        more["name"] = names.seat(facts["seat"])
    if isinstance(event, SeatFilled) and event.level is None:
        phrase = "event_seat_filled_rated"
    elif isinstance(event, AiReduced):
        more["percent"] = 100 * event.reduced_to
    elif isinstance(event, GameFinished):
        more["goals"] = score_text(facts)
        if event.winner is not None:
            phrase, more["victory"] = "event_game_won", names.wins(event.winner)
    return says(phrase, **facts | more)
