"""The nearest pose of a free thumb, against SciPy's bounded minimum over all four joints."""

import numpy as np
import pytest
from scipy.optimize import minimize
from scipy.spatial.transform import Rotation
from tests.kinematics.adult_hands import fingertips

from prehensile.hand.joints import THUMB_JOINTS
from prehensile.hand.spec import HandSpec
from prehensile.kinematics.ik.digit_chain import digit_chain
from prehensile.kinematics.ik.digit_table import digit_table
from prehensile.kinematics.ik.thumb_nearest import thumb_nearest
from prehensile.lie import se3

COUNT = 8


class Thumb:
    def __init__(self, side, point="tip"):
        self.hand, self.point = HandSpec.sample(5, side).build(), point
        self.chain = digit_chain(self.hand, "thumb", point)
        (self.row,) = digit_table([self.chain], [1.0])
        self.columns = [self.hand.joint_index(name) for name in THUMB_JOINTS]

    def tip(self, angles):
        """(..., 3) [m] from the saddle joint, by forward kinematics."""
        q = np.zeros((*np.shape(angles)[:-1], self.hand.dof))
        q[..., self.columns] = angles
        tip = fingertips(self.hand, q, self.point)[..., 0, :]
        return se3.apply(se3.inverse(self.chain.T_palm_root), tip)

    def flat_tip(self, angles):
        """(3,) [m] the same for one pose, quickly: bones as complex numbers in a turned plane."""
        bends = np.cumsum(angles[1:])
        bends[2] += self.chain.tip_angle
        z = np.exp(1j * bends) @ self.chain.lengths
        return Rotation.from_rotvec(angles[0] * self.chain.axis).apply([z.real, 0, -z.imag])


@pytest.mark.parametrize(("side", "point"), [("right", "tip"), ("left", "pad")])
def test_no_minimum_of_scipys_lies_nearer(side, point, rng):
    thumb = Thumb(side, point)
    p = rng.uniform(-0.12, 0.12, (COUNT, 3))
    angles, miss = thumb_nearest(thumb.row, p)
    np.testing.assert_allclose(np.linalg.norm(thumb.tip(angles) - p, axis=1), miss, atol=1e-12)
    np.testing.assert_allclose([thumb.flat_tip(a) for a in angles], thumb.tip(angles), atol=1e-12)
    lower, upper = thumb.chain.lower, thumb.chain.upper
    assert (angles >= lower).all() and (angles <= upper).all()
    bounds = list(zip(lower, upper, strict=True))
    for target, ours in zip(p, miss, strict=True):

        def off(x, target=target):
            return np.sum((thumb.flat_tip(x) - target) ** 2)

        starts = lower + rng.random((2, 4)) * (upper - lower)
        best = min(minimize(off, s, bounds=bounds, method="L-BFGS-B").fun for s in starts)
        assert ours <= np.sqrt(best) + 1e-7


def test_far_ahead_the_thumb_stretches_and_points(rng):
    thumb = Thumb("right")
    lower, upper = thumb.chain.lower, thumb.chain.upper
    straight = rng.uniform(lower, upper, (COUNT, 4)) * [1, 1, 0, 0]
    reach = thumb.chain.lengths.sum()
    angles, miss = thumb_nearest(thumb.row, thumb.tip(straight) * (reach + 0.02) / reach)
    np.testing.assert_allclose(miss, 0.02, atol=1e-9)
    np.testing.assert_allclose(thumb.tip(angles), thumb.tip(straight), atol=1e-5)


def test_left_and_right_thumbs_mirror_each_other(rng):
    right, left = Thumb("right"), Thumb("left")
    in_palm = right.chain.T_palm_root[:3, 3] + rng.uniform(-0.15, 0.15, (COUNT, 3))
    misses = [
        thumb_nearest(t.row, se3.apply(se3.inverse(t.chain.T_palm_root), in_palm * mirror))[1]
        for t, mirror in ((right, np.ones(3)), (left, np.array([1, -1, 1])))
    ]
    np.testing.assert_allclose(*misses, atol=1e-9)
