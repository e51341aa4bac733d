"""The client below a path of a host that has other things too, behind nginx as ``deploy/`` configures it."""

from engines import VARIANTS
from tests.deploy.test_proxies import needs_proxies, nginx_of_ours
from tests.games import LONGEST_GAME
from tests.ports import free_port

pytestmark = needs_proxies


def test_a_game_is_played_below_a_path_and_asks_for_nothing_beside_it(visit, address, tmp_path):
    with nginx_of_ours(tmp_path, free_port(), address.rpartition(":")[2]) as port:
        ida = visit(at=f"http://127.0.0.1:{port}/play")
        ida.open()
        ida.page.get_by_role("button", name=f"Play: {VARIANTS[LONGEST_GAME].name}").click()
        ida.page.wait_for_selector(".hand")
        ida.start_tapping(5)
        ida.wait_for_taps(5)
        ida.page.goto(f"{ida.address}/docs/bots")
        assert ida.violations() == []
