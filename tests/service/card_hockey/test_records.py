"""The line score of a game that a shootout decides."""

from service.games.record import make_record
from tests.service.test_records import finished_game


def test_periods_without_goals_and_the_shootout_stand_in_the_line_score(store):
    record = make_record(store.games, finished_game(store, "card_hockey", cards=3))
    assert [period["period"] for period in record["sheet"]["line_score"]] == ["1", "2", "3", "SO"]
    winner = record["result"]["winner"]
    assert record["sheet"]["line_score"][-1]["goals"] == [int(winner == 0), int(winner == 1)]
