"""TODO service/api/openapi/problem_docs.py."""

from collections.abc import Callable
from typing import Any, TypeVar

from service.api.parsing import Blueprint
from service.api.problems import PROBLEMS
from service.api.requests import ProblemSchema

View = TypeVar("View", bound=Callable[..., Any])


def with_problems(blueprint: Blueprint, *codes: str) -> Callable[[View], View]:
    """Document that an operation can answer with the problems of these codes."""

    def decorate(view: View) -> View:
        by_status: dict[int, list[str]] = {}
        for code in codes:
            by_status.setdefault(PROBLEMS[code][0], []).append(code)
        for status, alike in sorted(by_status.items(), reverse=True):
            view = blueprint.alt_response(
                status,
                schema=ProblemSchema,
                content_type="application/problem+json",
                description="; ".join(f"`{code}`: {PROBLEMS[code][1]}" for code in alike),
                examples={code: {"$ref": f"#/components/examples/{_dotted(code)}"} for code in alike},
            )(view)
        return view

    return decorate


def _dotted(code: str) -> str:
    """A problem's code as a name of a component, which may have no slash."""
    return code.replace("/", ".")


ANY = ("store/unavailable", "limit/exceeded")


BODY = ("request/malformed", "request/invalid", "request/too_large", "request/media_type")


KEYED = ("key/missing", "key/unknown")


LOOKING = ("auth/unknown_token", "auth/foreign_token", "game/not_found")


SITTING = ("auth/missing", *LOOKING, "auth/not_a_seat")
