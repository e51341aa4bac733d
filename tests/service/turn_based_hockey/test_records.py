"""Records: cards that are held back, and who scored."""

import json

from engines import VARIANTS
from service.games.record import draw_sheet, make_record
from service.games.replay import Replay
from tests.service.games.test_records import event, finished_game


def test_only_the_seed_of_a_record_leads_to_the_bench(store):
    """Ruling 20: no event and no table of a record shows a card that was held back; replaying its
    seed does.
    """
    game = finished_game(store, "turn_based_hockey", cards=6)
    record = make_record(store.games, game)
    shown = json.dumps([record["moves"], record["events"], record["sheet"]])
    benches = [game.variant.codec.private(game.variant.observe(game.state, seat))["hand"] for seat in (0, 1)]
    assert all(benches)
    for bench in benches:
        assert not [card for card in bench if f'"{card}"' in shown]
    again = Replay(game.variant, record["options"], record["id"], record["fairness"]["seed"])
    again.start()
    for move in record["moves"]:
        again.play(move["seat"], move["move"])
    assert [game.variant.codec.private(game.variant.observe(again.state, seat))["hand"] for seat in (0, 1)] == benches


def test_a_goal_was_scored_by_the_last_shot_of_its_scorer():
    """Not by an earlier shot, nor by that of another, such as on a rebound."""
    shots = [event("shot", 0, "a dump"), event("shot", 0, "a slap shot"), event("shot", 1, "a wrist shot")]
    sheet = draw_sheet(VARIANTS["turn_based_hockey"], [*shots, event("scores", 0, score=[1, 0])], None, {})
    assert [goal.how for goal in sheet.goals] == ["a slap shot"]
