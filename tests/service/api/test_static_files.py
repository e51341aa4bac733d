"""Pages, contracts and the web client as static files: made before the first request, and never in one."""

import gzip
import json
import os
import re
import subprocess
import sys
from pathlib import Path

import brotli
import pytest

from service.api import static_files as module
from service.api.pages import build
from service.api.responses import CODINGS
from service.api.static_files import StaticFiles, digest_of_sources, keep, static_files
from service.app import create_app
from service.config import Settings

PAIRS = 7
DECODERS = {"": bytes, "br": brotli.decompress, "gzip": gzip.decompress}


@pytest.fixture(scope="module")
def http():
    return create_app(Settings(background=False)).test_client()


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """As a process of their own makes them, for a server with other bounds than usual."""
    path = tmp_path_factory.mktemp("made") / "static"
    command = [sys.executable, "-m", "service.api.pages.build", path]
    subprocess.run(command, env=os.environ | {"FACEOFF_MAX_MATCH_PAIRS": str(PAIRS)}, check=True)
    return path.read_bytes()


@pytest.fixture
def built(tmp_path, monkeypatch):
    """Where the build puts the files, an empty folder; what is remembered of earlier files is forgotten."""
    path = tmp_path / "__pycache__" / "static"
    monkeypatch.setattr(module, "BUILT", path)
    module._static_files.cache_clear()
    yield path
    module._static_files.cache_clear()


@pytest.fixture
def children(monkeypatch, made):
    """The commands of the processes that were started to make the files; they find them made."""
    found = []

    def run(command, env, check):
        found.append({name: env[name] for name in ("FACEOFF_MAX_MATCH_PAIRS", "FACEOFF_DECKS")})
        Path(command[-1]).write_bytes(made)

    monkeypatch.setattr(module.subprocess, "run", run)
    return found


def file_of(made, tmp_path):
    path = tmp_path / "made"
    path.write_bytes(made)
    with path.open("rb") as file:
        return StaticFiles(file)


def test_every_form_of_every_file_has_the_same_content(made, tmp_path):
    files = file_of(made, tmp_path)
    assert {"/", "/docs", "/docs.md", "/openapi/hockey.json?for=player", "/web/client/main.js"} <= files.files.keys()
    for file in files.files.values():
        plain = files.content(file, "")
        assert {DECODERS[coding](files.content(file, coding)) for coding in file.places} == {plain}
    assert list(files.files["/docs"].places) == ["", "br", "gzip"]
    assert list(files.files["/web/docs/pictures/strength.png"].places) == [""]


@pytest.mark.parametrize("path", ["/openapi.json", "/openapi/hockey.json"])
def test_each_server_says_its_own_bounds(made, tmp_path, path):
    files = file_of(made, tmp_path)
    schemas = json.loads(files.content(files.files[path], ""))["components"]["schemas"]
    assert schemas["MatchRequest"]["properties"]["pairs"]["maximum"] == PAIRS


def test_a_service_that_was_built_makes_nothing(built, children, made):
    keep(made)
    assert static_files(Settings(redis_url="redis://elsewhere")).sources == digest_of_sources()
    assert static_files(Settings()) is static_files(Settings(max_streams=7))
    assert children == []


def test_what_was_made_of_other_sources_is_made_again_once(built, children, made, monkeypatch):
    keep(made.replace(digest_of_sources().encode(), b"f" * 64, 1))
    for _ in range(2):
        module._static_files.cache_clear()
        assert static_files(Settings()).sources == digest_of_sources()
    assert len(children) == 1


def test_files_with_other_bounds_are_not_kept_for_others(built, children):
    static_files(Settings(max_match_pairs=PAIRS))
    assert children == [{"FACEOFF_MAX_MATCH_PAIRS": str(PAIRS), "FACEOFF_DECKS": ""}]
    assert not built.exists()
    static_files(Settings())
    assert (len(children), built.exists()) == (2, True)


def test_an_installation_that_cannot_be_written_to_serves_too(built, children, monkeypatch):
    def refuse(_):
        raise PermissionError

    monkeypatch.setattr(module, "keep", refuse)
    assert "/docs" in static_files(Settings()).files


@pytest.mark.parametrize("name", ["README.md", "api/problems.md", "web/client/main.js", "web/docs/bots.md"])
def test_the_digest_is_another_one_when_a_document_changes(tmp_path, monkeypatch, name):
    monkeypatch.setattr(module, "ROOT", tmp_path)
    for folder in ("engines", "ai", f"service/{Path(name).parent}"):
        (tmp_path / folder).mkdir(parents=True, exist_ok=True)
    digests = set()
    for text in ("one", "two"):
        (tmp_path / "service" / name).write_text(text)
        for generated in ("one", "another"):
            (tmp_path / "service" / "schema.d.ts").write_text(generated)
            digests.add(digest_of_sources())
    assert len(digests) == 2


def test_what_the_start_page_loads_never_changes_under_its_address(http):
    page = http.get("/")
    assert page.headers["Cache-Control"] == "public, no-cache"
    loaded = re.findall(r'(?:href|src)="(client/[^"]+)"', page.text)
    assert [address.split("/")[2] for address in loaded] == ["faceoff.css", "faceoff.js"]
    assert len({address.split("/")[1] for address in loaded}) == 1
    for address in loaded:
        found = http.get(f"/{address}")
        assert (found.status_code, found.headers["Cache-Control"]) == (200, "public, max-age=31536000, immutable")
        plain = http.get(re.sub("/[0-9a-f]{12}/", "/", f"/{address}"))
        assert (plain.data, plain.headers["Cache-Control"]) == (found.data, "public, no-cache")


def test_a_page_of_another_release_finds_the_files_of_this_one_but_not_for_long(http):
    found = http.get("/client/0123456789ab/main.js")
    assert (found.status_code, found.headers["Cache-Control"]) == (200, "public, no-cache")
    assert found.data == http.get("/client/main.js").data
    assert http.get("/client/0123456789ab/nothing.js").status_code == 404


def test_the_folder_of_the_client_is_another_one_when_a_file_of_it_changes(made, tmp_path, monkeypatch):
    web = tmp_path / "web"
    (web / "client").mkdir(parents=True)
    for name in ("icon.svg", "style.css", "screens.css"):
        (web / "client" / name).write_text("")
    (web / "client" / "index.html").write_text('<script src="client/faceoff.js">')
    monkeypatch.setattr(build, "WEB", web)
    monkeypatch.setattr(build, "_contracts", lambda _: ())
    monkeypatch.setattr(build, "_pages", lambda _: ())
    folders = set()
    for text in ("1;\n", "2;\n"):
        (web / "client" / "main.js").write_text(text)
        files = file_of(build.build(Settings(), CODINGS), tmp_path)
        assert files.content(files.files["/"], "") == f'<script src="client/{files.client}/faceoff.js">'.encode()
        folders.add(files.client)
    assert len(folders) == 2
