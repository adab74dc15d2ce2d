"""Plots and tables of compliance estimation, from virtual recording sessions: Kry 2005, chapter 4.

Sessions are of the lab's development seeds, and shorter than those of the bench.
"""

from collections.abc import Callable
from pathlib import Path

from prehensile.figures.compliance.contact_plots import (
    draw_fits,
    draw_knuckle,
    draw_middle_joint,
)
from prehensile.figures.compliance.fingerpad_plots import draw_contact, draw_presses, draw_scatter
from prehensile.figures.compliance.grasp_table import draw_grasp_table
from prehensile.figures.compliance.perturbation_plots import (
    draw_estimation_data,
    draw_forces,
    draw_perturbed,
    draw_windows,
)
from prehensile.figures.compliance.push_table import draw_push_table
from prehensile.figures.compliance.raw_plot import draw_raw
from prehensile.figures.compliance.task_table import draw_task_table

FIGURES: dict[str, Callable[[Path], Path]] = {
    "compliance_figure_4_2.png": draw_raw,
    "compliance_figure_4_3.png": draw_fits,
    "compliance_figure_4_5.png": draw_middle_joint,
    "compliance_figure_4_6.png": draw_knuckle,
    "compliance_figure_4_8.png": draw_perturbed,
    "compliance_figure_4_9.png": draw_estimation_data,
    "compliance_figure_4_10.png": draw_windows,
    "compliance_figure_4_11.png": draw_forces,
    "compliance_figure_4_13.png": draw_presses,
    "compliance_figure_4_14.png": draw_scatter,
    "compliance_figure_4_15.png": draw_contact,
    "compliance_table_4_2.png": draw_grasp_table,
    "compliance_table_4_3.png": draw_task_table,
    "compliance_table_4_4.png": draw_push_table,
}
"""File → what draws it. Numbers are those of Kry 2005."""


def draw(folder: Path) -> list[Path]:
    """Draw all figures of the area into ``folder``; return their paths."""
    return [drawn(folder / name) for name, drawn in FIGURES.items()]
