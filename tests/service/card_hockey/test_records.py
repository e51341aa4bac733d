"""The line score of a game that a shootout decides."""

from service.games.record import make_record
from tests.service.games.test_records import finished_game


def test_a_shootout_that_adds_no_goal_has_no_column_and_the_last_sentence_says_that_it_decided(store):
    """Ruling 16: the goals of regulation stay as they are, so the line score adds up without it."""
    record = make_record(store.games, finished_game(store, "card_hockey", cards=3))
    columns = record["sheet"]["line_score"]
    assert [period["period"] for period in columns] == ["1", "2", "3"]
    assert [sum(period["goals"][side] for period in columns) for side in (0, 1)] == record["result"]["score"]
    assert record["result"]["reason"] == "shootout"
    winner, score = record["result"]["winner"], record["result"]["score"]
    ending = f"Game over. {record['seats'][winner]['name']} wins in the shootout, {score[0]}-{score[1]}."
    assert record["events"][-1]["text"] == ending
