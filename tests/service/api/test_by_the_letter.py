"""Answers are what the contract says by OpenAPI 3.0.3 to the letter, for openapi-core: those that the examples are
recorded from, refusals too, and those of games of all variants.
"""

import json
import random

import pytest
from flask import current_app, request, request_finished
from openapi_core import Config, OpenAPI
from openapi_core.contrib.flask import FlaskOpenAPIResponse
from openapi_core.exceptions import OpenAPIError
from openapi_core.testing import MockRequest

from engines import VARIANTS
from tests.service.api.examples import recorded
from tests.service.client import CONTRACT_FILE, PERSON, load_yaml
from tests.service.games.test_whole_games import play_people

FORMS = {"application/problem+json": json.loads, "application/x-ndjson": bytes.decode}
"""How the media types are read that openapi-core does not know."""


@pytest.fixture(scope="module")
def contract_by_the_letter():
    config = Config(extra_media_type_deserializers=FORMS)
    return OpenAPI.from_dict(load_yaml(CONTRACT_FILE.read_text()), config=config)


@pytest.fixture
def held(contract_by_the_letter):
    """The paths of the answers of every app in this process that were held against the contract, which are those to
    operations but for streams. A test fails for each that does not fit.
    """
    paths, faults = [], []

    def hold(_, response, **__):
        view = current_app.view_functions.get(request.endpoint)
        if hasattr(view, "operation") and request.method != "OPTIONS" and response.mimetype != "text/event-stream":
            paths.append(request.path)
            asked = MockRequest(request.host_url, request.method.lower(), request.path)
            try:
                contract_by_the_letter.validate_response(asked, FlaskOpenAPIResponse(response))
            except OpenAPIError as error:
                faults.append(f"{request.method} {request.path} {response.status_code}: {error.__cause__ or error}")

    with request_finished.connected_to(hold):
        yield paths
    assert faults == []


def test_the_answers_that_examples_are_recorded_from(redis_server, held):
    recorded(redis_server.url)
    assert len(held) > 200


def test_the_answers_of_games(api, held):
    for variant in VARIANTS:
        play_people(api, {"variant": variant, "seats": [PERSON, PERSON]}, random.Random(1))
    assert len(held) > 300
