"""Figure 5.7 of Kry 2005: a light grasp lifts a light box; a heavy one stays."""

from functools import cache
from pathlib import Path

import numpy as np

from prehensile.capture.lab.tasks.box import MASS
from prehensile.draw.film_strips import draw_film_strips
from prehensile.draw.tiles import INK, save_figure
from prehensile.extras import optional
from prehensile.figures.compliance.raw_plot import dressed
from prehensile.figures.synthesis.captured_grasp import (
    EYE,
    captured_grasp,
    height,
    played_on,
    small_box,
    told_times,
)
from prehensile.motion.clip import Clip

DIGITS = 3
"""that grip: the thumb and two fingers"""
MASSES = (MASS, 0.12, 0.24, 0.4, 0.8)
"""[kg]"""
SHOWN = (MASS, 0.4, 0.8)
"""[kg] in the film strips"""
TILE = (240, 220)
COLORS = ("#009e73", "#56b4e9", "#0072b2", "#d55e00", "#b5332e")


def draw_heavy_boxes(path: Path) -> Path:
    """Film strips of the lightest box and of heavy ones."""
    clips = {f"{1e3 * mass:.0f} g": heavier(mass) for mass in SHOWN}
    return draw_film_strips(clips, told_times(captured_grasp(DIGITS)), path, TILE, np.array(EYE))


def draw_heights(path: Path) -> Path:
    """How high boxes of all masses come."""
    figure = optional("matplotlib.figure").Figure(figsize=(8, 4.2), dpi=100, layout="constrained")
    plot = figure.subplots()
    captured = captured_grasp(DIGITS).clip
    own = 1e3 * height(captured)
    plot.plot(captured.time, own, "--", color=INK, lw=1, label="captured, 12 g")
    for mass, color in zip(MASSES, COLORS, strict=True):
        clip = heavier(mass)
        plot.plot(clip.time, 1e3 * height(clip), color=color, label=f"{1e3 * mass:.0f} g")
    plot.set(xlabel="time [s]", ylabel="height of the box [mm]", ylim=(-8, 45))
    plot.legend(frameon=False, fontsize=9)
    dressed(plot)
    figure.suptitle(
        "Figure 5.7: the same grasp of thumb, index and middle on boxes of different masses\n"
        "(heavy ones are knocked off the stand as the hand, by then above them, comes down)",
        fontsize=11, color=INK,
    )  # fmt: skip
    return save_figure(figure, path)


@cache
def heavier(mass: float) -> Clip:
    """The captured grasp on a box of another mass [kg]."""
    return played_on(small_box(mass), captured_grasp(DIGITS)).clip
