"""Joint angles from rotations: the inverse of a product of one to three hinges."""

from collections.abc import Sequence

import numpy as np

from prehensile.hand.hand import Hand
from prehensile.kinematics.forward import hinge


def hinge_angles(axes: Sequence[np.ndarray], R: np.ndarray) -> np.ndarray:
    """Angles q (..., k) [rad] with R = H(axes[0], q₀) … H(axes[k−1], q_{k−1}).

    One and two hinges may have any directions; three have to be perpendicular to one another, and
    the middle angle is taken within ±90°. A rotation that the hinges cannot make gives the angles
    that carry the last axis as near as they can.

    Args:
        axes: one to three unit vectors (3,), the outermost first.
        R: (..., 3, 3).
    """
    first, *rest = axes
    if not rest:
        # Of H − Hᵀ = 2 sin q [a]× and tr H = 1 + 2 cos q.
        skew = np.stack(
            [R[..., 2, 1] - R[..., 1, 2], R[..., 0, 2] - R[..., 2, 0], R[..., 1, 0] - R[..., 0, 1]],
            axis=-1,
        )
        trace = R[..., 0, 0] + R[..., 1, 1] + R[..., 2, 2]
        return np.arctan2(skew @ first, trace - 1)[..., None]
    # The last hinge leaves its own axis alone, so R carries it as the others do.
    last = rest[-1]
    carried = R @ last
    if len(rest) == 1:
        q = _angle_about(first, last, carried)
        remainder = np.swapaxes(hinge(first, q)[..., :3, :3], -1, -2) @ R
        return np.concatenate([q[..., None], hinge_angles(rest, remainder)], axis=-1)
    assert len(rest) == 2, "a joint of ours has at most three hinges"
    # H(a₁) turns a₂ out of the plane of a₀ by sin q₁ only: a₁ × a₂ = ±a₀.
    sign = float(np.cross(rest[0], last) @ first)
    middle = np.arcsin(np.clip(sign * (carried @ first), -1, 1))
    before = np.einsum("...ij,j->...i", hinge(rest[0], middle)[..., :3, :3], last)
    q = _angle_about(first, before, carried)
    remainder = np.swapaxes(hinge(first, q)[..., :3, :3], -1, -2) @ R
    return np.concatenate([q[..., None], hinge_angles(rest, remainder)], axis=-1)


def angles_from_rotations(hand: Hand, rotations: dict[str, np.ndarray]) -> np.ndarray:
    """Joint angles (..., dof) [rad] that turn every segment as it stands to its parent.

    Args:
        hand: whose joints.
        rotations: segment name → (..., 3, 3) in the frame of its parent segment; those of
            segments without joints are not asked for.
    """
    columns: dict[str, np.ndarray] = {}
    for name, segment in hand.segments.items():
        if not segment.joints:
            continue
        R = segment.T_parent_rest[:3, :3].T @ rotations[name]
        q = hinge_angles([joint.axis for joint in segment.joints], R)
        for k, joint in enumerate(segment.joints):
            columns[joint.name] = q[..., k]
    return np.stack([columns[name] for name in hand.joint_names], axis=-1)


def _angle_about(axis: np.ndarray, start: np.ndarray, end: np.ndarray) -> np.ndarray:
    """Angle (...) [rad] about ``axis`` from ``start`` to ``end`` (..., 3), seen along the axis."""
    u = start - (start @ axis)[..., None] * axis
    v = end - (end @ axis)[..., None] * axis
    return np.arctan2(np.cross(u, v) @ axis, np.sum(u * v, axis=-1))
