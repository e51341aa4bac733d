"""The ratings of the levels as a picture, docs/pictures/strength.png: ``faceoff bench ladder --draw-only``."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from ai.levels import LEVELS, Level
from ai.strength import Strength, ratings
from clients.plots import ACCENT, INK, new_plot, save
from engines import VARIANTS

PLOT = Path(__file__).parents[2] / "docs" / "pictures" / "strength.png"
COLUMNS = 3
TITLE = "Strength of the computer opponents"
ROOM_FOR_A_FIGURE = 110
"""Right of the longest interval, in Elo."""

Row = Mapping[str, Any]


def rated(rows: Sequence[Row]) -> Iterator[tuple[str, dict[Level, Strength]]]:
    """Each measured game and preset by its title, with the ratings of those of its levels that have one, from the
    lowest up.
    """
    ladders = dict.fromkeys((row["variant"], row["preset"]) for row in rows)
    for key, preset in sorted(ladders, key=lambda ladder: list(VARIANTS).index(ladder[0])):
        found = ratings([row for row in rows if (row["variant"], row["preset"]) == (key, preset)])
        title = f"{VARIANTS[key].name}, {preset.replace('_', ' ')}"
        yield title, {level: found[key, level.key] for level in LEVELS if (key, level.key) in found}


def in_words(rows: Sequence[Row]) -> str:
    """What the picture shows, a line for each game and preset; the intervals are of 95 %."""
    return "\n".join(
        f"{title}: "
        + ", ".join(f"{level.name} {own.elo:+} [{own.low:+}, {own.high:+}]" for level, own in strengths.items())
        for title, strengths in rated(rows)
    )


def draw(rows: Sequence[Row], file: Path = PLOT) -> None:
    """A panel for each game and preset, all on one scale: a point for each level, with its 95 % interval."""
    panels = list(rated(rows))
    lines = -(-len(panels) // COLUMNS)
    figure, axes = new_plot(lines, COLUMNS, 0.6 + 2.0 * lines, sharex=True, sharey=True)
    for axis, (title, strengths) in zip(axes.flat, panels, strict=False):
        places, found = [LEVELS.index(level) for level in strengths], list(strengths.values())
        elos = [own.elo for own in found]
        margins = [[own.elo - own.low for own in found], [own.high - own.elo for own in found]]
        axis.errorbar(
            elos, places, xerr=margins, fmt="o", color=ACCENT, ecolor=ACCENT, elinewidth=1.5, capsize=3, markersize=5
        )
        for place, own in zip(places, found, strict=True):
            axis.annotate(
                f"{own.elo}",
                (own.high, place),
                (5, 0),
                textcoords="offset points",
                va="center",
                color=INK,
                fontsize=8,
            )
        axis.set_title(title)
        axis.grid(visible=False, axis="y")
    for axis in axes.flat[len(panels) :]:
        axis.set_visible(False)
    names, most = (
        [level.name for level in LEVELS],
        max((own.high for _, strengths in panels for own in strengths.values()), default=0),
    )
    axes[0, 0].set(
        yticks=range(len(names)), yticklabels=names, ylim=(-0.6, len(names) - 0.4), xlim=(0, most + ROOM_FOR_A_FIGURE)
    )
    figure.supxlabel("Elo over random play, with 95 % intervals")
    save(figure, file, TITLE, in_words(rows))
