"""Experiment 3: force and resistance rise with α, at the published gains and at 60 times them."""

import numpy as np
import pytest

from prehensile.control.experiments.grip import ALPHAS, grip_test
from prehensile.control.law.gains import EVERYDAY, GRASPS


@pytest.mark.parametrize(
    "gains",
    [
        pytest.param(GRASPS, id="published"),
        pytest.param(EVERYDAY, id="x60", marks=pytest.mark.long),
    ],
)
def test_force_rises_with_alpha(gains):
    forces = [grip_test(alpha, gains).force for alpha in ALPHAS]
    assert (np.diff(forces) > 0.01 * forces[-1]).all()
    assert forces[-1] > 1.5 * forces[0]


@pytest.mark.long
@pytest.mark.parametrize("gains", [GRASPS, EVERYDAY], ids=["published", "everyday"])
def test_a_stronger_grip_withstands_a_stronger_pull(gains):
    withstood = [grip_test(alpha, gains, pulled=True).withstood for alpha in (0.0, 0.25, 0.5)]
    assert (np.diff(withstood) > 0.05 * withstood[0]).all()


def test_the_published_gains_are_gentle():
    """About 0.1 N a digit."""
    assert 0.02 < grip_test(0.5).force / 5 < 0.15
