"""Every use case under every fault: ``make faults``, or ``python -m tests.faults --only 'quick pairing: a reply is lost'``."""

import argparse
import logging
import random
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path

from tests.faults.run import Outcome, all_cases, carry_out
from tests.faults.world import Ground
from tests.reliability.page import write_part


def table(outcomes: Sequence[Outcome]) -> str:
    """A row for each fault."""
    of_fault: dict[str, list[Outcome]] = defaultdict(list)
    for outcome in outcomes:
        of_fault[outcome.case.fault].append(outcome)
    lines = ["| fault | tried | promises held | longest wait |", "|---|---|---|---|"]
    for fault, found in of_fault.items():
        held = sum(not outcome.broken for outcome in found)
        lines.append(f"| {fault} | {len(found)} | {held} | {max(outcome.longest_s for outcome in found):.1f} s |")
    return "\n".join(lines)


def main() -> int:
    parser = argparse.ArgumentParser(prog="make faults", description="Every use case under every fault.")
    parser.add_argument("--seed", type=int, default=1, help="of the order, and of the choice with --share")
    parser.add_argument("--only", default="", help="a regular expression for the names of cases")
    parser.add_argument("--share", type=float, default=1.0, help="try only this share of the cases, chosen by the seed")
    parser.add_argument("--page", type=Path, help="docs/reliability.md, whose part is written anew")
    wanted = parser.parse_args()
    logging.disable()
    rng, began, outcomes = random.Random(wanted.seed), time.monotonic(), []
    with tempfile.TemporaryDirectory() as folder, Ground(Path(folder)) as ground:
        cases = [case for case in all_cases(ground, wanted.only) if rng.random() < wanted.share]
        rng.shuffle(cases)
        for case in cases:
            outcomes.append(outcome := carry_out(ground, case))
            for how in outcome.broken:
                print(f"{case.name} [{case.at}]\n    {how}\n    python -m tests.faults --only '{case.name}$'", flush=True)
    broken = [outcome for outcome in outcomes if outcome.broken]
    report = (
        f"{table(outcomes)}\n\n{len(outcomes)} cases in {time.monotonic() - began:.0f} s; in {len(broken)} of them a promise was broken."
    )
    print(report)
    if wanted.page:
        write_part(wanted.page, "faults", report)
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main())
