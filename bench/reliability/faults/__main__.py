"""Every use case under every fault: ``faceoff bench faults``, or
``faceoff bench faults --only 'quick pairing: a reply is lost'``.
"""

import logging
import random
import re
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path

from bench.reliability.faults.ground import Ground
from bench.reliability.faults.real import USE_CASE, carry_out_really, real_cases, real_service
from bench.reliability.faults.run import NAMES, Outcome, all_cases, carry_out, may_match
from bench.report import OF_PAGE, show, table
from bench.study import parser_of


def rows(outcomes: Sequence[Outcome]) -> Iterator[tuple[object, ...]]:
    """A row for each fault."""
    of_fault: dict[str, list[Outcome]] = defaultdict(list)
    for outcome in outcomes:
        of_fault[outcome.case.fault].append(outcome)
    for fault, found in sorted(of_fault.items()):
        held = sum(not outcome.broken for outcome in found)
        yield fault, len(found), held, f"{max(outcome.longest_s for outcome in found):.1f} s"


def broken_promises(outcomes: Sequence[Outcome], seed: int) -> list[str]:
    """The broken promises, once for each use case and kind of fault: how, how often, and the command that repeats the
    first case.
    """
    found: dict[tuple[str, str, str], list[Outcome]] = defaultdict(list)
    for outcome in outcomes:
        for how in outcome.broken:
            found[outcome.case.use_case, outcome.case.fault, NAMES.sub("#", how)].append(outcome)
    lines = []
    for (use_case, fault, kind), cases in sorted(found.items()):
        first = min(cases, key=lambda outcome: outcome.case.place)
        how = next(how for how in first.broken if NAMES.sub("#", how) == kind)
        at = ", ".join(sorted({str(outcome.case.place) for outcome in cases}, key=int))
        lines.append(f"- {use_case}: {fault} (at {at}; first {first.case.at!r})\n  {how}")
        lines.append(f"  faceoff bench faults --seed {seed} --only '^{first.case.name}$'")
    return lines


def main() -> int:
    options = {
        "seed": (1, "of ids and cards, of the order, and of the choice with --share"),
        "only": ("", "a regular expression for the names of cases"),
        "share": (1.0, "try only this share of the cases, chosen by the seed"),
    }
    wanted = parser_of(__doc__, **options, **OF_PAGE).parse_args()
    logging.disable()
    rng, began, outcomes = random.Random(wanted.seed), time.monotonic(), []
    with tempfile.TemporaryDirectory() as folder, Ground(Path(folder), wanted.seed) as ground:
        cases = [case for case in all_cases(ground, wanted.only) if rng.random() < wanted.share]
        rng.shuffle(cases)
        for number, case in enumerate(cases, 1):
            outcomes.append(outcome := carry_out(ground, case))
            print(
                f"{number} of {len(cases)}: {case.name}{', broken' * bool(outcome.broken)}", file=sys.stderr, flush=True
            )
    if may_match(wanted.only, USE_CASE):
        with tempfile.TemporaryDirectory() as folder, real_service(Path(folder)) as service:
            chosen = [
                case
                for case in real_cases(service)
                if re.search(wanted.only, case.name) and rng.random() < wanted.share
            ]
            outcomes += [carry_out_really(service, case) for case in chosen]
    broken = sum(bool(outcome.broken) for outcome in outcomes)
    took = f"{len(outcomes)} cases in {time.monotonic() - began:.0f} s; in {broken} of them a promise was broken."
    print(*broken_promises(outcomes, wanted.seed), "", sep="\n")
    heads = ("fault", "tried", "promises held", "longest wait")
    show("faults", [*table(heads, rows(outcomes)), took], wanted.page)
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main())
