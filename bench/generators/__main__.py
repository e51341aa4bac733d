"""Clients in other languages: generates one for each from the contract with openapi-generator, compiles it, lets it
decode recorded responses and play, and writes the results into docs/your-language.md.
"""

import argparse
import importlib.util
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final
from urllib.request import urlopen

import yaml

from bench.generators import corpus
from bench.generators.languages import ENVIRON, LANGUAGES, ROOT, Client, Language, find
from bench.report import put_section, section_of, table
from bench.speed.running import running

BUILD: Final = ROOT / "build/generators"
PAGE: Final = ROOT / "docs/your-language.md"
TIME: Final = re.compile(r"(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(\.\d+)?(Z|\+00:00)")
MB: Final = 1_000_000
FAULTS_SHOWN: Final = 8
HEADS: Final = ("", "warnings", "compile errors", "MB", "events", "other answers", "of a later release", "plays")


@dataclass
class Count:
    """How many responses a client has read: all, those that lost something, and those with another value."""

    read: int = 0
    faults: list[str] = field(default_factory=list)

    @property
    def cell(self) -> str:
        return f"{self.read - len(self.faults):,} of {self.read:,}"


def main() -> int:
    """Generate, compile, decode and play, for the languages that are asked for or all."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", default=" ".join(LANGUAGES), help=f"some of: {' '.join(LANGUAGES)}")
    parser.add_argument("--generated", action="store_true", help="use the clients that an earlier run has generated")
    arguments = parser.parse_args()
    wanted = arguments.only.split()
    if unknown := set(wanted) - set(LANGUAGES):
        parser.error(f"{', '.join(sorted(unknown))}: the languages are {', '.join(LANGUAGES)}")
    install({language: LANGUAGES[language] for language in wanted})
    BUILD.mkdir(parents=True, exist_ok=True)
    rows = []
    with tempfile.TemporaryDirectory() as folder, running(folder, FACEOFF_AI_PACE_MS="0") as service:
        address = f"http://127.0.0.1:{service.port}"
        document, lines = fetched(address), corpus.recorded(address)
        contract = yaml.load(document.read_text(), Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader))
        names = types_of(contract)
        for key in wanted:
            began = time.monotonic()
            language, client = LANGUAGES[key], Client(BUILD / key, names)
            if not arguments.generated:
                generate(language, client, document)
            language.build(client)
            decoded = {} if client.errors else counts(client, lines)
            played = "-" if client.errors else plays(client, address)
            if client.watches and not client.errors:
                watch(client, address, lines)
            rows.append(row(language, client, decoded, played))
            print(f"{' | '.join(rows[-1])} ({time.monotonic() - began:.0f} s)", flush=True)
            faults = [fault for count in decoded.values() for fault in count.faults]
            for fault in [*client.warnings, *client.errors, *faults][:FAULTS_SHOWN]:
                print(f"    {fault[:300]}", flush=True)
    report = [f"Measured on {datetime.now(UTC).date()}. {summary(document, contract, lines)}", ""]
    report += table(HEADS, with_others(rows))
    print("", *report, sep="\n")
    put_section("generators", ["", *report], PAGE)
    return 0


def with_others(rows: list[list[str]]) -> list[list[str]]:
    """The rows, and those of the guide for the other languages."""
    lines = [line.strip("|").split("|") for line in section_of("generators", PAGE).splitlines() if "|" in line]
    known = {cells[0].strip(): [cell.strip() for cell in cells] for cells in lines} | {row[0]: row for row in rows}
    return [known[language.name] for language in LANGUAGES.values() if language.name in known]


def install(languages: dict[str, Language]) -> None:
    """What of Debian's the builds need and is not there."""
    needs = {"java": "default-jre-headless"} | dict(need for language in languages.values() for need in language.needs)
    missing = sorted(package for program, package in needs.items() if not shutil.which(program))
    if missing:
        print(f"Installing Debian's packages {' '.join(missing)}", flush=True)
        as_root = [] if os.geteuid() == 0 else ["sudo"]
        subprocess.run([*as_root, "apt-get", "update", "-qq"], check=True)
        command = [*as_root, "env", "DEBIAN_FRONTEND=noninteractive", "apt-get", "install", "-y", "-qq"]
        subprocess.run([*command, "--no-install-recommends", *missing], check=True, stdout=subprocess.DEVNULL)


def generator() -> Path:
    """The archive of openapi-generator."""
    found = importlib.util.find_spec("openapi_generator_cli")
    if found is None or found.origin is None:
        sys.exit("openapi-generator is not installed: make .venv/generators.done")
    return Path(found.origin).parent / "openapi-generator.jar"


def generate(language: Language, client: Client, document: Path) -> None:
    """A new client, and the warnings that it came with."""
    shutil.rmtree(client.folder, ignore_errors=True)
    client.folder.mkdir(parents=True)
    files = ("-i", document.resolve(), "-o", client.folder)
    output = client.run("java", "-jar", generator(), "generate", "-g", language.generator, *files)
    client.warnings = [line.removeprefix("[main] ") for line in find(r"WARN|ERROR|Exception in|^error", output)]


def fetched(address: str) -> Path:
    """The part of the contract that a player needs, as the service serves it, in a file."""
    file = BUILD / "player.yaml"
    with urlopen(f"{address}/openapi.yaml?for=player") as answer:
        file.write_bytes(answer.read())
    return file


def summary(document: Path, contract: Any, lines: list[corpus.Line]) -> str:
    """The size of what was generated from and decoded."""
    operations = sum(verb != "parameters" for item in contract["paths"].values() for verb in item)
    text, schemas = document.read_text(), len(contract["components"]["schemas"])
    return (
        f"The document has {operations} operations, {schemas} schemas, {text.count(chr(10)):,} lines and "
        f"{len(text) // 1000:,} kB; a game of each variant gave {len(lines):,} answers."
    )


def types_of(document: Any) -> dict[str, str]:
    """The name of the schema of each kind of line."""
    operations = {
        operation["operationId"]: operation["responses"]
        for item in document["paths"].values()
        for verb, operation in item.items()
        if verb != "parameters"
    }

    def named(operation: str, status: str) -> str:
        content = operations[operation][status]["content"]["application/json"]
        return str(content["schema"]["$ref"]).rpartition("/")[2]

    page = document["components"]["schemas"][named("list_events", "200")]
    return {
        "created": named("create_game", "201"),
        "answer": named("play_move", "200"),
        "view": named("get_game", "200"),
        "event": page["properties"]["events"]["items"]["$ref"].rpartition("/")[2],
    }


def counts(client: Client, lines: list[corpus.Line]) -> dict[str, Count]:
    """What the client made of the events, of the other answers, and of all as a later release might send them."""
    counted = {"event": Count(), "answer": Count(), "later": Count()}
    for line, again in zip(lines, decode(client, lines), strict=True):
        count = counted["event" if line["kind"] == "event" else "answer"]
        count.read += 1
        count.faults += [
            f"{line['variant']} {line['kind']}: {fault}" for fault in [*differences(line["value"], again)][:1]
        ]
    later = [corpus.grown(line) for line in lines]
    for line, again in zip(later, decode(client, later), strict=True):
        counted["later"].read += 1
        if isinstance(again, Exception):
            counted["later"].faults.append(f"later {line['kind']}: {again}")
    return counted


def decode(client: Client, lines: list[corpus.Line]) -> Iterator[Any]:
    """Each value after the client has decoded and encoded it; an exception if it could not."""
    sent = "".join(f"{line['kind']} {json.dumps(line['value'])}\n" for line in lines)
    done = subprocess.run(client.decodes, input=sent, capture_output=True, text=True, cwd=client.folder, env=ENVIRON)
    encoded = done.stdout.splitlines()
    if len(encoded) != len(lines):
        raise RuntimeError(f"{client.folder.name}: {len(encoded)} of {len(lines)} lines\n{done.stderr[-2000:]}")
    for line in encoded:
        yield ValueError(line[1:]) if line.startswith("!") else json.loads(line)


def differences(sent: Any, again: Any, where: str = "") -> Iterator[str]:
    """What is lost or another value after reading and writing; a field that is null may be absent, or empty."""
    if isinstance(again, Exception):
        yield str(again)
    elif isinstance(sent, dict) and isinstance(again, dict):
        for name in sent.keys() | {name for name in again if snake(name) not in sent}:
            yield from differences(sent.get(name), again.get(name), f"{where}.{name}")
    elif isinstance(sent, list) and isinstance(again, list) and len(sent) == len(again):
        for number, pair in enumerate(zip(sent, again, strict=True)):
            yield from differences(*pair, f"{where}[{number}]")
    elif not same(sent, again):
        yield f"{where} is {json.dumps(again)[:80]}, was {json.dumps(sent)[:80]}"


def snake(name: str) -> str:
    """How the contract writes a name, as in legalMoves and _for: open objects in TypeScript keep fields under both."""
    return re.sub("[A-Z]", lambda letter: f"_{letter[0].lower()}", name).strip("_")


def same(sent: Any, again: Any) -> bool:
    """Whether two values are the same; times may be written in another form."""
    if isinstance(sent, bool) or isinstance(again, bool):
        return sent is again
    if isinstance(sent, str) and isinstance(again, str) and TIME.fullmatch(sent):
        return instant(sent) == instant(again)
    return bool(sent == again) or (sent is None and again in ([], {}))


def instant(text: str) -> tuple[str, float]:
    """A time to the second, and the rest."""
    found = TIME.fullmatch(text)
    return (found[1], float(found[2] or 0)) if found else (text, 0.0)


def plays(client: Client, address: str) -> str:
    """How many of the variants the client has played to the end."""
    known = json.load(urlopen(f"{address}/v1/variants"))["variants"]
    output = client.run(*client.plays, address)
    played = [game["key"] for game in known if re.search(rf"^{game['key']} finished ", output, re.MULTILINE)]
    if len(played) < len(known):
        print(output[-2000:], flush=True)
    return f"{len(played)} of {len(known)}"


def watch(client: Client, address: str, lines: list[corpus.Line]) -> None:
    """Raise an error unless the client prints all events of a game that is over."""
    game = next(line for line in reversed(lines) if line["kind"] == "view")
    events = [line for line in lines if line["kind"] == "event" and line["variant"] == game["variant"]]
    printed = client.run(*client.watches, address, game["value"]["id"]).splitlines()
    if len(printed) != len(events):
        raise RuntimeError(f"{client.folder.name}: the stream brought {len(printed)} of {len(events)} events")


def row(language: Language, client: Client, decoded: dict[str, Count], played: str) -> list[str]:
    """A line of the table."""
    size = sum(file.stat().st_size for file in sources(language, client)) / MB
    read = [decoded[kind].cell if kind in decoded else "-" for kind in ("event", "answer", "later")]
    return [language.name, str(len(client.warnings)), str(len(client.errors)), f"{size:.2f}", *read, played]


def sources(language: Language, client: Client) -> Iterator[Path]:
    """The files of a client, without tests and what a build has added."""
    for file in client.folder.rglob(f"*{language.suffix}"):
        parts = set(file.relative_to(client.folder).parts)
        if not parts & {"test", "out", "node_modules", "decode"} and file.stem != "decode":
            yield file


if __name__ == "__main__":
    sys.exit(main())
