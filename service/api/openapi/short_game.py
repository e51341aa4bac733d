"""A short game that is played for the examples of the contract, with as much of a store as they need."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Final, cast

from ai.levels import LEVELS
from engines import VARIANTS
from engines.api import Variant
from service.games.replay import Replay
from service.model.game import ACTIVE, AI, FINISHED, PERSON, Game, Seat
from service.model.timestamps import parse_time_ms, time_text
from service.store.games import GameStore
from service.store.history import Commit, RecordedMove

WORD = "kQ3_"
"""Of every commit."""
GAME_ID = "g_x5lq7mzk3e6w2nbvt4ra"
REMATCH_ID = "g_k2v6rq3xw7mz4nty5lba"
SUGGESTION_ID = "s_q4z7xk2mwv6n3rty5lba"
MATCH_ID = "m_v7n2xk4qz6wm3rty5lba"
WEBHOOK_ID = f"w_t5k2xq7mzv4n.{GAME_ID}"
BOT_ID = "b_k2v6rq3xw7mz4nty5lba"
BOT_TOKEN = f"{BOT_ID}.dGhlIGJvdCdzIHRva2VuLCBzaG93biBvbmNl"
TOKEN = f"{GAME_ID}.bXkgb3duIHRva2VuLCBzaG93biB0aGlzIG9uY2U"
OWNER_TOKEN = f"{GAME_ID}.dGhlIG93bmVyJ3MgdG9rZW4sIHNob3duIG9uY2U"
MATCH_TOKEN = f"{MATCH_ID}.dGhlIG1hdGNoJ3MgdG9rZW4sIHNob3duIG9uY2U"
TICKET = "t_69581e80_YSB0aWNrZXQgZm9yIHRoZSBzdHJlYW0gb2Ygb25lIGdhbWU"
JOIN_CODE = "K7QW-2M9P-X4TD"
CLIENT_SEED = "a-seed-of-my-own-41c7"
BEGAN = "2026-01-02T19:30:00.000Z"
REQUEST_ID = "4f1c9a7be2d05836"
SECONDS_A_MOVE = 7


def variant_with(fits: Callable[[Variant], object]) -> Variant:
    """The first variant that fits, else the last one: there are examples whichever games there are."""
    return next(filter(fits, VARIANTS.values()), list(VARIANTS.values())[-1])


SHOWN: Final = variant_with(lambda variant: variant.has_decisions and not variant.described_moves)
"""The variant of the short game: it has moves to list."""
WITHOUT_DECISIONS: Final = variant_with(lambda variant: not variant.has_decisions)
SHORT: Final = {name: value for name, value in (("periods", 1), ("first_dealer", "random")) if name in SHOWN.options}
"""Options of the short game, as far as its variant has them."""


@dataclass
class ShortGame:
    """A short game that Ida begins against a computer, with what the store keeps of it: as far as these
    examples need one.
    """

    game: Game
    again: Replay
    events: list[Commit] = field(default_factory=list)
    moves: list[RecordedMove] = field(default_factory=list)

    def events_after(self, game_id: str, version: int, limit: int = 0) -> list[Commit]:
        return [commit for commit in self.events if commit.version > version]

    def recorded_moves(self, game_id: str, version: int) -> list[RecordedMove]:
        return self.moves

    @property
    def store(self) -> GameStore:
        return cast(GameStore, self)

    def note(self, events: list[Any]) -> None:
        """The next version has come."""
        self.game.version, self.game.word = self.game.version + 1, WORD
        self.game.state, self.game.shuffles = self.again.state, len(self.again.orders)
        self.game.asked_at = later(self.game.version)
        self.events.append(
            Commit(self.game.version, parse_time_ms(self.game.asked_at), events, self.game.view_state(), WORD)
        )


def later(version: int) -> str:
    return time_text(parse_time_ms(BEGAN) + 1000 * SECONDS_A_MOVE * (version - 1))


def short_game(moves: int) -> ShortGame:
    """The game after this number of moves, each the first legal one."""
    variant = SHOWN
    preset, options = variant.resolve_options(None, SHORT)
    game = Game(
        id=GAME_ID,
        variant_key=variant.key,
        rules_version=variant.rules_version,
        preset=preset,
        options=options,
        status=ACTIVE,
        seats=[Seat(PERSON, "Ida"), Seat(AI, LEVELS[1].name, 2, 1.0)],
        public=True,
        created_at=BEGAN,
        seed="02" * 32,
        tokens={},
        join_code=None,
        state=variant.new_game(options),
        expires_at="2026-01-09T19:30:00.000Z",
    )
    short = ShortGame(game, Replay(variant, options, game.id, game.shuffle_key))
    short.note([{"type": "game_started"}, *short.again.start()])
    for _ in range(moves):
        seat, ply = int(game.state.to_act()), int(game.state.ply)
        move = variant.codec.list_moves(game.state, seat)[0]
        short.note(short.again.play(seat, move))
        game.moves += 1
        short.moves.append(RecordedMove(game.version, ply, seat, move))
    return short


def resigned() -> ShortGame:
    short = short_game(2)
    short.note([{"type": "resigned", "seat": 0}])
    short.game.status, short.game.asked_at = FINISHED, None
    short.game.result = {"winner": 1, "reason": "resignation", "score": [0, 0]}
    return short
