"""The interface of a game to the service and the search: State, Observation, Variant, and four exceptions.

A ``State`` holds the whole truth of one game, hidden cards included; an ``Observation`` is all that one seat may know
and remember. Both are compiled base classes with plain methods, so that the same search and the same service work for
every game.
"""

from collections.abc import Callable, Mapping, Sequence, Set
from dataclasses import dataclass, field
from typing import Any, Final, Protocol

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from engines.buffers import Actions, action_buffer, buffer
from engines.cards import CardDescription
from engines.fields import (
    CARD,
    CARD_FACTS,
    EventFields,
    Fault,
    Field,
    FieldError,
    MoveFields,
    check_move,
)
from engines.language import ENGLISH, Phrases, shared
from engines.names import Names
from engines.rng import Rng

CHANCE: Final[i64] = -1
"""``to_act`` when a shuffle is needed: the next step is ``deal``."""
OVER: Final[i64] = -2
"""``to_act`` when the game is over."""
SPECTATOR: Final[i64] = -3
"""The seat of a spectator: it sees what is public."""
NO_SIDE: Final[i64] = -1
"""No side: no side holds, no side has won."""
NOTHING: Final[i64] = -99
"""An absent number of an event."""
MOST_UNSEEN: Final[i64] = 64
"""Room for the cards that a seat cannot see."""
NOT_GATHERED: Final[i64] = -1
Event = tuple[int, ...]
"""What happened: an event number of the game, then small ints (a seat, cards, counts)."""


class Refusal(ValueError):
    """A request that the rules refuse; the text quotes the input and says what would be right."""

    def __init__(self, message: str, *, field: str = "", rule: str = "", faults: Sequence[Fault] = ()) -> None:
        super().__init__(message)
        self.field = field
        self.rule = rule
        self.faults = faults
        """All faults that were found, where there may be several; their paths begin with the name of the request's
        field.
        """
        self.variant = ""
        """The game whose rules document contains ``rule``; set by the service."""


class InvalidMove(Refusal):
    """The move is not understood: unknown type, missing field, or a text that is not a card."""


def fields_of_move(moves: Sequence[MoveFields], move: Any) -> MoveFields:
    """Return the entry of ``moves`` that ``move`` fits; raises InvalidMove if it fits none."""
    if isinstance(move, dict) and "type" not in move and "move" in move:
        raise InvalidMove("move: this is an entry of `legal_moves`; send its `move` without the `text`", field="move")
    try:
        return check_move(moves, move)
    except FieldError as error:
        raise InvalidMove(str(error), field=error.where) from error


class IllegalMove(Refusal):
    """The move is understood but not allowed now; ``rule`` names the paragraph of the rules document."""


class InvalidOption(Refusal):
    """An option or preset does not exist, is out of range, or contradicts another."""


class InvalidObservation(Refusal):
    """An observation that no game could have produced; ``field`` names the field that contradicts the others."""


def misread_observation(error: FieldError) -> InvalidObservation:
    """The exception for an observation whose fields have these faults: the text names the first one and how many more
    there are.
    """
    faults = [fault.inside("observation") for fault in error.faults]
    more = len(faults) - 1
    text: str = error.args[0]  # which keeps its phrase
    if more:
        text = shared(ENGLISH).phrase("more_faults", fault=text, count=more)
    return InvalidObservation(text, field=error.where, faults=faults)


def event_of(event: i64, first: i64, second: i64) -> Event:
    """The event with its numbers, up to the first NOTHING."""
    if second != NOTHING:
        return int(event), int(first), int(second)
    return (int(event), int(first)) if first != NOTHING else (int(event),)


class Unseen:
    """The cards that a seat cannot see, collected once and reused each time they are dealt again."""

    def __init__(self) -> None:
        self.cards = buffer(MOST_UNSEEN)
        """Ascending; written by the first ``redeal``."""
        self.count = NOT_GATHERED
        """How many there are, or NOT_GATHERED."""
        self.free: i64 = 0
        """The first this many may lie where the others may not, in games that distinguish two sorts."""
        self.order = buffer(MOST_UNSEEN)
        """The same cards while they are being dealt: a work buffer of ``redeal``."""


@mypyc_attr(allow_interpreted_subclasses=True)
class State:
    """One game: mutable, cheap to clone, the whole truth. Sides are ``seat % 2``: partners sit opposite."""

    ply: i64
    """Number of decision points resolved; a simultaneous choice is one."""
    log: list[Event] | None
    """Events are appended while this is a list; None, the default, costs nothing."""

    def __init__(self) -> None:
        self.ply = 0
        self.log = None

    # -- whose turn

    def seats(self) -> i64:
        """Number of seats at the table."""
        return 2

    def to_act(self) -> i64:
        """Return the seat that is asked next, CHANCE or OVER."""
        raise NotImplementedError

    def may_act(self, seat: i64) -> bool:
        """True if ``seat`` may answer now; several may at a simultaneous choice, in any order."""
        return seat >= 0 and seat == self.to_act()

    def waits_for_all(self) -> bool:
        """False where one answer of several is enough: a computer then acts only if no person may."""
        return True

    # -- decisions

    def fill_actions(self, seat: i64, actions: Actions) -> i64:
        """Write the legal actions of ``seat``, ascending, into ``actions`` and return how many; 0 if it may not act."""
        raise NotImplementedError

    def fill_distinct_actions(self, seat: i64, actions: Actions) -> i64:
        """Like ``fill_actions``, with one action of each interchangeable kind, for the search."""
        return self.fill_actions(seat, actions)

    def random_action(self, seat: i64, actions: Actions, rng: Rng) -> i64:
        """Return a legal action of ``seat``, uniformly at random; ``actions`` is a work buffer. Overridden where no
        list is needed.
        """
        return actions[rng.below(self.fill_actions(seat, actions))]

    def apply(self, seat: i64, action: i64) -> None:
        """Carry out one legal action in place. The caller must ensure that it is legal."""
        raise NotImplementedError

    def seen_as(self, action: i64, viewer: i64) -> i64:
        """What ``viewer`` sees of another seat's action: the action, or one number for all that look alike."""
        return action

    # -- chance

    def shuffle_needed(self) -> i64:
        """At CHANCE: the n for which ``deal`` wants a permutation of ``range(n)``; at most 256."""
        raise NotImplementedError

    def deal(self, order: vec[i64]) -> None:
        """Continue from CHANCE with the permutation in the first ``shuffle_needed()`` places of ``order``: the only way
        randomness enters.
        """
        raise NotImplementedError

    # -- outcome

    def score(self, side: i64) -> i64:
        """Goals of ``side``, 0 or 1."""
        raise NotImplementedError

    def winner(self) -> i64:
        """Side that has won, NO_SIDE for a draw; valid at OVER. By default the side with more goals."""
        lead = self.score(0) - self.score(1)
        return 0 if lead > 0 else 1 if lead < 0 else NO_SIDE

    def won_in_shootout(self) -> bool:
        """True if a shootout decided the game; valid at OVER. By default, for games whose shootout adds no goal: a side
        has won a tie.
        """
        return self.score(0) == self.score(1) and self.winner() != NO_SIDE

    def payoff(self, seat: i64) -> float:
        """At OVER: 1 won, 0 draw, -1 lost, for the side of ``seat``."""
        winner = self.winner()
        if winner == NO_SIDE:
            return 0.0
        return 1.0 if winner == seat % 2 else -1.0

    # -- copies

    def clone(self) -> "State":
        """Return an independent copy without a log."""
        raise NotImplementedError

    def copy_from(self, other: "State") -> None:
        """Become a copy of ``other``, a state of the same game and options, without allocating; drops the log."""
        raise NotImplementedError

    # -- information

    def redeal(self, seat: i64, rng: Rng | None, unseen: Unseen) -> None:
        """Deal again all cards that ``seat`` (or SPECTATOR) cannot see: uniformly with ``rng``, in ascending order
        without one.

        The result contains nothing that the seat may not know: this is the only place where a game keeps its secrets.
        ``unseen`` belongs to one observation: empty at the first call, at later calls as this method left it.
        """
        raise NotImplementedError

    # -- convenience for callers outside the search

    def deal_order(self, order: Sequence[int]) -> None:
        """``deal`` with any sequence of ints."""
        self.deal(vec[i64]([i64(place) for place in order]))

    def legal_actions(self, seat: i64) -> list[int]:
        """The legal actions of ``seat`` as a new ascending list."""
        actions = action_buffer()
        count = self.fill_actions(seat, actions)
        return [int(actions[i]) for i in range(count)]

    def distinct_actions(self, seat: i64) -> list[int]:
        """One legal action of each interchangeable kind, ascending."""
        actions = action_buffer()
        count = self.fill_distinct_actions(seat, actions)
        return [int(actions[i]) for i in range(count)]

    def returns(self) -> list[float]:
        """Payoff of every seat; zero-sum."""
        return [self.payoff(seat) for seat in range(self.seats())]

    def emit(self, event: i64, first: i64 = NOTHING, second: i64 = NOTHING) -> None:
        """Append an event of up to two numbers (a seat, a card) to the log, if there is one."""
        if self.log is not None:
            self.log.append(event_of(event, first, second))


@mypyc_attr(allow_interpreted_subclasses=True)
class Observation:
    """An information set: everything ``seat`` may know and remember, nothing else."""

    seat: i64
    known: State
    """The game as ``seat`` knows it: set by ``KnownState``."""

    def __init__(self, seat: i64) -> None:
        self.seat = seat

    def blank_state(self) -> State:
        """Return a state of the same game and options for ``determinize_into`` to fill."""
        raise NotImplementedError

    def determinize_into(self, state: State, rng: Rng) -> None:
        """Make ``state`` a complete state consistent with this observation; ``rng`` deals the unseen cards."""
        raise NotImplementedError

    def determinize(self, rng: Rng) -> State:
        """Return a new state consistent with this observation."""
        state = self.blank_state()
        self.determinize_into(state, rng)
        return state


class KnownState(Observation):
    """An observation stored as a state: a copy of the game in which all that ``seat`` cannot see is dealt again."""

    def __init__(self, known: State, seat: i64) -> None:
        """``known`` becomes part of the observation: the caller must not use it afterwards."""
        self.seat = seat
        self.known = known
        self.unseen = Unseen()
        known.redeal(seat, None, self.unseen)

    def blank_state(self) -> State:
        return self.known.clone()

    def determinize_into(self, state: State, rng: Rng) -> None:
        """Deal the cards that the seat has not seen, uniformly: ``observe(state, seat)`` equals this observation for
        every result.

        Source: uniform determinization as in Cowling, Powley, Whitehouse 2012, Information Set MCTS.
        """
        state.copy_from(self.known)
        state.redeal(self.seat, rng, self.unseen)


def observe(state: State, seat: i64) -> KnownState:
    """Return all that ``seat`` (or SPECTATOR) may know and remember at ``state``."""
    return KnownState(state.clone(), seat)


class Codec(Protocol):
    """Converts to and from JSON, and packs cards into moves: see ``engines.declared.Codec``."""

    table_field: Field
    private_field: Field
    observation_field: Field

    def dump_options(self, state: State) -> dict[str, Any]: ...
    def dump_state(self, state: State) -> dict[str, Any]: ...
    def load_state(self, data: Mapping[str, Any]) -> State: ...
    def dump_observation(self, observation: Observation) -> dict[str, Any]: ...
    def load_observation(self, data: Any, fits: bool = False) -> Observation: ...
    def reload_observation(self, data: Mapping[str, Any]) -> Observation: ...
    def decode_move(self, state: State, seat: int, move: Any) -> list[int]: ...
    def encode_actions(self, state: State, seat: int, actions: Sequence[int]) -> dict[str, Any]: ...
    def list_moves(self, state: State, seat: int) -> list[dict[str, Any]]: ...
    def describe_choice(self, state: State, seat: int) -> dict[str, Any] | None: ...
    def table(self, observation: Observation) -> dict[str, Any]: ...
    def private(self, observation: Observation) -> dict[str, Any]: ...
    def dump_event(self, event: Event, viewer: int) -> dict[str, Any]: ...


class Commentary(Protocol):
    """The texts of moves and events: a game's ``commentary`` module. It sees only what ``dump_event`` returns.

    ``phrases`` are those of the game in one language, English by default.
    """

    def move_text(
        self, move: Mapping[str, Any], options: Mapping[str, Any], names: Names | None = None, phrases: Phrases = ...
    ) -> str:
        """A move in a few words; ``options`` and ``names`` are those of the game. Without names, players are called
        ``default_name``.
        """

    def event_text(
        self, event: Mapping[str, Any], options: Mapping[str, Any], names: Names, phrases: Phrases = ...
    ) -> str:
        """The text of an event, a sentence or a call; empty if it has none.

        A call is in the words of the player whom ``EventFields.speaker`` names; a sentence names the players itself.
        """


@dataclass(frozen=True)
class GameSheet:
    """What a scoresheet needs to know of a game, other than events ``scores``, ``penalty`` and ``overtime_start``."""

    period_ends: str = "period_end"
    """The event at the end of a period."""
    shots: Sequence[str] = ()
    """Events that show how a goal was scored: the scorer's last one before it. Empty if the goal's own card shows it.
    """
    statistics: Mapping[str, str] = field(default_factory=dict)
    """Lines below the score: the name of each -> the field of the table with its number for each side."""


@dataclass(frozen=True)
class Variant:
    """A game: the modules of its folder put together."""

    key: str
    name: str
    summary: str
    credits: str
    rules_version: int
    """Increased whenever the same moves could give another game, or another record of it."""
    options: Mapping[str, Field]
    """Every switch with its allowed values."""
    presets: Mapping[str, Mapping[str, Any]]
    """Complete option sets by name; the first is the default."""
    preset_texts: Mapping[str, str]
    """One sentence about each preset."""
    moves: Sequence[MoveFields]
    events: Sequence[EventFields]
    """Every event that ``dump_event`` returns, in the order of the event numbers of the rules."""
    complete_options: Callable[[Mapping[str, Any]], dict[str, Any]]
    """Check options, alone and against each other, and add missing ones; raises InvalidOption."""
    new_game: Callable[[Mapping[str, Any]], State]
    """A game with these complete options, before its first shuffle."""
    codec: Codec
    commentary: Commentary
    cards: Callable[[Mapping[str, Any], Phrases], Sequence[CardDescription]]
    """Every card in play under these complete options, and what it does."""
    card_options: Set[str]
    """The options that change what a card does."""
    observe: Callable[[State, int], Observation] = observe
    has_decisions: bool = True
    """False where the cards alone decide, so that every computer level plays the same."""
    add_deck: Callable[[str, str], None] | None = None
    """For decks in files: register the text of one under a name, as a value of an option; raises ValueError with its
    faults.
    """
    deck_digest: Callable[[Mapping[str, Any]], str] | None = None
    """For decks in files: SHA-256, in hex, of the deck of these options."""
    sheet: GameSheet = GameSheet()
    minutes: int = 10
    """About how long a game against a computer takes."""
    card: Field = CARD
    """The text of a card in views and moves."""
    card_facts: Field = CARD_FACTS
    """What is printed on a card, for programs."""
    described_moves: Sequence[str] = ()
    """Types of the moves that ``describe_choice`` may describe."""
    languages: Mapping[str, Phrases] = field(default_factory=lambda: {ENGLISH: shared(ENGLISH)})
    """The phrases of each language that the game has, by code; always with English."""

    @property
    def table(self) -> Field:
        """What is public on the table."""
        return self.codec.table_field

    @property
    def private(self) -> Field:
        """What only the seat itself sees."""
        return self.codec.private_field

    @property
    def observation(self) -> Field:
        """Everything a seat knows."""
        return self.codec.observation_field

    def phrases(self, language: str) -> Phrases:
        """The phrases of a language; the English ones if the game does not have it."""
        return self.languages.get(language) or self.languages[ENGLISH]

    def speaker_of(self, event: Mapping[str, Any], seats: int) -> int | None:
        """The seat that makes the call of an event from ``dump_event``; None for the announcer."""
        kind = next(kind for kind in self.events if kind.type == event["type"])
        return kind.speaker_of(event, seats)

    def resolve_options(self, preset: str | None, options: Mapping[str, Any] | None) -> tuple[str, dict[str, Any]]:
        """Return the preset's name and its complete options, overridden by ``options``.

        Raises InvalidOption, which names the option, the fault and what is allowed.
        """
        name = next(iter(self.presets)) if preset is None else preset
        if name not in self.presets:
            raise InvalidOption(
                f"preset: {name!r} is not a preset of {self.key}; known are {', '.join(self.presets)}", field="preset"
            )
        return name, self.complete_options({**self.presets[name], **(options or {})})
