"""Writes the generated part of both SDKs from openapi.yaml: ``python -m clients.sdk.generate``.

Types come from datamodel-code-generator (Python) and openapi-typescript (JavaScript); the calls, one for each
operation, from here.
"""

import json
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from textwrap import indent, wrap
from typing import Any

import yaml

JSON = dict[str, Any]

ROOT = Path(__file__).parents[2]
CONTRACT = ROOT / "openapi.yaml"
PYTHON = ROOT / "clients/python/faceoff_client"
JAVASCRIPT = ROOT / "clients/javascript"
TOOLS = ROOT / "build/tools"

HEADER = "Generated from openapi.yaml by `make sdk`: do not edit."
NOT_IN_TYPES = {
    "default", "examples", "exclusiveMaximum", "exclusiveMinimum", "format", "maxItems", "maxLength", "maximum", (
        "minItems"
    ), (
        "minLength"
    ),
    "minimum", "pattern", "uniqueItems",
}  # fmt: skip
"""What a type does not express; the generator would name a type for each such element of a list."""
TYPED_DICTS = (
    "--input-file-type=openapi",
    "--output-model-type=typing.TypedDict",
    "--target-python-version=3.11",
    "--enum-field-as-literal=all",
    "--naming-strategy=parent-prefixed",
    "--no-use-closed-typed-dict",  # mypy does not know PEP 728, and answers may have more fields one day
    "--use-type-alias",
    "--use-schema-description",
    "--use-field-description",
    "--use-single-line-docstring",
    "--formatters=builtin",
    "--disable-timestamp",
    f"--custom-file-header=# {HEADER}\n# ruff: noqa",
)
SCALARS = {"string": "str", "integer": "int", "boolean": "bool"}
HEADERS = {"Prefer": "wait_s", "Idempotency-Key": "idempotency_key"}
"""Headers that are arguments of a call. If-None-Match and Last-Event-ID belong to waiting and to streams, which are
written by hand.
"""
BY_HAND = {"stream_events", "stream_bot_events"}
WIDTH = 140


def generated() -> dict[Path, str]:
    """Every generated file with its text."""
    contract = yaml.load(CONTRACT.read_text(), Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader))
    version = contract["info"]["version"]
    package = JAVASCRIPT / "package.json"
    return {
        PYTHON / "types.py": python_types(contract),
        PYTHON / "operations.py": python_operations(contract),
        PYTHON / "version.py": f'"""{HEADER}"""\n\nVERSION = "{version}"\n',
        JAVASCRIPT / "src/schema.d.ts": javascript_types(contract),
        JAVASCRIPT / "src/operations.js": javascript_operations(contract),
        package: re.sub(r'("version": )"[^"]*"', rf'\1"{version}"', package.read_text(), count=1),
    }


# -- types


def python_types(contract: JSON) -> str:
    """The schemas as TypedDicts, each with its description."""
    return _generate(
        _without_bounds(contract), sys.executable, "-m", "datamodel_code_generator", *TYPED_DICTS, "--input"
    )


def _without_bounds(part: Any, is_named: bool = False) -> Any:
    """A document without what types do not express. ``is_named``: its keys are names of properties, not keywords."""
    if isinstance(part, list):
        return [_without_bounds(element) for element in part]
    if not isinstance(part, dict):
        return part
    return {
        name: _without_bounds(value, name in ("properties", "mapping") and not is_named)
        for name, value in part.items()
        if is_named or name not in NOT_IN_TYPES
    }


def javascript_types(contract: JSON) -> str:
    """The schemas, paths and operations as TypeScript declarations."""
    tool = TOOLS / "node_modules/.bin/openapi-typescript"
    if not tool.exists():
        sys.exit("openapi-typescript is not installed: make build/tools/done")
    paths = {
        path: {name: _good_answers(part) for name, part in item.items()} for path, item in contract["paths"].items()
    }
    return f"// {HEADER}\n{_generate(contract | {'paths': paths}, str(tool), '--default-non-nullable=false')}"


def _good_answers(operation: Any) -> Any:
    """An operation without its problems, which become errors, and without headers: half of the declarations."""
    if not isinstance(operation, dict):
        return operation
    answers = {status: answer for status, answer in operation["responses"].items() if status.startswith("2")}
    return operation | {"responses": {status: answer | {"headers": {}} for status, answer in answers.items()}}


def _generate(contract: JSON, *command: str) -> str:
    """What a generator, called with the contract's file and ``--output``, writes."""
    with tempfile.TemporaryDirectory() as folder:
        source, target = Path(folder) / "openapi.json", Path(folder) / "target.ts"
        source.write_text(json.dumps(contract))
        run(*command, str(source), "--output", str(target))
        return target.read_text()


def run(*command: str, cwd: str | None = None) -> None:
    """Run a tool, with the Node.js of the dependencies; ends the program with its output if it fails."""
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", "")])
    done = subprocess.run(command, capture_output=True, text=True, cwd=cwd, env=os.environ | {"PATH": path})
    if done.returncode:
        sys.exit(f"{Path(command[0]).name} failed:\n{done.stdout}{done.stderr}")


# -- calls


def python_operations(contract: JSON) -> str:
    """A class with one method for each operation."""
    methods = "\n".join(_method(contract, *operation) for operation in operations(contract))
    return f'''# ruff: noqa: E501, F401
"""{HEADER}"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Literal, cast
from urllib import parse

from faceoff_client.transport import new_key

if TYPE_CHECKING:
    from faceoff_client import types as t
    from faceoff_client.transport import Transport

quote = partial(parse.quote, safe="")


class Operations:
    """One method for each operation of the API, under its name in the contract. Raises Problem and Unreachable.

    ``token`` is the token of a seat or of a game's owner; ``wait_s`` is sent as ``Prefer: wait``.
    """

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

{methods}'''


def operations(contract: JSON) -> Iterator[tuple[str, str, JSON, list[JSON]]]:
    """Method, path, operation and parameters of each operation."""
    for path, item in contract["paths"].items():
        for method, operation in item.items():
            if method != "parameters" and operation["operationId"] not in BY_HAND:
                given = item.get("parameters", []) + operation.get("parameters", [])
                yield method.upper(), path, operation, [_resolved(contract, parameter) for parameter in given]


def _resolved(contract: JSON, part: JSON) -> JSON:
    found: Any = contract
    for name in part["$ref"].removeprefix("#/").split("/") if "$ref" in part else []:
        found = found[name]
    return found if "$ref" in part else part


def _method(contract: JSON, method: str, path: str, operation: JSON, parameters: list[JSON]) -> str:
    name = operation["operationId"]
    in_path = [parameter["name"] for parameter in parameters if parameter["in"] == "path"]
    in_query = {
        parameter["name"]: _python_type(parameter["schema"]) for parameter in parameters if parameter["in"] == "query"
    }
    in_headers = [HEADERS[parameter["name"]] for parameter in parameters if parameter["name"] in HEADERS]
    schemes = operation.get("security", [])
    arguments = [f"{part}: {'int' if part == 'number' else 'str'}" for part in in_path]
    body = operation.get("requestBody")
    if body:
        wanted = _schema_name(body["content"]["application/json"]["schema"])
        arguments.append(f"body: t.{wanted}" + ("" if body.get("required") else " | None = None"))
    named = [f"{part}: {kind} | None = None" for part, kind in in_query.items()]
    passed = [f"{part}={part}" + (" or new_key()" if part == "idempotency_key" else "") for part in in_headers]
    if any("token" in scheme for scheme in schemes):
        named.append("token: str" if all("token" in scheme for scheme in schemes) else "token: str | None = None")
        passed.append("token=token")
    named += [
        {"wait_s": "wait_s: int = 0", "idempotency_key": "idempotency_key: str | None = None"}[part]
        for part in in_headers
    ]
    signature = ", ".join(["self", *arguments, *(["*", *named] if named else [])])
    if in_query:
        passed.insert(0, "query={" + ", ".join(f'"{part}": {part}' for part in in_query) + "}")
    if body:
        passed.insert(0, "body=body")
    address = re.sub(r"{(\w+)}", r"{quote(\1)}" if "number" not in in_path else r"{quote(str(\1))}", path)
    kind, answer = _answer(operation)
    more = "".join(f", {part}" for part in passed)
    call = f'self._transport.{kind}("{name}", "{method}", {"f" if in_path else ""}"{address}"{more})'
    text = "\n\n".join([operation["summary"], *_paragraphs(operation.get("description", ""))])
    result = f'cast("{answer}", {call})' if answer not in ("str", "None") else call
    statement = f"return {result}" if answer != "None" else call
    documented = indent(f'"""{text}\n"""' if "\n" in text else f'"""{text}"""', " " * 8).replace("\n        \n", "\n\n")
    return f"    def {name}({signature}) -> {answer}:\n{documented}\n        {statement}\n"


def _answer(operation: JSON) -> tuple[str, str]:
    """How the transport reads the first good answer, and the type of what it returns."""
    status = min(status for status in operation["responses"] if status.startswith("2"))
    content = operation["responses"][status].get("content", {})
    if "application/json" in content:
        return "json", f"t.{_schema_name(content['application/json']['schema'])}"
    return ("text", "str") if content else ("json", "None")


def _schema_name(schema: JSON) -> str:
    return str(schema["$ref"].rsplit("/", 1)[1])


def _python_type(schema: JSON) -> str:
    if "$ref" in schema:
        return f"t.{_schema_name(schema)}"
    if "enum" in schema:
        return f"Literal[{', '.join(map(repr, schema['enum']))}]"
    kinds = schema["type"] if isinstance(schema["type"], list) else [schema["type"]]
    return " | ".join(SCALARS[kind] for kind in kinds)


def _paragraphs(text: str) -> list[str]:
    return ["\n".join(wrap(part, WIDTH - 8)) for part in text.split("\n\n") if part]


def javascript_operations(contract: JSON) -> str:
    """Method and path of each operation, and what is special about it; their types come from schema.d.ts."""
    lines = []
    for method, path, operation, parameters in operations(contract):
        takes_key = any(parameter["name"] == "Idempotency-Key" for parameter in parameters)
        more = ', "key"' if takes_key else ', "text"' if _answer(operation)[0] == "text" else ""
        lines.append(f'  {operation["operationId"]}: ["{method}", "{path}"{more}],\n')
    return f"""// {HEADER}

/** Method and path of each operation. `key`: it takes an Idempotency-Key. `text`: its answer is not one JSON value. */
export const OPERATIONS = /** @type {{const}} */ ({{
{"".join(lines)}}});
"""


def main() -> None:
    """Write what has changed."""
    for path, text in generated().items():
        if not path.exists() or path.read_text() != text:
            path.write_text(text)
            print(f"{path.relative_to(ROOT)}")


if __name__ == "__main__":
    main()
