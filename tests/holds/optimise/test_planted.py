"""Pads side by side, against forward kinematics."""

import numpy as np
import pytest

from prehensile.hand.hand import Hand
from prehensile.hand.joints import FINGERS
from prehensile.holds.optimise.planted import planted
from prehensile.kinematics.forward import pad_positions

HAND = Hand()


@pytest.mark.parametrize(("mcp", "pip", "dip"), [(20, 85, 5), (35, 90, -5), (45, 60, 20)])
def test_pads_end_as_far_and_as_deep_as_the_leading_one(mcp, pip, dip):
    q = np.zeros(HAND.dof)
    for finger in FINGERS:
        for joint, value in (("mcp", mcp), ("pip", pip), ("dip", dip)):
            q[HAND.joint_index(f"{finger}_{joint}_flex")] = np.radians(value)
    before = pad_positions(HAND, q)[0][1:]
    after = pad_positions(HAND, planted(HAND, q))[0][1:]
    lead = FINGERS.index("middle")
    np.testing.assert_allclose(after[lead], before[lead])
    reached = [0, 1, 2]  # the little finger may be too short
    assert np.abs(after[reached] - after[lead])[:, [0, 2]].max() < 0.0015
    apart = np.abs(after - after[lead])[:, [0, 2]].sum()
    assert apart < 0.5 * np.abs(before - before[lead])[:, [0, 2]].sum()


def test_fingers_that_are_not_asked_for_stay():
    q = HAND.spec.rest.copy()
    found = planted(HAND, q, ("index", "middle"))
    ring = [HAND.joint_index(f"ring_{j}_flex") for j in ("mcp", "pip", "dip")]
    np.testing.assert_array_equal(found[ring], q[ring])
