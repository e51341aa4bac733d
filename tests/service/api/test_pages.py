"""The pages of problems, guides and the API reference: complete, linked, the same as Markdown, and without scripts."""

import json
import re
from itertools import pairwise
from pathlib import Path
from urllib.parse import urljoin

import pytest

from service.api.problems import PROBLEMS
from service.app import create_app
from service.config import Settings
from service.model.tokens import new_token
from tests.service.api.test_rules_pages import Page, answer_at, fetch, page_at

DOCS = Path(__file__).parents[3] / "docs"
CODE = re.compile(r"```(\w*)\n(.*?)\n```", re.DOTALL)
TOKENS = re.compile(r"\bg_[a-z2-7]{20}\.[\w-]+|\b[tk]_[\w-]{16,}")


@pytest.fixture(scope="module")
def site():
    """An app for all tests: the pages need no store, and are written once for each app."""
    return create_app(Settings(background=False))


@pytest.fixture(scope="module")
def reference(site):
    """All pages that ``/docs`` leads to, guides and reference, as Markdown by address."""
    found, left = {}, ["/docs"]
    while left:
        address = left.pop()
        if address in found:
            continue
        found[address] = fetch(site, f"{address}.md").text
        left += re.findall(r"\]\((/docs/(?!pictures/)[^)]+)\)", found[address])
    return found


# -- problems


@pytest.mark.parametrize("code", PROBLEMS)
def test_the_page_of_a_problem_says_cause_and_remedy_and_shows_an_example(site, code):
    kind = PROBLEMS[code]
    text = fetch(site, f"/problems/{code}.md").text
    assert text.startswith(f"# {kind.title}\n\n`{code}`, status {kind.status}\n")
    assert f"## Cause\n\n{kind.cause}\n" in text
    assert f"## What to do\n\n{kind.remedy}\n" in text
    assert min(len(kind.cause), len(kind.remedy)) > 20
    assert kind.cause.endswith(".")
    assert kind.remedy.endswith(".")
    language, shown = CODE.findall(text)[-1]
    example = json.loads(shown)
    assert (language, example["code"], example["status"], example["title"]) == ("json", code, kind.status, kind.title)
    assert example["detail"]


@pytest.mark.parametrize("code", PROBLEMS)
def test_the_page_of_a_problem_is_where_its_type_leads_and_links_to_pages_that_exist(site, code):
    answer = fetch(site, f"/problems/{code}", Accept="text/html,*/*;q=0.8")
    page = Page(answer.text, f"/problems/{code}")
    assert answer.content_type == "text/html; charset=utf-8"
    assert [page.tags.count(tag) for tag in ("h1", "main", "script", "style", "iframe")] == [1, 1, 0, 0, 0]
    assert page.loaded == ["/web/page.css"]
    assert "default-src 'none'" in answer.headers["Content-Security-Policy"]
    assert fetch(site, f"/problems/{code}", Accept="text/markdown").text == fetch(site, f"/problems/{code}.md").text
    for link in page.links:
        answer_at(site, urljoin(f"/problems/{code}", link))


def test_all_problems_are_listed(site):
    listed = page_at(site, "/problems").links
    assert [link for link in listed if link.startswith("/problems/")] == [f"/problems/{code}" for code in PROBLEMS]
    assert "/problems" in page_at(site, "/docs").links


def test_all_problems_are_listed_as_markdown_too(site):
    answer = fetch(site, "/problems.md")
    assert answer.content_type == "text/markdown; charset=utf-8"
    assert answer.text == fetch(site, "/problems", Accept="text/markdown").text
    assert re.findall(r"\]\(/problems/([^)]+)\)", answer.text) == list(PROBLEMS)


def test_a_page_lists_the_operations_that_can_answer_with_its_problem(site):
    text = fetch(site, "/problems/move/stale.md").text
    assert "[`play_move`](/docs/operations/play_move)" in text
    assert "create_match" not in text
    assert "Any request" in fetch(site, "/problems/request/not_found.md").text


@pytest.mark.parametrize(("code", "near"), [("move/stal", "move/stale"), ("games/not_found", "game/not_found")])
def test_an_unknown_code_is_not_found_and_the_nearest_is_named(site, code, near):
    answer = site.test_client().get(f"/problems/{code}")
    assert (answer.status_code, answer.json["code"]) == (404, "request/not_found")
    assert f"did you mean /problems/{near}?" in answer.json["detail"]


def test_a_code_like_none_is_not_found(site):
    answer = site.test_client().get("/problems/<script>")
    assert (answer.status_code, answer.mimetype) == (404, "application/problem+json")
    assert "did you mean" not in answer.json["detail"]


def test_no_page_of_a_problem_shows_a_token(site):
    """In place of tokens, the examples have names of variables."""
    assert TOKENS.search(new_token("g_x5lq7mzk3e6w2nbvt4ra"))
    for code in PROBLEMS:
        text = fetch(site, f"/problems/{code}.md").text
        assert TOKENS.findall(text) == [], code


def test_a_view_in_an_example_has_the_cards_of_its_own_seat_only(site):
    example = json.loads(CODE.findall(fetch(site, "/problems/move/stale.md").text)[-1][1])
    view = example["view"]
    cards = set(re.findall(r'"((?:[2-9TJQKA][CDHS]))"', json.dumps(view)))
    assert cards == set(view["hand"])
    assert len(cards) == view["table"]["hand_sizes"][view["you"]["seat"]]


# -- the API reference


def test_every_operation_and_schema_has_a_page_that_the_overview_leads_to(contract, reference):
    operations = {
        one["operationId"]
        for path in contract.document["paths"].values()
        for one in path.values()
        if isinstance(one, dict)
    }
    pages = {address for address in reference if address.startswith("/docs/operations/")}
    assert pages == {f"/docs/operations/{name}" for name in operations | {"game_changed"}}
    known = set()
    for key, document in contract.exact.items():
        for name in document.spec["components"]["schemas"]:
            found = {f"/docs/schemas/{name}", f"/docs/schemas/{key}/{name}"} & set(reference)
            assert found, f"{name} of {key} has no page"
            known |= found
    others = {address for address in reference if address.startswith("/docs/schemas/")} - known
    assert not {address for address in others if address.count("/") > 3}  # what no game has, none has a page for


def test_every_page_of_the_reference_is_plain_html(site, reference):
    for address in reference:
        answer, page = answer_at(site, address), page_at(site, address)
        assert [page.tags.count(tag) for tag in ("title", "h1", "main", "script", "style")] == [1, 1, 1, 0, 0], address
        assert page.loaded[0] == "/web/page.css"
        assert not [loaded for loaded in page.loaded[1:] if not loaded.startswith("/docs/pictures/")]
        assert "default-src 'none'" in answer.headers["Content-Security-Policy"]
        assert len(set(page.ids)) == len(page.ids), address
        assert ' style="' not in answer.text, address


def test_links_of_the_reference_lead_to_pages(site, reference):
    links = {link for text in reference.values() for link in re.findall(r"\]\((/[^)]+)\)", text)}
    assert any(link.startswith("/problems/") for link in links), links
    for link in links - set(reference):
        answer_at(site, link)


def test_the_page_of_an_operation_has_its_request_and_all_its_responses(site, contract, reference):
    for path, methods in contract.document["paths"].items():
        for method, operation in methods.items():
            if isinstance(operation, dict):
                text = reference[f"/docs/operations/{operation['operationId']}"]
                assert f"`{method.upper()} {path}`" in text
                assert not [status for status in operation["responses"] if f"### {status}\n" not in text]


def test_a_command_of_the_reference_is_what_the_service_accepts(api, reference):
    command = reference["/docs/operations/create_game"].partition("```sh\n")[2].partition("\n```")[0]
    path = re.search(r'"\$FACEOFF(.*?)"', command)[1]
    body = re.search(r"-d '(.*)'", command)[1]
    answer = api.http.post(path, data=body, headers={"Content-Type": "application/json"})
    assert answer.status_code == 201, answer.text


@pytest.mark.parametrize(
    ("asked", "near"),
    [
        ("operations/create_gam", "/docs/operations/create_game"),
        ("first_client", "/docs/first-client"),
        ("adr/0018", "/docs/adr/0018-bots"),
        ("rules/hockey.md", "/rules/hockey"),
        ("README.md", "/docs"),
    ],
)
def test_a_document_that_there_is_not_is_not_found_and_the_nearest_is_named(site, asked, near):
    answer = site.test_client().get(f"/docs/{asked}")
    assert (answer.status_code, answer.json["code"]) == (404, "request/not_found")
    assert f"did you mean {near}?" in answer.json["detail"]
    fetch(site, near)


@pytest.mark.parametrize(
    "asked", ["zzz", "../CHANGELOG", "%2e%2e/%2e%2e/wsgi", "pictures/none.svg", "pictures/%2e%2e/README.md"]
)
def test_nothing_else_is_served_as_a_document(site, asked):
    answer = site.test_client().get(f"/docs/{asked}")
    assert (answer.status_code, answer.mimetype) == (404, "application/problem+json")


# -- guides


def test_every_guide_and_every_decision_has_a_page_that_the_overview_leads_to(reference):
    guides = {f"/docs/{path.stem}" for path in DOCS.glob("*.md") if path.stem != "README"}
    decisions = {f"/docs/adr/{path.stem}" for path in DOCS.glob("adr/0*.md")}
    assert guides | decisions | {"/docs/adr"} <= set(reference)
    listed = re.findall(r"\]\((/docs/[\w-]+)\)", reference["/docs"])
    assert guides <= set(listed)
    assert reference["/docs"].index("## Guides") < reference["/docs"].index("## API reference")


def test_the_list_of_guides_calls_each_by_its_title(reference):
    for title, name in re.findall(r"\[([^]]+)\]\(([\w-]+)\.md\)", (DOCS / "README.md").read_text()):
        assert reference[f"/docs/{name}"].startswith(f"# {title}\n")


def test_links_of_a_guide_lead_to_a_page_and_a_place_on_it(site, reference):
    for address in (
        address for address in reference if not address.startswith(("/docs/operations/", "/docs/schemas/"))
    ):
        page = page_at(site, address)
        for link in [*page.links, *page.loaded]:
            target, _, place = urljoin(address, link).partition("#")
            if target.startswith("http") or (target.startswith("/docs/operations/") and not place):
                continue
            answer_at(site, target)
            assert not place or place in page_at(site, target).ids, (address, link)


def test_a_guide_leads_to_its_neighbours_and_to_all_others(site, reference):
    names = [f"/docs/{name}" for name in re.findall(r"\]\(([\w-]+)\.md\)", (DOCS / "README.md").read_text())]
    for before, after in pairwise(names):
        assert reference[before].endswith(f"({after})\n")
        assert f"Before: [{reference[before].splitlines()[0][2:]}]({before})" in reference[after].splitlines()[-1]
    assert set(names) <= set(page_at(site, names[0]).links)


def test_what_a_guide_names_leads_to_the_reference_and_files_without_a_page_are_plain_text(reference):
    text = reference["/docs/bots"]
    assert "[`POST /v1/games/{id}/seats/{n}/ai`](/docs/operations/take_over_seat)" in text
    assert "[`bot/full`](/problems/bot/full)" in text
    assert "../" not in text


def test_every_call_that_a_document_names_is_an_operation(reference):
    """As served, what a document names as a call is a link to its operation: none is left."""
    for address, text in reference.items():
        if address.startswith(("/docs/operations/", "/docs/schemas/")) or address == "/docs":
            continue
        left = re.sub(r"^ *```.*?^ *```$|^#.*?$|\[`[^`]*`\]", "", text, flags=re.MULTILINE | re.DOTALL)
        assert re.findall(r"`(?:GET|POST|PUT|PATCH|DELETE) /v1/[^`]+`", left) == [], address


def test_no_remark_for_programs_is_shown(reference):
    assert [address for address, text in reference.items() if "<!--" in text] == []
    assert "<!-- settings -->" in (DOCS / "operations.md").read_text()


@pytest.mark.parametrize("picture", sorted(str(path.relative_to(DOCS)) for path in DOCS.glob("pictures/**/*.*")))
def test_a_picture_is_served_and_may_load_nothing(site, picture):
    answer = fetch(site, f"/docs/{picture}")
    assert answer.mimetype in ("image/svg+xml", "image/png")
    assert answer.headers["Content-Security-Policy"].startswith("default-src 'none'")
    assert answer.data == (DOCS / picture).read_bytes()


def test_what_agents_read_is_listed_and_every_link_leads_to_markdown_or_json(site):
    client = site.test_client()
    listed = client.get("/llms.txt")
    assert listed.mimetype == "text/plain"
    assert listed.text.startswith("# Faceoff\n\n> ")
    links = re.findall(r"^- \[[^\]]+\]\(([^)]+)\)$", listed.text, re.MULTILINE)
    assert {"problems.md", "docs.md", "docs/agents.md", "rules/hockey.md", "rules/players/hockey.md"} <= {*links}
    for link in links:
        assert client.get(f"/{link}").mimetype in ("text/markdown", "application/json")


@pytest.mark.parametrize("address", ["/rules/hockey", "/rules/players/hockey", "/docs/agents", "/problems/move/stale"])
def test_a_page_is_markdown_for_those_who_ask_for_it_with_a_tag_of_its_own(site, address):
    client = site.test_client()
    markdown, page = (client.get(address, headers={"Accept": kind}) for kind in ("text/markdown", "text/html"))
    assert (markdown.mimetype, page.mimetype) == ("text/markdown", "text/html")
    assert "Accept" in markdown.vary
    assert "Accept" in page.vary
    assert markdown.headers["ETag"] != page.headers["ETag"]
    again = {"Accept": "text/markdown", "If-None-Match": markdown.headers["ETag"]}
    assert client.get(address, headers=again).status_code == 304
