"""Observations as commits before 15:00 on 25 November 2026 know them: a name had several types and meanings.

``CHANGELOG.md`` lists what was called what. The next hour's commits know some of the present names only, and cannot be
asked about the games that had changed by then. Moves need nothing: the former programs write the present ones. The
module of a game has ``former``, its observation as it was written then; Hockey's is what it was.
"""

from collections.abc import Mapping
from importlib import import_module
from importlib.util import find_spec
from typing import Any


def former_observation(variant: str, observation: Mapping[str, Any]) -> Mapping[str, Any]:
    """An observation as ``variant`` wrote it formerly."""
    module = f"bench.former_names.{variant}"
    if find_spec(module) is None:
        return observation
    found: Mapping[str, Any] = import_module(module).former(observation)
    return found


def renamed(observation: Mapping[str, Any], names: Mapping[str, str | None]) -> dict[str, Any]:
    """With the fields of ``names`` as they were called; without those that had no field of their own, called None."""
    return {former: value for name, value in observation.items() if (former := names.get(name, name)) is not None}
