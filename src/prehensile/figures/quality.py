"""Plots of grasp quality, synergies and holds: hull and ellipsoid, eigen postures, pressure."""

from collections.abc import Callable
from pathlib import Path

from prehensile.figures._quality_holds import draw_holds
from prehensile.figures._quality_plots import draw_ellipsoid_over_epsilon, draw_hull_and_ellipsoid
from prehensile.figures._quality_synergies import draw_synergies

FIGURES: dict[str, Callable[[Path], Path]] = {
    "quality_figure_3_4.png": draw_hull_and_ellipsoid,
    "quality_ellipsoid_over_epsilon.png": draw_ellipsoid_over_epsilon,
    "quality_figure_6_3.png": draw_holds,
}
"""File → what draws it; those of synergies come beside. Numbers are those of Andrews 2014."""


def draw(folder: Path) -> list[Path]:
    """Draw all figures of the area into ``folder``; return their paths."""
    return [*(drawn(folder / name) for name, drawn in FIGURES.items()), *draw_synergies(folder)]
