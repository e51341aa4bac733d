"""A game of an agent against a computer: what is shown to the agent, and what it answers."""

import json
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, Final

from ai.arena import Game, Play
from ai.levels import Player
from clients.mcp.errors import Refused
from clients.mcp.texts import JSON, Texts, table
from engines.api import Refusal, Variant
from service.games.catalogue import cards_view, variant_details
from service.games.play import finish, outcome
from service.games.views import events_view, game_view
from service.model import game as games
from service.model.answer import Answer, to_json
from service.model.timestamps import now_ms, time_text
from service.store.games import Commit

NAME: Final = "Agent"
MOST_ILLEGAL: Final = 3
"""Answers in a row that are no legal move, after which the game is lost."""


@dataclass
class Cost:
    """What a game took of the agent, and what was wrong with its answers."""

    calls: int = 0
    read: int = 0
    """Bytes that it was sent."""
    written: int = 0
    """Bytes that it sent."""
    seconds: float = 0.0
    """From its start to its end."""
    illegal: int = 0
    """Answers that are no legal move."""
    none: int = 0
    """1 if it ended without an answer."""
    late: int = 0
    """1 if it took too long."""


@dataclass(frozen=True)
class AgentGame(Game):
    """A game with what it cost."""

    cost: Cost = field(default_factory=Cost, compare=False)


class Table(Play):
    """A game of a match on mirrored deals. It waits for the agent's answers; the computer plays its own."""

    def __init__(self, variant: Variant, computer: Player, name: str, seed: str, first_side: int) -> None:
        preset, options = variant.resolve_options(None, None)
        self.commits: list[Commit] = []
        self._events: list[Any] = []
        self.cost = Cost()
        self.is_lost = False
        self._bad = 0
        self._texts = Texts()
        # the agent is the first player, whose decisions are not asked for
        super().__init__((variant, variant), options, (computer, computer), seed, first_side)
        self.seat = first_side
        seats = [games.Seat(games.AI, name), games.Seat(games.AI, name)]
        seats[first_side] = games.Seat(games.PERSON, NAME)
        now = time_text(now_ms())
        self._game = games.Game(
            id="match",
            variant_key=variant.key,
            rules_version=variant.rules_version,
            preset=preset,
            options=options,
            status=games.ACTIVE,
            seats=seats,
            public=False,
            created_at=now,
            expires_at=now,
            seed="",
            tokens={},
            join_code=None,
            state=self.state,
        )
        self._game.events = self.state.log = self._events
        self._declared = as_json(variant_details(variant))
        rows = as_json(cards_view(variant, preset, options))["cards"]
        self._cards = {card["id"]: card for card in rows if card["id"].isdigit()}
        self._commit()
        self._let_computer_play()

    @property
    def version(self) -> int:
        """The version after the last change."""
        return self._game.version

    @property
    def has_ended(self) -> bool:
        """True if nothing is asked of the agent any more."""
        return self._game.is_over or self.is_lost

    def answer(self, version: int, move: Any) -> None:
        """Play a move of the agent, and the computer's answer. Raises Refused if it is none that is legal now."""
        if self.has_ended:
            raise Refused("The game is over.")
        try:
            if version != self.version:
                raise Refused(f"The game is at version {self.version}.")
            self.carry_out(self.seat, self._actions(move))
        except (Refused, Refusal) as refused:
            self.cost.illegal += 1
            self._bad += 1
            self.is_lost = self._bad == MOST_ILLEGAL
            over = "The game is over." if self.is_lost else self.text()[0]
            raise Refused(f"{refused}\n{over}") from None
        self._bad = 0
        self._let_computer_play()

    def forfeit(self, *, is_late: bool) -> None:
        """Lose the game for no answer."""
        self.is_lost = True
        self.cost.late += is_late
        self.cost.none += not is_late

    def text(self, since: int | None = None, *, is_whole: bool = False) -> tuple[str, JSON]:
        """What has happened since a version and what is to be decided, as the tools say it; with the table if it is the
        ``is_whole`` of what can be seen.
        """
        view = as_json(game_view(self._game, self.seat))
        stored = [] if since is None else [commit for commit in self.commits if commit.version > since]
        events = [as_json(event) for event in events_view(self._game, stored, self.seat)]
        more = list(self._table(view)) if is_whole else []
        names = {card: self._cards[card]["name"] for card in view["hand"] if card in self._cards}
        text, facts = self._texts.game(view, events, more, names)
        return text, facts | ({"table": view["table"]} if is_whole else {})

    def result(self, began: float) -> AgentGame:
        """The finished game; what was not played to its end is lost."""
        self.cost.seconds = time.monotonic() - began
        played = self.game()
        return AgentGame(0.0 if self.is_lost else played.points, played.goals, cost=self.cost)

    def _table(self, view: JSON) -> Iterator[str]:
        yield from table(view, self._declared)
        for card in view["hand"]:
            if card in self._cards:
                yield f"{card} {self._cards[card]['name']}: {self._cards[card]['text']}"

    def _actions(self, move: Any) -> list[int]:
        variant = self._game.variant
        if type(move) is int:
            legal = variant.codec.list_moves(self.state, self.seat)
            if not 1 <= move <= len(legal):
                raise Refused(f"There is no move {move}.")
            move = legal[move - 1]
        if not isinstance(move, dict):
            raise Refused(f"{json.dumps(move)} is not a move: give its number, or the move itself.")
        return list(variant.codec.decode_move(self.state, self.seat, move))

    def _let_computer_play(self) -> None:
        while not self.is_over and not self.state.may_act(self.seat):
            self.decide()

    def carry_out(self, seat: int, actions: Any) -> None:
        super().carry_out(seat, actions)
        self._commit()

    def _deal(self) -> None:
        if self.state.log is None:  # a new game
            self.state.log = self._events
        super()._deal()

    def _commit(self) -> None:
        game = self._game
        if self.is_over:
            finish(game, *outcome(self.state))
        game.version += 1
        self.commits.append(Commit(game.version, now_ms(), list(self._events), {}))
        self._events.clear()


def as_json(answer: Answer) -> JSON:
    """As a client reads it."""
    found: JSON = json.loads(to_json(answer))
    return found
