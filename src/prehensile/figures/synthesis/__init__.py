"""Plots and film strips of interaction synthesis: Kry 2005, chapter 5.

Grasps and sessions are of the lab's development seeds.
"""

from collections.abc import Callable
from pathlib import Path

from prehensile.figures.synthesis.another_object import draw_another_object
from prehensile.figures.synthesis.closed_form_plots import draw_incline, draw_pinch
from prehensile.figures.synthesis.gaiting import draw_gaiting
from prehensile.figures.synthesis.grip_reflex import draw_reflex, draw_slip
from prehensile.figures.synthesis.heavy_box import draw_heavy_boxes, draw_heights
from prehensile.figures.synthesis.replay_plots import (
    draw_noisy_replay,
    draw_replay,
    draw_world_forces,
)
from prehensile.figures.synthesis.solver_plot import draw_solver_time
from prehensile.figures.synthesis.stillness_plot import draw_creep
from prehensile.figures.synthesis.textures import draw_exploring, draw_scratching
from prehensile.figures.synthesis.vibration_plots import draw_vibration
from prehensile.figures.synthesis.warp_strips import draw_warp_strips

FIGURES: dict[str, Callable[[Path], Path]] = {
    "synthesis_figure_5_6.png": draw_another_object,
    "synthesis_figure_5_7.png": draw_heavy_boxes,
    "synthesis_heights.png": draw_heights,
    "synthesis_figure_5_8.png": draw_reflex,
    "synthesis_slip.png": draw_slip,
    "synthesis_figure_5_9.png": draw_gaiting,
    "synthesis_scratching.png": draw_scratching,
    "synthesis_exploring.png": draw_exploring,
    "synthesis_vibration.png": draw_vibration,
    "synthesis_warp.png": draw_warp_strips,
    "synthesis_replay.png": draw_replay,
    "synthesis_noisy_replay.png": draw_noisy_replay,
    "synthesis_world_forces.png": draw_world_forces,
    "synthesis_incline.png": draw_incline,
    "synthesis_pinch.png": draw_pinch,
    "synthesis_creep.png": draw_creep,
    "synthesis_solver.png": draw_solver_time,
}
"""File → what draws it. Numbers are those of Kry 2005."""


def draw(folder: Path) -> list[Path]:
    """Draw all figures of the area into ``folder``; return their paths."""
    return [drawn(folder / name) for name, drawn in FIGURES.items()]
