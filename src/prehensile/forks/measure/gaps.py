"""How far joints come apart, and how far an end effector has moved, as in 4.6."""

import numpy as np

from prehensile.forks.mechanism.joint_table import joint_table
from prehensile.forks.mechanism.mechanism import Mechanism
from prehensile.lie import se3

ROUNDS = 6
"""Projections on the joint's own directions: one is enough for a hinge, a spring takes more."""


def joint_gaps(mechanism: Mechanism, poses: np.ndarray) -> np.ndarray:
    """(J,) [m] between the attachment points of each joint, motions that it allows taken out.

    Args:
        poses: (links, 4, 4) world.
    """
    table = joint_table(mechanism)
    between = (
        se3.inverse(poses[mechanism.parent_rows] @ mechanism.T_parent_joint)
        @ poses[mechanism.child_rows]
        @ mechanism.T_child_joint
    )
    theta = np.zeros(table.group.shape)
    left = between
    for _ in range(ROUNDS):
        S = np.swapaxes(table.move(theta)[1], 1, 2)  # (J, 6, D)
        theta += np.einsum("jdk,jk->jd", np.linalg.pinv(S), se3.log(left))
        left = se3.inverse(table.move(theta)[0]) @ between
    return np.linalg.norm(left[:, :3, 3], axis=1)


def relative_displacement(mechanism: Mechanism, twist: np.ndarray) -> np.ndarray:
    """Size (...) of a body twist (..., 6) in proportion: lengths over the radius, turns over 2π."""
    scale = np.array([mechanism.radius] * 3 + [2 * np.pi] * 3)
    return np.linalg.norm(np.asarray(twist) / scale, axis=-1)
