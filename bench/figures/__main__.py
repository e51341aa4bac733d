"""Print every figure of the rules documents beside ours; ends with status 1 if one is out of its sampling error.

``python -m bench figures --games 1000 hockey``: which games, all if none is named.
"""

import argparse
import sys
from importlib import import_module
from importlib.util import find_spec

from engines import VARIANTS

SUSPICIOUS = 4.0
"""Standard errors; among some two hundred figures 3 come about by chance now and then."""


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games_named", nargs="*", metavar="GAME", choices=[*VARIANTS, []])
    parser.add_argument(
        "--games",
        type=int,
        default=10_000,
        help="games a row of a table, 1000 or more; long games make do with a part",
    )
    arguments = parser.parse_args()
    wrong = 0
    for key in arguments.games_named or VARIANTS:
        if find_spec(f"bench.figures.{key}") is None:
            print(f"{key}: its document's figures are not reproduced yet")
            continue
        print(f"{key:72} {'document':>10} {'here':>10} {'st. errors':>10}")
        for figure in import_module(f"bench.figures.{key}").figures(arguments.games):
            is_far = figure.deviation > SUSPICIOUS
            mark = "" if not is_far else " <--" if figure.players_known else " (players not described)"
            wrong += is_far and figure.players_known
            print(
                f"  {figure.name:70} {figure.document:10.3f} {figure.measured:10.3f} {figure.deviation:10.1f}{mark}",
                flush=True,
            )
    print(f"{wrong} figures are further than {SUSPICIOUS} standard errors from the document")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
