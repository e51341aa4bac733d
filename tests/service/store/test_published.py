"""What is published to those who wait: every change, so that no request waits for the next look at the store."""

import time

import pytest

from service.store.connection import CHANNEL
from service.store.tasks import SUGGESTION
from tests.patience import PATIENCE_S
from tests.service.client import OPEN, PERSON
from tests.service.games.test_bots import accept, events, register, seat_for
from tests.service.redis_cluster import ON_CLUSTER

NODES_HEAR_WITHIN_S = 0.3


@pytest.fixture
def heard(store):
    """Returns the ids of games, tasks and bots that were published since the last call."""
    with store.client.pubsub() as subscription:
        subscription.subscribe(CHANNEL)

        def new():
            if ON_CLUSTER:
                time.sleep(NODES_HEAR_WITHIN_S)  # what one node publishes reaches the others a little later
            store.client.publish(CHANNEL, "end")
            ids = []
            while ids[-1:] != ["end"]:
                message = subscription.get_message(timeout=PATIENCE_S)
                ids += [message["data"].partition(" ")[0]] if message["type"] == "message" else []
            return ids[:-1]

        assert new() == []
        yield new


def test_a_new_game_and_each_move_are_published(api, heard):
    game = api.create(seats=[PERSON, PERSON])
    assert heard() == [game["id"]]
    token = game["tokens"][str(game["to_act"][0])]
    api.move(api.get(f"/v1/games/{game['id']}", token=token).json, token)
    assert heard() == [game["id"]]


def test_the_end_of_a_task_is_published(tasks, heard):
    task = tasks.store.open(SUGGESTION, {}, "", "client")
    tasks.store.close(task, "done")
    assert heard() == [task.id]


def test_the_events_of_a_bot_are_published(api, heard):
    bot = register(api)
    events(api, bot)
    game = api.create(seats=[PERSON, seat_for(bot)])
    assert heard() == [game["id"], bot["id"]]


def test_a_bot_whose_seat_stands_as_before_has_no_news(api, heard):
    bot = register(api)
    events(api, bot)
    game = api.create(seats=[PERSON, seat_for(bot)])
    heard()
    assert api.post(f"/v1/games/{game['id']}/seats/0/token", token=game["tokens"]["0"]).status_code == 201
    assert heard() == [game["id"]]


def test_a_bot_whose_seat_waits_for_another_player_has_no_news(api, heard):
    bot = register(api)
    events(api, bot)
    game = api.create(seats=[OPEN, seat_for(bot)])
    heard()
    assert accept(api, bot, game).status_code == 201
    assert heard() == [game["id"]]


def test_a_bot_that_has_answered_has_no_news(api, heard):
    bot = register(api)
    events(api, bot)
    game = api.create(seats=[PERSON, seat_for(bot)])
    path, tokens = f"/v1/games/{game['id']}", [game["tokens"]["0"], accept(api, bot, game).json["token"]]
    moved, asked = None, api.get(path).json["to_act"]
    while moved != 1 or 1 in asked:
        moved = asked[0]
        heard()
        asked = api.move(api.get(path, token=tokens[moved]).json, tokens[moved]).json["to_act"]
    assert heard() == [game["id"]]
