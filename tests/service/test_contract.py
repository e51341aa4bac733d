"""openapi.yaml is what the code says, is valid, and says what a client needs."""

from pathlib import Path

import pytest
import yaml
from openapi_spec_validator import OpenAPIV31SpecValidator

from engines import VARIANTS
from service.contract import contract_yaml
from service.errors import PROBLEMS
from tests.service.client import CONTRACT_FILE


def test_the_committed_contract_is_what_the_code_says(app):
    assert CONTRACT_FILE.read_text() == contract_yaml(app), "run make contract"


def test_the_contract_is_valid_openapi_3_1(contract):
    assert contract.document["openapi"].startswith("3.1")
    OpenAPIV31SpecValidator(contract.document).validate()


def test_the_contract_is_served(app):
    answer = app.test_client().get("/openapi.yaml")
    assert answer.mimetype == "application/yaml"
    assert yaml.safe_load(answer.data) == yaml.safe_load(CONTRACT_FILE.read_text())


def test_the_contract_is_made_once_and_not_sent_to_those_who_have_it(app, monkeypatch):
    first = app.test_client().get("/openapi.yaml")
    monkeypatch.setattr("service.routes.meta.contract_yaml", lambda app: pytest.fail("made again"))
    assert app.test_client().get("/openapi.yaml").data == first.data
    again = app.test_client().get("/openapi.yaml", headers={"If-None-Match": first.headers["ETag"]})
    assert (again.status_code, again.data) == (304, b"")


def test_the_reference_page_loads_nothing_from_elsewhere(app):
    client = app.test_client()
    with client.get("/docs") as page:
        assert page.mimetype == "text/html"
        loaded = [part.split('"')[1] for part in page.text.replace("src=", "href=").split("href=")[1:]]
    assert all(address.startswith(("/", "data:")) for address in loaded)
    for address in loaded:
        if address.startswith("/"):
            with client.get(address) as answer:
                assert answer.status_code == 200, address
    assert "http" not in (Path(client.application.root_path) / "web" / "docs.js").read_text()


def test_moves_are_one_union_told_apart_by_type(contract):
    move = contract.document["components"]["schemas"]["Move"]
    types = {form.type for variant in VARIANTS.values() for form in variant.moves}
    assert move["discriminator"]["propertyName"] == "type"
    assert set(move["discriminator"]["mapping"]) == types


def test_views_are_one_union_told_apart_by_variant(contract):
    view = contract.document["components"]["schemas"]["GameView"]
    assert set(view["discriminator"]["mapping"]) == set(VARIANTS)


def test_every_operation_has_an_id_a_summary_and_its_problems(contract):
    operations = [operation for path in contract.document["paths"].values() for operation in path.values() if isinstance(operation, dict)]
    ids = [operation["operationId"] for operation in operations]
    assert len(set(ids)) == len(ids)
    assert all(operation["summary"] for operation in operations)
    for operation in operations:
        for status, answer in operation["responses"].items():
            if int(status) >= 400:
                assert list(answer["content"]) == ["application/problem+json"]


def test_every_problem_code_is_enumerated(contract):
    assert contract.document["components"]["schemas"]["Problem"]["properties"]["code"]["enum"] == list(PROBLEMS)
