"""What a process holds while many large bodies are answered, and what it keeps of them."""

import json

import pytest

from bench.speed.records import RECORDS, record, rows
from service.api.routes.records import Record

LARGE = json.dumps(json.loads(record(1, 1)) | {"sheet": {"text": "x" * 1_900_000}}).encode()
"""Checked at once, whatever else the machine does."""
SENT_MB = RECORDS * len(LARGE) >> 20


@pytest.mark.slow
def test_a_process_holds_large_bodies_once_and_gives_their_memory_back():
    for _, before, most, after in rows(LARGE):
        assert most - before < 1.6 * SENT_MB
        assert after - before < 0.5 * SENT_MB


def test_the_lists_of_a_record_are_not_in_memory_twice():
    sent = json.loads(record(3, 2))
    moves, first = sent["moves"], sent["moves"][0]
    loaded = Record().load(sent)
    assert loaded["moves"] is moves
    assert moves[0] == first
    assert moves[0] is not first
