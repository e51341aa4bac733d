"""What gunicorn answers by itself, before the app is asked, is a problem like any other."""

import pytest
import requests


@pytest.mark.parametrize(
    ("path", "headers", "status", "code"),
    [
        ("/v1/games/" + "x" * 5000, {}, 414, "request/address_too_long"),
        ("/v1/games", {"Prefer": "x" * 10_000}, 431, "request/headers_too_large"),
        ("/v1/games", {"Bad Name": "x"}, 400, "request/malformed"),
    ],
    ids=["address", "headers", "no HTTP"],
)
def test_a_request_that_cannot_be_read_is_a_problem(address, path, headers, status, code):
    answer = requests.get(address + path, headers=headers, timeout=10)
    assert (answer.status_code, answer.json()["status"], answer.json()["code"]) == (status, status, code)
    assert answer.headers["Content-Type"] == "application/problem+json"
    assert answer.headers["X-Request-Id"] == answer.json()["request_id"]
