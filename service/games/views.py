"""What a client sees of a game: built up from what the engine's observation shows, never cut down from the whole
truth.
"""

from collections.abc import Mapping
from typing import Annotated, Any, Final, cast

import msgspec
from msgspec import Meta

from engines.api import SPECTATOR, State, Variant
from engines.language import ENGLISH
from engines.names import Names
from engines.rng import Rng
from service.games.catalogue import find_variant
from service.games.events import names_of, seat_name
from service.games.fairness import Fairness, fairness_view
from service.model.answer import (
    Answer,
    Count,
    Move,
    Positive,
    Score,
    SeatNumber,
    Timestamp,
    VariantKey,
    to_json,
)
from service.model.game import Game, GameSettings, GameStatus, Result, SeatInvitation, SeatKind, seats_to_act


class SeatView(Answer, kw_only=True):
    """A seat and its player."""

    seat: Annotated[Count, Meta(description="Number of the seat.")]
    side: Annotated[int, Meta(ge=0, le=1, description="The team: 0 or 1. Partners sit opposite each other.")]
    kind: Annotated[
        SeatKind, Meta(description="Who plays the seat. `open` until someone joins. `bot` for a registered bot.")
    ]
    name: Annotated[str, Meta(description="Display name.")]
    level: Annotated[
        int | None, Meta(description="Level of a computer. Null otherwise, and if it was asked for by a `rating`.")
    ]
    rating: Annotated[
        int | None,
        Meta(
            description="The rating that a computer was asked for by, one of the variant's `ratings`. Null otherwise."
        ),
    ]
    style: Annotated[
        str | None,
        Meta(description="The style that a computer was asked for in, one of the variant's. Null otherwise."),
    ]
    reduced_to: Annotated[
        float | None,
        Meta(
            description="Fraction of its simulations that a computer's last answer used, if it was reduced because "
            "the service was busy; 0 for the heuristic. Null otherwise."
        ),
    ]
    bot_id: Annotated[
        str | None, Meta(description="The id of the bot that the seat belongs to, also while a computer plays for it.")
    ]
    invitation: Annotated[SeatInvitation | None, Meta(description="Set until the bot has accepted.")]


class LegalMove(Answer, kw_only=True):
    """A legal move and its text."""

    move: Move
    text: Annotated[str, Meta(description="The move in a few words.")]


class Choice(Answer, kw_only=True):
    """A choice with too many moves to list: a list of different candidates, one for each slot, in order."""

    type: Annotated[str, Meta(description="The `type` of the move to send.")]
    field: Annotated[str, Meta(description="The field of the move that takes the list.")]
    slots: Annotated[list[str], Meta(description="Names of the slots.")]
    candidates: Annotated[list[str], Meta(description="Cards that may fill a slot.")]
    count: Annotated[Count, Meta(description="Number of legal moves.")]
    example: Annotated[Move, Meta(description="One of the legal moves.")]


class AiTurn(Answer, kw_only=True):
    """A computer is to move."""

    seat: Annotated[Count, Meta(description="The computer's seat.")]
    since: Annotated[Timestamp, Meta(description="When its turn began.")]


class GameView(GameSettings):
    """A game as one seat, or a spectator, sees it."""

    id: Annotated[str, Meta(description="The game's id.")]
    variant: Annotated[VariantKey, Meta(description="The variant's key.")]
    preset: Annotated[str, Meta(description="The preset that the options are based on.")]
    options: Annotated[dict[str, Any], Meta(description="All options of the game.")]
    version: Annotated[
        Positive,
        Meta(description="Increases by one with every change. Its events have the same number."),
    ]
    etag: Annotated[
        str,
        Meta(
            description="Identifies this view: the version with the word that no other change has, the seat, the "
            "language. Send it as `If-None-Match`, as it is. It is also the `ETag` of a response with "
            "this view."
        ),
    ]
    ply: Annotated[Count, Meta(description="Number of the current decision. A move names the ply it answers.")]
    status: Annotated[
        GameStatus,
        Meta(description="`open` while a seat is open, a bot has not accepted, or a promised seed is missing."),
    ]
    public: Annotated[
        bool, Meta(description="Whether anyone with the id may watch and the game is on the public list.")
    ]
    joinable: Annotated[bool, Meta(description="Whether anyone may take an open seat without a join code.")]
    fallback_at: Annotated[
        Timestamp | None,
        Meta(description="When a computer takes the open seat of a quick game unless a player joins before."),
    ]
    created_at: Annotated[Timestamp, Meta(description="When the game was created.")]
    you: Annotated[
        dict[str, Any] | None,
        Meta(description="Your seat and private information beside your hand. Null for a spectator."),
    ]
    seats: Annotated[list[SeatView], Meta(description="All seats, in order.")]
    to_act: Annotated[list[SeatNumber], Meta(description="Seats that may answer now.")]
    ai: Annotated[AiTurn | None, Meta(description="Set while a computer is to move.")]
    table: Annotated[dict[str, Any], Meta(description="Public state of the game.")]
    hand: Annotated[list[Any], Meta(description="Cards in your hand.")]
    legal_moves: Annotated[
        list[LegalMove],
        Meta(
            description="Your legal moves. Send the `move` of one of them. Empty if it is not your turn, or if "
            "`choice` is set."
        ),
    ]
    choice: Annotated[
        Choice | None, Meta(description="Set instead of `legal_moves` where there are too many moves to list.")
    ]
    score: Score
    result: Annotated[Result | None, Meta(description="Null until the game is finished.")]
    fairness: Annotated[Fairness, Meta(description="Commitment to the shuffles.")]
    asked_at: Annotated[Timestamp | None, Meta(description="When the current decision was first asked.")]
    deadline: Annotated[
        Timestamp | None, Meta(description="When the heuristic answers for the persons whose turn it is.")
    ]
    expires_at: Annotated[Timestamp, Meta(description="When the game is deleted unless it changes before.")]
    rematch_id: Annotated[
        str | None, Meta(description="The id of the rematch, if there is one. Your token is valid for it.")
    ]
    rematch_of_id: Annotated[str | None, Meta(description="The id of the game that this is the rematch of.")]
    match_id: Annotated[
        str | None,
        Meta(
            description="The match with a bot that the game is part of: its id, or another name if it was created "
            "without a token."
        ),
    ]


def game_view(game: Game, seat: int | None, language: str = ENGLISH) -> GameView:
    """The view of a seat, or of a spectator for None. It is a function of the game's revision, the seat and the
    language alone.
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
    return GameView(
        id=game.id,
        variant=game.variant_key,
        preset=game.preset,
        options=game.options,
        version=game.version,
        etag=view_tag(game.revision, seat, language),
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
        **msgspec.structs.asdict(game.settings),
    )


def view_json(game: Game, seat: int | None, language: str = ENGLISH) -> bytes:
    """``game_view`` as JSON, which is made once of a game that is not changed any more."""
    known = game.views.get((seat, language))
    if known is None:
        known = game.views[seat, language] = to_json(game_view(game, seat, language))
    return known


def view_tag(revision: str, seat: int | None, language: str) -> str:
    """The entity tag of a view: of all that it depends on, so that two different views never have the same tag."""
    viewer = "spectator" if seat is None else f"seat{seat}"
    return f'"{revision}.{viewer}.{language}"'


def moves_of(
    variant: Variant, state: State, seat: int, options: Mapping[str, Any], names: Names | None, language: str
) -> tuple[list[LegalMove], Choice | None]:
    """The moves of a seat that is asked, each with its text; none of them where a choice describes them."""
    move_text, says = variant.commentary.move_text, variant.phrases(language)
    moves = [
        LegalMove(move=move, text=move_text(move, options, names, says))
        for move in variant.codec.list_moves(state, seat)
    ]
    choice = variant.codec.describe_choice(state, seat)
    return moves, None if choice is None else Choice(**choice)


def seats_view(game: Game, language: str = ENGLISH) -> list[SeatView]:
    """All seats with their players."""
    return [
        SeatView(
            seat=number,
            side=number % 2,
            kind=seat.kind,
            name=seat_name(seat, number, language),
            level=seat.level,
            rating=seat.rating,
            style=seat.style,
            reduced_to=seat.reduced_to,
            bot_id=seat.bot_id,
            invitation=seat.invitation,
        )
        for number, seat in enumerate(game.seats)
    ]


class GameSummary(Answer, kw_only=True):
    """A game in the public list."""

    id: Annotated[str, Meta(description="The game's id.")]
    variant: Annotated[VariantKey, Meta(description="The variant's key.")]
    preset: Annotated[str, Meta(description="The preset that the options are based on.")]
    status: Annotated[
        GameStatus,
        Meta(description="`open` while a seat is open, a bot has not accepted, or a promised seed is missing."),
    ]
    version: Annotated[Count, Meta(description="Increases by one with every change.")]
    ply: Annotated[Count, Meta(description="Number of the current decision.")]
    joinable: Annotated[bool, Meta(description="Whether anyone may take an open seat without a join code.")]
    created_at: Annotated[Timestamp, Meta(description="When the game was created.")]
    seats: Annotated[list[SeatView], Meta(description="All seats, in order.")]
    absent_after_s: Annotated[
        Count, Meta(description="Seconds without an answer after which a player can be replaced by a computer.")
    ]
    absent_level: Annotated[int, Meta(description="Level of that computer.")]
    score: Score
    result: Annotated[Result | None, Meta(description="Null until the game is finished.")]


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
        absent_level=game.settings.absent_level,
        score=game.score,
        result=game.result,
    )


# -- positions that a client describes: no game is stored

ANY_SEED: Final = "any"
"""Every determinization of an observation has the same legal moves for its seat."""


class PositionMoves(Answer, kw_only=True):
    """What a seat may play in a position."""

    variant: Annotated[VariantKey, Meta(description="The variant's key.")]
    seat: Annotated[Count | None, Meta(description="The seat of the observation. Null for a spectator.")]
    ply: Annotated[Count, Meta(description="Number of the decision.")]
    to_act: Annotated[
        list[SeatNumber],
        Meta(description="Seats that may answer now. Empty before a shuffle, and when the game is over."),
    ]
    legal_moves: Annotated[list[LegalMove], Meta(description="The seat's legal moves. Empty if it is not its turn.")]
    choice: Annotated[
        Choice | None, Meta(description="Set instead of `legal_moves` where there are too many moves to list.")
    ]


def position_moves(variant_key: str, data: Any, language: str = ENGLISH) -> PositionMoves:
    """What the seat whose observation is ``data`` may play; raises Problem ``variant/unknown``, or
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
