"""Plots for documents: one style, on a background of their own, so that they are readable on light and dark pages; the
figures are also in the file's metadata.

For tools that draw when they are done: matplotlib is imported with the first plot.
"""

from pathlib import Path
from typing import Any

INK, SOFT, LINE, CARD, ACCENT, OTHER = "#10243a", "#4b5f73", "#c3d2de", "#ffffff", "#0b4f8a", "#8a1420"
"""The colours of the web client."""
WIDTH = 9.0
"""Inches of 72 pixels: a page of a code host shows it at about this width."""
DPI = 144
"""Sharp on a screen with two pixels for one."""
LOOK: Any = {
    "axes.axisbelow": True,
    "axes.edgecolor": LINE,
    "axes.facecolor": CARD,
    "axes.grid": True,
    "axes.labelcolor": SOFT,
    "axes.spines.right": False,
    "axes.spines.top": False,
    "axes.titlelocation": "left",
    "axes.titlesize": 10,
    "axes.titleweight": "bold",
    "figure.labelsize": 9,
    "figure.edgecolor": LINE,
    "figure.facecolor": CARD,
    "figure.titlesize": 12,
    "figure.titleweight": "bold",
    "font.size": 9,
    "grid.color": LINE,
    "grid.linewidth": 0.6,
    "legend.frameon": False,
    "text.color": INK,
    "xtick.color": SOFT,
    "xtick.labelcolor": INK,
    "ytick.color": SOFT,
    "ytick.labelcolor": INK,
}


def new_plot(rows: int, columns: int, height: float, **options: Any) -> tuple[Any, Any]:
    """A figure of ``height`` inches, and its axes as an array of ``rows`` and ``columns``; ``options`` are those of
    ``subplots``.
    """
    import matplotlib

    matplotlib.use("agg")
    from matplotlib import pyplot

    matplotlib.rcParams.update(LOOK)
    figure, axes = pyplot.subplots(
        rows, columns, squeeze=False, figsize=(WIDTH, height), layout="constrained", linewidth=1, **options
    )
    figure.get_layout_engine().set(w_pad=0.12, h_pad=0.1, wspace=0.02, hspace=0.02)
    return figure, axes


def save(figure: Any, file: Path, title: str, figures: str) -> None:
    """Write the plot as png, with its title and, in words, its ``figures``."""
    figure.suptitle(title, x=0.015, horizontalalignment="left")
    file.parent.mkdir(parents=True, exist_ok=True)
    figure.savefig(file, dpi=DPI, metadata={"Title": title, "Description": figures, "Software": None})
