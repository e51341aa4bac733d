"""``faceoff bench frames``: how long frames last while each game is played by clicks, on a phone with a processor four
times slower; fails where more than one of a hundred lasts longer than 50 ms.

No test: the figures depend on what else the machine does, so leave it alone meanwhile.
"""

import argparse
import random
import tempfile
import time
from pathlib import Path
from typing import Any, Final

from playwright.sync_api import Browser, sync_playwright

from engines import VARIANTS
from tests.browser import BROWSER, IN_A_SANDBOX
from tests.service.supervised import whole_service
from tests.web.visitor import LEGAL, Visitor

SLOWER: Final = 4
MOST_MS: Final = 51
"""Three frames of a screen with 60 in a second."""
MOST_BEYOND: Final = 0.01
PAUSE_MS: Final = 700
"""Between two clicks."""
WATCH: Final = """() => {
  window.frames_ms = [];
  let before = performance.now();
  const next = () => {
    frames_ms.push(performance.now() - before);
    before = performance.now();
    requestAnimationFrame(next);
  };
  requestAnimationFrame(next);
}"""
PLACES: Final = f"""() => {{
  if (document.querySelector(".holding")) return [];
  return ({LEGAL})().map((button) => {{
    const {{ left, top, width, height }} = button.getBoundingClientRect();
    return [left + Math.min(12, width / 4), top + height / 2];
  }});
}}"""
"""Where one may click: at the left of a card, which the next one does not cover."""


def main() -> int:
    """Print a line a game; 1 if frames are too long."""
    parser = argparse.ArgumentParser(description="The frames of the web client on a slow phone.")
    parser.add_argument("--seconds", type=int, default=20, help="of play in each game")
    seconds = parser.parse_args().seconds
    with tempfile.TemporaryDirectory() as folder, whole_service(Path(folder)) as (_, address), sync_playwright() as lib:
        browser = lib.chromium.launch(executable_path=BROWSER, args=IN_A_SANDBOX)
        beyond = [share_beyond(key, measured(browser, address, Path(folder), key, seconds)) for key in VARIANTS]
    return int(max(beyond) > MOST_BEYOND)


def measured(browser: Browser, address: str, folder: Path, key: str, seconds: int) -> list[float]:
    """The milliseconds of the frames of a game that is played at random."""
    visitor: Any = Visitor(browser, address, folder, size="phone", animations="full")
    page = visitor.page
    page.emulate_media(reduced_motion="no-preference")
    visitor.create(key)
    page.wait_for_selector(".hand button:enabled")
    visitor.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    page.evaluate(WATCH)
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        if places := page.evaluate(PLACES):
            page.mouse.click(*random.choice(places))
        page.wait_for_timeout(PAUSE_MS)
    frames: list[float] = page.evaluate("frames_ms")[1:]
    visitor.leave()
    return frames


def share_beyond(key: str, frames: list[float]) -> float:
    """The part of the frames that are too long; prints it, with the longest."""
    beyond = sum(ms > MOST_MS for ms in frames)
    longest = ", ".join(f"{ms:.0f}" for ms in sorted(frames)[-3:])
    print(f"{key:20} {len(frames)} frames, {beyond} longer than 50 ms; the longest {longest}", flush=True)
    return beyond / len(frames)


if __name__ == "__main__":
    raise SystemExit(main())
