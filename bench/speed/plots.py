"""The curves of docs/performance.md."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from clients.plots import ACCENT, INK, OTHER, SOFT, new_plot, save

PICTURES = Path(__file__).parents[2] / "docs" / "pictures"
COLOURS = (ACCENT, OTHER, SOFT, INK)
MARKERS = "osD^"
HEIGHT = 3.4
"""Inches."""
MANY_DECADES = 900
"""Where an axis goes this many times as far, only powers of ten are labelled."""


@dataclass(frozen=True)
class Curve:
    """Points from left to right."""

    name: str
    points: Sequence[tuple[float, float]]
    computed: int = 0
    """This many of the last points are computed, not measured: they are dotted."""


@dataclass(frozen=True)
class Panel:
    """Curves on the same scales, which are logarithmic."""

    title: str
    below: str
    curves: Sequence[Curve]

    def in_words(self) -> str:
        """The contents of the panel."""
        lines = (f"{curve.name}: " + ", ".join(f"{y:.4g} at {x:g}" for x, y in curve.points) for curve in self.curves)
        return f"{self.title}, by {self.below}. " + "; ".join(lines)


def draw(file: Path, title: str, panels: Sequence[Panel]) -> None:
    """Panels side by side, with the legend of the first one below."""
    from matplotlib.ticker import LogLocator, NullLocator

    figure, axes = new_plot(1, len(panels), HEIGHT)
    for axis, panel in zip(axes.flat, panels, strict=True):
        for curve, colour, marker in zip(panel.curves, COLOURS, MARKERS, strict=False):
            measured = len(curve.points) - curve.computed
            look = {"color": colour, "marker": marker, "markersize": 4}
            axis.plot(*zip(*curve.points[:measured], strict=True), label=curve.name, **look)
            if curve.computed:
                axis.plot(*zip(*curve.points[measured - 1 :], strict=True), linestyle=":", fillstyle="none", **look)
        axis.set(xscale="log", yscale="log", xlabel=panel.below, title=panel.title)
        for scale in (axis.xaxis, axis.yaxis):
            low, high = scale.get_view_interval()
            scale.set_major_locator(LogLocator(subs=(1, 2, 5) if high < MANY_DECADES * low else (1,), numticks=12))
            scale.set_major_formatter(lambda value, _: f"{value:,.0f}" if value >= 1 else f"{value:g}")
            scale.set_minor_locator(NullLocator())
    figure.legend(*axes.flat[0].get_legend_handles_labels(), loc="outside lower center", ncols=len(COLOURS))
    save(figure, file, title, "\n".join(panel.in_words() for panel in panels))
