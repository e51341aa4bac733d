"""Secret Duel in JSON."""

from engines.api import SPECTATOR, IllegalMove, InvalidObservation, fields_of_move, misread_observation
from engines.cards import card_text, parse_card
from engines.fields import Card, FieldError, Flag, Integer, ListOf, Maybe, MoveFields, ObjectField
from engines.secret_duel.events import dump_event as dump_event
from engines.secret_duel.rules import PACK, DuelObservation, DuelState

MOVES = (MoveFields("lay", "Lay a card face down.", {"card": Card()}),)
TABLE_FIELDS = {
    "dealt": Flag("The cards have been dealt."),
    "laid": ListOf(Flag(), 2, 2, help="Whether each seat has laid its card."),
    "rounds": ListOf(ListOf(Card(), 2, 2, name="RoundCards"), 0, 6, help="The cards turned over."),
}
PRIVATE_FIELDS = {"hand": ListOf(Card(), 0, 6), "own": Maybe(Card())}
TABLE, PRIVATE = ObjectField(TABLE_FIELDS), ObjectField(PRIVATE_FIELDS, optional=tuple(PRIVATE_FIELDS))
OBSERVATION = ObjectField({"seat": Maybe(Integer(0, 1)), "cards": Integer(2, 6), **TABLE_FIELDS, **PRIVATE_FIELDS})


def texts(cards):
    return [card_text(card) for card in cards]


def numbers(cards):
    return [parse_card(card) for card in cards]


def maybe(convert, card):
    return None if card is None else convert(card)


def dump_state(state):
    return {
        "cards": int(state.cards),
        "hands": state.hands and [texts(hand) for hand in state.hands],
        "laid": [maybe(card_text, card) for card in state.laid],
        "rounds": [texts(pair) for pair in state.rounds],
    }


def load_state(data):
    state = DuelState(data["cards"])
    state.hands = data["hands"] and [numbers(hand) for hand in data["hands"]]
    state.laid = [maybe(parse_card, card) for card in data["laid"]]
    state.rounds = [numbers(pair) for pair in data["rounds"]]
    state.ply = len(state.rounds)
    return state


def table(observation):
    return {"dealt": observation.dealt, "laid": list(observation.laid), "rounds": [texts(pair) for pair in observation.rounds]}


def private(observation):
    return {} if observation.seat == SPECTATOR else {"hand": texts(observation.hand), "own": maybe(card_text, observation.own)}


def dump_observation(observation):
    own = {"hand": texts(observation.hand), "own": maybe(card_text, observation.own)}
    return {
        "seat": None if observation.seat == SPECTATOR else int(observation.seat),
        "cards": observation.cards,
        **table(observation),
        **own,
    }


def load_observation(data):
    try:
        OBSERVATION.check(data, "observation")
    except FieldError as error:
        raise misread_observation(error) from error
    for field, is_wrong, message in faults(data):
        if is_wrong:
            raise InvalidObservation(f"observation.{field}: {message}", field=f"observation.{field}")
    return DuelObservation(
        SPECTATOR if data["seat"] is None else data["seat"],
        data["cards"],
        data["dealt"],
        sorted(numbers(data["hand"])),
        maybe(parse_card, data["own"]),
        data["laid"],
        [numbers(pair) for pair in data["rounds"]],
    )


def faults(data):
    """What may not add up: the field, whether it does not, and what would be right."""
    seat, laid, rounds = data["seat"], data["laid"], data["rounds"]
    left = data["cards"] - len(rounds) if data["dealt"] else 0
    own_laid = seat is not None and laid[seat]
    known = numbers([*data["hand"], *filter(None, [data["own"]]), *(card for pair in rounds for card in pair)])
    yield "rounds", len(rounds) > (data["cards"] if data["dealt"] else 0), "there are as many as cards were dealt to a seat at the most"
    yield "laid", all(laid) or sum(laid) > left, "one seat at the most waits for the other, and has had a card to lay"
    yield "own", (data["own"] is not None) != own_laid, "it is there if your seat has laid a card"
    yield "hand", len(data["hand"]) != (0 if seat is None else left - own_laid), "it has the cards that you have not laid yet"
    yield "hand", len({*known, *PACK}) != len(PACK) or len(set(known)) != len(known), "every card is a spade and stands in one place"


def decode_move(state, seat, move):
    fields_of_move(MOVES, move)
    card = parse_card(move["card"])
    if not state.may_act(seat) or card not in state.hands[seat]:
        raise IllegalMove(f"you cannot lay {move['card']} now: lay one card of your hand in each round", rule="2")
    return [card]


def encode_actions(state, seat, actions):
    return {"type": "lay", "card": card_text(actions[0])}


def list_moves(state, seat):
    return [encode_actions(state, seat, [action]) for action in state.legal_actions(seat)]


def describe_choice(state, seat):
    return None
