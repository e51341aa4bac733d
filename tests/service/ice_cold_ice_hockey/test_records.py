"""The scoresheet: a shootout that counts as a goal, statistics and penalties."""

from service.games.record import check_record, make_record
from tests.service.games.test_records import finished_game


def test_a_shootout_whose_winner_gets_a_goal_in_the_score_has_its_column_too(store):
    """Ice Cold Ice Hockey counts it."""
    record = make_record(store.games, finished_game(store, "ice_cold_ice_hockey", cards=1))
    columns = record["sheet"]["line_score"]
    assert [period["period"] for period in columns] == ["1", "2", "3", "OT", "SO"]
    assert [sum(period["goals"][side] for period in columns) for side in (0, 1)] == record["result"]["score"]
    assert record["result"]["reason"] == "shootout"
    assert " in the shootout, " in record["events"][-1]["text"]
    assert check_record(record).faults == []


def test_the_statistics_and_penalties_of_a_game_that_keeps_them_stand_on_the_sheet(store):
    record = make_record(store.games, finished_game(store, "ice_cold_ice_hockey"))
    sheet = record["sheet"]
    assert set(sheet["statistics"]) == {"Shots on goal", "Saves", "Power plays", "Power-play goals"}
    assert len(sheet["penalties"]) == len([event for event in record["events"] if event["type"] == "penalty"]) > 0
