"""The pictures of the pages for players, docs/pictures/cards/<page>.svg: cards, drawn as the page draws them.

    python -m tests.web.cards                              all of them again
    python -m tests.web.cards hockey "9S . 4D . / . 9H . 4C!"     one of these cards

Time runs to the right. Above are the cards of the opponent, below those of the player; one with `!` is what matters. A
picture has the cards in its description.
"""

import re
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import sync_playwright

from tests.browser import BROWSER, IN_A_SANDBOX
from tests.service.supervised import whole_service

FOLDER = Path(__file__).parents[2] / "docs" / "pictures" / "cards"
DRAW = """
async (cards) => {
  const rows = cards.split(" / ").map((row) => row.split(" "));
  const LOOKS = ["fill", "stroke", "stroke-width", "stroke-linejoin"];
  const { $import } = await import(document.querySelector("script[type=module]").src);
  const [{ html, render }, { Face }] = [await $import("app", "html.js"), await $import("table", "card.js")];
  const place = document.body.appendChild(document.createElement("div"));
  const drawn = rows.flatMap((row, below) => row.map((code, at) => {
    if (code === ".") return "";
    render(html`<${Face} code=${code.slice(0, 2)} />`, place);
    const svg = place.querySelector("svg");
    const fill = getComputedStyle(svg).fill;
    const rank = svg.querySelector(".rank");
    for (const name of LOOKS) rank.setAttribute(name, getComputedStyle(rank).getPropertyValue(name));
    const edge = code[2] ? 'stroke="#f5b301" stroke-width="6"' : 'stroke="#8fa3b5"';
    const card = `<rect x="1" y="1" width="98" height="140" rx="13" fill="#fff" ${edge}/>${svg.innerHTML}`;
    render(null, place);
    return `<g transform="translate(${4 + 112 * at} ${4 + 154 * below})" fill="${fill}">${card}</g>\\n`;
  })).join("");
  place.remove();
  const wide = 112 * rows[0].length - 4;
  const size = `viewBox="0 0 ${wide} 304" width="${wide / 2}" height="152"`;
  return `<svg xmlns="http://www.w3.org/2000/svg" ${size}>\\n<desc>${cards}</desc>\\n${drawn}</svg>\\n`;
}
"""


def pictures():
    """The cards of each picture, by the name of its page."""
    return {file.stem: re.search("<desc>(.*)</desc>", file.read_text("utf-8"))[1] for file in sorted(FOLDER.iterdir())}


def drawn(page, cards):
    """A picture, as the page at which a browser is draws it."""
    return page.evaluate(DRAW, cards)


def main(*named):
    wanted = dict([named]) if named else pictures()
    with (
        tempfile.TemporaryDirectory() as folder,
        whole_service(Path(folder)) as (_, address),
        sync_playwright() as playwright,
    ):
        page = playwright.chromium.launch(executable_path=BROWSER, args=IN_A_SANDBOX).new_page()
        page.goto(address)
        for name, cards in wanted.items():
            (FOLDER / f"{name}.svg").write_text(drawn(page, cards), encoding="utf-8")


if __name__ == "__main__":
    main(*sys.argv[1:])
