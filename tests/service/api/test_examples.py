"""The examples of the contract and of the pages are what the service answers."""

import pytest

from service.api.openapi.document import example_of, examples
from service.api.problems import PROBLEMS
from tests.service.api.examples import recorded


def test_the_examples_are_what_the_service_answers(redis_server):
    found = recorded(redis_server.url)
    assert found == examples(), "run make contract"
    assert found["problems"].keys() == PROBLEMS.keys()


def test_an_operation_without_an_example_is_named_with_what_to_do():
    with pytest.raises(LookupError, match=r"get_timeline has no example: call it in tests/service/api/examples.py"):
        example_of("get_timeline")
