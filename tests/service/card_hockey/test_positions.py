"""Where the cards alone decide, there is one move to suggest, or none."""

from service.workers import ai_jobs
from tests.service.burst import work_on_task
from tests.service.client import PERSON
from tests.service.tasks.test_positions import LEGAL_MOVES, observation_of, positions, seat_view


def test_where_the_cards_alone_decide_the_only_move_is_suggested(api, settings):
    ai_jobs.prepare_worker(settings)
    _, view = next(positions(api, "card_hockey", "standard", count=1))
    asked = api.post("/v1/suggestions", {"variant": "card_hockey", "observation": observation_of(view)}).json
    work_on_task(asked["id"], 0, 0)
    answer = api.get(f"/v1/suggestions/{asked['id']}").json["answer"]
    assert answer["move"] == {"type": "flip", "turn": 1}
    assert [candidate["reason"] for candidate in answer["candidates"]] == ["forced"]


def test_where_no_seat_is_asked_a_suggestion_says_why(api):
    """Card Hockey with automatic flips is over when it has begun."""
    made = api.create(variant="card_hockey", options={"flip_mode": "auto"}, seats=[PERSON, PERSON])
    view = seat_view(api, made, 0)
    own = {"variant": "card_hockey", "observation": observation_of(view)}
    refused = api.post("/v1/suggestions", own)
    assert (refused.status_code, refused.json["code"]) == (422, "observation/invalid")
    assert refused.json["detail"].endswith("no seat is: the game is over; in Card Hockey the cards alone decide")
    found = api.post(LEGAL_MOVES, own).json
    assert (found["to_act"], found["legal_moves"]) == ([], [])
