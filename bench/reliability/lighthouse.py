"""``faceoff bench lighthouse``: Lighthouse's marks for the start page, a table and a page on how to play, on a phone of
the middle class; fails below 95 for performance, and below 100 for anything else.

No test: the marks for speed depend on what else the machine does. Lighthouse advises to take the median of several
runs.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
import urllib.request
from pathlib import Path
from statistics import median
from typing import Final

from tests.browser import BROWSER
from tests.service.supervised import whole_service

BUILD: Final = Path(__file__).parents[2] / "build" / "lighthouse"
LEAST: Final = {"performance": 95, "accessibility": 100, "best-practices": 100, "seo": 100}
"""The least mark of each category."""
RUNS: Final = 3
PAGES: Final = {"home": "", "table": "#/game/{}", "how-to": "rules/players/hockey"}
GAME: Final = {"variant": "hockey", "seats": [{"kind": "person", "name": "Ida"}, {"kind": "ai", "level": 1}]}


def main() -> int:
    """Print the marks; 1 if they are too low, 2 if Lighthouse is not installed."""
    argparse.ArgumentParser(description="Lighthouse's marks for the web client.").parse_args()
    if not BUILD.joinpath("done").exists():
        print("Lighthouse is not installed: `make build/lighthouse/done` does so.")
        return 2
    with tempfile.TemporaryDirectory() as folder, whole_service(Path(folder)) as (_, address):
        body = json.dumps(GAME).encode()
        request = urllib.request.Request(f"{address}/v1/games", body, {"Content-Type": "application/json"})
        with urllib.request.urlopen(request, timeout=20) as answer:
            game = json.load(answer)["id"]
        enough = [is_enough(name, f"{address}/{place.format(game)}") for name, place in PAGES.items()]
    return int(not all(enough))


def is_enough(name: str, address: str) -> bool:
    """Measure a page several times, print the marks, and whether the median is good enough in every category."""
    runs = [marks_of(name, address) for _ in range(RUNS)]
    medians = {category: median(marks[category] for marks in runs) for category in LEAST}
    scores = (
        f"{category} {mark} ({', '.join(str(marks[category]) for marks in runs)})" for category, mark in medians.items()
    )
    print(f"{name:6}", *scores, f"last report: build/lighthouse/{name}.report.html", sep="  ", flush=True)
    return all(medians[category] >= least for category, least in LEAST.items())


def marks_of(name: str, address: str) -> dict[str, int]:
    """The marks of a page, from 0 to 100, by category; the reports are written to the folder of Lighthouse."""
    options = ["--quiet", "--chrome-flags=--headless=new --no-sandbox", f"--only-categories={','.join(LEAST)}"]
    written = ["--output=json", "--output=html", f"--output-path={BUILD / name}"]
    environment = os.environ | {
        "CHROME_PATH": BROWSER or "",
        "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}",
    }
    subprocess.run(
        ["npx", "--no", "lighthouse", address, *options, *written], cwd=BUILD, env=environment, check=True, timeout=180
    )
    report = json.loads((BUILD / f"{name}.report.json").read_text())
    return {category: round(100 * report["categories"][category]["score"]) for category in LEAST}
