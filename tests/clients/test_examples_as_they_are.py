"""Every example of the contract can be sent as it is: imported by Postman's own converter, sent by newman, to the
service and to Prism's mock.
"""

import json
import subprocess
import urllib.request

import pytest

from service.api.openapi.document import examples, operations
from tests.children import end, start
from tests.clients.test_generated import TOOLS
from tests.clients.test_sdk import ENVIRONMENT, needs_tools
from tests.patience import wait_until
from tests.ports import free_port
from tests.service.client import CONTRACT_FILE

SUMMARIES = {operation.text.partition("\n\n")[0]: operation for operation in operations()}
NOT_HERE = ("/not_found", "auth/unknown_token")
"""How the code ends of what is not of this service: the examples' game, and the token of nobody."""


def sent(address, rounds):
    """What came of each request, by the operation, in each of the rounds."""
    command = ["node", TOOLS / "send_examples.mjs", CONTRACT_FILE, address, str(rounds)]
    found = subprocess.run(command, env=ENVIRONMENT, check=True, capture_output=True, text=True, timeout=60)
    answers = [{} for _ in range(rounds)]
    for line in map(json.loads, found.stdout.splitlines()):
        answers[line["round"]][SUMMARIES[line["name"]].name] = line["status"], line["body"]
    assert [len(each) for each in answers] == [len(SUMMARIES)] * rounds
    return answers


@pytest.mark.slow
@needs_tools
def test_the_service_takes_every_example_and_makes_for_each_sender_a_thing_of_its_own(address):
    first, second = sent(address, 2)
    refused = {}
    for name, (status, body) in first.items():
        if not 200 <= status < 300 and not json.loads(body)["code"].endswith(NOT_HERE):
            refused[name] = body
    assert refused == {}
    of_once = [operation.name for operation in SUMMARIES.values() if operation.once]
    created = [name for name in of_once if 200 <= first[name][0] < 300]
    assert created == ["create_game", "play_now", "register_bot", "create_match"]
    assert [name for name in created if secrets_of(first[name]) == secrets_of(second[name])] == []


def secrets_of(answer):
    body = json.loads(answer[1])
    return [body.get(field) for field in ("token", "tokens", "owner_token")]


@pytest.fixture
def mock():
    """The address of Prism, which answers with the examples of the contract."""
    port = free_port()
    process = start(
        ["node", TOOLS / "node_modules/@stoplight/prism-cli/dist/index.js", "mock", "--port", port, CONTRACT_FILE],
        env=ENVIRONMENT,
        stdout=subprocess.DEVNULL,
    )
    try:
        wait_until(lambda: is_up(f"http://127.0.0.1:{port}/health/live"), "the mock is not up")
        yield f"http://127.0.0.1:{port}"
    finally:
        end(process)


def is_up(address):
    try:
        with urllib.request.urlopen(address, timeout=1) as answer:
            return answer.status == 200
    except OSError:
        return False


@pytest.mark.slow
@needs_tools
def test_a_mock_answers_every_example_with_the_game_of_the_contract(mock):
    (answers,) = sent(mock, 1)
    assert {name: answer for name, answer in answers.items() if not 200 <= answer[0] < 300} == {}
    view, played, over = (json.loads(answers[name][1]) for name in ("get_game", "play_move", "resign"))
    asked = examples()["operations"]["play_move"]["asked"]
    assert asked["move"] in [legal["move"] for legal in view["legal_moves"]]
    assert (asked["ply"], view["ply"], played["ply"]) == (view["ply"], 0, 1)
    assert {json.loads(answers["create_game"][1])["id"], view["id"], played["id"], over["id"]} == {view["id"]}
    assert [view["status"], played["status"], over["status"]] == ["active", "active", "finished"]
    record, sheet, analysis = (json.loads(answers[name][1]) for name in ("get_record", "get_sheet", "get_analysis"))
    assert (record["id"], analysis["game_id"]) == (view["id"], view["id"])
    assert sheet == record["sheet"]
