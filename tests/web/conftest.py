"""The web client in a real browser, which Playwright drives, and the whole service behind it."""

import secrets
from pathlib import Path

import pytest
from playwright.sync_api import expect, sync_playwright

from service.config import Settings
from service.model.timestamps import moved, now_ms
from service.ops.embedded_redis import EmbeddedRedis
from service.store.connection import CHANNEL
from service.store.games import Request
from service.store.presence import GRACE_MS
from service.store.store import Store
from tests.browser import BROWSER, IN_A_SANDBOX, needs_browser
from tests.patience import PATIENCE_S, wait_until
from tests.ports import free_port
from tests.service.supervised import whole_service
from tests.web.visitor import SCREENSHOTS, Visitor


def pytest_collection_modifyitems(items):
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker(needs_browser)


@pytest.fixture(scope="session")
def metrics_port():
    """The port of the metrics of the service."""
    return free_port()


@pytest.fixture(scope="session")
def folder(tmp_path_factory):
    """The folder of the service."""
    return tmp_path_factory.mktemp("service")


@pytest.fixture(scope="session")
def address(folder, metrics_port):
    settings = {"FACEOFF_AI_PACE_MS": "0", "FACEOFF_METRICS_PORT": str(metrics_port)}
    with whole_service(folder, **settings) as (_, address):
        yield address


@pytest.fixture
def store(folder, address):
    """The store of the service."""
    return Store(Settings(redis_url=EmbeddedRedis(folder / "data").url))


@pytest.fixture
def let_pass(store):
    """Let this many seconds pass for those who are asked in a game."""
    games = store.games

    def let_pass(game_id, seconds):
        game = games.load(game_id)
        game.asked_at = moved(game.asked_at, -1000 * seconds)
        games.commit(game, Request(secrets.token_hex(8)))

    return let_pass


@pytest.fixture
def let_leave(store):
    """Let the time pass in which a player who has left a game may come back."""

    def has_left(game_id):
        seen = {name: int(store.client.get(name)) for name in store.client.scan_iter(f"*:seen:{game_id}:*")}
        return [name for name, until_ms in seen.items() if until_ms <= now_ms() + GRACE_MS]

    def let_leave(game_id):
        (name,) = wait_until(lambda: has_left(game_id))
        store.client.set(name, now_ms(), keepttl=True)
        store.client.publish(CHANNEL, f"{game_id} 0")

    return let_leave


@pytest.fixture(scope="session")
def browser():
    expect.set_options(timeout=1000 * PATIENCE_S)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=BROWSER, args=IN_A_SANDBOX)
        yield browser
        browser.close()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item):
    """A failure is shown with the pages of the visitors."""
    report = yield
    if report.when == "call" and report.failed:
        for number, visitor in enumerate(getattr(item, "visitors", ())):
            seen = visitor.seen(f"failed-{item.name}-{number}")
            report.sections.append((f"Visitor {number}", seen))
    return report


@pytest.fixture
def visit(request, browser, address):
    """Make visitors, each with a browser of its own; `leave` checks for what none of them may see."""
    visitors = request.node.visitors = []

    def visit(at=None, **wishes):
        visitors.append(Visitor(browser, at or address, SCREENSHOTS, **wishes))
        return visitors[-1]

    yield visit
    for visitor in visitors:
        visitor.leave()
