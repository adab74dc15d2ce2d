"""Phases of a cycle as bands behind a plot."""

from typing import Any

import numpy as np

from prehensile.draw.tiles import INK
from prehensile.manipulate.cycle.phases import PHASES

BANDS = ("#eef3f8", "#fbf0e6", "#edf5ee")
"""approach, actuate, release"""


def add_bands(plot: Any, time: np.ndarray, phase: np.ndarray, named: bool = False) -> None:
    """A band for each, from its first step to its last.

    Args:
        plot: Matplotlib's axes.
        time: (T,) [s] at the ends of steps.
        phase: (T,) in which they were taken.
        named: whether the phases' names stand above.
    """
    for number, (name, color) in enumerate(zip(PHASES, BANDS, strict=True)):
        steps = np.flatnonzero(phase == number)
        if not len(steps):
            continue
        begin = time[steps[0] - 1] if steps[0] else 0.0
        plot.axvspan(begin, time[steps[-1]], color=color, zorder=0, lw=0)
        if named:
            plot.text(
                0.5 * (begin + time[steps[-1]]), 1.02, name, transform=plot.get_xaxis_transform(),
                ha="center", va="bottom", fontsize=8, color=INK,
            )  # fmt: skip
