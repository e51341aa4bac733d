"""docs/fairness.md says which number of a shuffle is which card; that the engines deal so, each game's tests show."""

import pytest

from engines import VARIANTS
from tests.engines.dealing import DOCUMENT


@pytest.mark.parametrize("key", VARIANTS)
def test_every_variant_has_its_lines(key):
    assert f"| `{key}` |" in DOCUMENT
