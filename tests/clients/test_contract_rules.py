"""The rules of the plain contract: each finds what it is there for. ``make check`` holds openapi.yaml against them."""

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

from tests.service.client import CONTRACT_FILE

TOOLS = CONTRACT_FILE.parent / "build" / "tools"
RULES = CONTRACT_FILE.parent / "tests" / "contract_tools" / "spectral.yaml"
EVENT = {"type": "object", "additionalProperties": True, "properties": {"type": {"type": "string"}}}
STRING = {"type": "string"}
FAULTS = {
    "plain-version": {"openapi": "3.1.0"},
    "plain-short-info": {"info": {"description": "x" * 301}},
    "plain-no-links": {"responses": {"200": {"description": "OK", "links": {"next": {"operationId": "x"}}}}},
    "plain-one-problem": {"responses": {"200": {"description": "OK"}}},
    "plain-one-success": {"responses": {"200": {"description": "OK", "content": {}}, "204": {"description": "None."}}},
    "plain-no-union": {"at": {"oneOf": [STRING, {"type": "integer"}]}},
    "plain-no-inheritance": {"at": {"allOf": [{"$ref": "#/components/schemas/Event"}]}},
    "plain-no-type-with-all-of": {
        "at": {"type": "object", "allOf": [{"$ref": "#/components/schemas/Event"}], "nullable": True}
    },
    "plain-one-type": {"at": {"type": ["string", "null"]}},
    "plain-nothing-next-to-references": {"at": {"$ref": "#/components/schemas/Event", "nullable": True}},
    "plain-no-null-inside": {"at": {"type": "array", "items": STRING | {"nullable": True}}},
    "plain-no-enum": {"at": {"type": "array", "items": {"type": "array", "items": STRING | {"enum": ["a"]}}}},
    "plain-no-form": {"at": STRING | {"nullable": True, "pattern": "^a$"}},
    "plain-open-answers": {"closed": False},
    "plain-closed-requests": {"open": True},
    "plain-no-bounds-of-answers": {"at": {"type": "integer", "minimum": 0}},
    "plain-named-objects": {"at": EVENT},
}
"""A fault for each rule: a part of the document, a field ``at`` of its event, or the event closed."""


def document(fault):
    """A small contract that keeps all rules, but for the fault."""
    event = EVENT | {"additionalProperties": fault.get("closed", True)}
    event |= {"properties": EVENT["properties"] | ({"at": fault["at"]} if "at" in fault else {})}
    responses = fault.get("responses", {"200": {"description": "OK", "content": {}}})
    default = {} if fault is FAULTS["plain-one-problem"] else {"description": "A problem."}
    operation = {"operationId": "x", "responses": responses | ({"default": default} if default else {})}
    return {
        "openapi": fault.get("openapi", "3.0.3"),
        "info": {"title": "x", "version": "1", "description": "x", **fault.get("info", {})},
        "paths": {"/x": {"get": operation}},
        "components": {
            "schemas": {
                "Event": event,
                "PageRequest": EVENT | {"additionalProperties": fault.get("open", False)},
                "Page": EVENT | {"properties": {"event": {"$ref": "#/components/schemas/Event"}}},
            }
        },
    }


@pytest.mark.skipif(
    not TOOLS.joinpath("done").exists() and not os.environ.get("REQUIRE_ALL"),
    reason="make check installs the npm tools",
)
def test_every_rule_of_the_plain_contract_finds_its_fault(tmp_path):
    rules = yaml.safe_load(RULES.read_text())["rules"]
    assert [name for name in rules if name.startswith("plain-")] == list(FAULTS)
    shutil.copy(RULES, tmp_path)
    files = {"none": document({})} | {name: document(fault) for name, fault in FAULTS.items()}
    for name, text in files.items():
        (tmp_path / f"{name}.json").write_text(json.dumps(text))
    found = {name: set() for name in files}
    for fault in linted(tmp_path, files):
        name = Path(fault["source"]).stem
        if fault["code"].startswith("plain-"):
            found[name].add(fault["code"])
    assert found == {"none": set()} | {name: {name} for name in FAULTS}


def linted(folder, names):
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])  # the Node.js of the dependencies
    command = [TOOLS / "node_modules/.bin/spectral", "lint", "--format", "json", "--ruleset", "spectral.yaml"]
    done = subprocess.run(
        [*command, *(f"{name}.json" for name in names)],
        cwd=folder,
        capture_output=True,
        text=True,
        env=os.environ | {"PATH": path},
        check=False,
    )
    assert done.stdout, done.stderr
    return json.loads(re.search(r"^\[.*^\]", done.stdout, re.DOTALL | re.MULTILINE)[0])
