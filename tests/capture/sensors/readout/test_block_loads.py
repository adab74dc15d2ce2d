"""Loads of blocks: one taxel pressed is that taxel; several are their mean by force."""

import numpy as np
import pytest

from prehensile.capture.sensors.readout.block_loads import block_loads
from prehensile.hand.hand import Hand
from prehensile.hand.joints import JOINT_NAMES
from prehensile.hand.taxel_points import taxel_points
from prehensile.hand.taxels import glove_taxels
from prehensile.kinematics.forward import segment_transforms

HAND, TAXELS = Hand(), glove_taxels()
POINTS = taxel_points(HAND, TAXELS)
TIP = TAXELS.names.index("index tip")


def poses(frames):
    q = np.random.default_rng(0).uniform(0, 0.5, (frames, len(JOINT_NAMES)))
    return segment_transforms(HAND, q)


def test_one_pressed_taxel_is_its_own_centre():
    at = int(np.flatnonzero(POINTS.block == TIP)[5])
    pressure = np.zeros((3, 361))
    pressure[:, at] = [0.0, 2e4, 5e4]
    pressure[:, at + 1] = [np.nan, np.nan, -1e4]
    T = poses(3)
    found = block_loads(POINTS, TAXELS, pressure, T)
    assert found.force.shape == (3, 17) and found.force.sum() == found.force[:, TIP].sum()
    assert found.force[:, TIP] == pytest.approx(pressure[:, at] * TAXELS.area)
    index = T["index-finger-phalanx-distal"]
    for k in (1, 2):
        held = index[k] @ [*POINTS.pos[at], 1.0]
        assert found.pos[k, TIP] == pytest.approx(held[:3])
        assert found.out[k, TIP] == pytest.approx(index[k, :3, :3] @ POINTS.out[at])
    assert found.out[0, TIP].tolist() == [0, 0, 1]


def test_frames_are_read_as_one_by_one(rng):
    pressure, T = rng.uniform(0, 1e4, (4, 361)), poses(4)
    whole = block_loads(POINTS, TAXELS, pressure, T)
    for k in range(4):
        one = block_loads(POINTS, TAXELS, pressure[k], {name: t[k] for name, t in T.items()})
        for a, b in zip(one, whole, strict=True):
            assert a == pytest.approx(b[k], abs=1e-12)
    inside = POINTS.block == TIP
    mean = np.average(POINTS.pos[inside], axis=0, weights=pressure[0, inside])
    local = np.linalg.inv(T["index-finger-phalanx-distal"][0]) @ [*whole.pos[0, TIP], 1.0]
    assert local[:3] == pytest.approx(mean)


def test_a_segment_that_the_hand_lacks_carries_nothing():
    lacking = POINTS._replace(block=np.where(POINTS.block == TIP, -1, POINTS.block))
    T = {name: t for name, t in poses(1).items() if name != "index-finger-phalanx-distal"}
    found = block_loads(lacking, TAXELS, np.ones((1, 361)), T)
    assert found.force[0, TIP] == 0 and (found.force[0, np.arange(17) != TIP] > 0).all()
