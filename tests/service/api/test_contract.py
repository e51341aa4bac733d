"""openapi.yaml is what the code says, is valid, and says what a client needs."""

import json
import re
import subprocess
import sys
import tomllib

import pytest
import yaml
from jsonschema_rs import Draft202012Validator
from openapi_spec_validator import OpenAPIV30SpecValidator, OpenAPIV31SpecValidator

from engines import VARIANTS
from service.api.openapi.document import (
    _Dumper,
    contract as contract_of,
    contract_text,
    described,
    exact_contract,
    examples,
    write,
)
from service.api.operation import AUDIENCES, PUBLISHED_KEYS
from service.api.problems import PROBLEMS
from service.api.routes import ROUTES
from service.config import VERSION, Settings
from service.games.record import check_record
from service.model.events import SERVICE_EVENTS
from tests.service.client import CONTRACT_FILE, load_yaml, refusal_of, with_responses

MOST_LINES = 10_000
DOCUMENTS = [f"/openapi{name}.{form}" for name in ("", *(f"/{key}" for key in VARIANTS)) for form in ("yaml", "json")]


@pytest.fixture(scope="module")
def full():
    """The operations with all their examples, as the pages show them."""
    document, _ = described(Settings())
    return with_responses(document)


def test_the_committed_contract_is_what_the_code_says():
    assert CONTRACT_FILE.read_text() == contract_text(Settings()), "run make contract"


def test_the_contract_is_written_into_a_file_and_that_of_each_game_into_a_folder(tmp_path):
    for target in (tmp_path / "openapi.yaml", tmp_path):
        write(target)
    assert (tmp_path / "openapi.yaml").read_text() == contract_text(Settings())
    for key in VARIANTS:
        assert (tmp_path / f"{key}.yaml").read_text() == contract_text(Settings(), variant=key)


@pytest.mark.parametrize("text", ["5e9", "1E-3", "-2.5e+3", "0o17"])
def test_a_text_that_tools_would_read_as_a_number_is_quoted(text):
    """Such tools read YAML 1.2, as JSON has numbers: findings/pyyaml-texts-that-others-read-as-numbers.sh."""
    assert yaml.dump({"example": {"id": text}}, Dumper=_Dumper).endswith(f"'{text}'}}\n")


def test_the_contract_is_short():
    assert len(CONTRACT_FILE.read_text().splitlines()) < MOST_LINES


def test_the_contracts_are_valid_openapi():
    plain = contract_of(Settings())
    assert plain["openapi"].startswith("3.0")
    OpenAPIV30SpecValidator(plain).validate()
    for key in VARIANTS:
        exact = exact_contract(Settings(), key)
        assert exact["openapi"].startswith("3.1")
        OpenAPIV31SpecValidator(exact).validate()


def test_the_contract_is_served_in_both_forms(app):
    http = app.test_client()
    as_yaml, as_json = http.get("/openapi.yaml"), http.get("/openapi.json")
    assert (as_yaml.mimetype, as_json.mimetype) == ("application/yaml", "application/json")
    assert load_yaml(as_yaml.data) == as_json.json == load_yaml(CONTRACT_FILE.read_text())


@pytest.mark.parametrize("key", VARIANTS)
def test_the_exact_contract_of_each_game_is_served(app, key):
    http = app.test_client()
    assert http.get(f"/openapi/{key}.json").json == load_yaml(http.get(f"/openapi/{key}.yaml").data)
    assert http.get(f"/openapi/{key}.json").json == exact_contract(Settings(), key)


@pytest.mark.parametrize(
    ("path", "status", "code", "named"),
    [
        ("/openapi/chess.yaml", 404, "variant/not_found", "hockey"),
        ("/openapi.yaml?for=me", 422, "request/invalid", "player, bots, tasks, operator"),
        ("/openapi/hockey.json?for=me", 422, "request/invalid", "player, bots, tasks, operator"),
        ("/openapi.xml", 404, "request/not_found", "/openapi.xml"),
    ],
)
def test_another_document_is_a_problem_that_names_those_there_are(app, path, status, code, named):
    answer = app.test_client().get(path)
    assert (answer.status_code, answer.json["code"]) == (status, code)
    assert named in answer.json["detail"]


@pytest.mark.parametrize("path", DOCUMENTS)
def test_a_contract_is_not_sent_to_those_who_have_it(app, path):
    first = app.test_client().get(path)
    again = app.test_client().get(path, headers={"If-None-Match": first.headers["ETag"]})
    assert (again.status_code, again.data) == (304, b"")


@pytest.mark.parametrize("path", ["/openapi.json", "/openapi/hockey.json"])
@pytest.mark.parametrize("audience", AUDIENCES)
def test_the_contract_of_an_audience_is_complete_and_has_nothing_else(app, path, audience):
    http = app.test_client()
    whole, found = http.get(path).json, http.get(f"{path}?for={audience}").json
    validator = OpenAPIV30SpecValidator if found["openapi"].startswith("3.0") else OpenAPIV31SpecValidator
    validator(found).validate()
    for address, item in found["paths"].items():
        assert item.items() <= whole["paths"][address].items()
    for kind, components in found["components"].items():
        assert components.items() <= whole["components"][kind].items()
        needed = json.dumps(found)
        assert kind == "securitySchemes" or all(f'#/components/{kind}/{name}"' in needed for name in components)


def test_every_operation_has_an_audience():
    known = {operation.name: operation.audiences for routes in ROUTES for operation in routes.operations}
    assert [name for name, audiences in known.items() if not audiences or not set(audiences) <= set(AUDIENCES)] == []


def test_a_player_finds_all_that_a_game_needs(app):
    found = app.test_client().get("/openapi.json?for=player").json
    names = {each["operationId"] for item in found["paths"].values() for each in item.values() if "operationId" in each}
    assert {
        "list_variants",
        "create_game",
        "join_game",
        "get_game",
        "play_move",
        "list_events",
        "create_game_suggestion",
    } <= names
    assert not {"register_bot", "create_match", "create_webhook", "ready"} & names


def test_the_contract_can_be_made_again():
    settings = Settings()
    first = contract_text(settings)
    for made in (described, contract_of):
        made.cache_clear()
    assert contract_text(settings) == first


def test_a_new_game_is_typed_by_its_variant(contract):
    for key, variant in VARIANTS.items():
        schemas = contract.exact[key].spec["components"]["schemas"]
        properties = schemas["CreateGameRequest"]["properties"]
        assert properties["variant"] == {"type": "string", "const": key}
        assert properties["preset"]["$ref"].endswith("/PresetKey")
        assert schemas["PresetKey"]["enum"] == list(variant.presets)
        changes = schemas["OptionChanges"]
        assert (list(changes["properties"]), changes["additionalProperties"]) == (list(variant.options), False)


def test_a_person_with_a_browser_finds_a_table_to_play_at(app):
    answer = app.test_client().get("/")
    assert (answer.status_code, answer.content_type) == (200, "text/html; charset=utf-8")
    assert re.search('<script type="module" src="client/[0-9a-f]{12}/faceoff.js">', answer.text)
    assert "'unsafe" not in answer.headers["Content-Security-Policy"]


def test_moves_are_one_union_for_each_variant_discriminated_by_type(contract):
    for key, variant in VARIANTS.items():
        move = contract.exact[key].spec["components"]["schemas"]["Move"]
        assert move["discriminator"]["propertyName"] == "type"
        assert set(move["discriminator"]["mapping"]) == {form.type for form in variant.moves}


def test_the_plain_contract_has_one_type_of_event_move_and_game(contract):
    schemas = contract.plain.spec["components"]["schemas"]
    events = {kind.type for variant in VARIANTS.values() for kind in variant.events} | SERVICE_EVENTS.keys()
    moves = {form.type for variant in VARIANTS.values() for form in variant.moves}
    for name, types in (("Event", events), ("Move", moves)):
        kind = schemas[name]["properties"]["type"]
        assert kind["type"] == "string"
        assert [each for each in types if f"`{each}`" not in kind["description"]] == []
    assert "required" not in schemas["EventData"]
    assert {"tokens", "owner_token", "join_code", "token", "events"} <= schemas["Game"]["properties"].keys()
    assert not {"tokens", "token", "events"} & set(schemas["Game"]["required"])
    assert not [(name, key) for name in schemas for key in VARIANTS if key.title().replace("_", "") in name]


def test_every_schema_that_generators_make_a_class_of_has_a_name(contract):
    """Without a name they number them: give the declaration a ``name``, a ``title`` or a Struct of its own."""
    for document in (contract.plain, *contract.exact.values()):
        schemas = document.spec["components"]["schemas"]
        found = [place for name, schema in schemas.items() for place in nameless(schema, name, is_whole=True)]
        if document is contract.plain:  # without bounds, a list of lists is no class
            found = [place for place in found if not place.endswith("[]")]
        assert found == []


@pytest.mark.parametrize(
    "schema",
    [
        {"type": "string", "enum": ["a", "b"]},
        {"type": ["string", "null"], "enum": ["a", None]},
        {"type": "object", "properties": {}},
        {"oneOf": [{"$ref": "#/a"}, {"$ref": "#/b"}]},
        {"type": "array", "items": {"type": "integer", "minimum": 0}},
        {"type": "array", "items": {"type": "array", "items": {"$ref": "#/a"}}},
    ],
    ids=str,
)
def test_a_schema_without_a_name_is_found(schema):
    assert next(nameless({"type": "object", "properties": {"at": schema}}, "Here", is_whole=True)).startswith("Here.at")


def nameless(schema, place, *, is_whole=False, is_item=False):
    """Where in a schema there is another that generators make a class of."""
    choices = [one for key in ("oneOf", "anyOf") for one in schema.get(key, ()) if one != {"type": "null"}]
    is_class = "enum" in schema or "properties" in schema or len(choices) > 1
    is_limited = is_item and any(key in schema for key in ("minimum", "maximum", "pattern", "items"))
    if (is_class or is_limited) and not is_whole:
        yield place
    for name, field in schema.get("properties", {}).items():
        yield from nameless(field, f"{place}.{name}")
    if isinstance(schema.get("items"), dict):
        yield from nameless(schema["items"], f"{place}[]", is_item=True)
    if isinstance(schema.get("additionalProperties"), dict):
        yield from nameless(schema["additionalProperties"], f"{place}{{}}")
    for part in schema.get("allOf", ()):
        yield from nameless(part, place, is_whole=True)
    for choice in choices:
        yield from nameless(choice, place)


def test_events_are_one_union_for_each_variant_discriminated_by_type(contract):
    for key, variant in VARIANTS.items():
        event = contract.exact[key].spec["components"]["schemas"]["Event"]
        assert set(event["discriminator"]["mapping"]) == {kind.type for kind in variant.events} | set(SERVICE_EVENTS)


@pytest.mark.parametrize(
    ("kind", "speaker", "fits"),
    [("save", 1, True), ("save", None, False), ("period_end", None, True), ("period_end", 1, False)],
)
def test_the_contract_says_of_each_event_whether_a_player_speaks(contract, kind, speaker, fits):
    data = {"save": {"seat": 0, "card": "QH"}, "period_end": {"period": 1, "score": [1, 0]}}[kind]
    event = {"version": 2, "at": "2026-01-02T19:30:00.000Z", "type": kind, "data": data, "text": "", "speaker": speaker}
    assert contract.schema_validator("Event").is_valid(event) == fits


@pytest.mark.parametrize(
    ("data", "fits"),
    [({"seat": 0}, True), ({}, False), ({"seat": "0"}, False), ({"seat": 0, "side": 0}, False)],
    ids=str,
)
def test_an_event_has_the_fields_of_its_type(contract, data, fits):
    event = {
        "version": 2,
        "at": "2026-01-02T19:30:00.000Z",
        "type": "resigned",
        "data": data,
        "text": "Ida resigns.",
        "speaker": None,
    }
    assert [contract.schema_validator("Event", key).is_valid(event) for key in VARIANTS] == [fits] * len(VARIANTS)


def test_every_operation_has_an_id_a_summary_and_its_problems(contract):
    ids = [operation["operationId"] for operation in operations(contract)]
    assert len(set(ids)) == len(ids)
    assert not [
        operation for operation in operations(contract) if not (operation["summary"] and operation["description"])
    ]
    for operation in operations(contract):
        for status, answer in operation["responses"].items():
            if int(status) >= 400:
                assert list(answer["content"]) == ["application/problem+json"]


def operations(contract):
    return operations_of(contract.document)


def operations_of(document):
    return [
        operation for path in document["paths"].values() for operation in path.values() if isinstance(operation, dict)
    ]


def test_every_parameter_of_an_address_or_query_has_an_example(contract):
    missing = [
        (path, parameter["name"])
        for path, item in contract.plain.spec["paths"].items()
        for part in (item, *(each for each in item.values() if isinstance(each, dict)))
        for parameter in part.get("parameters", ())
        if parameter.get("in") in ("path", "query") and "example" not in parameter
    ]
    assert missing == []


@pytest.mark.parametrize("form", ["plain", "full"])
def test_every_operation_has_an_example_of_what_is_sent_and_answered(form, contract, full):
    for operation in operations_of(full if form == "full" else contract.plain.spec):
        contents = [
            answer.get("content", {}) for status, answer in operation["responses"].items() if status.startswith("2")
        ]
        contents += [operation["requestBody"]["content"]] if "requestBody" in operation else []
        for content in contents:
            assert not [part for part in content.values() if not part["example"]], operation["operationId"]


def test_examples_are_what_their_schemas_say(contract, full):
    """For every response, in the plain contract and in that of the example's game; Redocly looks at them too, but not
    for fields that a schema does not know.
    """
    for path, methods in full["paths"].items():
        for method, operation in methods.items():
            for status, answer in operation.get("responses", {}).items() if isinstance(operation, dict) else ():
                for form, part in answer.get("content", {}).items():
                    if status < "300" and form != "text/event-stream":
                        validators = [
                            document.validator(path, method, status, form)
                            for document in map(contract.exact.get, contract.variants_of(path, part["example"]))
                        ]
                        assert any(validator.is_valid(part["example"]) for validator in validators), part["example"]
                        contract.plain.validator(path, method, status, form).validate(part["example"])


def test_every_example_of_the_contracts_fits_its_schema(contract):
    """Examples next to a schema, of messages and parameters, and inside schemas. Spectral's rules for it take
    minutes.
    """
    plain = contract.plain.spec
    assert {"paths", "x-webhooks"} <= {place.split("/")[1] for place, _, _ in with_examples(plain, "")}
    faults = []
    for document in (plain, *(exact.spec for exact in contract.exact.values())):
        for place, schema, example in with_examples(document, ""):
            check = Draft202012Validator(schema | {"components": document["components"]})
            faults += [f"{place}: {error.message}" for error in check.iter_errors(example)]
    assert faults == []


def with_examples(part, place):
    """Where the contract has examples: the place, the schema and the example."""
    if isinstance(part, list):
        for number, item in enumerate(part):
            yield from with_examples(item, f"{place}/{number}")
    if not isinstance(part, dict):
        return
    if "schema" in part and "example" in part:
        yield place, part["schema"], part["example"]
    if isinstance(part.get("type"), str | list) and "in" not in part:
        for example in [*part.get("examples", ()), *([part["example"]] if "example" in part else [])]:
            yield place, part, example
    for key, value in part.items():
        if key not in ("example", "examples"):
            yield from with_examples(value, f"{place}/{key}")


@pytest.mark.parametrize(
    "wrong",
    [
        {"content": {"application/json": {"schema": {"type": "integer"}, "example": "one"}}},
        {"properties": {"card": {"type": "string", "pattern": "^[A-Z]$", "examples": ["q"]}}},
    ],
    ids=str,
)
def test_an_example_that_does_not_fit_is_found(wrong):
    ((_, schema, example),) = with_examples(wrong, "")
    assert not Draft202012Validator(schema).is_valid(example)


def test_the_example_of_a_record_holds(full):
    answer = full["paths"]["/v1/games/{game_id}/record"]["get"]["responses"]["200"]
    record = answer["content"]["application/json"]["example"]
    assert record["moves"]
    assert check_record(record).faults == []


def test_every_tag_is_described(contract):
    described = {tag["name"] for tag in contract.document["tags"] if tag["description"]}
    assert {tag for operation in operations(contract) for tag in operation["tags"]} <= described


def test_what_needs_a_token_says_so(contract):
    needs = {operation["operationId"]: operation["security"] for operation in operations(contract)}
    assert needs["play_move"] == [{"token": []}]
    assert needs["get_game"] == [{}, {"token": []}]
    assert needs["create_game"] == [{}, {"key": []}]
    assert needs["create_match"] == [{}, {"token": []}, {"key": []}, {"token": [], "key": []}]
    assert needs["live"] == []


@pytest.mark.parametrize(
    ("method", "path"),
    [
        *(
            ("GET", path)
            for path in ("/health/live", "/health/ready", "/version", "/v1/variants", "/v1/variants/hockey")
        ),
        ("GET", "/v1/bots/b_k2v6rq3xw7mz4nty5lba"),
        ("POST", "/v1/games"),
    ],
)
def test_an_unknown_query_parameter_is_refused_where_none_is_known(api, method, path):
    answer = api.request(method, f"{path}?lang=fr")
    assert refusal_of(answer) == {"status": 422, "code": "request/invalid", "pointer": "/lang"}


def test_every_problem_code_is_enumerated(contract):
    assert contract.document["components"]["schemas"]["ProblemCode"]["enum"] == list(PROBLEMS)


def test_every_problem_of_an_operation_is_in_the_response_of_its_status_with_a_link(full):
    declared = {operation.name: operation for routes in ROUTES for operation in routes.operations}
    for operation in operations_of(full):
        for code in declared[operation["operationId"]].problems:
            answer = operation["responses"][str(PROBLEMS[code].status)]
            assert f"[`{code}`](/problems/{code})" in answer["description"]


def test_every_problem_example_was_provoked_with_its_own_code(contract):
    """The body comes from the service's own error handlers; its detail is not empty and fits the schema."""
    shown = examples()["operations"]["create_game"]["asked"]["variant"]
    check = contract.schema_validator("Problem", shown)
    for code, example in examples()["problems"].items():
        body = example["body"]
        assert body == body | {"code": code, "status": PROBLEMS[code].status, "title": PROBLEMS[code].title}
        assert body["detail"]
        check.validate(body)


SERVE_WITHOUT_DOCUMENTATION = """
import sys
from service.app import create_app
from service.config import Settings

client = create_app(Settings(redis_url=sys.argv[1], background=False, ai_pace_ms=0)).test_client()
game = client.post("/v1/games", json={"variant": "hockey", "seats": [{"kind": "person"}] * 2}).json
path = f"/v1/games/{game['id']}"
for token in game["tokens"].values():
    asked = {"Authorization": f"Bearer {token}"}
    view = client.get(path, headers=asked).json
    if view["legal_moves"]:
        move = {"ply": view["ply"], "move": view["legal_moves"][0]["move"]}
        assert client.post(f"{path}/moves", json=move, headers=asked).status_code == 200
    assert client.post(f"{path}/moves", json={"ply": 99, "move": {}}, headers=asked).status_code == 409
assert client.get(f"{path}/events").json["events"]
for path in ("/v1/variants", "/openapi.yaml", "/docs", "/problems/nothing", "/rules/hockey.md"):
    assert client.get(path).status_code == (404 if path.endswith("nothing") else 200)
documentation = [name for name in sys.modules if name.startswith(("service.api.openapi", "apispec", "markdown_it"))]
assert not documentation, documentation
"""


def test_serving_games_and_pages_loads_no_documentation_code(redis_server):
    run = subprocess.run(
        [sys.executable, "-c", SERVE_WITHOUT_DOCUMENTATION, redis_server.url],
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stderr


PAGES = ["/docs", "/problems", "/", "/web/page.css", "/client/main.js", "/client/pictures/hockey.svg"]
COMPRESSED = ["/openapi.yaml", *PAGES, "/v1/variants/hockey"]


@pytest.mark.parametrize("path", COMPRESSED)
def test_what_is_the_same_for_everyone_is_compressed_and_still_cached(app, path):
    http, accepted = app.test_client(), {"Accept-Encoding": "br, gzip"}
    with http.get(path) as plain, http.get(path, headers=accepted) as packed:
        assert len(packed.data) < len(plain.data)
        assert packed.headers["Content-Encoding"] == "br"
        assert "Accept-Encoding" in packed.vary
    with http.get(path, headers=accepted | {"If-None-Match": packed.headers["ETag"]}) as again:
        assert (again.status_code, again.data) == (304, b"")


def test_the_contract_is_small_on_the_wire(app):
    answer = app.test_client().get("/openapi.yaml", headers={"Accept-Encoding": "br"})
    assert len(answer.data) < 50_000


@pytest.mark.parametrize(
    ("accepted", "coding"),
    [("gzip;q=0", None), ("gzip", "gzip"), ("gzip, br", "br"), ("gzip, br;q=0.5", "gzip"), ("*", "br"), ("x", None)],
)
def test_a_page_is_compressed_as_the_client_accepts(app, accepted, coding):
    answer = app.test_client().get("/docs", headers={"Accept-Encoding": accepted})
    assert (answer.status_code, answer.headers.get("Content-Encoding")) == (200, coding)


def test_answers_of_games_are_not_compressed(api, game):
    answer = api.get(f"/v1/games/{game['id']}", token=game["token"], headers={"Accept-Encoding": "br, gzip"})
    assert "Content-Encoding" not in answer.headers


def test_package_service_and_contract_have_one_version(api, contract):
    assert api.get("/version").json["version"] == contract.document["info"]["version"] == VERSION
    package = tomllib.loads((CONTRACT_FILE.parent / "pyproject.toml").read_text())
    assert package["tool"]["setuptools"]["dynamic"]["version"] == {"attr": "service.config.VERSION"}


def test_no_example_of_a_header_is_sent_by_whoever_tries_an_operation(contract):
    """Tools send every example as it is: a key would be everybody's, a language not the reader's."""
    for document in (contract.plain.spec, *(exact.spec for exact in contract.exact.values())):
        for parameter in parts_of(document):
            if parameter.get("in") == "header" and "schema" in parameter:
                assert not {"example", "examples"} & {*parameter, *parameter["schema"]}, parameter["name"]
    assert not [key for key in PUBLISHED_KEYS if key in str(contract.plain.spec)]


def parts_of(part):
    """All objects of a document."""
    if isinstance(part, dict):
        yield part
    for inner in part.values() if isinstance(part, dict) else part if isinstance(part, list) else ():
        yield from parts_of(inner)


def test_no_text_is_indented_as_the_docstring_that_it_was(contract):
    """Python 3.13 stores docstrings without their indentation: the contract is the same whatever Python wrote it."""
    texts = [part["description"] for part in parts_of(contract.plain.spec) if isinstance(part.get("description"), str)]
    assert len(texts) > 400
    assert [text for text in texts if re.search(r"^    (?! *[-*`])", text, re.M)] == []
