"""A wrist path as people make them: reach, stop, lift, carry over, put down, draw back."""

import numpy as np

from prehensile.lie import so3
from prehensile.motion.minimum_jerk import minimum_jerk
from prehensile.motion.mocap.wrist_path import WristPath

GRASP = (0.0, 0.0, 0.26)
PLACE = (0.05, 0.3, 0.26)
"""(3,) [m] of the wrist centre, world"""
BACK = (-0.12, -0.36, 0.06)
"""(3,) [m] from there to where the hand comes from: the open side of the hand leads"""
RISE = 0.15
"""[m] that the object is lifted"""
THUMB_UP = (np.pi / 2, 0.0, 0.0)
"""(3,) [rad] rotation vector of a right forearm whose thumb points up"""
LEGS = (1.0, 0.9, 0.8, 0.9, 0.8, 0.9, 0.9)
"""[s] reach, stop, lift, over, down, stop, back"""


def reach_path(rate_hz: float = 60.0, side: str | None = "right") -> WristPath:
    """Minimum-jerk legs from point to point, with a stop where it grasps and where it puts down.

    Args:
        rate_hz: keys per second.
        side: of the hand; a left one makes the mirror image.
    """
    mirror = np.array([1.0, -1.0 if side == "left" else 1.0, 1.0])
    up = np.array([0.0, 0.0, RISE])
    grasp, place, back = (np.array(point) * mirror for point in (GRASP, PLACE, BACK))
    points = [grasp + back, grasp, grasp, grasp + up, place + up, place, place, place + back]
    ends = np.cumsum((0.0, *LEGS))
    times = np.arange(round(ends[-1] * rate_hz) + 1) / rate_hz
    xyz = np.empty((len(times), 3))
    for k, t in enumerate(times):
        leg = min(int(np.searchsorted(ends, t, side="right")) - 1, len(LEGS) - 1)
        share = minimum_jerk((t - ends[leg]) / LEGS[leg])[0]
        xyz[k] = points[leg] + share * (points[leg + 1] - points[leg])
    thumb_up = np.array(THUMB_UP) * (-1.0 if side == "left" else 1.0)
    quat = np.tile(so3.to_quat(so3.exp(thumb_up)), (len(times), 1))
    return WristPath(times, np.concatenate([xyz, quat], axis=1), side)
