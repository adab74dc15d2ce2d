"""A hand whose fingertips are where they are wanted: least squares over forearm, wrist and digits.

Closed-form inverse kinematics places pads of a hand that is somewhere. Here the middle of the round
end of each fingertip is placed instead, which says where it touches something level whatever way it
slopes; and the hand goes where its digits are at ease.
"""

from collections.abc import Mapping
from typing import NamedTuple

import numpy as np

from prehensile.hand.hand import Hand
from prehensile.hand.joints import WRIST_JOINTS
from prehensile.hand.segments import TIP_SEGMENT
from prehensile.kinematics.capsules import segment_capsules
from prehensile.kinematics.forward import segment_transforms
from prehensile.lie import se3, so3

WRIST_BENT = np.radians(44)
"""[rad] that a wrist is bent at most, as people bend it at ease"""
STEPS = 40
"""of Gauss and Newton, at most"""
MISS = 1e-3
"""[m] that weighs as much as a residual of one"""
EASE = 0.6
"""[rad] off the pose at ease that weighs as much"""
DISTAL = 0.3
"""Off the wanted direction (unit) of a fingertip that weighs as much"""
WRIST = 0.5
"""How much less a wrist bends than a digit"""
TURN, SHIFT = 0.08, 0.5
"""[rad] of the forearm off its wanted orientation, and [m] off its place"""
WALL = 0.02
"""[rad] beyond a limit that weighs as much"""
MARGIN = np.radians(4)
"""[rad] that joints keep from their limits"""
NUDGE = 1e-5
"""[rad, m] of the differences"""
DAMPING = 1e-3


class Wanted(NamedTuple):
    """Where one fingertip shall be."""

    middle: np.ndarray
    """(3,) [m] of its round end, world"""
    along: np.ndarray
    """(3,) unit: where the last phalanx points, world"""
    loose: np.ndarray = np.ones(3)
    """(3,) how many times as far it may be off, along each axis of the world"""


class FingertipPose(NamedTuple):
    """What was found."""

    q: np.ndarray
    """(dof,) [rad]"""
    T_world_forearm: np.ndarray
    """(4, 4)"""
    miss: float
    """[m] of the fingertip that is farthest off, where it may not be"""


def tip_ball(hand: Hand, digit: str) -> tuple[np.ndarray, float]:
    """(3,) [m] middle of the round end of a digit, in the frame of its last phalanx; its radius."""
    capsules = segment_capsules(hand.segments[TIP_SEGMENT[digit]])
    return capsules.end[-1], float(capsules.radius[-1])


def fingertip_pose(
    hand: Hand,
    wanted: Mapping[str, Wanted],
    at_ease: np.ndarray,
    T_world_forearm: np.ndarray,
    free_arm: bool = True,
) -> FingertipPose:
    """The pose in which fingertips are where they are wanted.

    Args:
        hand: a human one, with a wrist.
        wanted: by digit; other digits stay at ease.
        at_ease: (dof,) [rad] near which joints stay.
        T_world_forearm: (4, 4) near which the forearm stays.
        free_arm: whether forearm and wrist move, too.
    """
    joints = _moving(hand, wanted, free_arm)
    arm = 6 if free_arm else 0
    x = np.zeros(arm + len(joints))
    bends = [hand.joint_names[k] in WRIST_JOINTS for k in joints]
    wrist = np.array([name in WRIST_JOINTS for name in hand.joint_names])
    lower = np.where(wrist, np.maximum(hand.lower, -WRIST_BENT), hand.lower) + MARGIN
    upper = np.where(wrist, np.minimum(hand.upper, WRIST_BENT), hand.upper) - MARGIN
    ease = np.where(bends, WRIST, 1.0) * EASE

    def posed(x: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Joint angles (B, dof) and forearms (B, 4, 4) for unknowns (B, n)."""
        q = np.repeat(at_ease[None], len(x), axis=0)
        q[:, joints] += x[:, arm:]
        T = np.repeat(T_world_forearm[None], len(x), axis=0)
        if arm:
            T[:, :3, :3] = so3.exp(x[:, 3:6]) @ T[:, :3, :3]
            T[:, :3, 3] += x[:, :3]
        return q, T

    def residual(x: np.ndarray) -> np.ndarray:
        """(B, m) for unknowns (B, n)."""
        q, T = posed(x)
        found = segment_transforms(hand, q, T)
        parts = [x[:, arm:] / ease]
        for digit, want in wanted.items():
            M = found[TIP_SEGMENT[digit]]
            middle = np.einsum("bij,j->bi", M[:, :3, :3], tip_ball(hand, digit)[0]) + M[:, :3, 3]
            parts += [
                (middle - want.middle) / (MISS * want.loose),
                (M[:, :3, 0] - want.along) / DISTAL,
            ]
        over = np.maximum(q[:, joints] - upper[joints], 0.0)
        under = np.maximum(lower[joints] - q[:, joints], 0.0)
        parts += [over / WALL, under / WALL]
        if arm:
            parts += [x[:, :3] / SHIFT, x[:, 3:6] / TURN]
        return np.concatenate(parts, axis=1)

    best = residual(x[None])[0]
    damping = DAMPING
    for _ in range(STEPS):
        J = (residual(x + NUDGE * np.eye(len(x))) - best).T / NUDGE
        H = J.T @ J
        step = -np.linalg.solve(H + damping * np.diag(H.diagonal() + 1e-9), J.T @ best)
        tried = residual((x + step)[None])[0]
        if tried @ tried < best @ best:
            small = best @ best - tried @ tried < 1e-6 * (best @ best)
            x, best, damping = x + step, tried, max(damping / 5, 1e-9)
            if small:
                break
        else:
            damping *= 8
            if damping > 1e6:
                break
    q, T = (one[0] for one in posed(x[None]))
    q = np.clip(q, hand.lower, hand.upper)
    found = segment_transforms(hand, q, T)
    off = [
        np.linalg.norm(
            (se3.apply(found[TIP_SEGMENT[d]], tip_ball(hand, d)[0]) - want.middle) / want.loose
        )
        for d, want in wanted.items()
    ]
    return FingertipPose(q, T, float(max(off)))


def _moving(hand: Hand, wanted: Mapping[str, Wanted], wrist: bool) -> list[int]:
    """Numbers of the joints that may move."""
    digits = [f"{digit}_" for digit in wanted] + (["wrist_flex"] if wrist else [])
    return [k for k, n in enumerate(hand.joint_names) if n.startswith(tuple(digits))]
