"""Plots of interaction capture, from simulated sensors: Kry 2005, chapter 3 and appendix A."""

from collections.abc import Callable
from pathlib import Path

from prehensile.figures._capture_fsr import draw_coupling_x, draw_coupling_y, draw_line
from prehensile.figures._capture_markers import draw_skeleton
from prehensile.figures._capture_nail import draw_estimates, draw_scans
from prehensile.figures._capture_tango import draw_grasp, draw_taxel

FIGURES: dict[str, Callable[[Path], Path]] = {
    "capture_figure_3_3.png": draw_skeleton,
    "capture_figure_3_7.png": draw_line,
    "capture_figure_3_8.png": draw_coupling_y,
    "capture_figure_3_9.png": draw_coupling_x,
    "capture_figure_3_11.png": draw_estimates,
    "capture_figure_3_14.png": draw_taxel,
    "capture_figure_3_15.png": draw_grasp,
    "capture_figure_a_3.png": draw_scans,
}
"""File → what draws it. Numbers are those of Kry 2005."""


def draw(folder: Path) -> list[Path]:
    """Draw all figures of the area into ``folder``; return their paths."""
    return [drawn(folder / name) for name, drawn in FIGURES.items()]
