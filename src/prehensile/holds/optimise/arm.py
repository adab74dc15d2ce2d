"""Where a forearm points when a hand hangs on a hold, and where the hand starts from."""

import numpy as np

from prehensile.hand.hand import Hand
from prehensile.holds.kinds.directions import OUT
from prehensile.holds.kinds.hold import Hold
from prehensile.kinematics.forward import pad_positions
from prehensile.lie import se3, so3

START_DISTANCE = 0.16
"""[m] in front of the hold (Andrews 2014, 6.2.2)"""


def hanging_rotation(direction: np.ndarray, push: bool = False) -> np.ndarray:
    """(..., 3, 3) of a forearm in line with the pull, the back of the hand away from the wall.

    Its x axis runs from the elbow to the wrist: against a pull, along a push.

    Args:
        direction: (..., 3) unit: of the load on the hand.
        push: the arm pushes instead.
    """
    x = direction if push else -direction
    back = OUT - x * (x @ OUT)[..., None]
    flat = np.linalg.norm(back, axis=-1, keepdims=True) < 1e-6  # straight out of the wall
    up = np.array([0.0, 0.0, 1.0])
    back = np.where(flat, up - x * (x @ up)[..., None], back)
    z = back / np.linalg.norm(back, axis=-1, keepdims=True)
    return np.stack([x, np.cross(z, x), z], axis=-1)


def start_pose(hold: Hold, hand: Hand, q: np.ndarray) -> np.ndarray:
    """(7,) of the forearm from which every grasp of a hold begins: hanging in the design pull's
    direction, the fingertips of posture q (dof,) 16 cm in front of where they go.
    """
    R = hanging_rotation(hold.pull)
    tips = pad_positions(hand, q, se3.from_pose7(pose7(np.zeros(3), R)))[0][1:].mean(axis=0)
    return pose7(hold.grip + START_DISTANCE * OUT - tips, R)


def pose7(position: np.ndarray, rotation: np.ndarray) -> np.ndarray:
    """(..., 7) xyz + wxyz."""
    return np.concatenate([position, so3.to_quat(rotation)], axis=-1)
