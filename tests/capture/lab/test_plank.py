"""The plank: it gives way as stiffly as stated, and rings as a damped swing does."""

import numpy as np
import pytest

from prehensile.capture.lab.plank import (
    ARM,
    DAMPING_RATIO,
    MASS,
    PLANK,
    SIDES,
    TIP_STIFFNESS,
    plank_spring,
)
from prehensile.capture.lab.room import STEP
from prehensile.capture.lab.tasks.on_plank import plank_room


def swung(subject, substeps=1, seconds=0.1):
    """How far (T,) a newton from the first step on bends it where fingers touch, by 1/k."""
    room = plank_room(subject, substeps=substeps)
    plank = room.world.model.body(PLANK).id
    lever, push = np.array([SIDES[0] / 2 - ARM, 0, SIDES[2] / 2]), np.array([0, 0, -1.0])
    room.world.data.xfrc_applied[plank] = np.concatenate([push, np.cross(lever, push)])
    room.play([], seconds)
    pose = room.clip().body(PLANK).pose
    return np.abs(ARM * np.sin(2 * np.arctan2(pose[:, 5], pose[:, 3]))) * TIP_STIFFNESS


def test_a_newton_bends_it_by_its_stiffness(subject):
    rest = swung(subject, seconds=0.4)[-100:]
    assert rest.mean() == pytest.approx(1, rel=0.02) and np.ptp(rest) < 1e-3


@pytest.mark.parametrize("substeps", [1, 5])
def test_it_rings_as_a_damped_swing(subject, substeps):
    # Oracle: a second-order system overshoots by exp(−πζ/√(1−ζ²)) after half a period; implicit
    # Euler adds ωh/2 to ζ.
    inertia = MASS * (SIDES[0] ** 2 / 3 + SIDES[2] ** 2 / 12)
    rate = np.sqrt(plank_spring().stiffness / inertia)
    ratio = DAMPING_RATIO + 0.5 * rate * STEP / substeps
    own = np.sqrt(1 - ratio**2)
    bent = swung(subject, substeps)
    assert bent.max() == pytest.approx(1 + np.exp(-np.pi * ratio / own), rel=0.03)
    assert STEP * bent.argmax() == pytest.approx(np.pi / (rate * own), abs=1.5 * STEP)
