"""Figures 3-9 and 3-10, of numbers made up."""

import numpy as np

from prehensile.bench.manipulate.robustness import NEIGHBOURS, PHI, Robustness
from prehensile.figures.manipulate.robustness_plots import drawn_phases, drawn_reward


def test_both_are_drawn(tmp_path):
    shape = len(NEIGHBOURS), len(PHI)
    rng = np.random.default_rng(505)
    shown = Robustness(
        np.array(PHI), NEIGHBOURS, -rng.random(shape), rng.random((*shape, 2)),
        rng.random((*shape, 2)),
    )  # fmt: skip
    for drawn in (drawn_reward, drawn_phases):
        assert drawn(tmp_path / f"{drawn.__name__}.png", shown).stat().st_size > 15_000
