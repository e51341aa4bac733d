"""The document's rules against a second, slower reading of them, over random games: windows and answers from the deck
file as it is printed, statistics from the events, and the bounds that hold at every position.
"""

import pytest

from engines.api import OVER
from engines.ice_cold_ice_hockey.deck_file import BUILT_IN, DECK_FILES
from engines.ice_cold_ice_hockey.events import EVENTS
from engines.ice_cold_ice_hockey.options import PRESETS
from engines.ice_cold_ice_hockey.rules import numbers
from engines.ice_cold_ice_hockey.rules.penalties import is_outside
from engines.ice_cold_ice_hockey.rules.windows import opens
from engines.rng import Rng
from tests.engines.examples import rules_table
from tests.engines.table import step
from tests.ice_cold_ice_hockey.table import H, Table, V, game, random_game

ROWS = {int(row["id"]): row for row in DECK_FILES[BUILT_IN].rows}
ENDS = ("end_0", "centre", "end_1")


def zone_of(facts: dict, seat: int) -> str:
    """The puck's zone as a seat reads it."""
    place = ENDS.index(facts["zone"])
    return "DCO"[place if seat == 0 else 2 - place]


def flags(card: int) -> list[str]:
    return ROWS[card]["flags"].split("|")


def icons(card: int) -> list[str]:
    return ROWS[card]["follow_ons"].split("|")


def answers_to(node: str, facts: dict, seat: int) -> set[int]:
    """All cards of the deck list that would be a legal answer of ``seat``: the words of section 8."""
    zone = zone_of(facts, seat)
    found = set()
    for card, row in ROWS.items():
        if row["zones"] and zone not in row["zones"] and node != "defend":
            continue
        kind = row["kind"]
        if node == "defend":
            played = int(facts["played_card"])
            attacker = zone_of(facts, 1 - seat)
            end = ROWS[played]["destination"][ROWS[played]["zones"].index(attacker)]
            acts = (
                zone if ROWS[played]["kind"] == "skate" or "S" in flags(card) else {"D": "O", "C": "C", "O": "D"}[end]
            )
            called = "defence" in icons(played) or ("penalty_defence" in icons(played) and "P" in flags(card))
            fits = kind == "defence" and called and (not row["zones"] or acts in row["zones"])
        elif node == "counter":
            fits = kind == "defence"
        elif node == "inside_shot_response":
            fouls = kind == "defence" and "P" in flags(card) and "penalty_defence" in icons(int(facts["played_card"]))
            fits = kind == "is_blocked" or fouls
        elif node == "keep_in":
            fits = kind == "kept_in"
        else:
            fits = kind == ("os_blocked" if facts["shot_kind"] == "outside" else "is_blocked")
        if fits:
            found.add(card)
    return found


WINDOWS = ("defend", "counter", "inside_shot_response", "outside_shot_response", "keep_in", "power_play_response")


@pytest.mark.parametrize("seed", range(12))
def test_windows_open_and_answers_are_legal_as_the_words_say(seed):
    """At a window: it may open, and the legal answers are those of the hand. At an attack: it is asked about exactly if
    it may open.
    """
    table, rng = random_game(f"answers {seed}", until="attack"), Rng(f"answers {seed}")
    for _ in range(250):
        if table.state.to_act() == OVER:
            break
        facts, node = table.facts(), numbers.NODE_NAMES[table.state.node]
        if node in WINDOWS:
            seat = table.state.to_act()
            possible = answers_to(node, facts, seat)
            assert table.answers() == possible & set(table.hand("HV"[seat]))
            assert possible - {int(card) for card in facts["discards"]}
        step_and_check_window(table, rng)


def step_and_check_window(table: Table, rng: Rng) -> None:
    """After an attack that can be answered, the other team is asked if and only if 16.3 says so."""
    before, table.state.log = table.facts(), []
    step(table.state, rng)
    if before["node"] != "attack" or not table.state.log:
        return
    event, facts = table.events()[0], table.facts()
    seat = 1 - before["asked"]
    asks = {
        "passes": "defend",
        "skates": "defend",
        "shoots_inside": "inside_shot_response",
        "shoots_outside": "outside_shot_response",
        "dumps_to_centre": "keep_in",
        "dumps_deep": "keep_in",
    }.get(event["type"])
    if asks is None:
        return
    at_the_window = before | {
        "played_card": event.get("card"),
        "shot_kind": "outside" if asks.startswith("outside") else None,
    }
    gone = {int(card) for card in [*before["discards"], event.get("card", 0)]}
    possible = answers_to(asks, at_the_window, seat) - gone
    opens = before["hand_sizes"][seat] > 0 and bool(possible)
    assert (facts["node"] == asks and facts["asked"] == seat and len(table.state.log) == 1) == opens, event


@pytest.mark.parametrize("preset", PRESETS)
def test_bounds_hold_at_every_position(preset):
    """64 cards, each in one place; hands of at most ten, never both above base; one team or none has the puck."""
    for seed in range(3):
        rng = Rng(f"bounds {preset} {seed}")
        table = random_game(f"bounds {preset} {seed}", until="attack", **PRESETS[preset])
        state = table.state
        while state.to_act() != OVER:
            state.log = None
            step(state, rng)
            lying = [*table.deck(), *table.hand("H"), *table.hand("V"), *map(int, table.facts()["discards"])]
            lying += [int(card) for card in state.aside][: int(state.aside_size)]
            assert sorted(lying) == list(range(1, 65))
            assert max(table.hands()) <= 10
            if state.node != numbers.SHUFFLE:
                assert not (state.is_above_base(H) and state.is_above_base(V))
            if state.node == numbers.ATTACK:
                assert state.control == state.seat
                assert state.work_size == 0
                assert state.award_count == 0
            assert state.work_size <= 2
            assert state.penalty_count <= 8
            assert state.award_count <= 4
        assert state.ply < 700


def count_statistics(events: list[dict]) -> dict[str, list[int]]:
    """Section 16.5, from the events."""
    counted = {name: [0, 0] for name in ("score", "shots_on_goal", "saves", "power_plays", "power_play_goals")}
    playing: int | None = None
    for event in events:
        seat = event.get("seat")
        if event["type"] == "scores":
            counted["score"][seat] += 1
            counted["shots_on_goal"][seat] += 1
            counted["power_play_goals"][seat] += seat == playing
        elif event["type"] == "saves":
            counted["saves"][seat] += 1
            counted["shots_on_goal"][1 - seat] += 1
        elif event["type"] == "power_play":
            counted["power_plays"][seat] += 1
        if event["type"] == "turns_over":
            in_play = event["for"] in ("power_play", "major_penalty")
            playing = counted_power_play(events, event) if in_play else None
    return counted


def counted_power_play(events: list[dict], event: dict) -> int:
    """The team whose power play a card belongs to: the last one that started before it."""
    before = events[: next(i for i, other in enumerate(events) if other is event)]
    return next(other["seat"] for other in reversed(before) if other["type"] == "power_play")


def test_statistics_are_those_of_16_5():
    for seed in range(25):
        table = random_game(f"statistics {seed}", tie_rule="playoff")
        facts = table.facts()
        assert {name: facts[name] for name in count_statistics([])} == count_statistics(table.events())


def test_shots_on_goal_are_those_of_the_table_9_3():
    """Every result code, by a card that has it on its outside line without a tag."""
    for row in rules_table("ice_cold_ice_hockey", "9.3 Results"):
        for code in row["code"].split(", "):
            cards = [card for card, printed in ROWS.items() if printed["os_result"] == code]
            if not cards:
                continue
            table = game(puck="H OZ", discards="62", keep=str(cards[0]))
            table.turn(str(cards[0])).play("H outside_shot")
            first = [
                event["type"]
                for event in table.events()
                if event["type"] in ("scores", "saves", "shoots_wide", "hits_post", "hits_crossbar")
            ]
            assert (first[0] in ("scores", "saves")) == (row["SOG"] == "yes"), code


def test_shots_of_a_power_play_are_those_of_the_table_11_4():
    for row in rules_table("ice_cold_ice_hockey", "11.4 Number of shots"):
        shots = row["shots in order"].split(", ")
        assert len(shots) == int(row["digit"])
        assert ["OS" if is_outside(len(shots), number) else "IS" for number in range(len(shots))] == shots


def test_momentum_awards_are_those_of_the_table_10_3():
    bonus = {
        row["event"].split(" (")[0]: int(row["bonus"])
        for row in rules_table("ice_cold_ice_hockey", "10.3 Momentum awards")
    }
    assert bonus == {"goal": 3, "Super Save": 2, "Big Hit card": 2, "Cheap Shot card": 2, "fight won": 2}
    assert (numbers.GOAL_BONUS, numbers.SUPER_SAVE_BONUS) == (3, 2)


def test_decisions_are_those_of_the_table_16_1():
    rows = rules_table("ice_cold_ice_hockey", "16.1 Decision points")
    assert [row["name"] for row in rows] == list(numbers.NODE_NAMES[numbers.ATTACK : numbers.GAME_OVER])


def test_every_decision_and_every_event_comes_up_in_random_games():
    nodes, events = set(), set()
    for seed in range(60):
        rng, table = (
            Rng(f"everything {seed}"),
            random_game(f"everything {seed}", until="attack", tie_rule=("ot_shootout", "playoff")[seed % 2]),
        )
        while table.state.to_act() != OVER:
            nodes.add(numbers.NODE_NAMES[table.state.node])
            step(table.state, rng)
        events |= set(table.event_types())
    assert nodes >= set(numbers.NODE_NAMES) - {"game_over", "shootout"}
    rare = {
        "penalty_shot",
        "fight_drawn",
        "shootout_start",
        "shootout_shot",
        "penalties_wiped_out",
        "stays_out",
        "overtime_start",
    }
    assert events >= {kind.type for kind in EVENTS} - rare


def test_any_one_card_that_may_answer_opens_a_window_and_without_one_it_stays_shut():
    """Section 16.3: what is not discarded may be in the hand that is asked."""
    tried = set()
    for seed in range(4):
        table, rng = random_game(f"one card {seed}", until="attack"), Rng(f"one card {seed}")
        while (state := table.state).to_act() != OVER:
            if (node := numbers.NODE_NAMES[state.node]) in WINDOWS:
                tried.add(node)
                seat, places = state.to_act(), state.places
                possible = answers_to(node, table.facts(), seat)
                where = {card: places[card] for card in possible}
                for card in possible:
                    places[card] = numbers.DISCARDED
                assert not opens(state, state.node, seat)
                for card in possible:
                    places[card] = numbers.HIDDEN
                    assert opens(state, state.node, seat), (node, card)
                    places[card] = numbers.DISCARDED
                for card, place in where.items():
                    places[card] = place
            step(state, rng)
    assert tried == set(WINDOWS)


@pytest.mark.parametrize("last", [1, 3, 5])
@pytest.mark.parametrize(
    ("tie_rule", "regulation", "overtime"),
    [
        ("tie", "game_over", None),
        ("ot", "shuffle", "game_over"),
        ("ot_shootout", "shuffle", "shootout"),
        ("playoff", "shuffle", "shuffle"),
    ],
)
def test_what_follows_a_tie_is_as_in_the_table_15(tie_rule, regulation, overtime, last):
    tied = {"deck_size": 0, "h": "13", "sizes": (1, 5), "options": {"tie_rule": tie_rule, "periods": last}}
    for period, after in ((last - 1, "shuffle"), (last, regulation), (last + 1, overtime)):
        if after is None or not period:
            continue
        passes = 1 if period > last and tie_rule != "playoff" else 2
        table = game(period=period, goals=[[1, 1], *[[0, 0]] * (period - 1)], **tied, **{"pass": passes})
        table.play("H play 13")
        assert (table.node(), table.facts()["time_expired"]) == (after, True)
    table = game(period=last, goals=[[1, 2], *[[0, 0]] * (last - 1)], **tied, **{"pass": 2})
    table.play("H play 13")
    assert table.node() == "game_over"


@pytest.mark.parametrize("last", [1, 2, 5])
def test_a_game_has_as_many_periods_as_agreed_and_goalies_are_pulled_in_the_last_alone(last):
    pulled, played = 0, set()
    for seed in range(12):
        period = 0
        for event in random_game(f"periods {seed}", periods=last, tie_rule="tie").events():
            period = event["period"] if event["type"] == "period_start" else period
            played.add(period)
            if event["type"] == "pulls_goalie":
                pulled += 1
                assert period == last
    assert played == set(range(1, last + 1))
    assert pulled


def test_nothing_carries_over_to_the_next_period_but_the_score():
    """Section 10.3."""
    before = {"goalies_out": [True, False], "skater_cards": [True, True], "period": 2, "goals": [[1, 2], [0, 0]]}
    table = game(h="13", sizes=(1, 5), deck_size=0, shown=[[], ["60"]], **before, **{"pass": 2})
    table.play("H play 13")
    table.state.deal_order(list(range(64)))
    facts = table.facts()
    assert {name: facts[name] for name in ("period", "pass", "time_expired", "goalies_out", "skater_cards")} == {
        "period": 3,
        "pass": 1,
        "time_expired": False,
        "goalies_out": [False, False],
        "skater_cards": [False, False],
    }
    assert (facts["shown"], table.hands()) == ([[], []], (5, 5))
