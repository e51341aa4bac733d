"""Writes the generated part of both SDKs from openapi.yaml: ``python -m clients.sdk.generate [python] [javascript]``.

The calls, one for each operation, come from here. Types are made for the languages that are named, for type checkers
and editors alone: by datamodel-code-generator (Python) and openapi-typescript (JavaScript).
"""

import hashlib
import json
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Collection, Iterator
from pathlib import Path
from textwrap import indent, wrap
from typing import Any

import yaml

JSON = dict[str, Any]
Operation = tuple[str, str, JSON, list[JSON]]
"""Method, path, what the contract says of it, and its parameters, those of the path too."""

ROOT = Path(__file__).parents[2]
CONTRACT = ROOT / "openapi.yaml"
PYTHON = ROOT / "clients/python/faceoff_client"
JAVASCRIPT = ROOT / "clients/javascript"
TOOLS = ROOT / "build/tools"

HEADER = "Generated from openapi.yaml by `make sdk`: do not edit."
TYPES = (PYTHON / "types.py", JAVASCRIPT / "src/schema.d.ts", JAVASCRIPT / "src/exact.d.ts")
"""Not in git: each says of which contract it is."""
TYPED_DICTS = (
    "--input-file-type=openapi",
    "--output-model-type=typing.TypedDict",
    "--target-python-version=3.11",
    "--strict-nullable",
    "--use-schema-description",
    "--use-field-description",
    "--use-single-line-docstring",
    "--formatters=builtin",
    "--disable-timestamp",
)
SCALARS = {"string": "str", "integer": "int", "boolean": "bool"}
BY_HAND = {"stream_events", "stream_bot_events"}
REPEATABLE = {
    "play_move",  # names the ply that it answers
    "ask_rematch",  # a game has one rematch
    "reveal_seed",
    "return_to_seat",
    "create_ticket",
    "create_suggestion",  # requests: repeating one costs AI time, nothing else
    "create_game_suggestion",
    "create_batch",
    "create_analysis",  # a seat has one analysis
    "list_legal_moves",
    "check_record",
    "cancel_suggestion",
    "cancel_match",
    "accept_invitation",  # returns the same token again
    "decline_invitation",
}
"""POST requests that may be sent again when it is not known whether they were carried out, in addition to those with an
Idempotency-Key.
"""
WIDTH = 140


def generated(types_of: Collection[str] = ()) -> dict[Path, str]:
    """The files with the calls and the version, and the types of these languages: each with its text."""
    contract = _loaded(CONTRACT)
    version, package, calls = contract["info"]["version"], JAVASCRIPT / "package.json", list(operations(contract))
    texts = {
        PYTHON / "operations.py": python_operations(calls),
        PYTHON / "version.py": f'"""{HEADER}"""\n\nVERSION = "{version}"\n',
        JAVASCRIPT / "src/operations.js": javascript_operations(calls),
        package: re.sub(r'("version": )"[^"]*"', rf'\1"{version}"', package.read_text(), count=1),
    }
    if "python" in types_of:
        texts[PYTHON / "types.py"] = python_types(contract)
    if "javascript" in types_of:
        texts |= javascript_types(contract)
    return texts


def _loaded(file: Path) -> JSON:
    found: JSON = yaml.load(file.read_text(), Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader))
    return found


# -- types


def outdated_types(types: Collection[Path] = TYPES) -> str:
    """Which of these files are not of the present contract, in a sentence that says what makes them; empty if none."""
    outdated = [file for file in types if not file.exists() or of_contract() not in file.read_text()[: 2 * WIDTH]]
    names = ", ".join(str(file.relative_to(ROOT)) for file in outdated)
    return f"`make sdk` makes types for openapi.yaml as it is now, which these are not: {names}" if names else ""


def of_contract() -> str:
    """The first line of types: the contract as it is."""
    return f"{HEADER} SHA-256 of openapi.yaml: {hashlib.sha256(CONTRACT.read_bytes()).hexdigest()}"


def python_types(contract: JSON) -> str:
    """The schemas as TypedDicts, each with its description."""
    with tempfile.NamedTemporaryFile("w", suffix=".json") as file:
        json.dump(_with_both_types(contract), file)
        file.flush()
        header = f"--custom-file-header=# {of_contract()}\n# ruff: noqa"
        return run(sys.executable, "-m", "datamodel_code_generator", *TYPED_DICTS, header, "--input", file.name)


def _with_both_types(part: Any) -> Any:
    """A part of the contract in which a field that may be of another type, too, has both."""
    if isinstance(part, list):
        return [_with_both_types(each) for each in part]
    if not isinstance(part, dict):
        return part
    whole = {name: _with_both_types(each) for name, each in part.items()}
    if "x-or-type" not in whole:
        return whole
    either = [{"type": whole["type"]}, {"type": whole["x-or-type"]}]
    return {"description": whole["description"], "oneOf": either}


def _closed(contract: JSON) -> JSON:
    """A document whose responses have only known fields: if others were allowed, a misspelt field would have a type."""
    schemas: dict[str, JSON] = contract["components"]["schemas"]
    known = {
        name: {key: part for key, part in schema.items() if key != "additionalProperties"}
        for name, schema in schemas.items()
    }
    return contract | {"components": contract["components"] | {"schemas": known}}


def javascript_types(contract: JSON) -> dict[Path, str]:
    """The schemas, paths and operations as TypeScript declarations, and the exact schemas of each game:
    ``Exact["hockey"]["Table"]``.
    """
    paths = {
        path: {name: _good_answers(part) for name, part in item.items()} for path, item in contract["paths"].items()
    }
    with tempfile.TemporaryDirectory() as folder:
        run(sys.executable, "-m", "service.api.openapi.document", folder, cwd=str(ROOT))
        exact = {file.stem: _of_games(_loaded(file)) for file in sorted(Path(folder).iterdir())}
    schema, *games = _typescript([_with_both_types(_closed(contract) | {"paths": paths}), *exact.values()])
    found = [
        *(f"declare namespace {key} {{\n{indent(types, '    ')}}}" for key, types in zip(exact, games, strict=True)),
        "export interface Exact {",
        *(f'    {key}: {key}.components["schemas"];' for key in exact),
        "}\n",
    ]
    return {
        JAVASCRIPT / "src/schema.d.ts": f"// {of_contract()}\n{schema}",
        JAVASCRIPT / "src/exact.d.ts": "\n".join([f"// {of_contract()}", *found]),
    }


def _of_games(exact: JSON) -> JSON:
    """A document with only the schemas that depend on the game."""
    schemas, needed, more = exact["components"]["schemas"], set[str](), {"Game", "Event", "Card", "Observation"}
    while more:
        needed |= more
        used = json.dumps([schemas[name] for name in more])
        more = set(re.findall(r'"#/components/schemas/(\w+)"', used)) - needed
    kept = {name: schema for name, schema in schemas.items() if name in needed}
    return exact | {"paths": {}, "webhooks": {}, "components": {"schemas": kept}}


def _typescript(documents: list[JSON]) -> list[str]:
    """Each document as TypeScript declarations, all from one process of openapi-typescript."""
    tool = TOOLS / "node_modules/.bin/openapi-typescript"
    if not tool.exists():
        sys.exit("openapi-typescript is not installed: make build/tools/done")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        apis: JSON = {}
        for number, document in enumerate(documents):
            (folder / f"{number}.json").write_text(json.dumps(document))
            apis[str(number)] = {"root": f"{number}.json", "x-openapi-ts": {"output": f"{number}.ts"}}
        (folder / "redocly.yaml").write_text(json.dumps({"apis": apis}))
        run(str(tool), cwd=name)
        return [(folder / f"{number}.ts").read_text() for number in range(len(documents))]


def _good_answers(operation: Any) -> Any:
    """An operation without its problems, which become errors, and without headers: half of the declarations."""
    if not isinstance(operation, dict):
        return operation
    answers = {status: answer for status, answer in operation["responses"].items() if status.startswith("2")}
    return operation | {"responses": {status: answer | {"headers": {}} for status, answer in answers.items()}}


def run(*command: str, cwd: str | None = None) -> str:
    """The output of a tool run with the Node.js of the dependencies; ends the program if it fails."""
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", "")])
    done = subprocess.run(command, capture_output=True, text=True, cwd=cwd, env=os.environ | {"PATH": path})
    if done.returncode:
        sys.exit(f"{Path(command[0]).name} failed:\n{done.stdout}{done.stderr}")
    return done.stdout


# -- calls


def operations(contract: JSON) -> Iterator[Operation]:
    """All operations except the streams, which are called by hand, as is waiting with If-None-Match."""
    for path, item in contract["paths"].items():
        for verb, operation in item.items():
            if verb != "parameters" and operation["operationId"] not in BY_HAND:
                given = item.get("parameters", []) + operation.get("parameters", [])
                yield verb.upper(), path, operation, [_resolved(contract, parameter) for parameter in given]


def _resolved(contract: JSON, part: JSON) -> JSON:
    found: Any = contract
    for name in part["$ref"].removeprefix("#/").split("/") if "$ref" in part else []:
        found = found[name]
    return found if "$ref" in part else part


def python_operations(calls: list[Operation]) -> str:
    """A class with one method for each operation."""
    return f'''# ruff: noqa: E501, F401
"""{HEADER}"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Literal, cast
from urllib import parse

from faceoff_client.transport import Transport, new_key

if TYPE_CHECKING:
    from faceoff_client import types as t

quote = partial(parse.quote, safe="")


class Operations(Transport):
    """One method for each operation of the API, under its name in the contract. Raises Problem and Unreachable.

    ``token`` is the token of a seat or of a game's owner. With ``wait_s`` the answer comes when there is something new,
    or after that time.
    """
''' + "".join(_method(*call) for call in calls)


def _method(verb: str, path: str, operation: JSON, parameters: list[JSON]) -> str:
    """The method of an operation: path and body as positional arguments, others by name; and the arguments of
    ``call``.
    """
    in_path, in_query, headers = (
        {part["name"]: _python_type(part["schema"]) for part in parameters if part["in"] == place}
        for place in ("path", "query", "header")
    )
    placed, named, passed = [f"{name}: {kind}" for name, kind in in_path.items()], list[str](), list[str]()
    if body := operation.get("requestBody"):
        kind = _python_type(body["content"]["application/json"]["schema"])
        placed.append(f"body: {kind}" if body.get("required") else f"body: {kind} | None = None")
        passed.append("body=body")
    if in_query:
        named += [f"{name}: {kind} | None = None" for name, kind in in_query.items()]
        passed.append("query={" + ", ".join(f'"{name}": {name}' for name in in_query) + "}")
    schemes = ["token" in scheme for scheme in operation.get("security", [])]
    if any(schemes):
        named.append("token: str" if all(schemes) else "token: str | None = None")
        passed.append("token=token")
    if "Prefer" in headers:
        named.append("wait_s: float = 0")
        passed.append("wait_s=wait_s")
    if "Idempotency-Key" in headers:
        named.append("idempotency_key: str | None = None")
        passed.append("idempotency_key=idempotency_key or new_key()")
    name, (is_text, answer) = operation["operationId"], _answer(operation)
    if name in REPEATABLE:
        passed.append("is_repeatable=True")
    if is_text:
        passed.append("is_text=True")
    address = re.sub(r"{(\w+)}", r"{quote(str(\1))}", path)
    sent = ", ".join([f'"{verb}", f"{address}"', *passed])
    request = f"self.call({sent})"
    if answer != "None":
        request = f'return cast("{answer}", {request})'
    signature = ", ".join(["self", *placed, *(["*", *named] if named else [])])
    code = f"{_docstring(operation)}\n{request}\n"
    return f"\n    def {name}({signature}) -> {answer}:\n" + indent(code, " " * 8)


def _answer(operation: JSON) -> tuple[bool, str]:
    """Whether the successful responses are text other than JSON, and the types of the result."""
    answers = [answer for status, answer in operation["responses"].items() if status.startswith("2")]
    contents = [content for answer in answers for content in answer.get("content", {}).items()]
    types = [_python_type(content["schema"]) if form == "application/json" else "str" for form, content in contents]
    return {*types} == {"str"}, " | ".join(sorted({*types}, reverse=True)) or "None"


def _python_type(schema: JSON) -> str:
    if "$ref" in schema:
        return f"t.{schema['$ref'].rsplit('/', 1)[1]}"
    if "enum" in schema:
        return f"Literal[{', '.join(map(repr, schema['enum']))}]"
    kinds = schema["type"] if isinstance(schema["type"], list) else [schema["type"]]
    return " | ".join(SCALARS[kind] for kind in kinds)


def _docstring(operation: JSON) -> str:
    described = [part for part in operation.get("description", "").split("\n\n") if part]
    text = "\n\n".join([operation["summary"], *("\n".join(wrap(part, WIDTH - 8)) for part in described)])
    return f'"""{text}\n"""' if described else f'"""{text}"""'


def javascript_operations(calls: list[Operation]) -> str:
    """Method and path of each operation, and its special properties; the types come from schema.d.ts."""
    lines = []
    for verb, path, operation, parameters in calls:
        name, more = operation["operationId"], ""
        if any(parameter["name"] == "Idempotency-Key" for parameter in parameters):
            more = ', "key"'
        elif name in REPEATABLE:
            more = ', "repeatable"'
        elif _answer(operation)[0]:
            more = ', "text"'
        lines.append(f'  {name}: ["{verb}", "{path}"{more}],\n')
    return f"""// {HEADER}

/**
 * Method and path of each operation. `key`: it takes an Idempotency-Key. `repeatable`: the POST may be sent again when
 * it is not known whether it was carried out, as those with a key may. `text`: its answer is not one JSON value.
 */
export const OPERATIONS = /** @type {{const}} */ ({{
{"".join(lines)}}});
"""


def write(types_of: Collection[str] = ()) -> None:
    """Write the files that have changed."""
    for path, text in generated(types_of).items():
        if not path.exists() or path.read_text() != text:
            path.write_text(text)
            print(path.relative_to(ROOT))


if __name__ == "__main__":
    write(sys.argv[1:])
