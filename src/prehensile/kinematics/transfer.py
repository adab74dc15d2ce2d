"""Carry a pose of our own hand over to a loaded one: by joint name, then by fingertip pad.

Joint angles alone do not carry over where the joints differ, and thumbs always do. So each digit
starts from the angles by name and minimises

    |p − s p₀|² / σ_p² + |n − n₀|² / σ_n² + |q − q_name|² / σ_q²

over its own joints within their limits: p and n are the pad's centre and normal in the palm frame,
p₀ and n₀ those of a mean human hand of the same side, and s is the ratio of hand lengths. Damped
Gauss–Newton steps; all digits at once, for their pads depend on their own joints only.
"""

from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np

from prehensile.hand.hand import Hand
from prehensile.hand.joints import DIGITS, WRIST_JOINTS
from prehensile.hand.segments import TIP_SEGMENT
from prehensile.hand.spec import HandSpec
from prehensile.kinematics.forward import pad_positions, segment_transforms
from prehensile.lie import se3

if TYPE_CHECKING:
    from prehensile.hand.loaded.hand import LoadedHand

PAD_SCALE = 0.008
"""σ_p [m] Distance between pads that costs 1."""
NORMAL_SCALE = 0.5
"""σ_n Distance between the pads' unit normals that costs 1."""
FINGER_SCALE, THUMB_SCALE = 0.5, 1.5
"""σ_q [rad] Thumbs differ most from one hand to the next, so their names say least."""
STEPS = 40
SMALL = 1e-5
"""[rad] step of the finite differences"""


def carried_over(hand: Hand, q: np.ndarray) -> np.ndarray:
    """A human pose ``q`` (23,) [rad] on any hand: (dof,) [rad] within its limits.

    Our own hands take it as it is.
    """
    if isinstance(hand.spec, HandSpec):
        return q
    from prehensile.hand.loaded.hand import LoadedHand  # here: most hands are our own

    assert isinstance(hand, LoadedHand)
    return _carried(hand, np.asarray(q, dtype=float).tobytes()).copy()


@lru_cache(maxsize=256)
def _carried(hand: "LoadedHand", pose: bytes) -> np.ndarray:
    human = np.frombuffer(pose)
    like = HandSpec.mean("left" if hand.side == "left" else "right").build()
    straight = human.copy()
    straight[[like.joint_index(name) for name in WRIST_JOINTS]] = 0.0
    points, normals = pad_positions(like, straight)
    digits = [d for d, tip in TIP_SEGMENT.items() if tip in hand.segments]
    rows = [DIGITS.index(d) for d in digits]
    target = np.concatenate(
        [points[rows] * (hand.length / like.length) / PAD_SCALE, normals[rows] / NORMAL_SCALE], -1
    )
    start = hand.transfer(human)
    wrist = [k for k, name in enumerate(hand.joint_names) if name in WRIST_JOINTS]
    q = start.copy()
    q[wrist] = 0.0
    of_digit = [[k for k, n in enumerate(hand.joint_names) if n.startswith(d)] for d in digits]
    for _ in range(STEPS):
        q = _step(hand, q, start, of_digit, digits, target)
    q[wrist] = start[wrist]
    return q


def _step(
    hand: "LoadedHand",
    q: np.ndarray,
    start: np.ndarray,
    of_digit: list[list[int]],
    digits: list[str],
    target: np.ndarray,
) -> np.ndarray:
    """One damped step of every digit, cut at the limits."""
    most = max(map(len, of_digit))
    tried = np.repeat(q[None], most + 1, axis=0)
    for joints in of_digit:
        tried[range(1, len(joints) + 1), joints] += SMALL
    pads = _pads(hand, tried, digits)
    q = q.copy()
    for d, joints in enumerate(of_digit):
        scale = THUMB_SCALE if digits[d] == "thumb" else FINGER_SCALE
        residual = pads[0, d] - target[d]
        J = (pads[1 : len(joints) + 1, d] - pads[0, d]).T / SMALL
        normal = J.T @ J + np.eye(len(joints)) * (1 / scale**2 + 1.0)
        gradient = J.T @ residual + (q[joints] - start[joints]) / scale**2
        move = np.clip(np.linalg.solve(normal, -gradient), -0.3, 0.3)
        q[joints] = np.clip(q[joints] + move, hand.lower[joints], hand.upper[joints])
    return q


def _pads(hand: "LoadedHand", q: np.ndarray, digits: list[str]) -> np.ndarray:
    """(P, digits, 6) scaled pad centres and normals, palm frame."""
    poses = segment_transforms(hand, q)
    rows = []
    for digit in digits:
        segment = hand.segments[TIP_SEGMENT[digit]]
        T = poses[segment.name]
        assert segment.pad is not None, "every fingertip has a pad"
        normal = T[..., :3, :3] @ segment.palmar
        rows.append(
            np.concatenate([se3.apply(T, segment.pad) / PAD_SCALE, normal / NORMAL_SCALE], -1)
        )
    return np.stack(rows, axis=-2)
