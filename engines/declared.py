"""A game declared once: its options, the parts of its state and its events, and everything derived from them.

How to declare a game, with ``examples/secret_duel`` as the smallest example:

- ``rules.py``: the ``State``. Its method ``redeal`` deals again what a seat cannot see; ``engines.api.observe`` makes
  every observation with it, and determinizations are the same at random. So an observation *is* a state, and nothing
  else has to hide anything.
- ``options.py``: a row for every switch, from which come the fields, the standard game and the rules' numbers::

      SWITCHES = (Option("seats", OneOf((2, 4), "Four seats play as partners."), 2, "seats"),
                  Option("overtime", OneOf(("once", "none"), "After a tie."), "once", "has_overtime", (True, False)))

- ``table.py``: a row for every part of a state, in the order of the JSON. Who sees it follows from how it is read::

      PARTS: Sequence[Part[HockeyState]] = (
          Part("period", Integer(1, 6), lambda state: int(state.period), stored=True),
          Part("hand", HAND, own=lambda state, seat: card_texts(state.hands[seat].cards, state.hands[seat].size)),
          Part("stock", stored=lambda state: card_texts(state.stock, state.size, state.stock_at)),
      )

  ``period`` is on the table for all seats and in the store, ``hand`` is for its owner alone, ``stock`` in the store
  alone. ``remembered`` reads what an observation has in addition to the table, or instead of it: cards seen earlier and
  covered now.
- ``events.py``: an ``EventFields`` for every kind that the rules log, with its fields in the order of the numbers that
  are logged with it. Fields in ``optional`` are for the event's ``seat`` alone. The logged numbers are stored with
  games: if their order differs, a ``dump_event`` of the game rearranges them.
- ``moves.py``: ``decode_move``, ``encode_actions``; ``commentary.py`` and ``language``: the texts.

At the end of ``table.py`` these make a ``Codec``. It derives the JSON of the store, the table, a seat's own cards and
the observation, their schemas, and the check of redundant fields. Written by hand: ``load``, since positions leave out
what follows from the rest; ``reconstruct``, since only the rules know which observations are possible; and
``copy_from`` of the state, which is hot.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Generic, NoReturn, TypeVar, cast

from engines.api import (
    CHANCE,
    OVER,
    SPECTATOR,
    Event,
    IllegalMove,
    InvalidObservation,
    InvalidOption,
    KnownState,
    Observation,
    State,
    misread_observation,
    observe,
)
from engines.cards import DECK_SIZE, card_text
from engines.fields import (
    Card,
    EventFields,
    Field,
    FieldError,
    Integer,
    ListOf,
    Maybe,
    ObjectField,
    OneOf,
    by_identity,
    check_options,
    quoted,
    value_of,
)
from engines.language import Phrases, inside

FORMAT: Final = 2
"""The format of stored states: increased when earlier ones can no longer be read unchanged."""
DECK: Final = ListOf(Card(), 2, DECK_SIZE, unique=True, help="The cards of a smaller pack; absent for all 52.")
PLY: Final = Integer(0, 9999, "Number of decisions made in the game.")

StateT = TypeVar("StateT", bound=State)


# -- options


@dataclass(frozen=True)
class Option:
    """A switch of a game: its value as a client writes it, and its name and number in the rules."""

    name: str
    field: Field
    standard: Any
    """Its value in the standard game. For a new option it is what the rules were before: what was stored without the
    option is read with this value (``service.model.game.completed_options``), whatever its preset has now.
    """
    attribute: str = ""
    """Its name in the ``Options`` of the rules; empty if the rules do not know it."""
    numbers: tuple[Any, ...] = ()
    """The number of each value of the field, in the rules; empty if it is the value itself."""
    parse: Callable[[Any], Any] | None = None
    """The number of a value, where ``numbers`` cannot give it."""
    show: Callable[[Any], Any] | None = None
    """The inverse of ``parse``."""
    changes_cards: bool = True
    """Whether the texts of cards follow it: for each of its values some card does something else."""

    def number(self, value: Any) -> Any:
        """The number, in the rules, of a value."""
        if self.parse is not None:
            return self.parse(value)
        return self.numbers[self._values().index(value)] if self.numbers else value

    def value(self, number: Any) -> Any:
        """The inverse of ``number``."""
        if self.show is not None:
            return self.show(number)
        if self.numbers:
            return self._values()[self.numbers.index(number)]
        if isinstance(number, bool):
            return number
        return int(number) if isinstance(number, int) else [int(item) for item in number]

    def _values(self) -> tuple[Any, ...]:
        assert isinstance(self.field, OneOf), f"option {self.name}: only a OneOf can have `numbers`"
        return self.field.values


def option_fields(options: Sequence[Option]) -> dict[str, Field]:
    """The field of every switch by name."""
    return {option.name: option.field for option in options}


def card_options(options: Sequence[Option]) -> frozenset[str]:
    """The names of the switches that change what a card does."""
    return frozenset(option.name for option in options if option.changes_cards)


def standard_game(options: Sequence[Option]) -> dict[str, Any]:
    """The value of every switch in the standard game."""
    return {option.name: option.standard for option in options}


def completed(options: Sequence[Option], given: Mapping[str, Any]) -> dict[str, Any]:
    """Return ``given`` completed from the standard game; raises InvalidOption if a value does not fit its field."""
    try:
        return {**standard_game(options), **check_options(option_fields(options), dict(given))}
    except FieldError as error:
        raise InvalidOption(error.args[0], field=error.where) from error


def numbers_of(options: Sequence[Option], chosen: Mapping[str, Any]) -> dict[str, Any]:
    """The values for the rules, by the names of their attributes."""
    return {option.attribute: option.number(chosen[option.name]) for option in options if option.attribute}


def shown_options(options: Sequence[Option], numbers: object) -> dict[str, Any]:
    """The inverse: the switches as clients write them; without those unknown to the rules."""
    return {option.name: option.value(getattr(numbers, option.attribute)) for option in options if option.attribute}


# -- the parts of a state


@dataclass(frozen=True)
class Part(Generic[StateT]):
    """One part of a state, with its name in JSON. How it can be read determines who sees it."""

    name: str
    field: Field | None = None
    """Its kind of value, if it is seen by any seat."""
    open: Callable[[StateT], Any] | None = None
    """On the table, for all seats."""
    own: Callable[[StateT, int], Any] | None = None
    """For the given seat only."""
    remembered: Callable[[StateT, int], Any] | None = None
    """In an observation of the seat, instead of what is on the table or in addition to it."""
    stored: Callable[[StateT], Any] | bool = False
    """In the store; True if the same as on the table."""
    any_order: bool = False
    """The innermost lists of cards or ranks may come in any order."""
    given: bool = False
    """Other parts of an observation are derived from it: one from a client may contain less of it, and it is not
    compared.
    """
    follows_from: str = ""
    """The part that contains the same in full: if only this one is given, the refusal names that one."""

    def seen(self, state: StateT, seat: int) -> Any:
        """The part in an observation of the seat."""
        if self.remembered is not None:
            return self.remembered(state, seat)
        return self.own(state, seat) if self.own is not None else self.open(state) if self.open is not None else None

    def is_in_observation(self, seat: int) -> bool:
        """True if the seat sees or remembers it."""
        return bool(self.open or self.remembered or (self.own and seat != SPECTATOR))

    def is_same(self, one: Any, other: Any) -> bool:
        """True if two values are equal, except for an order that has no meaning."""
        return bool(one == other or (self.any_order and _sorted(one) == _sorted(other)))


def _sorted(value: Any) -> Any:
    """The value with its innermost lists sorted."""
    if not isinstance(value, list):
        return value
    return [_sorted(item) for item in value] if any(isinstance(item, list) for item in value) else sorted(value)


def about_game(
    seats: int, options: Sequence[Option], differ_from: str = "the standard game", ply: Field = PLY, **small: Field
) -> dict[str, Field]:
    """The fields of an observation before its parts: the seat, the options and the ply.

    ``small`` are the parameters, other than its pack, of a game smaller than that of the rules.
    """
    help = f"The switches, as far as they differ from {differ_from}."
    fields = option_fields(options)
    return {
        "seat": Maybe(Integer(0, seats - 1, "The seat that sees this; null for a spectator.")),
        "options": ObjectField(fields, optional=tuple(fields), help=help),
        "deck": DECK,
        **small,
        "ply": ply,
    }


def refuse(field: str, text: str) -> NoReturn:
    """Raise InvalidObservation for a field of the observation."""
    raise InvalidObservation(f"observation.{field}: {text}", field=f"observation.{field}")


def seat_asked(state: State, phrases: Phrases, over: str, shuffle: str) -> int:
    """The seat that is asked next. Raises IllegalMove, citing one of these paragraphs, if the game is over or before a
    shuffle; the phrases of the game are `over` and `before_shuffle`.
    """
    asked = int(state.to_act())
    if asked == OVER:
        raise IllegalMove(phrases.phrase("over"), rule=over)
    if asked == CHANCE:
        raise IllegalMove(phrases.phrase("before_shuffle"), rule=shuffle)
    return asked


@by_identity
def pack_of(options: Any) -> Mapping[str, int]:
    """The cards of the ``deck`` of these options, ascending, by their texts."""
    return {card_text(card): card for card in sorted(map(int, options.deck))}


def refuse_stray_cards(pack: Mapping[str, int], places: Sequence[tuple[str, Sequence[str]]]) -> None:
    """Raise InvalidObservation if one of the cards in these fields is not in the pack or is in two places."""
    listed = [card for _, cards in places for card in cards]
    if len(pack.keys() & listed) == len(listed):
        return  # as nearly always: to name the places takes longer than to check them
    found: dict[str, str] = {}
    for field, cards in places:
        for i, card in enumerate(cards):
            where = f"{field}[{i}]"
            if card not in pack:
                refuse(where, f"{card} is not in the pack")
            if card in found:
                refuse(where, f"{card} is at {found[card]} already")
            found[card] = where


# -- JSON in and out


class Codec(Generic[StateT]):
    """A game in JSON, derived from its parts and events; functions of the game do what cannot be derived."""

    def __init__(
        self,
        kind: type[StateT],
        about: Mapping[str, Field],
        parts: Sequence[Part[StateT]],
        events: Sequence[EventFields],
        *,
        dump_options: Callable[[StateT], dict[str, Any]],
        load: Callable[[Mapping[str, Any]], StateT],
        reconstruct: Callable[[Mapping[str, Any]], StateT],
        decode_move: Callable[[Any, int, Any], list[int]],
        encode_actions: Callable[[Any, int, Sequence[int]], dict[str, Any]],
        describe_choice: Callable[[Any, int], dict[str, Any] | None] | None = None,
        dump_event: Callable[[Event, int], dict[str, Any]] | None = None,
        needed: Sequence[str] = ("seat",),
        private_help: str = "",
    ) -> None:
        """``dump_options`` returns the switches of a state, with the ``deck`` of a small game. ``load`` builds a state
        from its JSON, in which any field may be missing; ``reconstruct`` builds one from an observation whose fields
        are valid and raises InvalidOption if its switches contradict each other, and InvalidObservation if no game
        could have produced it. ``needed`` are the fields that an observation must have.
        """
        self._kind = kind
        self._parts = parts
        self._open = [(part.name, part.open) for part in parts if part.open is not None]
        self._own = [(part.name, part.own) for part in parts if part.own]
        self._compared = [
            (part.name, cast(Callable[..., Any], part.remembered or part.own or part.open), part)
            for part in parts
            if part.open is not None and not part.given
        ]
        self._stored: list[tuple[str, Callable[[StateT], Any]]] = []
        for part in parts:
            if part.stored is not False:
                read = part.open if part.stored is True else part.stored
                assert read is not None, f"part {part.name} is stored as on the table, but it is not there"
                self._stored.append((part.name, read))
        self._events = events
        self._dump_options = dump_options
        self._load = load
        self._reconstruct = reconstruct
        self.decode_move = decode_move
        """The actions of a JSON move; raises InvalidMove or IllegalMove."""
        self.encode_actions = encode_actions
        """The JSON move of one complete list of actions."""
        self._describe_choice = describe_choice
        self._dump_event = dump_event
        shown = {part.name: part.field for part in parts if part.field is not None}
        own = {part.name: shown[part.name] for part in parts if part.own}
        self.table_field: Field = ObjectField({part.name: shown[part.name] for part in parts if part.open})
        self.private_field: Field = ObjectField(own, optional=tuple(own), help=private_help)
        seen = {**about, **shown}
        self.observation_field: Field = ObjectField(seen, optional=tuple(name for name in seen if name not in needed))

    # -- states

    def dump_options(self, state: State) -> dict[str, Any]:
        """The ``options`` of a state, and the deck of a small game."""
        assert isinstance(state, self._kind)
        return self._dump_options(state)

    def dump_state(self, state: State) -> dict[str, Any]:
        """The whole state as JSON, for the store."""
        assert isinstance(state, self._kind)
        stored = {name: read(state) for name, read in self._stored}
        return {"format": FORMAT, **self._dump_options(state), "ply": int(state.ply), **stored}

    def load_state(self, data: Mapping[str, Any]) -> StateT:
        """The inverse of ``dump_state``; also builds positions for tests."""
        if data.get("format", FORMAT) != FORMAT:
            raise ValueError(f"format: {data['format']!r} cannot be read; known is {FORMAT}")
        return self._load(data)

    # -- observations

    def table(self, observation: Observation) -> dict[str, Any]:
        """What is public on the table: the same for every viewer."""
        known: Any = observation.known
        return {name: read(known) for name, read in self._open}

    def private(self, observation: Observation) -> dict[str, Any]:
        """What only this seat sees: ``hand`` and the like; empty for a spectator."""
        known: Any = observation.known
        seat = int(observation.seat)
        return {name: read(known, seat) for name, read in self._own} if seat != SPECTATOR else {}

    def dump_observation(self, observation: Observation) -> dict[str, Any]:
        """Everything a seat knows: the table, its own cards, what it remembers, and the options."""
        known: Any = observation.known
        seat = int(observation.seat)
        return {
            "seat": None if seat == SPECTATOR else seat,
            **self._dump_options(known),
            "ply": int(known.ply),
            **{part.name: part.seen(known, seat) for part in self._parts if part.is_in_observation(seat)},
        }

    def load_observation(self, data: Any, fits: bool = False) -> KnownState:
        """The inverse of ``dump_observation``; raises InvalidObservation, which names the field that no game could have
        produced and says what would be consistent. ``fits``: the caller has checked that ``data`` fits
        ``observation_field``.
        """
        try:
            if not fits:
                self.observation_field.check(data, "observation")
            observation = self.reload_observation(data)
        except FieldError as error:
            raise misread_observation(error) from error
        except InvalidOption as error:
            field = f"observation.{error.field}"
            raise InvalidObservation(inside("observation.", error.args[0]), field=field, rule=error.rule) from error
        known: Any = observation.known
        seat = int(observation.seat)
        for name, read, part in self._compared:
            if name not in data:
                continue
            given = data[name]
            value = read(known, seat) if part.remembered or part.own else read(known)
            if given != value and not part.is_same(given, value):
                text = f"{quoted(given)} does not follow from the rest, which makes it {quoted(value)}"
                source = part.follows_from
                refuse(part.name, f"{text}: {source} is missing" if source and source not in data else text)
        return observation

    def reload_observation(self, data: Mapping[str, Any]) -> KnownState:
        """The same for what ``load_observation`` has accepted before: it is not checked again, which is most of the
        work.
        """
        return observe(self._reconstruct(data), SPECTATOR if data["seat"] is None else data["seat"])

    # -- moves and events

    def list_moves(self, state: State, seat: int) -> list[dict[str, Any]]:
        """All legal moves as JSON; empty where ``describe_choice`` describes them instead."""
        if self.describe_choice(state, seat) is not None:
            return []
        return [self.encode_actions(state, seat, [action]) for action in state.legal_actions(seat)]

    def describe_choice(self, state: State, seat: int) -> dict[str, Any] | None:
        """``{type, field, slots, candidates, count, example}`` of a choice too large to list, else None."""
        return None if self._describe_choice is None else self._describe_choice(state, seat)

    def dump_event(self, event: Event, viewer: int) -> dict[str, Any]:
        """The event as ``viewer`` may know it: ``{type, ...}``."""
        if self._dump_event is not None:
            return self._dump_event(event, viewer)
        return shown_event(self._events[event[0]], event[1:], viewer)


def shown_event(kind: EventFields, values: Sequence[int], viewer: int) -> dict[str, Any]:
    """An event as ``viewer`` may know it, from the numbers that the rules have logged: one for each field in turn.

    >>> shown_event(EventFields("penalty", "A penalty.", {"seat": Integer(0, 1), "card": Card()}), [1, 3], SPECTATOR)
    {'type': 'penalty', 'seat': 1, 'card': '2S'}
    """
    numbers: Iterator[int] = iter(values)
    found: dict[str, Any] = {"type": kind.type}
    for name, field in kind.fields.items():
        value = value_of(field, numbers)
        if name not in kind.optional or found["seat"] == viewer:
            found[name] = value
    return found
