"""Ice Cold in JSON: states, observations from outside, moves and what is said about those that do not fit."""

import json

import pytest

from engines.api import SPECTATOR, IllegalMove, InvalidMove, InvalidObservation, observe
from engines.ice_cold_ice_hockey.table import codec
from tests.engines.refusals import assert_refused
from tests.ice_cold_ice_hockey.table import LATE, H, Table, V, game, penalty, random_game, texts


def seen_by(seat: int, table: Table, **changes) -> dict:
    return json.loads(json.dumps(codec.dump_observation(observe(table.state, seat)))) | changes


# -- states


def test_a_state_is_readable_json():
    table = game(h="15", v="47", keep="31")
    table.turn("31").play("H play 15", "V answer 47")
    state = codec.dump_state(table.state)
    assert (state["format"], state["node"], state["asked"], state["control"], state["zone"], state["top"]) == (
        1,
        "attack",
        0,
        0,
        "end_1",
        None,
    )
    assert (state["penalties"], state["extra_skater"], state["played"], state["answer"]) == (
        [penalty("V", 31)],
        0,
        "15",
        "47",
    )
    assert state["discards"][-3:] == ["15", "47", "31"]
    assert state["deck"] == texts(" ".join(map(str, table.deck())))
    assert "cards" not in state
    assert "sizes" not in state


def test_an_empty_position_is_the_first_attack_of_seat_0_at_centre_ice():
    table = Table(codec.load_state({}))
    assert (table.asked(), table.puck(), table.top(), table.hands()) == ("H attack", "H CI", "fresh", (5, 5))
    assert (table.facts()["deck"], table.facts()["period"]) == (54, 1)


@pytest.mark.parametrize("settled", ["return_asked", "returned", "pull_asked"])
@pytest.mark.parametrize("seats", [[H], [V], [H, V]])
def test_what_is_settled_at_a_stoppage_stays_apart(settled, seats):
    nothing = {"return_asked": [], "returned": [], "pull_asked": []}
    state = codec.load_state({"stoppage": {settled: seats}})
    assert Table(state).facts()["stoppage"] == nothing | {settled: seats}


def test_a_small_game_stands_in_the_state():
    small = {"cards": list(range(1, 31)), "sizes": {"hand": 3, "hand_limit": 8}}
    state = codec.load_state(small)
    assert {name: codec.dump_state(state)[name] for name in small} == {
        **small,
        "sizes": {**small["sizes"], "overtime_cards": 30},
    }
    assert codec.dump_state(codec.load_state(codec.dump_state(state))) == codec.dump_state(state)


@pytest.mark.parametrize(
    "position",
    [
        {"hands": [["01"], ["01"]]},
        {"hands": [["01"], None], "discards": ["01"]},
        {"hands": [["01"], ["02"]], "deck": ["03"]},
        {"format": 99},
    ],
)
def test_an_impossible_position_is_not_loaded(position):
    with pytest.raises(ValueError, match=r"must lie in one place|format: 99 cannot be read; known is 1"):
        codec.load_state(position)


# -- observations


def test_what_a_seat_was_shown_can_be_sent_back_with_its_hand():
    table = random_game("send back", until="momentum_draw")
    for seat in (0, 1):
        seen = observe(table.state, seat)
        sent = {"seat": seat, "ply": int(table.state.ply), **codec.table(seen), **codec.private(seen)}
        assert codec.dump_observation(codec.load_observation(sent)) == codec.dump_observation(seen)


def test_an_observation_by_hand_needs_little():
    hand = ["12", "15", "23", "45", "51"]
    seen = codec.dump_observation(codec.load_observation({"seat": 0, "hand": hand}))
    assert (seen["node"], seen["asked"], seen["control"], seen["deck"], seen["hand_sizes"]) == (
        "attack",
        0,
        0,
        54,
        [5, 5],
    )
    window = {
        "seat": 1,
        "hand": hand,
        "node": "defend",
        "pending": ["move_puck"],
        "attacker": 0,
        "control": 0,
        "played": "10",
    }
    seen = codec.dump_observation(codec.load_observation({**window, "discards": ["10"], "hand_sizes": [4, 5]}))
    assert (seen["asked"], seen["deck"]) == (1, 54)


def test_the_order_of_hand_and_held_cards_does_not_matter():
    table = random_game("order", until="second_pass")
    table.state.deal_order(list(range(int(table.state.shuffle_needed()))))
    seen = seen_by(0, table)
    assert seen["held"]
    shuffled = seen | {"hand": seen["hand"][::-1], "held": seen["held"][::-1]}
    assert codec.dump_observation(codec.load_observation(shuffled)) == seen


def test_a_spectator_sees_the_table_and_no_hand():
    seen = seen_by(SPECTATOR, game())
    assert seen["seat"] is None
    assert "hand" not in seen
    assert codec.load_observation(seen).seat == SPECTATOR


BY_HAND = {
    "seat": 0,
    "hand": ["12", "15", "23", "45", "51"],
    "discards": ["01", "02"],
    "held": [],
    "period": 1,
    "pass": 1,
}
SECOND = BY_HAND | {"pass": 2, "held": ["15", "40", "41"], "held_counts": [1, 2]}
WINDOW = {
    "seat": 1,
    "hand": ["33", "42", "47", "49", "63"],
    "node": "defend",
    "asked": 1,
    "pending": ["move_puck"],
    "attacker": 0,
    "control": 0,
    "played": "15",
    "discards": ["15"],
    "hand_sizes": [4, 5],
}
POWER_PLAY = {
    "seat": 1,
    "hand": ["33", "42", "47", "49", "63"],
    "node": "power_play_response",
    "pending": ["power_play_result"],
    "zone": "end_1",
    "serving": penalty("V", 20),
    "shot": "outside",
    "discards": ["20"],
}
TRIM = {
    "seat": 1,
    "hand": ["33", "42", "47", "49", "63", "62"],
    "node": "momentum_trim",
    "awards": [{"seat": 0, "cards": 3}],
}
DRAW = {"seat": 0, "hand": ["33", "42", "47", "49", "63"], "node": "momentum_draw", "awards": [{"seat": 0, "cards": 3}]}
PULL = {
    "seat": 0,
    "hand": ["33", "42", "47", "49", "63"],
    "node": "goalie_pull",
    **LATE,
    "discards": [f"{card:02}" for card in range(1, 31)],
}
PULL |= {"discards": [*PULL["discards"], *[f"{card:02}" for card in range(50, 62)]]}
RETURN = PULL | {"node": "goalie_return", "goalies_out": [True, False]}
BASES = [BY_HAND, SECOND, WINDOW, POWER_PLAY, TRIM, DRAW, PULL, RETURN]
REFUSED = [
    (BY_HAND, {"hand": ["12", "15", "23", "45"]}, "hand_sizes", "4 of seat 0; it is refilled to 5 first"),
    (BY_HAND, {"hand": ["12", "15", "23", "45", "12"]}, "hand[4]", "'12' is listed twice"),
    (BY_HAND, {"hand": ["12", "15", "23", "45", "01"]}, "hand[4]", "01 is at discards[0] already"),
    (BY_HAND, {"hand": ["12", "15", "23", "45", "65"]}, "hand[4]", "'65' is not a card; write two digits, 01 to 64"),
    (BY_HAND, {"hand": ["12", "15", "23", "45", 7]}, "hand[4]", "7 is not a text"),
    (BY_HAND, {"seat": 2}, "seat", "2 is out of range; allowed is 0 to 1"),
    (BY_HAND, {"seat": None}, "hand", "5 cards; a spectator holds none"),
    (BY_HAND, {"hand_sizes": [6, 5]}, "hand_sizes", "6 cards of seat 0; its hand has 5"),
    (BY_HAND, {"hand_sizes": [5, 11]}, "hand_sizes", "11; a hand has at most 10 cards"),
    (BY_HAND, {"deck": 50}, "deck", "50 does not follow from the rest, which makes it 52"),
    (BY_HAND, {"base_hands": [6, 5]}, "base_hands", "which makes it [5, 5]"),
    (BY_HAND, {"control": 1}, "control", "1; the team that is asked to attack has control, seat 0"),
    (BY_HAND, {"asked": None}, "asked", "null; at the node attack a seat is asked"),
    (BY_HAND, {"held": ["40"]}, "held", "1 cards; the deck has not been reshuffled in this period"),
    (BY_HAND, {"shown": [["40"], []]}, "shown[0][0]", "40 is not in the own hand"),
    (BY_HAND, {"shown": [[], ["12"]]}, "shown[1][0]", "12 is at hand[0] already"),
    (BY_HAND, {"pending": ["shot"]}, "pending", '["shot"]; at the node attack it is []'),
    (
        BY_HAND,
        {"penalties": [penalty("H", 15)]},
        "penalties",
        "they have fallen due, so they are served before anything else",
    ),
    (
        BY_HAND,
        {"penalties": [penalty("V", 15)]},
        "extra_skater",
        "with penalties pending the team in control has it, seat 0",
    ),
    (BY_HAND, {"awards": [{"seat": 0, "cards": 3}]}, "awards", "momentum is paid before anything else is asked"),
    (BY_HAND, {"time_expired": True}, "time_expired", "true; the clock has run out, so neither team attacks any more"),
    (BY_HAND, {"pass": 3}, "pass", "3; this period has 2"),
    (BY_HAND, {"period": 0}, "period", "0; before the first period no cards are dealt"),
    (BY_HAND, {"period": 5}, "period", "5; with these options it is 1 to 4, overtime included"),
    (BY_HAND, {"period": 4, "options": {"tie_rule": "tie"}}, "period", "4; with these options it is 1 to 3"),
    (BY_HAND, {"period": 2, "goals": [[0, 0]]}, "goals", "1 periods; in period 2 there are 2"),
    (
        BY_HAND,
        {"period": 4, "goals": [[1, 0], [0, 0], [0, 0], [0, 0]]},
        "goals",
        "is no tie, and only a tie leads to overtime",
    ),
    (
        BY_HAND,
        {"period": 4, "goals": [[1, 1], [0, 0], [0, 0], [1, 0]]},
        "goals",
        "[1, 0] in overtime; the first goal ends the game",
    ),
    (BY_HAND, {"score": [1, 0]}, "score", "[1, 0] does not follow from the rest, which makes it [0, 0]"),
    (BY_HAND, {"zone": "home"}, "zone", "'home' is not one of end_0, centre, end_1"),
    (BY_HAND, {"top": ["goal"]}, "top[0]", "'goal' is not one of pass, skate"),
    (BY_HAND, {"colour": "red"}, "colour", "unknown field"),
    (BY_HAND, {"options": {"tie_rule": "nhl"}}, "options.tie_rule", "'nhl' is not one of tie, ot"),
    (SECOND, {"held_counts": [1, 1]}, "held_counts", "[1, 1]; 3 cards are held"),
    (SECOND, {"held_counts": [0, 3]}, "held_counts", "0 of seat 0; 1 of the own cards are held"),
    (SECOND, {"held": ["15", "40", "01"]}, "held[1]", "01 is at discards[0] already"),
    (
        SECOND,
        {"held": ["15", "40", "41", "42", "43", "44", "46"], "held_counts": [1, 6]},
        "hand_sizes",
        "0 shown and 6 held are more",
    ),
    (WINDOW, {"attacker": 1}, "attacker", "1; seat 1 is asked to answer the other team"),
    (WINDOW, {"attacker": None}, "attacker", 'null; the pending work ["move_puck"] belongs to an action'),
    (WINDOW, {"played": "33"}, "played", "the card to be answered is on the discard pile and of the kind"),
    (WINDOW, {"zone": "end_1"}, "zone", "15 cannot be played there"),
    (WINDOW, {"pending": []}, "pending", '[]; at the node defend it is ["move_puck"]'),
    (
        WINDOW,
        {"played": "17", "discards": ["17"], "zone": "end_1"},
        "node",
        "defend; seat 1 publicly cannot hold an answer",
    ),
    (POWER_PLAY, {"serving": None}, "serving", 'null; the pending work ["power_play_result"] is part of a power play'),
    (POWER_PLAY, {"serving": penalty("V", 62, True)}, "serving", "is not part of such a power play"),
    (POWER_PLAY, {"serving": penalty("H", 20)}, "asked", "1; the penalised team answers, seat 0"),
    (POWER_PLAY, {"shot_number": 2}, "shot_number", "2; there are 2, counted from 0"),
    (POWER_PLAY, {"shot": "rebound"}, "shot", "'rebound'; on a power play it is outside or inside"),
    (POWER_PLAY, {"discards": ["20", "62"]}, "node", "power_play_response; seat 1 publicly cannot hold an answer"),
    (TRIM, {"hand": ["33", "42", "47", "49", "63"]}, "hand_sizes", "5 of seat 1; that is not above its base"),
    (TRIM, {"awards": []}, "awards", "a team goes down to its base hand when the other is to be paid"),
    (DRAW, {"awards": [{"seat": 0, "cards": 0}]}, "awards", "the team that is asked is paid the first award"),
    (PULL, {"pass": 1}, "node", "goalie_pull; late in the last period, trailing"),
    (PULL, {"control": 0}, "control", "0; this is asked only while play is stopped"),
    (RETURN, {"goalies_out": [False, False]}, "goalies_out", "seat 0 is asked, so its goalie is out"),
    (RETURN, {"goals": [[2, 2], [0, 0], [0, 0]]}, "goals", "seat 0 does not trail, so its goalie must return"),
]


@pytest.mark.parametrize(
    ("base", "change", "field", "says"), REFUSED, ids=lambda part: part if isinstance(part, str) else ""
)
def test_an_impossible_observation_is_refused_naming_field_and_what_would_add_up(base, change, field, says):
    assert_refused(codec, base | change, field, says)


@pytest.mark.parametrize("base", BASES)
def test_the_bases_of_the_refused_observations_are_accepted(base):
    observation = codec.load_observation(base)
    assert codec.dump_observation(
        codec.load_observation(codec.dump_observation(observation))
    ) == codec.dump_observation(observation)


@pytest.mark.parametrize(
    "nonsense", [None, 3, "seat", [], {}, {"seat": True}, {"seat": 0, "hand": "07"}, {"seat": 0, "options": []}]
)
def test_nonsense_is_no_observation(nonsense):
    with pytest.raises(InvalidObservation, match=r"^observation"):
        codec.load_observation(nonsense)


# -- moves


def refusal(table: Table, seat: int, move: dict) -> IllegalMove:
    with pytest.raises(IllegalMove) as refused:
        codec.decode_move(table.state, seat, move)
    return refused.value


HAND = "12 15 23 33 45"
ATTACKS = [
    (game(h=HAND), "play", "07", "7.1", "07 is not in your hand, which is 12 15 23 33 45"),
    (
        game(h=HAND),
        "play",
        "45",
        "8.1",
        "45 (defence) answers the opponent's cards and is not played to attack: you may play 12 or 15",
    ),
    (
        game(h=HAND),
        "play",
        "23",
        "7.2",
        "23 (skate) is played in zone D, and the puck is in your zone C: you may play 12 or 15",
    ),
    (game(h=HAND, puck="H OZ"), "play", "33", "7.3", "33 (inside_shot) needs a permission"),
    (
        game(h=HAND, puck="H CI", top=["skate"]),
        "play",
        "15",
        "7.2",
        "15 (pass) cannot be played on top of the last card, which takes skate",
    ),
    (
        game(h=HAND, puck="H CI", top=[]),
        "play",
        "15",
        "7.2",
        "which takes nothing: none of your cards can be played now",
    ),
    (
        game(h=HAND),
        "dump_center",
        "12",
        "7.1",
        "dump_center is made from the own zone, and the puck is in the centre ice: you may dump_in, play",
    ),
    (game(h=HAND), "dump_deep", None, "7.1", "dump_deep is made from the own zone"),
    (game(h=HAND), "outside_shot", None, "7.1", "outside_shot is made from the offensive zone"),
    (game(h=HAND), "defensive_mode", "12", "14.1", "and the score is 0-0: dump_in instead"),
    (
        game(h=HAND, goals=[[1, 0]], sizes=(6, 5)),
        "defensive_mode",
        "12",
        "14.1",
        "and your hand is above its base: dump_in instead",
    ),
    (game(h=HAND), "pull_goalie", None, "14.2", "only a team that trails pulls its goalie, and the score is 0-0"),
    (
        game(h=HAND, goals=[[0, 1]]),
        "pull_goalie",
        None,
        "14.2",
        "it takes the last pass of period 3 and at most 15 cards in the deck",
    ),
    (
        game(deck_size=9, puck="H DZ", **LATE),
        "pull_goalie",
        None,
        "14.2",
        "the puck must be at centre ice or in your offensive zone",
    ),
    (game(deck_size=9, goalies_out=[True, False], **LATE), "pull_goalie", None, "14.2", "your goalie is out already"),
    (game(h=HAND), "answer", "12", "7.1", "answer is no attack: dump_in, play"),
    (game(h=HAND), "decline", None, "7.1", "decline is no attack: dump_in, play"),
]


@pytest.mark.parametrize(
    ("table", "kind", "card", "rule", "says"), ATTACKS, ids=lambda part: part if isinstance(part, str) else ""
)
def test_an_attack_that_is_not_possible_is_refused_with_rule_and_what_would_be_right(table, kind, card, rule, says):
    refused = refusal(table, H, {"type": kind} | ({"card": card} if card else {}))
    assert refused.rule == rule
    assert says in str(refused)


def test_an_answer_that_does_not_fit_is_refused_with_those_that_do():
    table = game(h="15", v="42 47 49 53 33")
    table.play("H play 15")
    refused = refusal(table, V, {"type": "answer", "card": "42"})
    assert (refused.rule, str(refused).endswith("answer with 47 or 49 or 53, or decline")) == ("8.1", True)
    assert "none of your cards does, so decline" in str(answer_refused("42"))
    assert str(refusal(table, V, {"type": "draw"})) == (
        "draw does not answer the question: you are asked to answer the pass or skate, or decline"
    )


def answer_refused(card: str) -> IllegalMove:
    table = game(h="15", v="42", sizes=(5, 1))
    table.play("H play 15")
    return refusal(table, V, {"type": "answer", "card": card})


def test_another_seats_turn_is_told_without_its_cards():
    assert str(refusal(game(h=HAND), V, {"type": "play", "card": "12"})) == "seat 0 is asked to attack"


def test_before_the_deal_and_after_the_end_nobody_is_asked():
    for node, says in (("shuffle", "the cards are yet to be shuffled"), ("game_over", "the game is over")):
        table = Table(codec.load_state({"node": node}))
        assert says in str(refusal(table, H, {"type": "play", "card": "12"}))


@pytest.mark.parametrize(
    ("move", "says"),
    [
        ({"type": "play"}, "move.card: this field is missing"),
        ({"type": "play", "card": "7"}, "move.card: '7' is not a card; write two digits, 01 to 64"),
        ({"type": "play", "card": 7}, "move.card: 7 is not a text"),
        ({"type": "play", "card": "65"}, "move.card: '65' is not a card"),
        ({"type": "decline", "card": "07"}, "move.card: unknown field; there are none"),
        ({"type": "face_off"}, "move.type: 'face_off' is not a move of this game; known are play, dump_center"),
        ({}, "move.type: this field is missing"),
        ("decline", "move: 'decline' is not an object"),
    ],
)
def test_a_move_that_is_not_understood_is_refused_with_its_field(move, says):
    with pytest.raises(InvalidMove) as refused:
        codec.decode_move(game().state, H, move)
    assert str(refused.value).startswith(says)
    assert refused.value.field == says.partition(":")[0]


# -- events


def test_cards_that_are_dealt_and_drawn_are_for_their_owner_only():
    table = random_game("redaction", until="second_pass")
    for viewer in (H, V, SPECTATOR):
        events = table.events(viewer)
        assert {event["seat"] for event in events if event["type"] == "deal" and "cards" in event} == (
            {viewer} if viewer >= 0 else set()
        )
        assert {event["seat"] for event in events if event["type"] == "draws" and "card" in event} == (
            {viewer} if viewer >= 0 else set()
        )
        assert {event["seat"] for event in events if event["type"] == "draws"} == {H, V}


def test_events_have_named_fields():
    table = game(h="15", v="47", keep="31")
    table.turn("31").play("H play 15", "V answer 47")
    assert table.events(viewer=V)[:6] == [
        {"type": "passes", "seat": 0, "card": "15"},
        {"type": "answers", "seat": 1, "card": "47"},
        {"type": "turns_over", "card": "31", "for": "foul"},
        {"type": "controls", "seat": 0, "zone": "end_1"},
        {"type": "penalty", "seat": 1, "card": "31", "major": False, "shots": 3},
        {"type": "delayed_penalty", "seat": 0},
    ]
