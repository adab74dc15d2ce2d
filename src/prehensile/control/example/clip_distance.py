"""How far a recorded hand is from a recorded object, surface to surface, frame by frame."""

import numpy as np

from prehensile.control.example.smooth_motion import SmoothMotion
from prehensile.hand.hand import Hand
from prehensile.hand.segments import GROUPS
from prehensile.kinematics.capsules import Capsules, hand_capsules
from prehensile.kinematics.cloud import Cloud
from prehensile.lie import se3
from prehensile.mesh.sample import covering_points
from prehensile.motion.clip import BodyTrack

SPACING = 0.006
"""[m] between the points that stand for a surface, at most"""
MOST_POINTS = 2000
"""Covers with twice as many points or more are thinned."""


def clip_distance(
    hand: Hand, motion: SmoothMotion, pose: np.ndarray, points: np.ndarray
) -> np.ndarray:
    """(T,) [m] from the hand's capsules to an object's surface points; negative inside.

    Args:
        hand: whose capsules.
        motion: T frames of it.
        pose: (T, 7) of the object
        points: (P, 3) [m] on its surface, object frame, as `body_points` makes them.
    """
    T_body_forearm = se3.inverse(se3.from_pose7(pose)) @ se3.from_pose7(motion.forearm)
    cloud = Cloud(points)
    all_frames = hand_capsules(hand, motion.q, GROUPS)
    frames = zip(
        *(part.reshape(len(motion.q), -1, *part.shape[1:]) for part in all_frames), strict=True
    )
    return np.array(
        [
            cloud.gap(Capsules(*capsules), T)
            for capsules, T in zip(frames, T_body_forearm, strict=True)
        ]
    )


def body_points(body: BodyTrack) -> np.ndarray:
    """(P, 3) [m] points that cover the body's surface, object frame."""
    return covering_points(body.vertices, body.faces, SPACING, MOST_POINTS)
