"""Responses that several operations have in common, described once."""

import json
from collections import Counter

from service.api.openapi.schemas import JSON, camel, ref_to

PROBLEM_TYPE = "application/problem+json"


def share_problems(document: JSON) -> None:
    """Move every response for problems that occurs more than once to ``components/responses``, named after its
    codes.
    """
    used = [
        responses
        for path in document["paths"].values()
        for operation in path.values()
        for responses in _responses_of(operation)
    ]
    counted = Counter(_text(response) for responses in used for response in responses.values() if _is_problem(response))
    shared: dict[str, JSON] = {}
    for responses in used:
        for status, response in responses.items():
            if counted[_text(response)] > 1:
                name = _name(response)
                shared[name] = response
                responses[status] = ref_to("responses", name)
    document["components"]["responses"] = dict(sorted(shared.items()))


def _responses_of(operation: object) -> list[dict[str, JSON]]:
    return [operation["responses"]] if isinstance(operation, dict) and "responses" in operation else []


def _is_problem(response: JSON) -> bool:
    return list(response.get("content", ())) == [PROBLEM_TYPE]


def _name(response: JSON) -> str:
    """``auth/missing`` and ``key/unknown`` together are ``AuthMissingOrKeyUnknown``."""
    codes = response["content"][PROBLEM_TYPE]["examples"]
    return "Or".join(camel(code.replace("/", "_")) for code in codes)


def _text(response: JSON) -> str:
    return json.dumps(response, sort_keys=True, default=str)
