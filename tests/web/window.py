"""What of a table is outside the window or covered, decision by decision.

The decisions are recorded by playing over the API; then the page draws their views directly, with no game behind it, in
windows of several sizes: a whole game in seconds.

    python -m tests.web.window [variant...]    every decision, in all settings, with the boxes that do not fit
"""

import random
import sys
import tempfile
from collections import Counter
from pathlib import Path

from playwright.sync_api import sync_playwright

from engines import VARIANTS
from faceoff_client import Client
from tests.browser import BROWSER, IN_A_SANDBOX
from tests.service.supervised import whole_service
from tests.web.visitor import SCREENSHOTS, Visitor

WINDOWS = ((390, 844), (320, 568), (844, 390), (768, 1024), (1440, 900))
LONG_NAME = "Bartholomaeus Maximilian von Hohenzollern"[:40]
NAMES = ("Ida", "Ole", "Eva", "Per")
LONG_NAMES = tuple(LONG_NAME[: 40 - place] for place in range(4))
SETTINGS = {"usual": ("en", 100, NAMES), "hard": ("fr", 200, LONG_NAMES)}
"""Language and size of the text in per cent, and names."""
MOST_MOVES = 900
BEHIND = Path(__file__).with_suffix(".js").read_text("utf-8")


def seats_of(names):
    return [{"kind": "person", "name": name} for name in names]


def record(address, variant, names, language="en", seed=1, most=MOST_MOVES, **settings):
    """The decisions of a game played at random: for each the view and the events of who decides."""
    rng = random.Random(seed)
    first = Client(address, language=language).create(variant, seats=seats_of(names), pace_ms=0, **settings)
    games = [first.for_seat(seat) for seat in range(len(names))]
    game, decisions = games[0], []
    while not game.is_over and len(decisions) < most:
        (asked, *_) = game.view["to_act"]
        if asked != game.seat:
            game = games[asked]
            game.refresh()
        decisions.append({"view": {name: value for name, value in game.view.items() if name != "events"}})
        if game.choice:
            cards = rng.sample(game.choice["candidates"], len(game.choice["slots"]))
            game.play({"type": game.choice["type"], game.choice["field"]: cards}, wait_s=0)
        else:
            game.play(rng.choice(game.legal_moves)["move"], wait_s=0)
    events = [list(game.events(0, follow=False)) for game in games]
    for decision in decisions:
        view = decision["view"]
        known = [event for event in events[view["you"]["seat"]] if event["version"] <= view["version"]]
        decision["events"] = known[-40:]
    return first.id, decisions


def telling(decisions, most):
    """Decisions that look different: of each kind one, those with the most cards, moves and events first."""

    def kind(decision):
        view = decision["view"]
        return (view["table"]["node"], *sorted({entry["move"]["type"] for entry in view["legal_moves"]}))

    def size(decision):
        view, events = decision["view"], decision["events"]
        happened = sum(event["version"] == view["version"] for event in events)
        return 3 * len(view["hand"]) + len(view["legal_moves"]) + 2 * happened

    largest = sorted(decisions, key=size, reverse=True)
    number = {}
    counts = Counter()
    for decision in largest:
        counts[kind(decision)] += 1
        number[id(decision)] = counts[kind(decision)]
    return sorted(largest, key=lambda decision: number[id(decision)])[:most]


def draw_behind(visitor, game_id):
    """A page that draws what it is shown, with no game behind it."""
    visitor.open("#/")
    visitor.page.wait_for_selector("main")
    visitor.page.evaluate(BEHIND, {"id": game_id})


def misfits(visitor, game_id, decisions, percent):
    """What does not fit with text of that size: by window and decision."""
    page, found = visitor.page, {}
    draw_behind(visitor, game_id)
    page.evaluate("percent => document.documentElement.style.fontSize = `${percent}%`", percent)
    for width, height in WINDOWS:
        page.set_viewport_size({"width": width, "height": height})
        for place, decision in enumerate(decisions):
            page.evaluate("decision => show(decision)", decision)
            if boxes := page.evaluate("misfits()"):
                found[f"{width} x {height}, decision {place}"] = boxes
    return found


GAMES = {**{key: (key, 2, {}) for key in VARIANTS}, "partnership": ("hockey", 4, {"preset": "partnership"})}


def main(names):
    """Print what does not fit in any decision of a game each; the number of such decisions."""
    total = Counter()
    with (
        tempfile.TemporaryDirectory() as folder,
        whole_service(Path(folder), FACEOFF_AI_PACE_MS="0") as (_, address),
        sync_playwright() as playwright,
        playwright.chromium.launch(executable_path=BROWSER, args=IN_A_SANDBOX) as browser,
    ):
        for name in names or GAMES:
            variant, count, settings = GAMES[name]
            for setting, (language, percent, players) in SETTINGS.items():
                game_id, decisions = record(address, variant, players[:count], language, **settings)
                visitor = Visitor(browser, address, SCREENSHOTS, language=language)
                found = misfits(visitor, game_id, decisions, percent)
                visitor.context.close()
                total["decisions"] += len(decisions) * len(WINDOWS)
                total["misfits"] += len(found)
                print(f"{name}, {setting}: {len(found)} of {len(decisions) * len(WINDOWS)}")
                for place, boxes in list(found.items())[:8]:
                    print(f"  {place}: {'; '.join(boxes[:4])}")
    print(f"{total['misfits']} of {total['decisions']} decisions do not fit")
    return min(total["misfits"], 1)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
