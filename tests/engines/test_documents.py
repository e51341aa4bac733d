"""The tests against the rules documents: no ruling and no example may go untested."""

import re
from pathlib import Path

import pytest

from engines import VARIANTS
from tests.engines.examples import acceptance_examples, ruling_numbers, worded_example_ids


def source_of_tests(game: str) -> str:
    return "\n".join(
        path.read_text(encoding="utf-8") for path in sorted((Path(__file__).parents[1] / game).glob("test_*.py"))
    )


@pytest.mark.parametrize("game", VARIANTS)
def test_every_ruling_is_the_name_of_a_test(game):
    tested = {int(number) for number in re.findall(r"^def test_ruling_(\d+)_", source_of_tests(game), re.MULTILINE)}
    numbers = ruling_numbers(game)
    assert numbers == list(range(1, len(numbers) + 1))
    assert tested == set(numbers)


@pytest.mark.parametrize("game", VARIANTS)
def test_every_worded_example_is_the_name_of_a_test(game):
    for example in worded_example_ids(game):
        assert f"def test_{example.lower()}_" in source_of_tests(game), example


@pytest.mark.parametrize("game", VARIANTS)
def test_example_ids_are_unique(game):
    ids = [example.id for example in acceptance_examples(game)] + worded_example_ids(game)
    assert len(ids) == len(set(ids)) > 0
