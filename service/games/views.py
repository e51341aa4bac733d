"""Views of games for clients: built up from the engine's observation, never cut down from the whole truth.

And the events of a game, as a seat may know them, with their texts.
"""

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Annotated, Any, Final, Literal, cast

import msgspec
from msgspec import UNSET, UnsetType

from ai.levels import LEVELS
from engines.api import SPECTATOR, State, Variant
from engines.language import ENGLISH, Phrases, text_parts
from engines.names import Names, default_name, end_text
from engines.rng import Rng
from service.games.catalogue import find_variant
from service.games.computers import Computer, known_character, level_number
from service.games.replay import Fairness, fairness_view
from service.language import phrases
from service.model import game as games
from service.model.answer import (
    EVENTS_STEP,
    VIEW_STEP,
    Answer,
    Count,
    Move,
    Positive,
    Score,
    SeatNumber,
    Timestamp,
    VariantKey,
    about,
    to_json,
)
from service.model.events import AiReduced, GameFinished, SeatFilled, ServiceEvent
from service.model.game import (
    AI,
    Game,
    GameSettings,
    GameStatus,
    Result,
    SeatInvitation,
    SeatKind,
    marked_name,
    seats_to_act,
)
from service.model.timestamps import time_text
from service.store.games import Commit

# -- events


class TextPart(Answer, kw_only=True):
    """Some words of a text, or a card that it names."""

    text: Annotated[str, about("The words, or what the card is called.")]
    card: Annotated[str | UnsetType, about("The card's code, as in moves. Absent if these are words.")] = UNSET


class Event(Answer, kw_only=True):
    """Something that happened, as the viewer may know it."""

    version: Annotated[Positive, about("The game's version after the change. All events of one change share it.")]
    at: Annotated[Timestamp, about("When it happened.")]
    type: Annotated[str, about("The event's name in the rules document, or one of the service's own events.")]
    data: Annotated[dict[str, Any], about("Details: seats, cards, counts.")]
    text: Annotated[
        str,
        about(
            "The text of the event, in plain words: a call or a sentence. It speaks to the seat that reads it, as in "
            "`You play the four of hearts.`, and has the other players' names as plain text. May be empty."
        ),
    ]
    text_parts: Annotated[
        list[TextPart] | UnsetType,
        about(
            "`text` in parts, each of them some words or a card, for a client that draws the cards. Absent if `text` "
            "names no card."
        ),
    ] = UNSET
    speaker: Annotated[
        Count | None,
        about("The seat whose call `text` is, such as the defender's for `Save!`. Null where the announcer speaks."),
    ]


# -- what a viewer sees


class EventList(Answer, kw_only=True):
    """The events after a version."""

    events: Annotated[list[Event], about("The events, oldest first.")]
    version: Annotated[Count, about("The last version.")]
    revision: Annotated[
        str,
        about(
            "The last revision: its version and a word that no other has, as in `7-kQ3_`. Pass it as `after` next time."
        ),
    ]
    from_start: Annotated[
        Literal[True] | UnsetType,
        about(
            "Set if the game does not have the revision that you passed: the service has lost it, as after the loss of "
            "a server. Forget all events that you have: these begin with the first."
        ),
    ] = UNSET

    step = EVENTS_STEP  # as they name the cards that a seat gets


def events_view(game: Game, stored: Iterable[Commit], seat: int | None, language: str = ENGLISH) -> list[Event]:
    """Events as ``seat`` may know them, each with its commentary in a language."""
    viewer = SPECTATOR if seat is None else seat
    names = names_of(game, language, seat)
    return [_event_view(game, names, commit, event, viewer, language) for commit in stored for event in commit.events]


def names_of(game: Game, language: str = ENGLISH, reader: int | None = None) -> Names:
    """The players' names, which stay the same once the game has started: so does every text about it.

    The texts speak to the ``reader``, the seat that they are for.
    """
    variant = game.variant
    players = [
        marked_name(seat_name(variant, seat, number, language), seat.bot_id) for number, seat in enumerate(game.seats)
    ]
    return _names(tuple(players), variant.phrases(language), reader, games.teams_of(game.seats))


_names: Final = lru_cache(256)(Names)
"""The names at a table, by reader, which stay the same as long as it is played."""


def seat_name(variant: Variant, seat: games.Seat, number: int, language: str = ENGLISH) -> str:
    """The name of a seat's player; one that the service gave, by the computer or the seat, is translated."""
    if language == ENGLISH:
        return seat.name
    says = phrases(language)
    computer = Computer.of_seat(seat)
    if seat.kind == AI and seat.name == computer.name(variant):
        return computer.name(variant, says)
    return default_name(number, says) if seat.name == default_name(number) else seat.name


def _event_view(game: Game, names: Names, commit: Commit, event: Any, viewer: int, language: str) -> Event:
    if isinstance(event, ServiceEvent):
        facts, speaker = msgspec.to_builtins(event), None
        kind = facts.pop("type")
        if "level" in facts:
            facts["level"] = level_number(facts["level"])
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
    phrase = f"event.{event.__struct_config__.tag}"
    more: dict[str, Any] = {}
    if "seat" in facts:
        more["name"] = names.seat(facts["seat"])
    if isinstance(event, SeatFilled) and event.level is None:
        phrase = "event.seat_filled_rated"
    elif isinstance(event, AiReduced):
        more["percent"] = 100 * event.reduced_to
    elif isinstance(event, GameFinished):
        more["ending"] = end_text(facts, names, says)
    return says(phrase, **facts | more)


class SeatView(Answer, kw_only=True):
    """A seat and its player."""

    seat: Annotated[Count, about("Number of the seat.")]
    side: Annotated[int, about("The team: 0 or 1. Partners sit opposite each other.", ge=0, le=1)]
    kind: Annotated[SeatKind, about("Who plays the seat. `open` until someone joins. `bot` for a registered bot.")]
    name: Annotated[str, about("Display name.")]
    level: Annotated[int | None, about("Level of a computer. Null otherwise, and if it was asked for by a `rating`.")]
    level_key: Annotated[
        str | None, about("The key of that level, which stays the same when a release adds levels. Null without one.")
    ]
    rating: Annotated[
        int | None,
        about("The rating that a computer was asked for by, one of the variant's `ratings`. Null otherwise."),
    ]
    character: Annotated[str | None, about("The character that a computer is, one of the variant's. Null otherwise.")]
    reduced_to: Annotated[
        float | None,
        about(
            "Fraction of its simulations that a computer's last answer used, if it was reduced because the service was "
            "busy; 0 for the heuristic. Null otherwise."
        ),
    ]
    bot_id: Annotated[
        str | None, about("The id of the bot that the seat belongs to, also while a computer plays for it.")
    ]
    invitation: Annotated[SeatInvitation | None, about("Set until the bot has accepted.")]
    team: Annotated[games.Team | None, about("The player's team. Null without one.")]


class LegalMove(Answer, kw_only=True):
    """A legal move and its text."""

    move: Move
    text: Annotated[str, about("The move in a few words.")]


class Choice(Answer, kw_only=True):
    """A choice with too many moves to list: a list of different candidates, one for each slot, in order."""

    type: Annotated[str, about("The `type` of the move to send.")]
    field: Annotated[str, about("The field of the move that takes the list.")]
    slots: Annotated[list[str], about("Names of the slots.")]
    candidates: Annotated[list[str], about("Cards that may fill a slot.")]
    count: Annotated[Count, about("Number of legal moves.")]
    example: Annotated[Move, about("One of the legal moves.")]


class AiTurn(Answer, kw_only=True):
    """A computer is to move."""

    seat: Annotated[Count, about("The computer's seat.")]
    since: Annotated[Timestamp, about("When its turn began.")]


class GameView(GameSettings):
    """A game as one seat, or a spectator, sees it."""

    id: Annotated[str, about("The game's id.")]
    variant: Annotated[VariantKey, about("The variant's key.")]
    preset: Annotated[str, about("The preset that the options are based on.")]
    options: Annotated[dict[str, Any], about("All options of the game.")]
    version: Annotated[Positive, about("Increases by one with every change. Its events have the same number.")]
    etag: Annotated[
        str,
        about(
            "Identifies this view: the version with the word that no other change has, the seat, the language. Send it "
            "as `If-None-Match`, as it is. It is also the `ETag` of a response with this view."
        ),
    ]
    ply: Annotated[Count, about("Number of the current decision. A move names the ply it answers.")]
    status: Annotated[
        GameStatus, about("`open` while a seat is open, a bot has not accepted, or a promised seed is missing.")
    ]
    public: Annotated[bool, about("Whether anyone with the id may watch and the game is on the public list.")]
    joinable: Annotated[bool, about("Whether anyone may take an open seat without a join code.")]
    fallback_at: Annotated[
        Timestamp | None, about("When a computer takes the open seat of a quick game unless a player joins before.")
    ]
    created_at: Annotated[Timestamp, about("When the game was created.")]
    you: Annotated[
        dict[str, Any] | None, about("Your seat and private information other than your hand. Null for a spectator.")
    ]
    seats: Annotated[list[SeatView], about("All seats, in order.")]
    to_act: Annotated[list[SeatNumber], about("Seats that may answer now.")]
    ai: Annotated[AiTurn | None, about("Set while a computer is to move.")]
    table: Annotated[dict[str, Any], about("Public state of the game.")]
    hand: Annotated[list[Any], about("Cards in your hand.")]
    legal_moves: Annotated[
        list[LegalMove],
        about("Your legal moves. Send the `move` of one of them. Empty if it is not your turn, or if `choice` is set."),
    ]
    choice: Annotated[Choice | None, about("Set instead of `legal_moves` where there are too many moves to list.")]
    score: Score
    result: Annotated[Result | None, about("Null until the game is finished.")]
    fairness: Annotated[Fairness, about("Commitment to the shuffles.")]
    asked_at: Annotated[Timestamp | None, about("When the current decision was first asked.")]
    deadline: Annotated[Timestamp | None, about("When the heuristic answers for the persons whose turn it is.")]
    expires_at: Annotated[Timestamp, about("When the game is deleted unless it changes before.")]
    rematch_id: Annotated[str | None, about("The id of the rematch, if there is one. Your token is valid for it.")]
    rematch_of_id: Annotated[str | None, about("The id of the game that this is the rematch of.")]
    match_id: Annotated[
        str | None,
        about(
            "The match with a bot that the game is part of: its id, or another name if it was created without a token."
        ),
    ]

    step = VIEW_STEP  # as its legal moves depend on the hand


def game_view(
    game: Game, seat: int | None, language: str = ENGLISH, kind: type[GameView] = GameView, **more: Any
) -> GameView:
    """The view of a seat, or of a spectator for None. It depends only on the game's revision, the seat and the
    language, apart from the fields that a ``kind`` of view has ``more``.
    """
    variant, state = game.variant, game.state
    observation = variant.observe(state, SPECTATOR if seat is None else seat)
    private = variant.codec.private(observation)
    to_act = seats_to_act(game)
    moves, choice = (
        moves_of(variant, state, seat, game.options, names_of(game, language), language)
        if seat is not None and seat in to_act and game.seats[seat].sends_moves
        else ([], None)
    )
    return kind(
        id=game.id,
        variant=game.variant_key,
        preset=game.preset,
        options=game.options,
        version=game.version,
        etag=view_tag(game.shown_revision, seat, language),
        ply=int(state.ply),
        status=game.status,
        public=game.public,
        joinable=game.is_joinable,
        fallback_at=None if game.fallback is None else game.fallback["at"],
        created_at=game.created_at,
        you=None
        if seat is None
        else {"seat": seat, **{name: fact for name, fact in private.items() if name != "hand"}},
        seats=seats_view(game, language),
        to_act=to_act,
        ai=None if game.ai is None else AiTurn(seat=game.ai.seat, since=game.ai.since),
        table=variant.codec.table(observation),
        hand=private.get("hand", []),
        legal_moves=moves,
        choice=choice,
        score=game.score,
        result=game.result,
        fairness=fairness_view(game),
        asked_at=game.asked_at,
        deadline=game.deadline,
        expires_at=cast(str, game.expires_at),  # set by every commit
        rematch_id=game.rematch_id,
        rematch_of_id=game.rematch_of_id,
        match_id=game.match_id,
        **settings_view(game.settings),
        **more,
    )


def settings_view(settings: GameSettings) -> dict[str, Any]:
    """The settings of a game, with the number of the level."""
    return msgspec.structs.asdict(settings) | {"absent_level": level_number(settings.absent_level)}


def view_json(game: Game, seat: int | None, language: str = ENGLISH) -> bytes:
    """``game_view`` as JSON, made once for a game that is no longer changed."""
    known = game.views.get((seat, language))
    if known is None:
        known = game.views[seat, language] = to_json(game_view(game, seat, language))
    return known


def view_tag(revision: str, seat: int | None, language: str) -> str:
    """The ETag of a view, from everything that it depends on: two different views never have the same ETag.

    That is also how many levels there are: a level put in between changes the numbers of those above it.
    """
    viewer = "spectator" if seat is None else f"seat{seat}"
    return f'"{revision}.{viewer}.{language}.{len(LEVELS)}"'


def moves_of(
    variant: Variant, state: State, seat: int, options: Mapping[str, Any], names: Names | None, language: str
) -> tuple[list[LegalMove], Choice | None]:
    """The moves of a seat that is asked, each with its text; none of them if a choice describes them."""
    move_text, says = variant.commentary.move_text, variant.phrases(language)
    moves = [
        LegalMove(move=move, text=move_text(move, options, names, says))
        for move in variant.codec.list_moves(state, seat)
    ]
    choice = variant.codec.describe_choice(state, seat)
    return moves, None if choice is None else Choice(**choice)


def seats_view(game: Game, language: str = ENGLISH) -> list[SeatView]:
    """All seats with their players."""
    variant = game.variant
    return [
        SeatView(
            seat=number,
            side=number % 2,
            kind=seat.kind,
            name=seat_name(variant, seat, number, language),
            level=level_number(seat.level),
            level_key=seat.level,
            rating=seat.rating,
            character=known_character(variant, seat.character),
            reduced_to=seat.reduced_to,
            bot_id=seat.bot_id,
            invitation=seat.invitation,
            team=seat.team,
        )
        for number, seat in enumerate(game.seats)
    ]


class GameSummary(Answer, kw_only=True):
    """A game in the public list."""

    id: Annotated[str, about("The game's id.")]
    variant: Annotated[VariantKey, about("The variant's key.")]
    preset: Annotated[str, about("The preset that the options are based on.")]
    status: Annotated[
        GameStatus, about("`open` while a seat is open, a bot has not accepted, or a promised seed is missing.")
    ]
    version: Annotated[Count, about("Increases by one with every change.")]
    ply: Annotated[Count, about("Number of the current decision.")]
    joinable: Annotated[bool, about("Whether anyone may take an open seat without a join code.")]
    created_at: Annotated[Timestamp, about("When the game was created.")]
    seats: Annotated[list[SeatView], about("All seats, in order.")]
    absent_after_s: Annotated[
        Count, about("Seconds without an answer after which a player can be replaced by a computer.")
    ]
    absent_level: Annotated[int, about("Level of that computer.")]
    score: Score
    result: Annotated[Result | None, about("Null until the game is finished.")]


def summary(game: Game, language: str = ENGLISH) -> GameSummary:
    """A game in the public list."""
    return GameSummary(
        id=game.id,
        variant=game.variant_key,
        preset=game.preset,
        status=game.status,
        version=game.version,
        ply=int(game.state.ply),
        joinable=game.is_joinable,
        created_at=game.created_at,
        seats=seats_view(game, language),
        absent_after_s=game.settings.absent_after_s,
        absent_level=cast(int, level_number(game.settings.absent_level)),
        score=game.score,
        result=game.result,
    )


# -- positions sent by a client: no game is stored

ANY_SEED: Final = "any"
"""Every determinization of an observation has the same legal moves for its seat."""


class PositionMoves(Answer, kw_only=True):
    """The legal moves of a seat in a position."""

    variant: Annotated[VariantKey, about("The variant's key.")]
    seat: Annotated[Count | None, about("The seat of the observation. Null for a spectator.")]
    ply: Annotated[Count, about("Number of the decision.")]
    to_act: Annotated[
        list[SeatNumber], about("Seats that may answer now. Empty before a shuffle, and when the game is over.")
    ]
    legal_moves: Annotated[list[LegalMove], about("The seat's legal moves. Empty if it is not its turn.")]
    choice: Annotated[Choice | None, about("Set instead of `legal_moves` where there are too many moves to list.")]


def position_moves(variant_key: str, data: Any, language: str = ENGLISH) -> PositionMoves:
    """The legal moves of the seat whose observation is ``data``; raises Problem ``variant/unknown``, or
    InvalidObservation.
    """
    variant = find_variant(variant_key)
    observation = variant.codec.load_observation(data)
    state, seat = observation.determinize(Rng(ANY_SEED)), int(observation.seat)
    to_act = [other for other in range(int(state.seats())) if state.may_act(other)]
    options = variant.codec.dump_observation(observation).get("options", {})
    moves, choice = moves_of(variant, state, seat, options, None, language) if seat in to_act else ([], None)
    return PositionMoves(
        variant=variant.key,
        seat=None if seat == SPECTATOR else seat,
        ply=int(state.ply),
        to_act=to_act,
        legal_moves=moves,
        choice=choice,
    )
