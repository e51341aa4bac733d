"""A test client whose every answer must be one that the committed openapi.yaml describes."""

import re
from functools import cache
from pathlib import Path

import yaml
from jsonschema_rs import Draft202012Validator, ValidationError

CONTRACT_FILE = Path(__file__).parents[2] / "openapi.yaml"


def load_yaml(text):
    """What the text says, read by libyaml where PyYAML has it: in pure Python the contract takes seconds."""
    return yaml.load(text, getattr(yaml, "CSafeLoader", yaml.SafeLoader))


class Contract:
    """The committed contract: which answers each operation may give."""

    def __init__(self):
        self.document = with_responses(load_yaml(CONTRACT_FILE.read_text()))
        self.strict = _closed(self.document)
        self.paths = [(re.compile(re.sub(r"\{\w+\}", "[^/]+", path) + "$"), path) for path in self.document["paths"]]

    def operation(self, method, path):
        templates = [template for pattern, template in self.paths if pattern.match(path)]
        templates.sort(key=lambda template: template.count("{"))  # a fixed path wins over a parameter
        return templates[0], self.document["paths"][templates[0]].get(method.lower())

    def check(self, method, path, response):
        """Fail unless the contract lists this status and content type for the operation, and the body fits its
        schema.
        """
        template, operation = self.operation(method, path)
        assert operation is not None, f"{method} {template} is not in the contract"
        described = operation["responses"].get(str(response.status_code))
        assert described is not None, (
            f"{method} {template} answers {response.status_code}, which is not in the contract: {response.text}"
        )
        sent = {name for name in self.document["components"]["headers"] if name in response.headers}
        if response.status_code >= 400:  # every limited answer has those; of refusals the contract says it for 429 only
            sent = {name for name in sent if not name.startswith("RateLimit-")}
        undescribed = sent - described.get("headers", {}).keys()
        assert not undescribed, f"{method} {template} {response.status_code}: {undescribed} are not in the contract"
        if response.status_code in (204, 304):
            assert response.data == b""
            return
        content = described["content"]
        assert response.mimetype in content, f"{method} {template} answers {response.mimetype}"
        if response.mimetype == "text/event-stream":
            return
        validator = self.validator(template, method.lower(), str(response.status_code), response.mimetype)
        try:
            validator.validate(response.json if response.is_json else response.text)
        except ValidationError as error:
            raise AssertionError(
                f"{method} {template} {response.status_code}: {error.instance_path}: {error.message}"
            ) from error

    def schema_validator(self, name):
        """Checks a value against one schema of the contract."""
        return self._closed_validator({"$ref": f"#/components/schemas/{name}"})

    @cache  # noqa: B019 - one contract for the whole run
    def validator(self, template, method, status, mimetype):
        return self._closed_validator(
            self.strict["paths"][template][method]["responses"][status]["content"][mimetype]["schema"]
        )

    def _closed_validator(self, schema):
        return Draft202012Validator(
            {"allOf": [schema], "unevaluatedProperties": False, "components": self.strict["components"]}
        )


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
    views = {name: close(schema, True) for name, schema in schemas.items() if name.endswith("GameView")}
    rest = {name: close(schema, False) for name, schema in schemas.items()}
    return document | {"components": document["components"] | {"schemas": rest | views}}


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
OPEN = {"kind": "open"}


def ai(level=1):
    return {"kind": "ai", "level": level}


def choose_dealer(api, created):
    """The game after the dealer is chosen, with the tokens it was created with."""
    token = created["tokens"][str(created["to_act"][0])]
    view = api.get(f"/v1/games/{created['id']}", token=token).json
    return api.move(view, token).json | {"tokens": created["tokens"]}
