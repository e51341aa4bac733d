"""A visitor with a browser: a phone or a desktop, a language, bright or dark."""

import hashlib
import json
import re
import time
import urllib.request
from pathlib import Path

from playwright.sync_api import Error

from engines import VARIANTS
from tests.patience import PATIENCE_S

BUILD = Path(__file__).parents[2] / "build"
AXE = BUILD / "tools" / "node_modules" / "axe-core" / "axe.min.js"
SCREENSHOTS = BUILD / "screenshots"
SIZES = {
    "phone": {"width": 390, "height": 844},
    "small": {"width": 360, "height": 640},
    "desktop": {"width": 1280, "height": 850},
}
TOKEN = re.compile(r"g_[a-z2-7]{20}\.[\w-]{20,}")
CARDS = ".hand .held.legal:enabled"
MOVES = f"{CARDS}, .hand .moves button:enabled"
FINAL = ".after .result"
SEED = "a-seed-of-the-visitor-5"
ASIDE = "web/page.css"
"""A small file of the same origin, where the client does not run and so writes nothing of its own."""
AT = 'const at = async (file) => (await import(document.querySelector("script[src]").src)).$import(".", file);'
"""In a script for a page: its own module, by the name of the file."""

LEGAL = """() => {
  const visible = (selector) => [...document.querySelectorAll(selector)].filter((element) => element.checkVisibility());
  const main = visible(".hand .moves button.main:enabled");
  const isUsed = (button) => button.matches(".slot, [aria-pressed=true], [aria-disabled=true]");
  const rest = visible(".hand button:enabled").filter((button) => !isUsed(button));
  return main.length ? main : rest;
}"""
"""The buttons that lead on in the game: what has been chosen is played, else something is chosen."""
TAP = f"""
// Tap what is legal, until the game is over or `most` taps are done.
(most) => {{
  const legal = {LEGAL};
  window.taps = 0;
  const tap = () => {{
    if (document.querySelector(".after .result") || window.taps >= most) return;
    const choices = legal();
    const button = choices[Math.floor(Math.random() * choices.length)];
    if (button) {{
      window.taps += 1;
      button.click();
    }}
    setTimeout(tap, button ? 5 : 15);
  }};
  tap();
}}
"""


class Visitor:
    def __init__(
        self,
        browser,
        address,
        screenshots,
        *,
        size="desktop",
        language="en",
        scheme="light",
        name="Ida",
        animations="none",
        lessons=False,
        strict=True,
    ):
        self.address, self.screenshots, self.strict = address, screenshots, strict
        self.errors, self.urls, self.own = [], [], [address]
        device = {"viewport": SIZES[size], "has_touch": size != "desktop"}
        self.context = browser.new_context(**device, locale=language, color_scheme=scheme, reduced_motion="reduce")
        self.context.set_default_timeout(1000 * PATIENCE_S)
        done = [] if lessons else [f"lesson.{variant}" for variant in VARIANTS]
        wishes = json.dumps({"name": name, "level": 1, "animations": animations, "seenTips": done})
        self.context.add_init_script(f"localStorage['faceoff.wishes'] ??= {json.dumps(wishes)}")
        self.context.on("request", lambda request: self.urls.append(request.url))
        self.page = self.new_page()

    def new_page(self):
        """Another tab."""
        page = self.context.new_page()
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        page.on("console", self.note)
        return page

    def note(self, message):
        """Keep what the console shows as an error or a warning."""
        if message.type in ("error", "warning"):
            self.errors.append(f"{message.text} {Path(message.location['url']).name}")

    def open(self, place=""):
        self.page.goto(f"{self.address}/{place}")

    def shoot(self, name):
        """Write a picture of the page, for people to look at."""
        self.screenshots.mkdir(parents=True, exist_ok=True)
        self.page.screenshot(path=self.screenshots / f"{name}.png")

    def seen(self, name):
        """The address, the words and the errors of the page, for a test that has failed, and a picture of it."""
        try:
            self.shoot(name)
            words = self.page.locator("body").inner_text(timeout=1000)
        except Error as error:
            words = f"nothing: {error.message}"
        return "\n".join([self.page.url, words, *self.errors])

    def create(self, variant, seats=None, **settings):
        """Create a game by the API, with the promise of a seed, and open its table as its first person."""
        seats = seats or [{"kind": "person", "name": "Ida"}, {"kind": "ai", "level": 1}]
        promise = hashlib.sha256(SEED.encode()).hexdigest()
        body = json.dumps(
            {"variant": variant, "seats": seats, "pace_ms": 0, "seed_digest": promise, **settings}
        ).encode()
        request = urllib.request.Request(f"{self.address}/v1/games", body, {"Content-Type": "application/json"})
        with urllib.request.urlopen(request, timeout=PATIENCE_S) as answer:
            game = json.load(answer)
        saved = {name: game[name] for name in ("id", "tokens", "owner_token", "join_code")}
        saved |= {"token": game["tokens"]["0"], "commitment": game["fairness"]["commitment"], "seen": 0}
        saved["own_seed"] = {"by": "owner", "seed": SEED, "promises": None}
        self.sit(variant, saved)
        return game

    def sit(self, variant, saved):
        """Open the table of a saved game."""
        kept = {saved["id"]: {"saved": saved, "variant": variant, "title": "Ida", "at": 1000 * time.time()}}
        if self.page.url == "about:blank":  # one page less to open
            self.context.add_init_script(f"localStorage['faceoff.games'] ??= {json.dumps(json.dumps(kept))}")
        else:
            self.open(ASIDE)
            self.page.evaluate("kept => localStorage['faceoff.games'] = JSON.stringify(kept)", kept)
        self.open(f"#/game/{saved['id']}")
        self.page.wait_for_selector(".table")

    def start_tapping(self, most=100_000):
        self.page.evaluate(TAP, most)

    def wait_for_taps(self, number):
        self.page.wait_for_function("number => window.taps >= number", arg=number, polling=50)

    def wait_for_result(self):
        """The words of the result."""
        return self.page.wait_for_selector(FINAL, timeout=2000 * PATIENCE_S).inner_text().splitlines()[0]

    def violations(self):
        """What axe-core finds on the present page."""
        if not self.page.evaluate("'axe' in window"):
            self.page.evaluate(AXE.read_text())
        found = self.page.evaluate("axe.run({resultTypes: ['violations']})")["violations"]
        return [f"{one['id']}: {[node['target'] for node in one['nodes']]}" for one in found]

    def leave(self):
        self.context.close()
        foreign = [url for url in self.urls if not url.startswith((*(f"{own}/" for own in self.own), "data:", "blob:"))]
        assert not foreign, "nothing is loaded from another host"
        assert not [url for url in self.urls if TOKEN.search(url)], "no token is part of an address"
        assert not (self.errors and self.strict), self.errors
