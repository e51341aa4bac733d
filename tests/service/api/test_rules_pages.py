"""The rules of each game as pages of the service, and the links that lead to them: from a variant, and from a refusal
to its rule.
"""

import ast
import re
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import urljoin

import pytest

from engines import VARIANTS
from engines.api import CHANCE, OVER, IllegalMove
from engines.rng import Rng, permutation
from service.app import create_app
from service.config import Settings
from service.games.catalogue import rule_url
from tests.service.client import PERSON

ROOT = Path(__file__).parents[3]
RULE = re.compile(r"\d+\.\d+|ruling \d+")
KINDS = ("rules", "how_to_play")
SOURCES = {"rules": "docs/rules", "how_to_play": "docs/rules/players"}


class Page(HTMLParser):
    """What the tests ask of a page at an address: its elements, ids, links and texts. Links lead from there, and those
    within the page are as they stand.
    """

    def __init__(self, text, address):
        super().__init__()
        self.address = address
        self.tags, self.ids, self.links, self.loaded, self.attributes = [], [], [], [], {}
        self.texts = {}
        self.feed(text)
        self.close()

    def handle_starttag(self, tag, attributes):
        given = dict(attributes)
        self.tags.append(tag)
        self.attributes.setdefault(tag, []).append(given)
        if "id" in given:
            self.ids.append(given["id"])
        if tag == "a":
            self.links.append(self.led_to(given["href"]))
        self.loaded += [self.led_to(given[name]) for name in ("src", "srcset", "action") if name in given]
        if given.get("rel") == "stylesheet":
            self.loaded.append(self.led_to(given["href"]))

    def led_to(self, link):
        return link if link.startswith("#") else urljoin(self.address, link)

    def handle_data(self, data):
        self.texts.setdefault(self.tags[-1] if self.tags else "", []).append(data)


@pytest.fixture(scope="module")
def site():
    """An app for all tests: pages need no store, and the overview, to which all lead, is written once for each app."""
    return create_app(Settings(background=False))


def fetch(app, address, **headers):
    answer = app.test_client().get(address, headers=headers)
    assert answer.status_code == 200, (address, answer.text)
    return answer


@cache
def answer_at(app, address):
    """The answer of an address, asked for once of an app: thousands of links lead to the same pages."""
    return fetch(app, address)


@cache
def page_at(app, address):
    return Page(answer_at(app, address).text, address)


def links_of(api, key):
    return api.get(f"/v1/variants/{key}").json["links"]


def document(key, kind):
    return (ROOT / SOURCES[kind] / f"{key.replace('_', '-')}.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("key", VARIANTS)
def test_a_variant_links_to_its_rules_as_a_page_and_as_markdown(app, api, key, kind):
    address = links_of(api, key)[kind]
    listed = next(variant for variant in api.get("/v1/variants").json["variants"] if variant["key"] == key)
    assert listed["links"][kind] == address
    assert fetch(app, address).content_type == "text/html; charset=utf-8"
    assert fetch(app, address, Accept="text/html,application/xhtml+xml,*/*;q=0.8").mimetype == "text/html"
    for answer in (fetch(app, f"{address}.md"), fetch(app, address, Accept="text/markdown")):
        assert (answer.content_type, answer.text) == ("text/markdown; charset=utf-8", document(key, kind))
        assert "Accept" in answer.headers["Vary"]


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("key", VARIANTS)
def test_a_page_is_plain_html_that_loads_nothing_from_elsewhere(app, api, key, kind):
    address = links_of(api, key)[kind]
    answer = fetch(app, address)
    page = Page(answer.text, address)
    assert page.attributes["html"] == [{"lang": "en"}]
    assert [page.tags.count(tag) for tag in ("title", "h1", "main", "script", "style", "iframe")] == [1, 1, 1, 0, 0, 0]
    assert page.texts["title"][0].endswith(" - Faceoff")
    pictures = re.findall(r"/pictures/[^)]+", document(key, kind))
    assert page.loaded == ["/web/page.css", *(f"/docs{picture}" for picture in pictures)]
    assert not re.search(r'\son\w+="', answer.text)
    assert "default-src 'none'" in answer.headers["Content-Security-Policy"]
    assert not [cell for cell in page.attributes.get("th", []) if cell["scope"] != "col"]
    assert len(set(page.ids)) == len(page.ids)


@pytest.mark.parametrize(
    "address", ["/docs", "/docs/bots", "/docs/operations/play_move", "/problems/move/stale", "/rules/players/en/hockey"]
)
def test_a_page_is_whole_below_a_path_too_where_a_proxy_serves_it(site, address):
    text = answer_at(site, address).text
    at_the_root, below = Page(text, address), Page(text, f"/play{address}")
    assert below.loaded == [f"/play{loaded}" for loaded in at_the_root.loaded]
    assert "/play/docs" in below.links
    assert [link.removeprefix("/play") for link in below.links] == at_the_root.links
    assert not [link for link in below.links if link.startswith("/") and not link.startswith("/play/")]


def test_the_style_follows_light_and_dark_and_loads_nothing(app):
    with fetch(app, "/web/page.css") as answer:
        style = answer.text
    assert "prefers-color-scheme: dark" in style
    assert "url(" not in style
    assert "@import" not in style


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("key", VARIANTS)
def test_every_link_of_a_page_leads_to_a_page_and_a_place_on_it(site, api, key, kind):
    address = links_of(api, key)[kind]
    for link in page_at(site, address).links:
        target, _, place = urljoin(address, link).partition("#")
        answer_at(site, target)
        is_screen = place.startswith("/")  # of the web client, as in /#/learn/hockey
        assert not place or is_screen or place in page_at(site, target).ids, link


@pytest.mark.parametrize("key", VARIANTS)
def test_the_page_for_players_is_short_and_ends_with_the_exact_rules(api, key):
    text = document(key, "how_to_play")
    assert len(text.split()) < 1200
    last = re.search(r"\[The exact rules\]\((.+)\.md\)\n$", text)
    assert last, text[-100:]
    links = links_of(api, key)
    assert urljoin(links["how_to_play"], last[1]).replace("-", "_") == links["rules"]


@pytest.mark.parametrize("key", VARIANTS)
def test_the_page_for_players_is_there_in_french_and_the_languages_lead_to_each_other(site, api, key):
    link = api.get(f"/v1/variants/{key}", headers={"Accept-Language": "fr-CA"}).json["links"]["how_to_play"]
    assert link == f"/rules/players/fr/{key}"
    french, english = page_at(site, link), page_at(site, f"/rules/players/{key}")
    assert french.attributes["html"] == [{"lang": "fr"}]
    assert english.attributes["html"] == [{"lang": "en"}]
    assert f"/rules/players/{key}" in french.links
    assert link in english.links
    for address in french.links:
        assert answer_at(site, urljoin(link, address)).status_code == 200, address
    shape = [tag for tag in english.tags if tag in ("h2", "table", "tr", "li")]
    assert [tag for tag in french.tags if tag in ("h2", "table", "tr", "li")] == shape, (
        "the same chapters, tables and lists"
    )


def test_a_page_in_no_language_is_not_found(app):
    assert app.test_client().get("/rules/players/xx/hockey").status_code == 404
    assert app.test_client().get("/rules/players/%2e%2e/hockey").status_code == 404


def test_a_page_that_is_known_is_not_sent_again(app):
    address = f"/rules/{next(iter(VARIANTS))}"
    first = fetch(app, address)
    again = app.test_client().get(address, headers={"If-None-Match": first.headers["ETag"]})
    assert (again.status_code, again.data) == (304, b"")
    assert fetch(app, f"{address}.md").headers["ETag"] != first.headers["ETag"]


def test_the_list_of_the_rules_leads_to_every_document(app):
    page, text = fetch(app, "/rules"), fetch(app, "/rules.md")
    for key in VARIANTS:
        for address in (f"/rules/{key}", f"/rules/players/{key}"):
            assert f'href=".{address}"' in page.text
            assert f"]({address})" in text.text
            assert fetch(app, address).status_code == 200


@pytest.mark.parametrize("address", ["/rules/curling", "/rules/players/curling.md", "/rules/%2e%2e%2ffairness"])
def test_rules_of_no_game_are_not_found(app, address):
    assert app.test_client().get(address).status_code == 404


def test_the_pages_know_sections_steps_lines_tables_and_rulings(site):
    ids = page_at(site, "/rules/hockey").ids
    assert {"2.3", "2.3-table", "2.3-line-4", "2.2-step-4", "ruling-1", "ruling-30"} <= set(ids)


@pytest.mark.parametrize("key", VARIANTS)
def test_the_contents_name_every_chapter_and_lead_to_it(site, key):
    page = answer_at(site, f"/rules/{key}").text
    chapters = re.findall(r'<h2 id="([^"]*)">(.*?)</h2>', page)
    assert len(chapters) > 3
    for place, name in chapters:
        assert f'<li><a href="#{place}">{name}</a></li>' in page


@pytest.mark.parametrize("key", VARIANTS)
def test_every_ruling_has_its_place(site, key):
    section = document(key, "rules").split("Rulings\n", 1)[1].split("\n## ", 1)[0]
    numbers = re.findall(r"^(?:\* \*\*R)?(\d+)(?:\.|\*\*) ", section, re.MULTILINE)
    assert numbers
    assert {f"ruling-{number}" for number in numbers} <= set(page_at(site, f"/rules/{key}").ids)


# -- from a refusal to its rule


def rules_in_code(key):
    """All texts that the code of a game can cite as a rule: what it passes as ``rule``, and what else has the form of
    one.
    """
    for path in sorted((ROOT / "engines" / key).glob("**/*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.keyword) and node.arg == "rule" and isinstance(node.value, ast.Constant):
                yield node.value.value
            elif isinstance(node, ast.Constant) and isinstance(node.value, str) and RULE.fullmatch(node.value):
                yield node.value


def decisions(key):
    """The decisions of a random game of every preset."""
    variant = VARIANTS[key]
    for preset in variant.presets:
        state, rng = variant.new_game(variant.presets[preset]), Rng(f"rules of {preset}")
        while state.to_act() != OVER:
            if state.to_act() == CHANCE:
                state.deal(permutation(rng, state.shuffle_needed()))
                continue
            yield state
            seat = next(seat for seat in range(state.seats()) if state.may_act(seat))
            actions = state.legal_actions(seat)
            state.apply(seat, actions[rng.below(len(actions))])


def rules_in_play(key):
    """What refusals of moves cite while random games are played, each seat trying what was legal at other moments."""
    codec, seen = VARIANTS[key].codec, []
    for state in decisions(key):
        for seat in range(state.seats()):
            for move in seen[-20:]:
                try:
                    codec.decode_move(state, seat, move)
                except IllegalMove as refusal:
                    yield refusal.rule
        seat = next(seat for seat in range(state.seats()) if state.may_act(seat))
        seen += codec.list_moves(state, seat)[:3]


@pytest.mark.parametrize("key", VARIANTS)
def test_every_rule_that_a_refusal_can_cite_has_its_place_on_the_page(site, key):
    cited = {*rules_in_code(key), *rules_in_play(key)}
    assert cited
    ids = page_at(site, f"/rules/{key}").ids
    for rule in cited:
        assert rule_url(key, rule).partition("#")[2] in ids, rule


@pytest.mark.parametrize("key", VARIANTS)
def test_a_refused_move_links_to_the_rule_that_refuses_it(site, api, key):
    game = api.create(variant=key, seats=[PERSON, PERSON])
    token = game["tokens"][str(game["to_act"][0])]
    legal = [one["move"] for one in api.get(f"/v1/games/{game['id']}", token=token).json["legal_moves"]]
    listed = (move for state in decisions(key) for move in VARIANTS[key].codec.list_moves(state, int(state.to_act())))
    answer = api.move(game, token, next(move for move in listed if move not in legal))
    assert (answer.status_code, answer.json["code"]) == (409, "move/illegal"), answer.text
    address, _, place = answer.json["rule_url"].partition("#")
    assert (address, place) == (links_of(api, key)["rules"], answer.json["rule"].replace(" ", "-"))
    assert place in page_at(site, address).ids


def test_refused_options_and_observations_link_to_their_rule(site, api):
    options = {"deals": [5, 5]}
    asked = {"variant": "hockey", "options": options}
    match = asked | {"first": {"level": 1}, "second": {"level": 2}, "pairs": 1}
    for answer in (api.post("/v1/games", asked), api.post("/v1/matches", match)):
        assert (answer.status_code, answer.json["code"]) == (422, "options/invalid")
        address, _, place = answer.json["rule_url"].partition("#")
        assert place in page_at(site, address).ids


# -- presets and options


@pytest.mark.parametrize("key", VARIANTS)
def test_presets_and_options_are_described(api, contract, key):
    variant = api.get(f"/v1/variants/{key}").json
    assert not [preset for preset in variant["presets"] if not preset["description"].endswith(".")]
    assert not [option for option in variant["options"].values() if not option["description"].endswith(".")]
    offered = contract.exact[key].spec["components"]["schemas"]["PresetKey"]["description"]
    assert not [preset for preset in variant["presets"] if preset["description"] not in offered]
