"""Ice Cold in JSON: states, observations from outside, moves, and the refusals of those that do not fit."""

import json

import pytest

from engines.api import SPECTATOR, IllegalMove, InvalidObservation, observe
from engines.ice_cold_ice_hockey.options import STANDARD, options_from
from engines.ice_cold_ice_hockey.rules import numbers as n
from engines.ice_cold_ice_hockey.rules.flow import IceColdFlow
from engines.ice_cold_ice_hockey.table import codec
from engines.ice_cold_ice_hockey.texts import card_text
from tests.ice_cold_ice_hockey.table import LATE, H, Table, V, game, penalty, random_game, texts


def seen_by(seat: int, table: Table, **changes) -> dict:
    return json.loads(json.dumps(codec.dump_observation(observe(table.state, seat)))) | changes


# -- states


def test_a_state_is_readable_json():
    table = game(h="15", v="47", keep="31")
    table.turn("31").play("H play 15", "V answer 47")
    state = codec.dump_state(table.state)
    assert (state["format"], state["node"], state["asked"], state["control"], state["zone"], state["follow_ons"]) == (
        2,
        "attack",
        0,
        0,
        "end_1",
        None,
    )
    assert (state["penalties"], state["extra_skater"], state["played_card"], state["answer"]) == (
        [penalty("V", 31)],
        0,
        "15",
        "47",
    )
    assert state["discards"][-3:] == ["15", "47", "31"]
    assert state["stock"] == texts(" ".join(map(str, table.deck())))
    assert "deck" not in state
    assert "sizes" not in state


def test_an_empty_position_is_the_first_attack_of_seat_0_at_centre_ice():
    table = Table(codec.load_state({}))
    assert (table.asked(), table.puck(), table.top(), table.hands()) == ("H attack", "H CI", "fresh", (5, 5))
    assert (table.facts()["deck_size"], table.facts()["period"]) == (54, 1)


def test_a_new_game_is_a_position_before_the_first_shuffle():
    new = IceColdFlow(options_from(STANDARD))
    assert codec.dump_state(new) == codec.dump_state(codec.load_state({"node": "shuffle"}))
    facts = Table(new).facts()
    assert {name: value for name, value in facts.items() if value not in (0, False, None, [], [0, 0], [[], []])} == {
        "node": "shuffle",
        "pass": 1,
        "zone": "centre",
        "last_to_draw": 1,
        "stoppage": {"return_asked": [], "returned": [], "pull_asked": []},
        "periods": 3,
        "passes": 2,
        "base_hands": [5, 5],
    }


def test_what_a_position_leaves_out_is_as_at_the_first_attack():
    """Also for the other team: Visitor is seat 0."""
    state = codec.load_state({"options": {"home": 1}})
    facts = Table(state).facts()
    assert (facts["last_to_draw"], facts["called_before"], facts["shot_number"], facts["shootout_shots"]) == (
        0,
        0,
        0,
        0,
    )
    assert (state.ply, facts["pass"], facts["serving"], facts["stoppage"]["returned"]) == (0, 1, None, [])


def test_every_name_stands_at_its_number():
    """The numbers of ``rules.numbers`` and the words of the JSON."""
    for names in (n.KIND_NAMES, n.NODE_NAMES, n.RESULT_NAMES, n.OUTCOME_NAMES[1:], n.TAG_NAMES[1:], n.SHOT_NAMES[1:]):
        first = 0 if names in (n.KIND_NAMES, n.NODE_NAMES, n.RESULT_NAMES) else 1
        assert [getattr(n, name.upper()) for name in names] == list(range(first, first + len(names)))
    questions = {"attack": "ask_attack", "ice_discard": "ask_ice_discard", "touch_up": "ask_touch_up"}
    assert [getattr(n, questions.get(name, name).upper()) for name in n.WORK_NAMES] == list(range(len(n.WORK_NAMES)))
    assert [getattr(n, f"ON_{name.upper()}") for name in n.ICON_NAMES] == [1 << i for i in range(len(n.ICON_NAMES))]
    assert (n.LETTERS[n.HOME], n.LETTERS[n.VISITOR]) == ("H", "V")
    assert [n.MARK_NAMES[mark] for mark in (n.NO_MARK, n.OFFSIDE_MARK, n.PENALTY_MARK, n.FIGHT_MARK)] == [
        *("none", "offside", "penalty_10_40", "fight")
    ]


def test_as_many_penalties_as_are_declared_can_be_loaded():
    pending = [penalty("V", 15)] * 40
    table = Table(codec.load_state({"penalties": pending, "to_serve": pending, "extra_skater": 0}))
    assert (table.facts()["penalties"], table.facts()["to_serve"]) == (pending, pending)


@pytest.mark.parametrize("settled", ["return_asked", "returned", "pull_asked"])
@pytest.mark.parametrize("seats", [[H], [V], [H, V]])
def test_what_is_settled_at_a_stoppage_stays_apart(settled, seats):
    nothing = {"return_asked": [], "returned": [], "pull_asked": []}
    state = codec.load_state({"stoppage": {settled: seats}})
    assert Table(state).facts()["stoppage"] == nothing | {settled: seats}


def test_a_small_game_stands_in_the_state():
    small = {"deck": [card_text(card) for card in range(1, 31)], "sizes": {"hand": 3, "hand_limit": 8}}
    state = codec.load_state(small)
    assert {name: codec.dump_state(state)[name] for name in small} == {
        **small,
        "sizes": {**small["sizes"], "overtime_cards": 30},
    }
    assert codec.dump_state(codec.load_state(codec.dump_state(state))) == codec.dump_state(state)


# -- observations


def test_an_observation_before_the_first_shuffle_needs_only_its_seat():
    seen = codec.dump_observation(codec.load_observation({"seat": 0, "node": "shuffle"}))
    assert {
        name: seen[name] for name in ("ply", "period", "asked", "hand", "hand_sizes", "deck_size", "set_aside")
    } == {
        "ply": 0,
        "period": 0,
        "asked": None,
        "hand": [],
        "hand_sizes": [0, 0],
        "deck_size": 0,
        "set_aside": 0,
    }
    assert (seen["goals"], seen["held_counts"]) == ([], [0, 0])


@pytest.mark.parametrize(
    ("given", "follows"),
    [
        (
            {"options": {"tie_rule": "ot"}, "period": 4, "goals": [[1, 1], [0, 0], [0, 0], [0, 0]]},
            {"hand_sizes": [6, 6], "deck_size": 28, "set_aside": 24, "overtime": True},
        ),
        (
            {"options": {"tie_rule": "playoff"}, "period": 7, "goals": [[1, 1], [0, 0], [0, 0], [0, 0]]},
            {"hand_sizes": [6, 5], "deck_size": 53, "set_aside": 0, "overtime": True},
        ),
        ({"options": {"tie_rule": "tie"}, "period": 3}, {"hand_sizes": [6, 5], "deck_size": 53, "set_aside": 0}),
        (
            {"penalties": [penalty("V", 15)], "extra_skater": 0},
            {"hand_sizes": [6, 5], "base_hands": [6, 5], "deck_size": 53, "held_counts": [0, 0]},
        ),
        (
            {"seat": 1, "hand": ["12", "15", "23", "45", "51"], "goalies_out": [True, False]},
            {"hand_sizes": [6, 5], "base_hands": [6, 5], "deck_size": 53},
        ),
        (
            {"goalies_out": [False, True], "control": 0},
            {"hand_sizes": [6, 6], "base_hands": [5, 6], "deck_size": 52},
        ),
    ],
)
def test_what_an_observation_leaves_out_follows_from_the_rest(given, follows):
    """Hands are refilled; both of them, of the size that each team has."""
    hand = ["12", "15", "23", "45", "51", "33"]
    seen = codec.dump_observation(codec.load_observation({"seat": 0, "hand": hand} | given))
    assert {name: seen[name] for name in follows} == follows


def test_a_game_that_overtime_has_ended_can_be_sent_back():
    over = {"seat": 0, "node": "game_over", "options": {"tie_rule": "ot"}, "period": 4, "hand": texts("1 2 3 4 5 6")}
    seen = codec.dump_observation(codec.load_observation(over | {"goals": [[1, 1], [0, 0], [0, 0], [0, 1]]}))
    assert seen["score"] == [1, 2]


def test_on_a_power_play_of_one_shot_none_has_been_taken():
    one = {"seat": 1, "hand": texts("33 42 47 49 63"), "node": "power_play_response", "serving": penalty("V", 15)}
    one |= {"pending": ["power_play_result"], "zone": "end_1", "shot_kind": "inside", "discards": ["15"]}
    assert codec.dump_observation(codec.load_observation(one))["power_play"] == {"seat": 0, "shots": 1, "taken": 0}


@pytest.mark.parametrize("seat", [H, V])
def test_a_bonus_of_one_card_is_asked_about(seat):
    bonus = {"seat": seat, "hand": texts("33 42 47 49 63"), "node": "momentum_draw"}
    seen = codec.dump_observation(codec.load_observation(bonus | {"awards": [{"seat": seat, "count": 1}]}))
    assert seen["awards"] == [{"seat": seat, "count": 1}]


def test_cards_set_aside_are_held_once_the_discards_are_the_reserve_deck():
    """In the one pass of the 5-minute overtime too."""
    held = [f"{card:02}" for card in range(1, 31)]
    reserve = {"seat": 0, "node": "power_play_response", "asked": 1, "pending": ["power_play_result"]}
    reserve |= {
        "serving": penalty("V", 40),
        "shot_kind": "outside",
        "zone": "end_1",
        "time_expired": True,
        "held_counts": [3, 3],
    }
    reserve |= {"options": {"tie_rule": "ot"}, "period": 4, "goals": [[0, 0]] * 4, "held": held, "hand": held[:3]}
    seen = codec.dump_observation(codec.load_observation(reserve | {"hand_sizes": [3, 3]}))
    assert (seen["set_aside"], seen["deck_size"], seen["held"]) == (24, 34, held)
    with pytest.raises(InvalidObservation, match="30 cards are held"):
        codec.load_observation(reserve | {"hand_sizes": [3, 3], "held_counts": [3, 2]})


def without_hand(seen):
    """The seat that is asked has no card, and the deck has as many more."""
    sizes = [0 if seat == seen["seat"] else size for seat, size in enumerate(seen["hand_sizes"])]
    return {"hand": [], "hand_sizes": sizes, "deck_size": seen["deck_size"] + len(seen["hand"])}


@pytest.mark.parametrize(
    ("node", "change", "says"),
    [
        ("touch_up", lambda seen: {"attacker": seen["seat"]}, "attacker: 1; the other team has iced the puck"),
        ("touch_up", lambda seen: {"control": 0}, "zone: after icing play is stopped in the zone of the team that"),
        ("touch_up", lambda seen: {"control": 1}, "zone: after icing play is stopped in the zone of the team that"),
        ("touch_up", lambda seen: {"zone": "centre"}, "zone: after icing play is stopped in the zone of the team that"),
        ("touch_up", lambda seen: {"called_before": 1}, "called_before: 1; a check that calls a penalty leaves no"),
        (
            "ice_discard",
            lambda seen: {"attacker": 1 - seen["seat"]},
            "played_card: the team that is asked has just",
        ),
        ("ice_discard", lambda seen: {"played_card": None}, "played_card: the team that is asked has just"),
        ("ice_discard", lambda seen: {"played_card": "01"}, "played_card: the team that is asked has just"),
        ("ice_discard", without_hand, "hand_sizes: without a card there is nothing to discard"),
        ("momentum_draw", lambda seen: {"awards": []}, "awards: the team that is asked is paid the first award"),
        ("momentum_trim", lambda seen: {"awards": []}, "awards: a team goes down to its base hand when the other"),
        ("momentum_trim", without_hand, "hand_sizes: 0 of seat 0; that is not above its base"),
        ("skater_discard", without_hand, "hand_sizes: 0 of seat 0; that is not above its base"),
        ("outside_shot_response", lambda seen: {"shot_kind": None}, "shot_kind: null; a shot is pending"),
        ("counter", lambda seen: {"answer": None}, "answer: null; the pending work"),
        ("counter", lambda seen: {"answerer": None}, "answer: null; the pending work"),
        ("counter", lambda seen: {"answer": "01"}, "answer: the card that is to be countered is a defence card"),
        (
            "counter",
            lambda seen: {"answerer": seen["seat"]},
            "answerer: 1; seat 1 is asked to counter the other",
        ),
        ("counter", lambda seen: {"attacker": None}, "answerer: 0; seat 1 is asked to counter the other"),
        ("goalie_return", lambda seen: {"follow_ons": ["pass"]}, "follow_ons: while play is stopped a sequence is"),
        ("attack", lambda seen: {"zone": "centre"} | without_hand(seen), "hand_sizes: without a card at centre ice"),
        ("attack", lambda seen: {"shown": [[], []], "discards": [*seen["discards"], seen["hand"][0]]}, "hand[0]: "),
    ],
)
def test_what_no_game_asks_is_refused(node, change, says):
    numbers = range(200)
    table = next(t for t in (random_game(f"asked {number}", until=node) for number in numbers) if t.node() == node)
    seen = codec.dump_observation(observe(table.state, int(table.state.seat)))
    with pytest.raises(InvalidObservation) as refused:
        codec.load_observation(seen | change(seen))
    assert refused.value.args[0].startswith(f"observation.{says}")


@pytest.mark.parametrize("hand", [5, 10])
def test_bonus_cards_are_asked_about_only_where_one_can_be_drawn(hand):
    """10 cards are the most; a card is drawn from the deck or from a new pass."""
    table = game(node="momentum_draw", asked=0, puck="stopped CI", awards=[{"seat": 0, "count": 3}], sizes=(hand, 5))
    seen = codec.dump_observation(observe(table.state, 0))
    if hand < 10:
        assert codec.load_observation(seen)
    else:
        with pytest.raises(InvalidObservation, match="no card can be drawn, so it is not asked"):
            codec.load_observation(seen)


@pytest.mark.parametrize("node", n.NODE_NAMES[n.ATTACK :])
def test_what_a_seat_was_shown_can_be_sent_back_with_its_hand(node):
    """Whichever team is asked."""
    asked = set()
    for number in range(80):
        table = random_game(f"send back {number}", until=node)
        if table.node() != node or int(table.state.seat) in asked:
            continue
        asked.add(int(table.state.seat))
        for seat in (0, 1):
            seen = observe(table.state, seat)
            sent = {"seat": seat, "ply": int(table.state.ply), **codec.table(seen), **codec.private(seen)}
            assert codec.dump_observation(codec.load_observation(sent)) == codec.dump_observation(seen)
        if len(asked) == (1 if node == "game_over" else 2):
            return
    pytest.fail(f"only {asked} were asked")


def test_an_observation_by_hand_needs_little():
    hand = ["12", "15", "23", "45", "51"]
    seen = codec.dump_observation(codec.load_observation({"seat": 0, "hand": hand}))
    assert (seen["node"], seen["asked"], seen["control"], seen["deck_size"], seen["hand_sizes"]) == (
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
        "played_card": "10",
    }
    seen = codec.dump_observation(codec.load_observation({**window, "discards": ["10"], "hand_sizes": [4, 5]}))
    assert (seen["asked"], seen["deck_size"]) == (1, 54)


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
        game(h=HAND, puck="H CI", follow_ons=["skate"]),
        "play",
        "15",
        "7.2",
        "15 (pass) cannot be played on top of the last card, which takes skate",
    ),
    (
        game(h=HAND, puck="H CI", follow_ons=[]),
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
        "dump_center is made from the defensive zone, and the puck is in the centre ice: you may dump_in, play",
    ),
    (game(h=HAND, puck="H DZ"), "dump_in", "12", "7.1", "dump_in is made from the centre ice"),
    (
        game(h=HAND, puck="H DZ", goals=[[1, 0]]),
        "defensive_mode",
        "12",
        "7.1",
        "defensive_mode is made from the centre",
    ),
    (game(h=HAND), "dump_deep", None, "7.1", "dump_deep is made from the defensive zone"),
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
    *(
        (
            game(**{"deck_size": 9, **LATE} | early),
            "pull_goalie",
            None,
            "14.2",
            "it takes the last pass of period 3 and at most 15 cards in the deck",
        )
        for early in ({"pass": 1}, {"period": 2, "goals": [[1, 2], [0, 0]]}, {"deck_size": 16})
    ),
    (
        game(**{**LATE, "goals": [[2, 1], [0, 0], [0, 0]]}),
        "pull_goalie",
        None,
        "14.2",
        "trails pulls its goalie, and the score is 2-1",
    ),
    (
        game(deck_size=15, puck="H DZ", **LATE),
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


def test_the_other_team_is_refused_by_its_own_score():
    refused = refusal(game(puck="V CI", **LATE), V, {"type": "pull_goalie"})
    assert "only a team that trails pulls its goalie, and the score is 2-1" in str(refused)
    refused = refusal(game(v="12", puck="V CI", sizes=(5, 6), **LATE), V, {"type": "defensive_mode", "card": "12"})
    assert "and your hand is above its base" in str(refused)


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


def test_another_seats_turn_is_described_without_its_cards():
    assert str(refusal(game(h=HAND), V, {"type": "play", "card": "12"})) == "seat 0 is asked to attack"


def test_before_the_deal_and_after_the_end_no_seat_is_asked():
    for node, says in (("shuffle", "the cards are yet to be shuffled"), ("game_over", "the game is over")):
        table = Table(codec.load_state({"node": node}))
        assert says in str(refusal(table, H, {"type": "play", "card": "12"}))


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
        {"type": "turns_over", "card": "31", "for": "foul", "team": 0, "mark": "none", "results": []},
        {"type": "controls", "seat": 0, "zone": "end_1"},
        {"type": "penalty", "seat": 1, "card": "31", "major": False, "shots": 3},
        {"type": "delayed_penalty", "seat": 0},
    ]
