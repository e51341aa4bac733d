"""The examples of the contract and of the pages are what the service answers."""

from service.api.openapi.document import examples
from service.api.problems import PROBLEMS
from tests.service.examples import recorded


def test_the_examples_are_what_the_service_answers(redis_server):
    found = recorded(redis_server.url)
    assert found == examples(), "run make contract"
    assert found["problems"].keys() == PROBLEMS.keys()
