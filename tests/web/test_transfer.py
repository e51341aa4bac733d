"""How much a first game transfers."""

from urllib.parse import urlsplit

import pytest

MOST_BYTES = 200_000
THREE_PERIODS = 78
"""Moves."""
MOST_REQUESTS = 12
"""Four files, the variants, two lists of games, the game, its events, stream and sheet; and one to spare."""
MOST_BYTES_A_MOVE = 700
"""In overtime: the response of a move, and two messages of the stream."""


def test_a_first_game_is_there_after_one_call(visit):
    """The answer that makes the game has its view."""
    ida = visit(size="phone", lessons=True)
    ida.open()
    ida.page.wait_for_load_state("networkidle")
    before = len(ida.urls)
    with ida.page.expect_request("**/stream*"):
        ida.page.get_by_role("button", name="Play: Hockey").click()
    ida.page.wait_for_selector(".hand")
    asked = [urlsplit(url).path for url in ida.urls[before:] if "/client/" not in url]
    game = f"/v1/games/{ida.page.url.rsplit('/', 1)[1]}"
    assert asked[0] == "/v1/games"
    assert asked[1:] == [f"{game}/events", f"{game}/stream"], "only what happens from then on"


def play_from_the_start_page(visitor):
    """Play Hockey with one tap, and then what is legal, to the sheet; returns the requests of the moves."""
    visitor.open()
    visitor.page.get_by_role("button", name="Play: Hockey").click()
    visitor.page.wait_for_selector(".hand")
    visitor.start_tapping()
    assert visitor.wait_for_result()
    visitor.page.locator(".verdict .turning").wait_for()
    return [url for url in visitor.urls if url.endswith("/moves")]


@pytest.mark.slow
def test_a_guided_game_is_one_period_with_a_request_a_move_and_leads_to_a_whole_game(visit):
    ida = visit(size="phone", lessons=True)
    moves = play_from_the_start_page(ida)
    assert len(moves) <= 2 * THREE_PERIODS / 3, "with overtime"
    assert len(ida.urls) - len(moves) <= MOST_REQUESTS
    ida.page.get_by_role("button", name="Play a whole game").click()
    ida.page.wait_for_selector(".hand")  # before, taps would end with the game that is over
    ida.start_tapping(1)
    ida.page.locator(".period", has_text="Period 1 of 3").wait_for()


@pytest.mark.slow
def test_a_whole_first_game_of_hockey_transfers_less_than_200_kb(visit):
    """From the start page with one tap to the sheet: the client, every move and all that the page fetches after the
    game.
    """
    ida = visit(size="phone")
    protocol = ida.context.new_cdp_session(ida.page)
    protocol.send("Network.enable")
    done, coming = {}, {}
    protocol.on("Network.dataReceived", lambda data: _add(coming, data["requestId"], data["encodedDataLength"]))
    protocol.on(
        "Network.loadingFinished", lambda loaded: done.update({loaded["requestId"]: loaded["encodedDataLength"]})
    )
    moves = play_from_the_start_page(ida)
    received = sum((coming | done).values())  # a stream is finished some time after the game
    assert len(moves) >= THREE_PERIODS
    assert 100_000 < received < MOST_BYTES + MOST_BYTES_A_MOVE * (len(moves) - THREE_PERIODS)
    ida.shoot("after-hockey")
    assert ida.violations() == []


def _add(sizes, name, size):
    sizes[name] = sizes.get(name, 0) + size
