"""Secret Duel as clients see it: options, moves, events and the parts of a state, in JSON and in words."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from engines.api import IllegalMove, State, fields_of_move
from engines.cards import CardDescription, card_or_none, card_text, describe_card, parse_card, parse_cards
from engines.declared import Codec, Option, Part, about_game, completed, refuse, refuse_stray_cards, shown_options
from engines.fields import PLAYER, Card, EventFields, Flag, Integer, ListOf, Maybe, MoveFields
from engines.language import Phrases, languages_in, sentence
from engines.names import Names, end_text, phrase_values
from engines.secret_duel.rules import NO_CARD, SPADES, DuelState
from engines.shared_fields import SCORE, WINNER

LANGUAGES: Final = languages_in("engines.secret_duel.language")
ENGLISH: Final = LANGUAGES["en"]

# -- options

SWITCHES: Final = (Option("cards", Integer(2, 6, "Cards dealt to each seat."), 5, "cards", changes_cards=False),)
PRESETS: Final[Mapping[str, Mapping[str, Any]]] = {"standard": {"cards": 5}, "short": {"cards": 4}}
PRESET_TEXTS: Final[Mapping[str, str]] = {"standard": "Five cards each.", "short": "Four cards each."}

# -- moves and events

MOVES: Final = (MoveFields("lay", "Lay a card face down.", {"card": Card()}),)

_SEAT: Final = Integer(0, 1)
_PAIR: Final = ListOf(Card(), 2, 2, name="DuelRound")

EVENTS: Final = (
    EventFields("dealt", "The cards are dealt."),
    EventFields("turned_over", "The cards of a round are turned over, seat 0's first.", {"cards": _PAIR}),
    EventFields("scores", "The higher card scores.", {"seat": _SEAT, "card": Card(), "score": SCORE}, speaker=PLAYER),
    EventFields("game_over", "All cards have been turned over.", {"winner": WINNER, "score": SCORE}),
)
"""In the order of the numbers that the rules log; the fields in the order of the numbers behind it."""


def decode_move(state: State, seat: int, move: Any) -> list[int]:
    """The action of a move; raises InvalidMove or IllegalMove."""
    fields_of_move(MOVES, move)
    card = parse_card(move["card"])
    if card not in state.legal_actions(seat):
        raise IllegalMove(ENGLISH.phrase("cannot_lay", card=move["card"]), rule="2.2")
    return [card]


def encode_actions(state: State, seat: int, actions: Sequence[int]) -> dict[str, Any]:
    """The move of an action."""
    return {"type": "lay", "card": card_text(actions[0])}


PACK: Final = {card_text(card): card for card in SPADES}
# -- the parts of a state: who sees a part follows from how it is read


def _texts(cards: Sequence[int]) -> list[str]:
    return [card_text(card) for card in cards]


PARTS: Final[Sequence[Part[DuelState]]] = (
    Part("dealt", Flag("The cards have been dealt."), lambda s: s.is_dealt, stored=True),
    Part(
        "laid",
        ListOf(Flag(), 2, 2, help="Whether each seat has laid its card of this round."),
        lambda s: [card != NO_CARD for card in s.laid],
        stored=lambda s: [card_or_none(card) for card in s.laid],
    ),
    Part(
        "rounds",
        ListOf(_PAIR, 0, 6, help="The cards turned over, seat 0's first."),
        lambda s: [_texts(pair) for pair in s.rounds],
        stored=True,
    ),
    Part("hand", ListOf(Card(), 0, 6, help="Your cards, ascending."), own=lambda s, seat: _texts(s.hands[seat])),
    Part("own", Maybe(Card(help="Your card of this round.")), own=lambda s, seat: card_or_none(s.laid[seat])),
    Part("hands", stored=lambda s: [_texts(hand) for hand in s.hands]),
)


def load(data: Mapping[str, Any]) -> DuelState:
    """A state from its JSON."""
    state = DuelState({**PRESETS["standard"], **data.get("options", {})}["cards"])
    state.is_dealt = data["dealt"]
    state.hands = [sorted(parse_cards(hand)) for hand in data["hands"]]
    state.laid = [NO_CARD if card is None else parse_card(card) for card in data["laid"]]
    state.rounds = [parse_cards(pair) for pair in data["rounds"]]
    state.ply = len(state.rounds)
    return state


def reconstruct(data: Mapping[str, Any]) -> DuelState:
    """A state as the seat of an observation sees it; raises InvalidObservation if no game could have come to it.

    Clients send observations for suggestions, and what is accepted must be searchable.
    """
    seat, rounds, laid = data["seat"], data.get("rounds", []), data.get("laid", [False, False])
    hand, own = data.get("hand", []), data.get("own")
    options = completed(SWITCHES, data.get("options", {}))
    dealt = options["cards"] if data.get("dealt", True) else 0
    left = dealt - len(rounds)
    has_own = seat is not None and laid[seat]
    mine, turned = [*hand, own] if own else hand, [card for pair in rounds for card in pair]
    if left < 0:
        refuse("rounds", f"there can be {dealt} rounds, not {len(rounds)}")
    if data.get("ply", len(rounds)) != len(rounds):
        refuse("ply", f"{len(rounds)}, as many as rounds")
    if all(laid) or sum(laid) > left:
        refuse("laid", "at most one seat waits for the other, and has had a card to lay")
    if (own is not None) != has_own:
        refuse("own", "a card, if your seat has laid one in this round; otherwise null")
    if len(hand) != (0 if seat is None else left - has_own):
        refuse("hand", "the cards that you have not laid yet")
    refuse_stray_cards(PACK, [("rounds", turned), ("hand", mine)])
    unseen = [card for card in PACK if card not in (*turned, *mine)]
    hands: list[list[str]] = [[], []]
    lying: list[str | None] = [None, None]
    for other in range(2):
        hands[other] = [*mine] if other == seat else [unseen.pop() for _ in range(left)]
        lying[other] = hands[other].pop() if laid[other] else None
    return load({"rounds": rounds, "options": options, "dealt": dealt > 0, "hands": hands, "laid": lying})


codec: Final = Codec(
    DuelState,
    about_game(2, SWITCHES, ply=Integer(0, 6)),
    PARTS,
    EVENTS,
    dump_options=lambda state: {"options": shown_options(SWITCHES, state)},
    load=load,
    reconstruct=reconstruct,
    decode_move=decode_move,
    encode_actions=encode_actions,
)


# -- words: code chooses a phrase, the languages have it


def move_text(
    move: Mapping[str, Any], options: Mapping[str, Any], names: Names | None = None, phrases: Phrases = ENGLISH
) -> str:
    """A move in a few words."""
    return phrases("lay", card=phrases.card(move["card"]))


def event_text(event: Mapping[str, Any], options: Mapping[str, Any], names: Names, phrases: Phrases = ENGLISH) -> str:
    """An event in a sentence."""
    match event["type"]:
        case "dealt":
            return phrases("dealt", count=options["cards"])
        case "turned_over":
            first, second = (phrases.card(card) for card in event["cards"])
            return phrases("turned_over", first=sentence(first), second=second)
        case "scores":
            return phrases("scores", **phrase_values(event, names))
    return end_text(event, names, phrases)


def describe_cards(options: Mapping[str, Any], phrases: Phrases) -> list[CardDescription]:
    """Every card of the game, with what it does."""
    return [describe_card(card_text(card), phrases.card_names, does=phrases("card")) for card in SPADES]
