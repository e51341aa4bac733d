"""The pictures of README.md, in docs/pictures: a table in the browser, bright and dark, and the
terminal player.

With the service and the browser of the tests of the browser. The games are dealt anew, so each time other cards are
shown: what is shown is the first good moment.
"""

import base64
import io
import re
import sys
import tempfile
from importlib import import_module
from pathlib import Path

from PIL import Image
from playwright.sync_api import sync_playwright
from rich.console import Console
from rich.terminal_theme import TerminalTheme
from rich.text import Text

from clients.terminal.play import Player
from engines import VARIANTS
from faceoff_client import Client
from tests.browser import BROWSER, IN_A_SANDBOX, NAMES
from tests.service.supervised import whole_service
from tests.web.visitor import Visitor

PICTURES = Path(__file__).parents[2] / "docs" / "pictures"
PICTURED = [key for key in VARIANTS if (Path(__file__).parents[1] / key / "picture.py").exists()]
"""Games that say when their table makes a good picture."""
NAME, LEVEL = "Ida", 4
SIMULATIONS = 100
SETTLED_MS = 1000
"""For the commentary to come and be scrolled."""
WITHOUT_TIPS = "localStorage['faceoff.wishes'] = JSON.stringify({ name: 'Ida', level: 4, tips: false, seenTips: [] })"
SIZES = {"desktop": {"width": 1080, "height": 870}, "phone": {"width": 390, "height": 822}}
FRAMES = {"light": "#16202b", "dark": "#4b5f73"}
PAGE = """
<body style="margin: 0"><main style="display: inline-flex; align-items: center; gap: 28px">
  <img style="border: 10px solid {frame}; border-radius: 22px" src="data:image/png;base64,{desktop}">
  <img style="border: 10px solid {frame}; border-radius: 40px" src="data:image/png;base64,{phone}">
</main>
"""
NORMAL = ["16202b", "c4152c", "5fd38d", "ffd166", "0b4f8a", "d3a4f0", "6fdde6", "ffffff"]
BRIGHT = ["8fa3b5", "ff6b7d", "5fd38d", "ffd166", "7cc0ff", "d3a4f0", "6fdde6", "ffffff"]
CLEAR = 255
"""The place of no colour in a palette."""
MONOSPACE = "ui-monospace, 'DejaVu Sans Mono', Menlo, Consolas, monospace"


def is_good_in(key):
    """Whether a view of a game makes a good picture: ``is_good`` of tests/<key>/picture.py."""
    return import_module(f"tests.{key}.picture").is_good


def play_to(is_good, create):
    """A game that stands at a good moment, with good moves up to there: the first of those that ``create`` makes."""
    while True:
        game = create()
        for view in game.turns():
            if is_good(view):
                return game
            game.play(game.suggest(simulations=SIMULATIONS))


def table_pictures(browser, address):
    """A desktop next to a phone, as PNG by colour scheme."""
    client = Client(address)
    games = {
        size: play_to(is_good_in(key), lambda key=key: client.create(key, level=LEVEL, name=NAME))
        for size, key in (("desktop", PICTURED[-1]), ("phone", PICTURED[0]))
    }
    for scheme, frame in FRAMES.items():
        screens = {
            size: base64.b64encode(screen(browser, address, game, size, scheme)).decode()
            for size, game in games.items()
        }
        page = browser.new_page(viewport={"width": 1600, "height": 900})
        page.set_content(PAGE.format(frame=frame, **screens))
        yield scheme, page.locator("main").screenshot(omit_background=True)
        page.close()


def screen(browser, address, game, size, scheme):
    """What Ida sees of a game, as PNG."""
    ida = Visitor(browser, address, PICTURES, size=size, scheme=scheme)
    ida.context.add_init_script(WITHOUT_TIPS)
    ida.page.set_viewport_size(SIZES[size])
    ida.sit(game.variant, game.saved())
    ida.page.wait_for_selector(".hand .held.legal")
    ida.page.wait_for_timeout(SETTLED_MS)
    shot = ida.page.screenshot()
    ida.leave()
    return shot


def terminal_picture(address):
    """The terminal player with a hint, as SVG."""
    console = Console(
        record=True,
        force_terminal=True,
        color_system="standard",
        width=80,
        height=24,
        file=io.StringIO(),
        highlight=False,
    )
    player = Player(Client(address), console)
    game = play_to(is_good_in(PICTURED[0]), lambda: player.choose(PICTURED[0], "standard", {"level": LEVEL}, NAME))
    player.read_events(game)
    console.export_text()  # forgets what has been printed
    player.show(game)
    prompt = Text("Your move > ", "bold")
    console.print(prompt + Text("hint"), player.hint(), prompt + Text("\N{FULL BLOCK}"), sep="\n")
    svg = console.export_svg(title="make play", theme=theme(), unique_id="terminal")
    return without_fonts_from_elsewhere(svg)


def theme():
    """Colours in which cards can be distinguished."""
    rgb = [[tuple(bytes.fromhex(colour)) for colour in colours] for colours in (["0d1722"], ["e8eff5"], NORMAL, BRIGHT)]
    return TerminalTheme(rgb[0][0], rgb[1][0], rgb[2], rgb[3])


def without_fonts_from_elsewhere(svg):
    """Rich's picture with the fonts of the reader."""
    svg = re.sub(r"@font-face \{.*?\}\s*", "", svg, flags=re.DOTALL)
    return svg.replace("Fira Code, monospace", MONOSPACE).replace(
        "font-family: arial", "font-family: system-ui, sans-serif"
    )


def small(png):
    """A picture in 255 colours and none, as PNG."""
    picture = Image.open(io.BytesIO(png))
    few = picture.convert("RGB").quantize(CLEAR, kmeans=3, dither=Image.Dither.NONE)
    few.putpalette([*few.getpalette()[: 3 * CLEAR], 0, 0, 0])
    few.paste(CLEAR, mask=picture.getchannel("A").point(lambda alpha: 255 * (alpha < 128)))
    written = io.BytesIO()
    few.save(written, "png", optimize=True, transparency=CLEAR)
    return written.getvalue()


def main():
    """Take the pictures; 1 if there is no browser."""
    if BROWSER is None:
        print(f"The table is drawn by a browser: install one of {', '.join(NAMES)}.")
        return 1
    PICTURES.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, whole_service(Path(folder), FACEOFF_AI_PACE_MS="0") as (_, address):
        (PICTURES / "terminal.svg").write_text(terminal_picture(address))
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=BROWSER, args=IN_A_SANDBOX)
            for scheme, png in table_pictures(browser, address):
                (PICTURES / ("table.png" if scheme == "light" else "table-dark.png")).write_bytes(small(png))
            browser.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
