"""Plots of reduced mechanisms: static poses over MuJoCo's, and how far joints come apart."""

from pathlib import Path

import numpy as np

from prehensile.figures._forks_plots import draw_constraint_errors, draw_static_poses
from prehensile.forks.models.shipped import shipped
from prehensile.forks.reduced.model import ReducedModel, reduce

POSED = ("helix50", "ladder", "y")
PULLED = 0.25
"""Share of the bounding radius that end effectors of Figure 4-4 move."""
DISPLACED = ("y", "arm")
DISPLACEMENTS = np.linspace(0.01, 0.4, 30)
"""Relative, of Figure 4-5."""


def draw(folder: Path) -> list[Path]:
    """Draw all figures of the area into ``folder``; return their paths.

    The numbers are those of the figures in Andrews 2014.
    """
    poses = folder / "forks_figure_4_4.png"
    errors = folder / "forks_figure_4_5.png"
    return [
        draw_static_poses([_with_one_tip(name) for name in POSED], PULLED, poses),
        draw_constraint_errors([_with_one_tip(name) for name in DISPLACED], DISPLACEMENTS, errors),
    ]


def _with_one_tip(name: str) -> ReducedModel:
    mechanism = shipped(name)
    return reduce(mechanism, mechanism.effectors[:1])
