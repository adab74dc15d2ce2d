"""Forward kinematics of the whole hand, batched over any leading axes."""

import numpy as np

from prehensile.errors import InputError
from prehensile.hand.hand import Hand
from prehensile.hand.segments import PALM, TIP_SEGMENT


def segment_transforms(
    hand: Hand,
    q: np.ndarray,
    T_world_forearm: np.ndarray | None = None,
    towards: str | None = None,
) -> dict[str, np.ndarray]:
    """Poses of the segments of a hand at given joint angles.

    Args:
        hand: whose segments.
        q: (..., 23) [rad] joint angles in the order of ``hand.joint_names``.
        T_world_forearm: (..., 4, 4); the identity if left out, so that the result is in the
            forearm's frame (the palm's, when the wrist angles are zero).
        towards: only this segment and those that carry it, a fifth of the work; all if left out.

    Returns:
        Segment name → (..., 4, 4) ``T_world_segment``, read-only, parents first.

    Raises:
        InputError: a shape or a number that does not fit.
        UnknownNameError: no such segment.
    """
    q = hand.check_angles(q)
    root = np.eye(4) if T_world_forearm is None else np.asarray(T_world_forearm, dtype=float)
    if root.shape[-2:] != (4, 4):
        raise InputError(f"T_world_forearm has shape {root.shape}; expected (..., 4, 4).")
    try:
        batch = np.broadcast_shapes(q.shape[:-1], root.shape[:-2])
    except ValueError:
        raise InputError(
            f"joint angles {q.shape} and T_world_forearm {root.shape} have batch axes that do "
            "not fit each other."
        ) from None
    poses: dict[str, np.ndarray] = {}
    for name in hand.segments if towards is None else _carriers(hand, towards):
        segment = hand.segments[name]
        T = root if segment.parent is None else poses[segment.parent] @ segment.T_parent_rest
        for joint in segment.joints:
            T = T @ hinge(joint.axis, hand.joint_angle(q, joint.name))
        poses[name] = np.broadcast_to(T, (*batch, 4, 4))
    return poses


def _carriers(hand: Hand, name: str) -> list[str]:
    """Names from the root to a segment."""
    way, at = [], hand.segment(name)
    while at.parent is not None:
        way.append(at.name)
        at = hand.segments[at.parent]
    return [at.name, *reversed(way)]


def hinge(axis: np.ndarray, angle: np.ndarray) -> np.ndarray:
    """Rotation (..., 4, 4) about a unit ``axis`` (3,) by ``angle`` (...,) [rad] (Rodrigues)."""
    angle = np.asarray(angle, dtype=float)
    x, y, z = axis
    K = np.array([[0, -z, y], [z, 0, -x], [-y, x, 0]])
    s, c = np.sin(angle)[..., None, None], np.cos(angle)[..., None, None]
    T = np.zeros((*angle.shape, 4, 4))
    T[..., :3, :3] = np.eye(3) + s * K + (1 - c) * (K @ K)
    T[..., 3, 3] = 1.0
    return T


def pad_positions(
    hand: Hand, q: np.ndarray, T_world_forearm: np.ndarray | None = None
) -> tuple[np.ndarray, np.ndarray]:
    """Fingertip pad centres (..., 5, 3) [m] and unit normals out of them (..., 5, 3), world.

    Rows thumb to little; arguments as in :func:`segment_transforms`.
    """
    poses = segment_transforms(hand, q, T_world_forearm)
    points, normals = [], []
    for name in TIP_SEGMENT.values():
        segment, T = hand.segments[name], poses[name]
        assert segment.pad is not None, "every fingertip has a pad"
        points.append(T[..., :3, :3] @ segment.pad + T[..., :3, 3])
        normals.append(T[..., :3, :3] @ segment.palmar)
    return np.stack(points, axis=-2), np.stack(normals, axis=-2)


def palm_transform(
    hand: Hand, q: np.ndarray, T_world_forearm: np.ndarray | None = None
) -> np.ndarray:
    """``T_world_palm`` (..., 4, 4), read-only; arguments as in :func:`segment_transforms`."""
    return segment_transforms(hand, q, T_world_forearm, PALM)[PALM]
