"""One path, one thing, and the ways to take it there."""

import numpy as np
import pytest

from prehensile.control.arm.keyed import KeyedArm
from prehensile.control.example.style import load_style
from prehensile.control.experiments.reach_path import reach_path
from prehensile.control.keyed.plan import arm_plans, arm_times
from prehensile.hand.hand import Hand
from prehensile.world.catalogue import load_object


@pytest.fixture(scope="session")
def hand():
    return Hand()


@pytest.fixture(scope="session")
def arm():
    return KeyedArm(reach_path())


@pytest.fixture(scope="session")
def thing():
    return load_object("cylinder")


@pytest.fixture(scope="session")
def plans(hand, arm, thing):
    """``plans["table"]`` and ``plans["post"]``"""
    style = load_style("leap_grab").on(hand)
    rng = np.random.default_rng(0)
    times = arm_times(hand, arm, thing, None, None, rng, style)
    return {
        on: arm_plans(hand, arm, thing, None, times, [style], on, rng, 4)
        for on in ("table", "post")
    }
