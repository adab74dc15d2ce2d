"""Pulls add up like the accelerations they stand for."""

import numpy as np

from prehensile.control.law.joint_pull import JointPull, no_pull


def test_sum_and_torque(rng):
    a, b = (JointPull(*rng.uniform(1, 2, (3, 4))) for _ in range(2))
    q, qd = rng.normal(size=(2, 4))

    def acceleration(pull):
        return pull.towards - pull.spring * q - pull.damper * qd

    np.testing.assert_allclose(acceleration(a.plus(b)), acceleration(a) + acceleration(b))
    inertia = rng.uniform(1, 2, 4)
    np.testing.assert_allclose(acceleration(a.times(inertia)), inertia * acceleration(a))
    np.testing.assert_array_equal(acceleration(no_pull(4)), 0)
