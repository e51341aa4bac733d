"""A test client whose every response must fit the committed openapi.yaml, and the exact contract of its game too."""

import re
from functools import cache
from pathlib import Path
from types import SimpleNamespace

import yaml
from jsonschema_rs import Draft202012Validator, ValidationError

from engines import VARIANTS
from service.api.openapi.document import exact_contract, with_what_it_needs
from service.config import Settings

CONTRACT_FILE = Path(__file__).parents[2] / "openapi.yaml"
ANY_GAME = next(iter(VARIANTS))
"""Whose exact contract has what all have."""


def load_yaml(text):
    """The value of a YAML text, read by libyaml if PyYAML has it: in pure Python the contract takes seconds."""
    return yaml.load(text, getattr(yaml, "CSafeLoader", yaml.SafeLoader))


class Contract:
    """The committed contract, and the exact ones of all variants: which answers each operation may give."""

    def __init__(self):
        self.plain = Document(as_json_schema(load_yaml(CONTRACT_FILE.read_text())))
        self.exact = {key: Document(with_responses(exact_contract(Settings(), key))) for key in VARIANTS}
        self.variants = {}
        """The variants of the games that have been seen, by their ids."""

    @property
    def document(self):
        """The exact contract of a variant, for what is the same in all."""
        return self.exact[ANY_GAME].spec

    def operation(self, method, path):
        return self.exact[ANY_GAME].operation(method, path)

    def check(self, method, path, response):
        """Fail unless the contracts list this status and content type for the operation, and the body fits its schema
        in both: the plain one, and the exact one of the game's variant.
        """
        self.plain.check(method, path, response)
        faults = []
        for variant in self.variants_of(path, response.json if response.is_json and response.data else None):
            try:
                return self.exact[variant].check(method, path, response)
            except AssertionError as error:
                faults.append(error)
        raise faults[0]

    def variants_of(self, path, body):
        """The variant that an answer is about; all, if that cannot be known."""
        about = body.get("view", body) if isinstance(body, dict) else {}
        if "id" in about and "variant" in about:
            self.variants[about["id"]] = about["variant"]
        known = about.get("variant") or next(
            (self.variants[part] for part in path.split("/") if part in self.variants), None
        )
        return [known] if known in VARIANTS else list(VARIANTS)

    def schema_validator(self, name, variant=ANY_GAME):
        """Checks a value against one schema of a contract."""
        return self.exact[variant].closed_validator({"$ref": f"#/components/schemas/{name}"})


class Document:
    """One contract."""

    def __init__(self, spec):
        self.spec = spec
        self.is_plain = "x-webhooks" in spec
        self.strict = _closed(spec)
        self.paths = [(re.compile(re.sub(r"\{\w+\}", "[^/]+", path) + "$"), path) for path in spec["paths"]]
        self.validator = cache(self._validator)

    def operation(self, method, path):
        templates = [template for pattern, template in self.paths if pattern.match(path)]
        templates.sort(key=lambda template: template.count("{"))  # a fixed path wins over a parameter
        return templates[0], self.spec["paths"][templates[0]].get(method.lower())

    def check(self, method, path, response):
        template, operation = self.operation(method, path)
        assert operation is not None, f"{method} {template} is not in the contract"
        status = str(response.status_code)
        if status >= "400" and self.is_plain:  # one for all problems
            status = "default"
        if status == "204" and self.is_plain and status not in operation["responses"]:
            assert response.data == b""  # asked for with `Prefer: return=minimal`, which generated clients do not send
            return
        described = operation["responses"].get(status)
        assert described is not None, (
            f"{method} {template} answers {response.status_code}, which is not in the contract: {response.text}"
        )
        sent = {name for name in self.spec["components"]["headers"] if name in response.headers}
        if response.status_code >= 400:  # every limited answer has those; of refusals the contract says it for 429 only
            sent = {name for name in sent if not name.startswith("RateLimit-")}
        undescribed = sent - described.get("headers", {}).keys()
        assert not undescribed or status == "default", (
            f"{method} {template} {response.status_code}: {undescribed} are not in the contract"
        )
        if response.status_code in (204, 304):
            assert response.data == b""
            return
        content = described["content"]
        assert response.mimetype in content, f"{method} {template} answers {response.mimetype}"
        if response.mimetype == "text/event-stream":
            return
        validator = self.validator(template, method.lower(), status, response.mimetype)
        try:
            validator.validate(response.json if response.is_json else response.text)
        except ValidationError as error:
            raise AssertionError(
                f"{method} {template} {response.status_code}: {error.instance_path}: {error.message}"
            ) from error

    def _validator(self, template, method, status, mimetype):
        return self.closed_validator(
            self.strict["paths"][template][method]["responses"][status]["content"][mimetype]["schema"]
        )

    def closed_validator(self, schema):
        """A validator that refuses fields which the schema does not know."""
        closed = {"allOf": [schema], "unevaluatedProperties": False, "components": self.strict["components"]}
        return Draft202012Validator(with_what_it_needs(closed))  # reading all components takes ten times as long


def as_json_schema(part):
    """The plain contract, which is of OpenAPI 3.0, as JSON Schema says it: null, and shared responses written out.
    Components without a type are objects nevertheless: they have none for the readers that take null by the letter.
    """
    if isinstance(part, dict) and "paths" in part:
        part = with_responses(part)
    if isinstance(part, list):
        return [as_json_schema(each) for each in part]
    if not isinstance(part, dict):
        return part
    found = {key: as_json_schema(each) for key, each in part.items() if key != "nullable"}
    if isinstance(found.get("additionalProperties"), bool):
        found.setdefault("type", "object")
    if part.get("nullable") is not True:
        return found
    return found | {"type": [found["type"], "null"]} if "type" in found else {"anyOf": [found, {"type": "null"}]}


def with_responses(document):
    """The contract with the responses that operations share written out in each of them."""
    shared = {
        f"#/components/responses/{name}": response for name, response in document["components"]["responses"].items()
    }

    def written_out(operation):
        if not isinstance(operation, dict) or "responses" not in operation:
            return operation
        responses = {
            status: shared[answer["$ref"]] if "$ref" in answer else answer
            for status, answer in operation["responses"].items()
        }
        return operation | {"responses": responses}

    paths = {
        path: {method: written_out(each) for method, each in methods.items()}
        for path, methods in document["paths"].items()
    }
    return document | {"paths": paths}


def _closed(document):
    """The contract with every object closed that is not part of another: a field the contract does not know is a fault
    here.
    """

    def close(part, extended):
        if isinstance(part, list):
            return [close(item, extended) for item in part]
        if not isinstance(part, dict):
            return part
        closed = {
            key: close(value, key == "allOf" or (extended and key != "properties")) for key, value in part.items()
        }
        if "properties" in part and "additionalProperties" not in part and not extended:
            closed["additionalProperties"] = False
        return closed

    schemas = document["components"]["schemas"]
    views = {name: close(schema, True) for name, schema in schemas.items() if name == "Game"}
    rest = {name: close(schema, False) for name, schema in schemas.items()}
    return document | {"components": document["components"] | {"schemas": rest | views}}


def refusal_of(answer):
    """What is refused and where, by name; of any other answer its status and its body."""
    body = answer.json
    if "errors" not in body:
        return {"status": answer.status_code, "body": body}
    return {"status": answer.status_code, "code": body["code"], "pointer": body["errors"][0]["pointer"]}


class Client:
    """Calls the app; ``token`` goes into the Authorization header."""

    def __init__(self, app, contract):
        self.http = app.test_client()
        self.contract = contract

    def request(self, method, path, token=None, headers=None, **options):
        headers = dict(headers or {})
        if token is not None:
            headers["Authorization"] = f"Bearer {token}"
        response = self.http.open(path, method=method, headers=headers, **options)
        self.contract.check(method, path.partition("?")[0], response)
        return response

    def get(self, path, **options):
        return self.request("GET", path, **options)

    def delete(self, path, **options):
        return self.request("DELETE", path, **options)

    def post(self, path, json=None, **options):
        if "data" not in options:
            options["json"] = {} if json is None else json
        return self.request("POST", path, **options)

    def create(self, **body):
        """A new game of Hockey, or as ``body`` says."""
        response = self.post("/v1/games", {"variant": "hockey", **body})
        assert response.status_code == 201, response.text
        return response.json

    def move(self, game, token, move=None, ply=None, **options):
        """Play ``move``, by default the first legal one of the view ``game``."""
        body = {"ply": game["ply"] if ply is None else ply, "move": move or game["legal_moves"][0]["move"]}
        return self.post(f"/v1/games/{game['id']}/moves", body, token=token, **options)


PERSON = {"kind": "person"}
METRICS_PORT = 9090
"""The port of the apps of tests; nothing listens there."""


def arrived_on(*address):
    """A request on a connection that was made to this address, as gunicorn says."""
    return {"gunicorn.socket": SimpleNamespace(getsockname=lambda: address)}


def scrape(app):
    """What Prometheus gets from an app."""
    return app.test_client().get("/metrics", environ_overrides=arrived_on("127.0.0.1", METRICS_PORT))


OPEN = {"kind": "open"}


def ai(level=1):
    return {"kind": "ai", "level": level}


def choose_dealer(api, created):
    """The game after the dealer is chosen, with the tokens it was created with."""
    token = created["tokens"][str(created["to_act"][0])]
    view = api.get(f"/v1/games/{created['id']}", token=token).json
    return api.move(view, token).json | {"tokens": created["tokens"]}
