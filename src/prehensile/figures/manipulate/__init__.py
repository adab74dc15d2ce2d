"""Plots and film strips of learned manipulation: Andrews 2014, chapter 3.

What is learned here is learned anew by the printed method, in little; film strips are of the
policies that ship.
"""

import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from prehensile.figures.manipulate.basis_poses import draw_basis_poses
from prehensile.figures.manipulate.convergence_plot import draw_convergence
from prehensile.figures.manipulate.hull_plot import draw_hull_quality
from prehensile.figures.manipulate.robustness_plots import draw_robust_phases, draw_robust_reward
from prehensile.figures.manipulate.sequence_strips import draw_sequences
from prehensile.figures.manipulate.term_plot import draw_terms
from prehensile.manipulate.shipped import policy_named, shipped_names
from prehensile.manipulate.tasks.catalogue import STYLES

FIGURES: dict[str, Callable[[Path], Path]] = {
    "manipulate_figure_3_5.png": draw_basis_poses,
    "manipulate_figure_3_6.png": draw_convergence,
    "manipulate_figure_3_9.png": draw_robust_reward,
    "manipulate_figure_3_10.png": draw_robust_phases,
    "manipulate_terms.png": draw_terms,
    "manipulate_hull.png": draw_hull_quality,
}
"""File → what draws it. Numbers are those of Andrews 2014."""
STRIPS: Mapping[str, tuple[str, ...]] = {
    "manipulate_figure_3_7.png": ("ball", "dial"),
    "manipulate_figure_3_8.png": tuple(f"dial-{style}" for style in STYLES),
}
"""File → policies that it shows, a row each."""


def draw(folder: Path) -> list[Path]:
    """Draw all figures of the area into ``folder``; return their paths.

    Strips of policies that do not ship are left out, and stderr says so.
    """
    return [
        *(drawn(folder / name) for name, drawn in FIGURES.items()),
        *draw_strips(folder, shipped_names()),
    ]


def draw_strips(folder: Path, known: Sequence[str]) -> list[Path]:
    """Those of policies that are known; the others are told."""
    paths = []
    for file, names in STRIPS.items():
        for name in names:
            if name not in known:
                sys.stderr.write(f"{file}: no picture of {name}, which is not shipped\n")
        shown = {name: policy_named(name) for name in names if name in known}
        if shown:
            paths.append(draw_sequences(folder / file, shown))
    return paths
