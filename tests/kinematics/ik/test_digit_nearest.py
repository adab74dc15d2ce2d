"""The nearest pose of a digit, against SciPy's bounded minimum over all four joints."""

import numpy as np
import pytest
from scipy.optimize import minimize
from scipy.spatial.transform import Rotation
from tests.kinematics.adult_hands import RATIO, fingertips

from prehensile.hand.joints import DIGITS
from prehensile.hand.spec import HandSpec
from prehensile.kinematics.ik.digit_chain import digit_chain
from prehensile.kinematics.ik.digit_nearest import digit_nearest
from prehensile.kinematics.ik.digit_table import digit_table
from prehensile.lie import se3

COUNT = 8


class Digit:
    def __init__(self, side, digit, point="tip"):
        self.hand, self.point = HandSpec.sample(5, side).build(), point
        self.chain = digit_chain(self.hand, digit, point)
        (self.row,) = digit_table([self.chain], [1.0 if digit == "thumb" else RATIO])
        self.columns = [self.hand.joint_index(name) for name in self.chain.joints]
        self.digit = DIGITS.index(digit)
        self.reach = self.chain.lengths.sum()

    def tip(self, angles):
        """(..., 3) [m] from the root, by forward kinematics."""
        q = np.zeros((*np.shape(angles)[:-1], self.hand.dof))
        q[..., self.columns] = angles
        tip = fingertips(self.hand, q, self.point)[..., self.digit, :]
        return se3.apply(se3.inverse(self.chain.T_palm_root), tip)

    def flat_tip(self, angles):
        """(3,) [m] the same for one pose, quickly: bones as complex numbers in a turned plane."""
        bends = np.cumsum(angles[1:])
        bends[2] += self.chain.tip_angle
        z = np.exp(1j * bends) @ self.chain.lengths
        return Rotation.from_rotvec(angles[0] * self.chain.axis).apply([z.real, 0, -z.imag])

    def nearest(self, p):
        """Poses and misses; nothing better is known than all joints at their lower limits."""
        return digit_nearest(self.row, p, np.tile(self.chain.lower, (len(p), 1)))


@pytest.mark.parametrize(
    ("side", "digit", "point"),
    [
        ("right", "thumb", "tip"),
        ("left", "thumb", "pad"),
        ("right", "index", "pad"),
        ("left", "little", "tip"),
    ],
)
def test_no_minimum_of_scipys_lies_nearer(side, digit, point, rng):
    digit = Digit(side, digit, point)
    p = rng.uniform(-0.12, 0.12, (COUNT, 3))
    angles, miss = digit.nearest(p)
    assert (miss > 1e-3).sum() > COUNT / 2
    np.testing.assert_allclose(np.linalg.norm(digit.tip(angles) - p, axis=1), miss, atol=1e-12)
    np.testing.assert_allclose([digit.flat_tip(a) for a in angles], digit.tip(angles), atol=1e-12)
    lower, upper = digit.chain.lower, digit.chain.upper
    assert (angles >= lower).all() and (angles <= upper).all()
    bounds = list(zip(lower, upper, strict=True))
    for target, ours in zip(p, miss, strict=True):

        def off(x, target=target):
            return np.sum((digit.flat_tip(x) - target) ** 2)

        starts = lower + rng.random((2, 4)) * (upper - lower)
        best = min(minimize(off, s, bounds=bounds, method="L-BFGS-B").fun for s in starts)
        assert ours <= np.sqrt(best) + 1e-7


def test_far_ahead_the_digit_stretches_and_points(rng):
    for name, exact in (("thumb", 1e-5), ("middle", 1e-12)):  # a thumb's turn is searched for
        digit = Digit("right", name)
        lower, upper = digit.chain.lower, digit.chain.upper
        straight = rng.uniform(lower, upper, (COUNT, 4)) * [1, 1, 0, 0]
        angles, miss = digit.nearest(digit.tip(straight) * (digit.reach + 0.02) / digit.reach)
        np.testing.assert_allclose(miss, 0.02, atol=1e-9)
        np.testing.assert_allclose(digit.tip(angles), digit.tip(straight), atol=exact)


def test_left_and_right_digits_mirror_each_other(rng):
    for name in ("thumb", "ring"):
        right, left = Digit("right", name), Digit("left", name)
        in_palm = right.chain.T_palm_root[:3, 3] + rng.uniform(-0.15, 0.15, (COUNT, 3))
        misses = [
            one.nearest(se3.apply(se3.inverse(one.chain.T_palm_root), in_palm * mirror))[1]
            for one, mirror in ((right, np.ones(3)), (left, np.array([1, -1, 1])))
        ]
        np.testing.assert_allclose(*misses, atol=1e-9)


def test_beside_its_reach_a_finger_keeps_the_coupled_pose(rng):
    """Abduction at its limit: in the plane there, what is coupled lands as near as all else."""
    finger = Digit("right", "ring", "pad")
    coupled = rng.uniform(finger.chain.lower, finger.chain.upper, (COUNT, 4))
    coupled[:, 0] = finger.chain.upper[0]
    coupled[:, 1:3] = rng.uniform([0.1, 0.2], [0.9, 1.4], (COUNT, 2))
    coupled[:, 3] = RATIO * coupled[:, 2]
    ahead = finger.tip(coupled)
    outwards = np.sign(finger.chain.axis[2]) * np.column_stack([-ahead[:, 1], ahead[:, 0]])
    outwards /= np.linalg.norm(outwards, axis=1, keepdims=True)
    target = ahead + 0.01 * np.column_stack([outwards, np.zeros(COUNT)])
    angles, miss = digit_nearest(finger.row, target, coupled)
    np.testing.assert_allclose(miss, 0.01, atol=1e-12)
    np.testing.assert_array_equal(angles, coupled)
