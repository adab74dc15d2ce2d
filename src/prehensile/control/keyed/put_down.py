"""Where an object that is carried along a path shall stand in the end."""

import numpy as np

from prehensile.control.arm.keyed import KeyedArm
from prehensile.control.keyed.plan import ArmPlan, palm_at
from prehensile.control.keyed.times import thrown
from prehensile.control.live.example import OPENING
from prehensile.hand.hand import Hand
from prehensile.lie import se3, so3
from prehensile.world.objects.object import Object

SLANT = np.cos(np.radians(25))
"""Something that leans more when it is let go of is not set down."""


def put_down_pose(hand: Hand, arm: KeyedArm, obj: Object, plan: ArmPlan) -> np.ndarray | None:
    """(4, 4) world; None if it is not put down, but thrown or dropped askew.

    As it was to lie in the palm that lets go, at the lowest; a slant is straightened.

    Args:
        hand: that carries.
        arm: the path.
        obj: what is carried.
        plan: how it stood, and when it is let go of.
    """
    release = plan.times.release
    if release is None or thrown(arm, release):
        return None
    opening = np.linspace(release, min(release + OPENING, arm.end), 12)
    down = float(opening[arm.poses(opening)[:, 2].argmin()])
    T = palm_at(hand, arm, down) @ se3.inverse(plan.candidate.T_object_palm)
    up = plan.T_world_object[:3, :3].T @ [0.0, 0.0, 1.0]
    return straightened(obj, T, up) if (T[:3, :3] @ up)[2] > SLANT else None


def straightened(obj: Object, T: np.ndarray, up: np.ndarray) -> np.ndarray:
    """(4, 4) An object that leans, made to stand, about its lowest point.

    Args:
        obj: what leans.
        T: (4, 4) of it, world
        up: (3,) unit, object frame: what points up when it stands
    """
    points = se3.apply(T, obj.vertices)
    pivot = points[points[:, 2].argmin()]
    axis = np.cross(T[:3, :3] @ up, [0.0, 0.0, 1.0])
    sine = float(np.linalg.norm(axis))
    M = np.eye(4)
    M[:3, :3] = so3.exp(axis / max(sine, 1e-12) * np.arcsin(min(sine, 1.0)))
    M[:3, 3] = pivot - M[:3, :3] @ pivot
    return M @ T
