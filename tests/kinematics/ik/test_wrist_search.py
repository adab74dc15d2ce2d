"""The search's slopes and curvatures are those of the least misses themselves."""

import numpy as np
import pytest
from tests.kinematics.adult_hands import fingertips

from prehensile.hand.hand import Hand
from prehensile.hand.joints import DIGITS
from prehensile.kinematics.ik.digit_solver import DigitSolver
from prehensile.kinematics.ik.wrist_search import ARM, WristSearch
from prehensile.lie import se3


@pytest.mark.parametrize("weight", [0.0, 1.0])
def test_gradient_and_hessian_against_differences(weight, rng):
    hand = Hand()
    search = WristSearch(hand, DigitSolver(hand, DIGITS, "pad", 2 / 3))
    goal = fingertips(hand, hand.spec.rest, "pad") + 0.03 * rng.normal(size=(20, 5, 3))
    palm = np.tile(np.eye(4), (20, 1, 1))
    home = palm @ se3.exp(np.full(6, 0.05))
    scale = np.array([1, 1, 1, ARM, ARM, ARM])

    def look(step):
        return search._look(palm @ se3.exp(step / scale), home, goal, weight)

    here = look(np.zeros(6))
    for i, unit in enumerate(np.eye(6)):
        h = 1e-6
        slope = (look(h * unit).cost - look(-h * unit).cost) / (2 * h)
        agree = np.isclose(here.gradient[:, i], slope, rtol=1e-4, atol=2e-6)
        assert agree.mean() >= 0.95  # a digit may stand between two nearest poses
        h = 3e-5
        bend = (look(h * unit).cost + look(-h * unit).cost - 2 * here.cost) / h**2
        agree = np.isclose(here.hessian[:, i, i], bend, atol=1e-2)
        assert agree.mean() >= 0.8  # the rest has a digit that meets a limit within the step
