"""The nearest pose of a coupled finger, against SciPy's bounded minimum over three joints."""

import numpy as np
import pytest
from scipy.optimize import minimize
from scipy.spatial.transform import Rotation
from tests.kinematics.adult_hands import RATIO, fingertips

from prehensile.hand.joints import DIGITS
from prehensile.hand.spec import HandSpec
from prehensile.kinematics.ik.digit_chain import digit_chain
from prehensile.kinematics.ik.digit_table import digit_table
from prehensile.kinematics.ik.finger_nearest import finger_nearest
from prehensile.lie import se3

COUNT = 12


class Finger:
    def __init__(self, side, finger, point):
        self.hand, self.point = HandSpec.sample(1, side).build(), point
        self.chain = digit_chain(self.hand, finger, point)
        (self.row,) = digit_table([self.chain], [RATIO])
        self.columns = [self.hand.joint_index(name) for name in self.chain.joints]
        self.digit = DIGITS.index(finger)

    def tip(self, angles):
        """(..., 3) [m] from the knuckle, by forward kinematics."""
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

    def far_targets(self, rng):
        """Beyond the straight finger, on all sides."""
        way = rng.normal(size=(COUNT, 3))
        way /= np.linalg.norm(way, axis=1, keepdims=True)
        return way * (self.row.plane.far + rng.uniform(0.005, 0.05, (COUNT, 1)))


@pytest.fixture(params=[("right", "index", "tip"), ("left", "little", "pad")])
def finger(request):
    return Finger(*request.param)


def test_no_minimum_of_scipys_lies_nearer(finger, rng):
    p = finger.far_targets(rng)
    _, miss = finger_nearest(finger.row, p)
    lower, upper = finger.chain.lower[:3], finger.chain.upper[:3]
    upper = np.append(upper[:2], min(upper[2], finger.chain.upper[3] / RATIO))
    lower = np.append(lower[:2], max(lower[2], finger.chain.lower[3] / RATIO))
    starts = [lower + share * (upper - lower) for share in ([0.5, 0.1, 0.1], [0.5, 0.5, 0.9])]
    for target, ours in zip(p, miss, strict=True):

        def off(x, target=target):
            return np.sum((finger.flat_tip(np.append(x, RATIO * x[2])) - target) ** 2)

        bounds = list(zip(lower, upper, strict=True))
        best = min(minimize(off, s, bounds=bounds, method="L-BFGS-B").fun for s in starts)
        assert ours <= np.sqrt(best) + 1e-7


def test_poses_are_coupled_within_limits_and_miss_by_what_they_say(finger, rng):
    p = finger.far_targets(rng)
    angles, miss = finger_nearest(finger.row, p)
    np.testing.assert_allclose(angles[:, 3], RATIO * angles[:, 2], atol=1e-12)
    assert (angles >= finger.chain.lower).all() and (angles <= finger.chain.upper).all()
    np.testing.assert_allclose(np.linalg.norm(finger.tip(angles) - p, axis=1), miss, atol=1e-12)
    np.testing.assert_allclose([finger.flat_tip(a) for a in angles], finger.tip(angles), atol=1e-12)


def test_straight_ahead_the_finger_stretches_and_points(rng):
    finger = Finger("right", "middle", "tip")
    reach = finger.chain.lengths.sum()
    turn, flex = rng.uniform(-0.1, 0.5, COUNT), rng.uniform(0.05, 1.4, COUNT)
    straight = np.column_stack([turn, flex, 0 * turn, 0 * turn])
    target = finger.tip(straight) * (reach + 0.02) / reach
    angles, miss = finger_nearest(finger.row, target)
    np.testing.assert_allclose(angles, straight, atol=1e-7)
    np.testing.assert_allclose(miss, 0.02, atol=1e-12)
