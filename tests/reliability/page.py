"""docs/reliability.md: each tool writes its own part anew."""

import platform
import time
from collections.abc import Sequence
from pathlib import Path


def percentiles(seconds: Sequence[float]) -> str:
    """A distribution in words."""
    found = sorted(seconds)
    marks = {"median": 0.5, "95 %": 0.95, "99 %": 0.99, "longest": 1.0}
    return ", ".join(
        f"{name} {found[min(len(found) - 1, int(mark * len(found)))]:.2f} s" for name, mark in marks.items()
    )


def write_part(page: Path, name: str, text: str) -> None:
    """Replace what stands between the marks of a part; raises ValueError if the page has no such marks."""
    first, last = f"<!-- {name} -->\n", f"<!-- end of {name} -->"
    before, _, rest = page.read_text(encoding="utf-8").partition(first)
    _, found, after = rest.partition(last)
    if not found:
        raise ValueError(f"{page} has no part {name}")
    made = f"Measured on {time.strftime('%Y-%m-%d')}, Python {platform.python_version()}, {platform.machine()}.\n"
    page.write_text(f"{before}{first}\n{made}\n{text}\n\n{last}{after}", encoding="utf-8")
