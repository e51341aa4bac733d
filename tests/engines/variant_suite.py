"""The promises of every game (engines/api.py), checked by random play. It names no game: a new variant is checked
without changes here.
"""

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final

import jsonschema_rs
import pytest

from engines.api import (
    CHANCE,
    NO_SIDE,
    OVER,
    SPECTATOR,
    IllegalMove,
    InvalidMove,
    InvalidObservation,
    InvalidOption,
    Refusal,
    State,
    Variant,
)
from engines.buffers import action_buffer
from engines.fields import EventFields, Field, Flag, MoveFields, OneOf, check_move
from engines.language import ENGLISH, Phrases, PhraseText, text_parts
from engines.names import Names
from engines.rng import Rng, permutation
from tests.engines.names import FOUR
from tests.engines.table import asked, step

SPOILT_OBSERVATIONS = 300
"""For each set of options, each with others changed: one or two thousand of a game."""
EVENT_GAMES = 3
"""Whole games whose events are checked."""
MOST_STEPS = 20_000
"""Decisions and shuffles of one game: far more than any needs."""


@dataclass(frozen=True)
class Rules:
    """One variant under one set of options."""

    variant: Variant
    preset: str
    changes: Mapping[str, Any] = field(default_factory=dict)

    def new_game(self) -> State:
        return self.variant.new_game(self.variant.resolve_options(self.preset, self.changes)[1])

    def viewers(self, state: State) -> list[int]:
        return [*range(state.seats()), SPECTATOR]

    def view(self, state: State, seat: int) -> str:
        return text(self.variant.codec.dump_observation(self.variant.observe(state, seat)))

    def dump(self, state: State) -> str:
        return text(self.variant.codec.dump_state(state))


def text(value: Any) -> str:
    """JSON as the service would send it, byte for byte comparable."""
    return json.dumps(value)


def positions(rules: Rules, seed: str, every: int = 1) -> Iterator[tuple[State, Rng]]:
    """The positions of a random game, every ``every`` steps and the last one. The state is the game's own: do not touch
    it.
    """
    state, rng = rules.new_game(), Rng(f"{rules.variant.key} {rules.preset} {seed}")
    for number in range(MOST_STEPS):
        if number % every == 0 or state.to_act() == OVER:
            yield state, rng
        if state.to_act() == OVER:
            return
        step(state, rng)
    raise AssertionError(f"no end after {MOST_STEPS} steps")


# -- whose turn, and what may be done


def check_turns_and_actions(rules: Rules) -> None:
    """A seat that is asked may act and has ascending, unique actions; no other seat has any; none at a shuffle or at
    the end.
    """
    rng, room = Rng("drawn"), action_buffer()
    for state, _ in positions(rules, "actions"):
        turn = state.to_act()
        assert (turn in asked(state)) if turn >= 0 else not asked(state)
        for seat in range(state.seats()):
            actions, distinct = state.legal_actions(seat), state.distinct_actions(seat)
            assert bool(actions) == state.may_act(seat)
            assert actions == sorted(set(actions))
            assert distinct == sorted(set(distinct))
            assert set(distinct) <= set(actions)
            assert bool(distinct) == bool(actions)
            if actions:
                assert state.random_action(seat, room, rng) in actions
        assert state.legal_actions(SPECTATOR) == []
        if turn == CHANCE:
            assert 1 <= state.shuffle_needed() <= 256


def check_ply(rules: Rules) -> None:
    """A resolved decision is one ply: an action moves it on, or leaves its seat, or another, still to answer at the
    same ply.
    """
    state, rng = rules.new_game(), Rng("ply")
    assert state.ply == 0
    while state.to_act() != OVER:
        before, turn = state.ply, state.to_act()
        waiting = asked(state)
        step(state, rng)
        if turn == CHANCE:
            assert state.ply == before
        elif state.ply == before:
            assert set(asked(state)) <= set(waiting)
            assert asked(state)
        else:
            assert state.ply == before + 1


def check_outcome(rules: Rules) -> None:
    """Returns are zero-sum between the sides and agree with winner and score."""
    for seed in ("outcome 1", "outcome 2", "outcome 3"):
        *_, (state, _) = positions(rules, seed)
        returns = state.returns()
        sides = [{payoff for seat, payoff in enumerate(returns) if seat % 2 == side} for side in (0, 1)]
        assert len(returns) == state.seats()
        assert sum(returns) == 0
        assert [len(side) for side in sides] == [1, 1]
        winner = state.winner()
        assert sides == (
            [{0.0}, {0.0}] if winner == NO_SIDE else [{1.0 if side == winner else -1.0} for side in (0, 1)]
        )
        if state.score(0) != state.score(1):
            assert winner == (0 if state.score(0) > state.score(1) else 1)


# -- copies and dumps


def check_copies(rules: Rules) -> None:
    """Clones and copies are equal and go their own ways; neither takes the log along."""
    target = rules.new_game()
    for state, rng in positions(rules, "copies", every=7):
        state.log = [(0,)]
        before = rules.dump(state)
        clone = state.clone()
        target.copy_from(state)
        assert clone.log is None
        assert target.log is None
        assert rules.dump(clone) == rules.dump(target) == before
        assert [rules.view(target, seat) for seat in rules.viewers(state)] == [
            rules.view(state, seat) for seat in rules.viewers(state)
        ]
        for copy in (clone, target):
            for _ in range(5):
                if copy.to_act() != OVER:
                    step(copy, rng)
        assert rules.dump(state) == before
        assert state.log == [(0,)]


def check_replay(rules: Rules) -> None:
    """The same shuffles and actions give the same game, also when the state goes through JSON before every step."""
    codec = rules.variant.codec
    kept, stored = rules.new_game(), rules.new_game()
    streams = Rng("replay"), Rng("replay")
    while kept.to_act() != OVER:
        step(kept, streams[0])
        stored = codec.load_state(json.loads(rules.dump(stored)))
        step(stored, streams[1])
        assert rules.dump(stored) == rules.dump(kept)
        if kept.ply % 5 == 0:
            assert [rules.view(stored, seat) for seat in rules.viewers(kept)] == [
                rules.view(kept, seat) for seat in rules.viewers(kept)
            ]
    assert stored.returns() == kept.returns()


def check_observations_through_json(rules: Rules) -> None:
    """An observation comes back from its JSON as it was, at every kind of position and for every viewer."""
    codec = rules.variant.codec
    for state, _ in positions(rules, "observations", every=5):
        for seat in rules.viewers(state):
            dumped = rules.view(state, seat)
            loaded = codec.load_observation(json.loads(dumped))
            assert loaded.seat == seat
            assert text(codec.dump_observation(loaded)) == dumped


def check_fields(rules: Rules) -> None:
    """Table, private facts, observation, moves and options have the fields the contract shows, also as JSON Schema."""
    variant, codec = rules.variant, rules.variant.codec
    _, options = variant.resolve_options(rules.preset, None)
    assert set(options) == set(variant.options)
    assert variant.complete_options(options) == options
    for name, option in variant.options.items():
        assert_fits(option, validator(option), options[name])
    fields = variant.table, variant.private, variant.observation
    validators = [validator(part) for part in fields]
    moves = {kind.type: validator(kind) for kind in variant.moves}
    for state, _ in positions(rules, "fields", every=25):
        seen = [variant.observe(state, seat) for seat in rules.viewers(state)]
        dumps = codec.table, codec.private, codec.dump_observation
        for part, schema, dump in zip(fields, validators, dumps, strict=True):
            for value in distinct(dump(observation) for observation in seen):
                assert_fits(part, schema, value)
        for seat in asked(state):
            for move in codec.list_moves(state, seat):
                check_move(variant.moves, move)
                moves[move["type"]].validate(move)


def check_descriptions(rules: Rules) -> None:
    """Options and moves say in a sentence what they are."""
    variant = rules.variant
    texts = {f"options.py: option `{name}`": help_of(option) for name, option in variant.options.items()}
    texts |= {f"moves.py: move `{kind.type}`": kind.help for kind in variant.moves}
    texts |= {f"events.py: event `{kind.type}`": kind.help for kind in variant.events}
    for where, help in texts.items():
        found = f"its help is {help!r}" if help else "it has no help"
        remedy = "give it a `help` of one sentence on one line, with a full stop at its end: the contract shows it"
        is_sentence = help.endswith(".") and "\n" not in help
        assert is_sentence, f"engines/{variant.key}/{where}: {found}; {remedy}"


def help_of(field: Field) -> str:
    """The text of a field about itself; empty if it has none."""
    return str(field.schema().get("description", ""))


def validator(described: Field | MoveFields | EventFields) -> jsonschema_rs.Draft202012Validator:
    schema = json.loads(json.dumps(described.schema()))
    jsonschema_rs.meta.validate(schema)
    return jsonschema_rs.Draft202012Validator(schema)


def distinct(values: Iterable[dict[str, Any]]) -> list[dict[str, Any]]:
    """The distinct values: what all viewers see alike has to be checked once."""
    return list({text(value): value for value in values}.values())


def assert_fits(described: Field | EventFields, schema: jsonschema_rs.Draft202012Validator, value: Any) -> None:
    described.check(value, "value")
    schema.validate(json.loads(json.dumps(value)))


def check_events(rules: Rules) -> None:
    """Every event that a seat or a spectator sees fits its declared kind exactly, also as JSON Schema."""
    kinds = {kind.type: (kind, validator(kind)) for kind in rules.variant.events}
    assert len(kinds) == len(rules.variant.events)
    for game in range(EVENT_GAMES):
        state, rng = rules.new_game(), Rng(f"events {rules.variant.key} {rules.preset} {game}")
        viewers = rules.viewers(state)
        state.log = []
        while state.to_act() != OVER:
            step(state, rng)
        dumped = [rules.variant.codec.dump_event(event, viewer) for event in state.log for viewer in viewers]
        for event in distinct(dumped):
            assert_fits(*kinds[event["type"]], event)


# -- moves


def check_moves(rules: Rules) -> None:
    """Listed moves are the legal actions in JSON, both ways, each once; a move of elsewhere is refused without a
    change.
    """
    codec, commentary = rules.variant.codec, rules.variant.commentary
    options = rules.variant.resolve_options(rules.preset, None)[1]
    for state, _ in positions(rules, "moves", every=3):
        before = rules.dump(state)
        for seat in range(state.seats()):
            listed = codec.list_moves(state, seat)
            if not state.may_act(seat):
                assert listed == []
                continue
            choice = codec.describe_choice(state, seat)
            assert (choice is None) == bool(listed)
            decoded = [codec.decode_move(state, seat, json.loads(text(move))) for move in listed]
            assert [codec.encode_actions(state, seat, actions) for actions in decoded] == listed
            assert len({text(move) for move in listed}) == len(listed)
            if listed:
                assert sorted({actions[0] for actions in decoded}) == state.legal_actions(seat)
            for phrases in rules.variant.languages.values():
                texts = {commentary.move_text(move, options, FOUR, phrases) for move in listed}
                assert len(texts) == len(listed), "two moves have the same text"
        assert rules.dump(state) == before


def check_cards(rules: Rules) -> None:
    """Every card is described once, with a name; each card that a seat holds or may play is among them."""
    options = rules.variant.resolve_options(rules.preset, None)[1]
    described = rules.variant.cards(options, rules.variant.phrases(ENGLISH))
    found = {card.id: card for card in described}
    assert len(found) == len(described)
    assert not [card for card in found.values() if not (card.name and card.kind and card.copies >= 1)]
    codec = rules.variant.codec
    for state, _ in positions(rules, "cards", every=9):
        for seat in range(state.seats()):
            held = codec.private(rules.variant.observe(state, seat)).get("hand", [])
            played = [move["card"] for move in codec.list_moves(state, seat) if "card" in move]
            assert found.keys() >= {*held, *played}


def check_languages(rules: Rules) -> None:
    """A whole game has its words in every language of the game, with no English in another; a language it does not know
    is English.
    """
    variant = rules.variant
    options = variant.resolve_options(rules.preset, None)[1]
    assert variant.phrases("an unknown language") is variant.phrases(ENGLISH)
    for code, phrases in variant.languages.items():
        if code == ENGLISH:
            continue
        wordings = {part for card in variant.cards(options, phrases) for part in (card.name, card.text)}
        for state, names in played(rules, f"languages {code}", phrases):
            for seat in range(state.seats()):
                wordings |= {
                    variant.commentary.move_text(move, options, names, phrases)
                    for move in variant.codec.list_moves(state, seat)
                }
            wordings |= {
                variant.commentary.event_text(event, options, names, phrases) for event in new_events(rules, state)
            }
            wordings |= refusals(rules, state, phrases)
        assert not [text for text in wordings if ENGLISH_WORDS.search(text)]


def check_texts(rules: Rules) -> None:
    """Texts are plain words, and name cards by their names: a card of an event or move is marked, with no code next to
    it. A text speaks to the seat that reads it, and says nothing else to it than to the others.
    """
    variant = rules.variant
    options = variant.resolve_options(rules.preset, None)[1]
    codes = {card.id for card in variant.cards(options, variant.phrases(ENGLISH))}
    spelled = {code for code in codes if code[0] == "0" or not code.isdecimal()}  # 5 may be a number of cards
    for code, phrases in variant.languages.items():
        for state, names in played(rules, f"texts {code}", phrases):
            happened = [
                (event, variant.commentary.event_text(event, options, names, phrases.marked))
                for event in new_events(rules, state)
            ]
            moves = [
                (move, variant.commentary.move_text(move, options, names, phrases.marked))
                for seat in range(state.seats())
                for move in variant.codec.list_moves(state, seat)
            ]
            for plain, marked in happened + moves:
                parts = text_parts(marked)
                named = {card for _, card in parts if card}
                assert named <= texts_in(plain) & codes, (plain, parts)
                plain = "".join(words for words, _ in parts) or marked
                assert not {*re.findall(r"\w+", plain)} & spelled, plain
                assert min(plain, default=" ") >= " ", plain
            for seat, player in enumerate(PLAYERS[: state.seats()]):
                own = Names(PLAYERS[: state.seats()], phrases, seat)
                for event, marked in happened:
                    spoken = variant.commentary.event_text(event, options, own, phrases.marked)
                    assert_speaks_to(player, spoken, marked)


def assert_speaks_to(player: str, spoken: str, told: str) -> None:
    """A text for a player differs from what others are told only where it names the player: by no card, number or other
    name.
    """
    assert not re.search(rf"\b{player}\b", spoken), spoken
    assert not YOU.search(told), told
    if player not in told:
        assert spoken == told
    else:
        assert YOU.search(spoken), spoken
        said, heard = ([*re.findall(rf"\x1e.*?\x1e|\d+|{'|'.join(PLAYERS)}", text)] for text in (spoken, told))
        assert said == [word for word in heard if word != player]


PLAYERS: Final = ("Ida", "Ole", "Eva", "Jan")
YOU: Final = re.compile(r"\b(you|your|vous|votre|vos)\b", re.I)
"""The words that speak to a reader."""


ENGLISH_WORDS = re.compile(
    r"\b(the|of|and|with|is|are|has|your|you|from|by|this|his|goals?|cards?|puck|shot|hand|deals?|seat)\b", re.I
)
"""Words that no text in another language has. Names of moves may be in refusals, as the client must write them."""


def played(rules: Rules, seed: str, phrases: Phrases) -> Iterator[tuple[State, Names]]:
    """The positions of a random game that logs its events, with the players' names."""
    for state, _ in positions(rules, seed):
        state.log = [] if state.log is None else state.log
        yield state, Names(PLAYERS[: state.seats()], phrases)


def new_events(rules: Rules, state: State) -> list[dict[str, Any]]:
    """The events since the last call, as every viewer may know them."""
    events, state.log = state.log or [], []
    return [rules.variant.codec.dump_event(event, viewer) for event in events for viewer in rules.viewers(state)]


def refusals(rules: Rules, state: State, phrases: Phrases) -> set[str]:
    """The answers to a client that sends a legal move of one seat for the next one, and every other kind of move."""
    wordings, codec = set(), rules.variant.codec
    for seat in range(state.seats()):
        for move in codec.list_moves(state, (seat + 1) % state.seats())[:3]:
            if text(move) not in {text(own) for own in codec.list_moves(state, seat)}:
                with pytest.raises(IllegalMove) as refused:
                    codec.decode_move(state, seat, move)
                refusal = refused.value.args[0]
                assert isinstance(refusal, PhraseText)
                wordings.add(re.sub(r"\(\w+\)|\b\w+_\w+\b", "", phrases.translate(refusal)))
    return wordings


def check_nonsense_is_refused(rules: Rules) -> None:
    """Anything but a move is not understood; a legal move of another moment is refused as not allowed."""
    codec = rules.variant.codec
    state, _ = next(iter(positions(rules, "nonsense")))
    nonsense = (None, 7, "play", [], {}, {"type": None}, {"type": "no such move"}, {"type": ["play"]}, {"type": {}})
    for move in nonsense:
        assert_refused(codec, state, 0, move, InvalidMove)
    seen: dict[str, Any] = {}
    for state, _ in positions(rules, "elsewhere", every=11):
        for seat in range(state.seats()):
            now = {text(move) for move in codec.list_moves(state, seat)}
            for dumped, move in list(seen.items())[-40:]:
                if dumped not in now and codec.describe_choice(state, seat) is None:
                    assert_refused(codec, state, seat, move, IllegalMove)
            seen |= {text(move): move for move in codec.list_moves(state, seat)}


def assert_refused(codec: Any, state: State, seat: int, move: Any, kind: type[Refusal]) -> None:
    with pytest.raises(kind) as refused:
        codec.decode_move(state, seat, move)
    assert str(refused.value)
    assert kind is InvalidMove or refused.value.rule


# -- information


def check_determinizations(rules: Rules) -> None:
    """A determinization looks to its seat like the game, is a game (it can be played to its end), and differs in what
    is hidden; unless the game waits for no seat, and so only stands still where all is open.
    """
    variant = rules.variant
    differ = waits = 0
    for state, rng in positions(rules, "determinize", every=3):
        for seat in rules.viewers(state):
            observation = variant.observe(state, seat)
            before = rules.view(state, seat)
            guess = observation.determinize(rng)
            assert rules.view(guess, seat) == before
            assert (guess.to_act(), guess.ply) == (state.to_act(), state.ply)
            observation.determinize_into(guess, rng)  # reused, as the search does
            assert rules.view(guess, seat) == before
            assert text(variant.codec.dump_observation(observation)) == before
            differ += rules.dump(guess) != rules.dump(state)
        waits += len(asked(state))
        if rng.below(10) == 0:
            play_out(guess, rng)
    assert differ > 0 or waits == 0


def check_hidden_cards_are_dealt_again(rules: Rules) -> None:
    """Whatever lies hidden in the stored state lies elsewhere in other determinizations: nothing is left as it is by
    mistake, which two worlds made by determinizations alone could not show.
    """
    codec = rules.variant.codec
    varied: dict[str, bool] = {}
    for state, rng in positions(rules, "dealt again", every=2):
        if state.to_act() < 0:  # cards that wait for a shuffle have no order yet
            continue
        truth = json.loads(rules.dump(state))
        for seat in rules.viewers(state):
            observation = rules.variant.observe(state, seat)
            known = texts_in(codec.dump_observation(observation))
            for _ in range(3):
                guess = codec.dump_state(observation.determinize(rng))
                for name, one, two in hidden_places(truth, guess, known):
                    where = f"`{name}` for {'a spectator' if seat == SPECTATOR else f'seat {seat}'}"
                    varied[where] = varied.get(where, False) or text(one) != text(two)
    same = [where for where, differs in varied.items() if not differs]
    assert not same, (
        f"engines/{rules.variant.key}/rules.py: redeal leaves {' and '.join(same)} of the stored state as it is, but "
        "no view shows these cards to this viewer. Deal them again there, or show them in an observation"
    )


def hidden_places(truth: dict[str, Any], guess: dict[str, Any], known: set[str]) -> Iterator[tuple[str, Any, Any]]:
    """The parts of a stored state with texts that are not known, those of each seat apart, as they are in both."""
    for name, value in truth.items():
        is_of_seats = isinstance(value, list) and value and all(isinstance(item, list) for item in value)
        if is_of_seats and len(value) == len(guess[name]):
            places = [(f"{name}[{i}]", item, guess[name][i]) for i, item in enumerate(value)]
        else:
            places = [(name, value, guess.get(name))]
        for place, one, two in places:
            if len(texts_in(one) - known) > 1:
                yield place, one, two


def check_spoilt_observations(rules: Rules) -> None:
    """An observation accepted from a client must support a search: it determinizes, looks the same again and comes to
    an end.
    """
    variant, codec = rules.variant, rules.variant.codec
    refused = accepted = number = 0
    words = {"", "7C"}
    while refused + accepted < SPOILT_OBSERVATIONS:
        number += 1
        changed = replace(rules, changes=some_options(rules, Rng(f"{variant.key} {rules.preset} {number}")))
        for state, rng in positions(changed, f"spoilt {number}", every=2):
            seat = rules.viewers(state)[rng.below(len(rules.viewers(state)))]
            seen = json.loads(rules.view(state, seat))
            words |= texts_in(seen)
            try:
                observation = codec.load_observation(spoilt(seen, sorted(words), rng))
            except InvalidObservation:
                refused += 1
                continue
            accepted += 1
            guess = observation.determinize(rng)
            assert rules.view(guess, int(observation.seat)) == text(codec.dump_observation(observation))
            assert rules.dump(codec.load_state(json.loads(rules.dump(guess)))) == rules.dump(guess)
            if rng.below(20) == 0:
                play_out(guess, rng)
    assert min(refused, accepted) > SPOILT_OBSERVATIONS // 15


def some_options(rules: Rules, rng: Rng) -> dict[str, Any]:
    """One option with another value, if that goes with the preset."""
    values = option_changes(rules.variant)
    name, value = values[rng.below(len(values))]
    return {name: value} if allows(rules.variant, rules.preset, {name: value}) else {}


def option_changes(variant: Variant) -> list[tuple[str, Any]]:
    """Every option with each of its values."""
    return [(name, value) for name, option in variant.options.items() for value in option_values(option.schema())]


def option_values(schema: Mapping[str, Any]) -> list[Any]:
    """The values of an option to play: all of a few, the ends of a range, the shortest lists; long lists come with the
    presets.
    """
    if "enum" in schema:
        return list(schema["enum"])
    if schema.get("type") == "boolean":
        return [False, True]
    if schema.get("type") == "integer":
        return [schema["minimum"], schema["maximum"]]
    if "enum" in schema.get("items", {}):
        return [[], schema["items"]["enum"][:1]]
    return list(schema.get("examples", []))


def allows(variant: Variant, preset: str, changes: Mapping[str, Any]) -> bool:
    try:
        variant.resolve_options(preset, changes)
    except InvalidOption:
        return False
    return True


def settings(variant: Variant) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Name and options of every preset, and of the first preset with every other value of a switch that it allows."""
    yield from variant.presets.items()
    first = next(iter(variant.presets))
    switches = {name for name, option in variant.options.items() if isinstance(option, Flag | OneOf)}
    for name, value in option_changes(variant):
        if name in switches and allows(variant, first, {name: value}):
            options = variant.resolve_options(first, {name: value})[1]
            if options not in variant.presets.values():
                yield f"{name} {value}", options


def spoilt(seen: Any, words: Sequence[str], rng: Rng) -> Any:
    """One thing in it changed somehow: gone, null, another number or word, a list shorter, longer or with other
    items.
    """
    holder, place = seen, pick(seen, rng)
    while isinstance(holder[place], list | dict) and holder[place] and rng.below(3):
        holder = holder[place]
        place = pick(holder, rng)
    value, kind = holder[place], rng.below(6)
    if kind == 0 and isinstance(holder, dict):
        del holder[place]
    elif kind == 1:
        holder[place] = None
    elif kind == 2:
        holder[place] = words[rng.below(len(words))]
    elif isinstance(value, bool):
        holder[place] = not value
    elif isinstance(value, int):
        holder[place] = value + rng.below(5) - 2
    elif isinstance(value, list) and value:
        holder[place] = [value[:-1], value[::-1], [*value, value[rng.below(len(value))]]][rng.below(3)]
    else:
        holder[place] = (0, 1, words[rng.below(len(words))], [])[rng.below(4)]
    return seen


def pick(holder: Any, rng: Rng) -> Any:
    places = list(holder) if isinstance(holder, dict) else range(len(holder))
    return places[rng.below(len(places))]


def play_out(state: State, rng: Rng) -> None:
    for _ in range(MOST_STEPS):
        if state.to_act() == OVER:
            return
        step(state, rng)
    raise AssertionError(f"no end after {MOST_STEPS} steps")


def check_secrecy(rules: Rules) -> None:
    """Shuffle what a seat cannot see: whatever it is shown stays the same, byte for byte, also after the same next
    action.
    """
    codec = rules.variant.codec
    probes: list[Any] = []
    for state, rng in positions(rules, "secrecy", every=4):
        probes += [move for seat in asked(state) for move in codec.list_moves(state, seat)]
        for seat in rules.viewers(state):
            assert_nothing_shows(
                rules, state, rules.variant.observe(state, seat).determinize(rng), seat, probes[-12:], rng
            )


def assert_nothing_shows(rules: Rules, state: State, other: State, seat: int, probes: Sequence[Any], rng: Rng) -> None:
    """Two states that look alike to ``seat`` show it the same, and the same of the next step."""
    one, two = shown(rules, state, seat, probes), shown(rules, other, seat, probes)
    for name in one:
        assert one[name] == two[name], leak(rules, seat, name, one[name], two[name])
    assert_events_keep_secrets(rules, state, other, seat, rng)


def leak(rules: Rules, seat: int, name: str, one: str, two: str) -> str:
    """The sentence for a secret that is shown: where to look, and what to do."""
    viewer = "a spectator" if seat == SPECTATOR else f"seat {seat}"
    return (
        f"engines/{rules.variant.key}: {name} shows {viewer} what it cannot see: {one[:200]} as the hidden cards lie, "
        f"{two[:200]} if they lie otherwise. Read there only what this viewer may know; if all may know it, keep it "
        "as it is in `redeal` of the rules"
    )


def shown(rules: Rules, state: State, seat: int, probes: Sequence[Any]) -> dict[str, str]:
    """Everything that a client of this seat gets out of a position, by source; ``probes`` are moves whose refusal must
    not reveal hidden facts.
    """
    codec, observation = rules.variant.codec, rules.variant.observe(state, seat)
    facts: dict[str, Any] = {f"`{name}` of the table": value for name, value in codec.table(observation).items()}
    facts |= {f"`{name}` of the seat's own cards": value for name, value in codec.private(observation).items()}
    facts |= {
        "`to_act` of the rules": int(state.to_act()),
        "`ply` of the rules": int(state.ply),
        "`waits_for_all` of the rules": state.waits_for_all(),
        "`may_act` of the rules": [bool(state.may_act(other)) for other in range(state.seats())],
        "`score` of the rules": [int(state.score(side)) for side in (0, 1)],
    }
    if seat != SPECTATOR:
        facts |= {
            "`list_moves`": codec.list_moves(state, seat),
            "`describe_choice`": codec.describe_choice(state, seat),
            "`fill_distinct_actions` of the rules": state.distinct_actions(seat),
        }
        facts |= {f"`decode_move` of {text(move)}": refusal(codec, state, seat, move) for move in probes}
    return {name: text(fact) for name, fact in facts.items()}


def refusal(codec: Any, state: State, seat: int, move: Any) -> str:
    try:
        return f"allowed: {codec.decode_move(state, seat, move)}"
    except (InvalidMove, IllegalMove) as refused:
        return f"{refused} {refused.rule} {refused.field}"


def assert_events_keep_secrets(rules: Rules, state: State, other: State, seat: int, rng: Rng) -> None:
    """Both states take one same step. A viewer who then sees the same has got the same events, and no card in them is
    still hidden.
    """
    codec = rules.variant.codec
    pair = state.clone(), other.clone()
    for copy in pair:
        copy.log = []
    if not same_step(pair, rng):
        return
    events_of_both = [[codec.dump_event(event, seat) for event in copy.log or []] for copy in pair]
    if pair[0].to_act() != CHANCE and rules.view(pair[0], seat) == rules.view(pair[1], seat):
        # gathered cards are forgotten
        assert text(events_of_both[0]) == text(events_of_both[1]), leak(
            rules, seat, "an event", text(events_of_both[0]), text(events_of_both[1])
        )
        options = rules.variant.resolve_options(rules.preset, None)[1]
        says = rules.variant.phrases(ENGLISH).marked
        comments = [
            [rules.variant.commentary.event_text(event, options, FOUR, says) for event in events]
            for events in events_of_both
        ]
        assert comments[0] == comments[1], leak(rules, seat, "the text of an event", *map(text, comments))
    if state.to_act() == CHANCE and pair[0].to_act() == OVER:
        return  # a shootout shuffles all cards, also those that the hands still have, and turns some of them over
    for copy, events in zip(pair, events_of_both, strict=True):
        named = texts_in(events) & hidden_texts(rules, copy, seat)
        assert not named, f"engines/{rules.variant.key}/events.py: events name {named} to {seat}, who cannot see them"


def same_step(pair: tuple[State, State], rng: Rng) -> bool:
    """Let both states take the same random step; False if none is open to both."""
    one, two = pair
    if one.to_act() == OVER:
        return False
    if one.to_act() == CHANCE:
        order = permutation(rng, one.shuffle_needed())
        one.deal(order)
        two.deal(order)
        return True
    seat = one.to_act()
    both = sorted(set(one.legal_actions(seat)) & set(two.legal_actions(seat)))
    if not both:
        return False
    action = both[rng.below(len(both))]
    one.apply(seat, action)
    two.apply(seat, action)
    return True


def hidden_texts(rules: Rules, state: State, seat: int) -> set[str]:
    """Values in the private facts of other seats, cards above all, that are nowhere in what this one sees."""
    variant = rules.variant
    others = [variant.codec.private(variant.observe(state, other)) for other in range(state.seats()) if other != seat]
    own = texts_in(variant.codec.dump_observation(variant.observe(state, seat)))
    return texts_in(others) - own


def texts_in(value: Any) -> set[str]:
    """All texts anywhere in a JSON value, names of fields left out."""
    if isinstance(value, dict):
        return texts_in(list(value.values()))
    if isinstance(value, list):
        return set().union(*(texts_in(item) for item in value))
    return {value} if isinstance(value, str) else set()


CHECKS = (
    check_turns_and_actions,
    check_ply,
    check_outcome,
    check_copies,
    check_replay,
    check_observations_through_json,
    check_fields,
    check_descriptions,
    check_events,
    check_moves,
    check_cards,
    check_languages,
    check_texts,
    check_nonsense_is_refused,
    check_determinizations,
    check_hidden_cards_are_dealt_again,
    check_spoilt_observations,
    check_secrecy,
)
