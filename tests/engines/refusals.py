"""What every refusal of an observation says."""

from typing import Any

import pytest

from engines.api import InvalidObservation
from engines.declared import Codec


def assert_refused(codec: Codec[Any], seen: Any, field: str, says: str) -> None:
    """It names the field, in the text and for programs, and says what would add up."""
    with pytest.raises(InvalidObservation) as refused:
        codec.load_observation(seen)
    assert str(refused.value).startswith(f"observation.{field}: ")
    assert refused.value.field == f"observation.{field}"
    assert says in str(refused.value)
