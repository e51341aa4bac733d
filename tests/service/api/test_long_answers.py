"""An answer whose parts are made while it is sent is bounded as a whole: its place, its time, its processor time."""

import itertools
import time
from dataclasses import replace

import pytest

from service.api.limits import answer_in_parts
from service.app import create_app
from service.model.answer import Problem

STRANGER = {"REMOTE_ADDR": "192.0.2.1"}


@pytest.fixture
def app(settings):
    return create_app(replace(settings, max_streams=8, max_streams_each=2, max_stream_s=60))


def begun(app, parts):
    """An answer to a stranger, of which nothing is sent yet."""
    with app.test_request_context("/v1/matches/m_1/games", environ_base=STRANGER):
        return answer_in_parts(parts, "text/plain")


def test_a_match_is_downloaded_in_parts_that_have_a_place(app, monkeypatch, store):
    held = []
    monkeypatch.setattr("service.api.routes.tasks.task_of_request", lambda *_: None)
    monkeypatch.setattr(
        "service.api.routes.tasks.game_lines",
        lambda *_: (str(held.append(app.extensions["faceoff"].streams.slots.taken)) for _ in range(2)),
    )
    with app.test_client().get("/v1/matches/m_1/games", environ_base=STRANGER) as answer:
        assert (answer.text, held) == ("NoneNone", [1, 1])
    assert app.extensions["faceoff"].streams.slots.taken == 0


def test_one_caller_has_as_many_long_answers_as_streams(app):
    answers = [begun(app, iter(["x"])) for _ in range(2)]
    with pytest.raises(Problem) as refused:
        begun(app, iter(["x"]))
    assert refused.value.code == "stream/full"
    answers[0].close()
    assert list(begun(app, iter(["x"])).response) == ["x"]


def test_a_long_answer_ends_after_the_time_of_a_stream_however_quick_each_part_is_read(app, monkeypatch):
    now = time.monotonic()
    answer = begun(app, itertools.repeat("x"))
    monkeypatch.setattr(time, "monotonic", lambda: now + 59)
    assert next(answer.response) == "x"
    monkeypatch.setattr(time, "monotonic", lambda: now + 61)
    with pytest.raises(TimeoutError):
        next(answer.response)


def test_the_processor_time_of_each_part_counts_as_that_of_reads(app, monkeypatch):
    seconds, waited, now = itertools.count(), [], [time.monotonic()]

    def sleep(seconds):
        waited.append(seconds)
        now[0] += seconds

    monkeypatch.setattr(time, "monotonic", lambda: now[0])
    monkeypatch.setattr(time, "thread_time", lambda: next(seconds))  # each part takes a second
    monkeypatch.setattr(time, "sleep", sleep)
    answer = begun(app, itertools.repeat("x"))
    assert [next(answer.response) for _ in range(13)] == ["x"] * 13
    assert 40 <= sum(waited) <= 48  # 2 of 8 seconds
    for _ in range(2):
        next(answer.response)
    monkeypatch.undo()
    read = app.test_client().get("/v1/variants", environ_base=STRANGER)
    assert read.status_code == 429
