"""Markers are glued to their segments: rigid on one, hinged on two."""

import numpy as np
import pytest

from prehensile.hand.segments import PALM
from prehensile.hand.spec import HandSpec
from prehensile.kinematics.fit.keypoint_chain import DIGIT_COLUMNS, KeypointChain
from prehensile.kinematics.fit.marker_readout import MarkerReadout
from prehensile.kinematics.fit.marker_site import MarkerSite
from prehensile.kinematics.forward import segment_transforms
from prehensile.lie import se3


@pytest.fixture
def chain():
    return KeypointChain(HandSpec.sample(11).build())


@pytest.fixture
def angles(chain, rng):
    return rng.uniform(chain.lower, chain.upper, (8, 5, 4))


def readout(chain, rng, *segments):
    sites = [MarkerSite(name, 0.5) for name in segments]
    return MarkerReadout(chain, sites, 0.02 * rng.normal(size=(len(sites), 3)))


def test_three_markers_show_the_pose_of_the_segment_they_are_on(chain, angles, rng):
    q = np.zeros((8, 23))
    q[:, DIGIT_COLUMNS] = angles
    poses = segment_transforms(chain.hand, q)
    for name in list(chain.hand.segments)[1:]:
        three = readout(chain, rng, name, name, name)
        points = three.points(chain.place(angles))
        np.testing.assert_allclose(
            points, se3.apply(poses[name][:, None], three.offsets), atol=1e-12
        )


def test_markers_of_one_segment_keep_their_distance_and_others_do_not(chain, angles, rng):
    segments = ("thumb-phalanx-distal", "thumb-phalanx-distal", "thumb-phalanx-proximal")
    a, b, c = np.moveaxis(readout(chain, rng, *segments).points(chain.place(angles)), 1, 0)
    assert np.ptp(np.linalg.norm(a - b, axis=-1)) < 1e-12
    assert np.ptp(np.linalg.norm(a - c, axis=-1)) > 1e-3


def test_only_joints_before_a_marker_move_it(chain, angles, rng):
    placed = chain.place(angles)
    J = readout(chain, rng, PALM, "index-finger-phalanx-intermediate").pose_jacobian(placed)
    by_angle = np.abs(J[..., 6:]).max(axis=(0, 2)).reshape(2, 5, 4)
    assert (by_angle[0] == 0).all()
    assert (by_angle[1, 1, :3] > 1e-3).all() and by_angle[1, 1, 3] == 0
    assert (by_angle[1, [0, 2, 3, 4]] == 0).all()


def test_an_offset_moves_its_own_marker_as_far(chain, angles, rng):
    three = readout(chain, rng, PALM, "thumb-metacarpal", "ring-finger-phalanx-distal")
    J = three.offset_jacobian(chain.place(angles))
    for m in range(3):
        for other in range(3):
            block = J[:, m, :, other]
            expected = np.eye(3) if m == other else np.zeros((3, 3))
            np.testing.assert_allclose(
                block.swapaxes(1, 2) @ block, np.tile(expected, (8, 1, 1)), atol=1e-12
            )


def test_each_is_trusted_alike_unless_told_otherwise(chain, rng):
    np.testing.assert_array_equal(readout(chain, rng, PALM, PALM).trust, 1)
    some = MarkerReadout(chain, [MarkerSite(PALM, 0.5)], np.zeros((1, 3)), np.array([0.3]))
    np.testing.assert_array_equal(some.trust, [0.3])
