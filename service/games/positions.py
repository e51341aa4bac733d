"""Positions that a client describes: what may be played in them. No game is stored."""

from typing import Annotated, Any, Final

from msgspec import Meta

from engines.api import SPECTATOR
from engines.language import ENGLISH
from engines.rng import Rng
from service.games.catalogue import find_variant
from service.games.views import Choice, LegalMove, moves_of
from service.model.answer import Answer, Count, SeatNumber, VariantKey

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
