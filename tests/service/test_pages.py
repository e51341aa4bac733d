"""The pages of problems and of the API reference: complete, linked, the same as Markdown, and without scripts."""

import json
import re
from urllib.parse import urljoin

import pytest

from service.api.openapi.short_game import OWNER_TOKEN, TICKET, TOKEN
from service.api.problem_kinds import PROBLEMS
from service.app import create_app
from service.config import Settings
from service.model.tokens import new_token
from tests.service.test_rules_pages import Page, fetch

CODE = re.compile(r"```(\w*)\n(.*?)\n```", re.DOTALL)
TOKENS = re.compile(r"\bg_[a-z2-7]{20}\.[\w-]+|\b[tk]_[\w-]{16,}")


@pytest.fixture(scope="module")
def site():
    """An app for all tests: the pages need no store, and are written once for each app."""
    return create_app(Settings(background=False))


@pytest.fixture(scope="module")
def reference(site):
    """All pages of the reference as Markdown, by address."""
    found, left = {}, ["/docs"]
    while left:
        address = left.pop()
        if address in found:
            continue
        found[address] = fetch(site, f"{address}.md").text
        left += re.findall(r"\]\((/docs/[^)]+)\)", found[address])
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
    page = Page(answer.text)
    assert answer.content_type == "text/html; charset=utf-8"
    assert [page.tags.count(tag) for tag in ("h1", "main", "script", "style", "iframe")] == [1, 1, 0, 0, 0]
    assert page.loaded == ["/web/page.css"]
    assert "default-src 'none'" in answer.headers["Content-Security-Policy"]
    assert fetch(site, f"/problems/{code}", Accept="text/markdown").text == fetch(site, f"/problems/{code}.md").text
    for link in page.links:
        fetch(site, urljoin(f"/problems/{code}", link))


def test_all_problems_are_listed(site):
    listed = Page(fetch(site, "/problems").text).links
    assert [link for link in listed if link.startswith("/problems/")] == [f"/problems/{code}" for code in PROBLEMS]
    assert "/problems" in Page(fetch(site, "/docs").text).links


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
        assert [secret for secret in (TOKEN, OWNER_TOKEN, TICKET) if secret in text] == [], code
        assert TOKENS.findall(text) == [], code


def test_a_view_in_an_example_has_the_cards_of_its_own_seat_only(site):
    example = json.loads(CODE.findall(fetch(site, "/problems/move/stale.md").text)[-1][1])
    view = example["view"]
    cards = set(re.findall(r'"((?:[2-9TJQKA][CDHS]))"', json.dumps(view)))
    assert cards == set(view["hand"])
    assert len(cards) == view["table"]["hand_sizes"][view["you"]["seat"]]


# -- the API reference


def test_every_operation_and_schema_has_a_page_that_the_overview_leads_to(contract, reference):
    operations = {one["operationId"] for path in contract.document["paths"].values() for one in path.values() if isinstance(one, dict)}
    schemas = contract.document["components"]["schemas"]
    wanted = {f"/docs/operations/{name}" for name in operations | {"game_changed"}} | {f"/docs/schemas/{name}" for name in schemas}
    assert set(reference) == wanted | {"/docs"}


def test_every_page_of_the_reference_is_plain_html(site, reference):
    for address in reference:
        answer = fetch(site, address)
        page = Page(answer.text)
        assert [page.tags.count(tag) for tag in ("title", "h1", "main", "script", "style")] == [1, 1, 1, 0, 0], address
        assert page.loaded == ["/web/page.css"]
        assert "default-src 'none'" in answer.headers["Content-Security-Policy"]
        assert len(set(page.ids)) == len(page.ids), address


def test_links_of_the_reference_lead_to_pages(site, reference):
    links = {link for text in reference.values() for link in re.findall(r"\]\((/[^)]+)\)", text)}
    assert any(link.startswith("/problems/") for link in links)
    for link in links - set(reference):
        fetch(site, link)


def test_the_page_of_an_operation_has_its_request_and_all_its_responses(site, contract, reference):
    for path, methods in contract.document["paths"].items():
        for method, operation in methods.items():
            if isinstance(operation, dict):
                text = reference[f"/docs/operations/{operation['operationId']}"]
                assert f"`{method.upper()} {path}`" in text
                assert all(f"### {status}\n" in text for status in operation["responses"])


def test_a_command_of_the_reference_is_what_the_service_accepts(api, reference):
    command = reference["/docs/operations/create_game"].partition("```sh\n")[2].partition("\n```")[0]
    path = re.search(r'"\$FACEOFF(.*?)"', command)[1]
    body = re.search(r"-d '(.*)'", command)[1]
    answer = api.http.post(path, data=body, headers={"Content-Type": "application/json"})
    assert answer.status_code == 201, answer.text


def test_a_page_that_the_reference_lacks_is_not_found(site):
    answer = site.test_client().get("/docs/operations/create_gam")
    assert (answer.status_code, answer.json["code"]) == (404, "request/not_found")
