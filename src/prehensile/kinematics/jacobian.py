"""Jacobians of points on the hand with respect to its joint angles, batched over leading axes.

Twists have the linear part first, (v, ω). In the world frame, J q̇ is the velocity of the point and
the angular velocity of its segment along world axes (what MuJoCo's ``mj_jac`` gives); in the body
frame the same along the segment's axes, so that T(q + δ) ≈ T(q) exp(J_body δ) for the frame T that
sits at the point and turns with the segment.
"""

from typing import Literal

import numpy as np

from prehensile.errors import InputError, UnknownNameError
from prehensile.hand.hand import Hand
from prehensile.hand.segments import TIP_SEGMENT
from prehensile.kinematics.forward import hinge, segment_transforms

Frame = Literal["world", "body"]
FRAMES = ("world", "body")


def point_jacobian(
    hand: Hand,
    q: np.ndarray,
    segment: str,
    point: np.ndarray | tuple[float, float, float] = (0.0, 0.0, 0.0),
    T_world_forearm: np.ndarray | None = None,
    frame: Frame = "world",
) -> np.ndarray:
    """How a point of a segment moves and turns with the joints.

    Columns of joints that do not carry the segment are zero; a joint that follows another (loaded
    hands) counts in its leader's column.

    Args:
        hand: whose joints.
        q: (..., dof) [rad] in the order of ``hand.joint_names``.
        segment: the segment the point is fixed to.
        point: (3,) [m] or (..., 3), in the segment's frame.
        T_world_forearm: (..., 4, 4), as in :func:`segment_transforms`.
        frame: ``world`` or ``body``.

    Returns:
        (..., 6, dof): rows 0–2 [m/rad], rows 3–5 [rad/rad].

    Raises:
        UnknownNameError: no such segment or frame.
        InputError: a shape or a number that does not fit.
    """
    poses = segment_transforms(hand, q, T_world_forearm, segment)
    return _jacobian(hand, poses, q, segment, point, frame)


def pad_jacobians(
    hand: Hand,
    q: np.ndarray,
    T_world_forearm: np.ndarray | None = None,
    frame: Frame = "world",
) -> np.ndarray:
    """:func:`point_jacobian` of the five pad centres, rows thumb to little: (..., 5, 6, dof)."""
    poses = segment_transforms(hand, q, T_world_forearm)
    found = []
    for name in TIP_SEGMENT.values():
        pad = hand.segment(name).pad
        assert pad is not None, "every fingertip has a pad"
        found.append(_jacobian(hand, poses, q, name, pad, frame))
    return np.stack(found, axis=-3)


def _jacobian(
    hand: Hand,
    poses: dict[str, np.ndarray],
    q: np.ndarray,
    segment: str,
    point: np.ndarray | tuple[float, float, float],
    frame: Frame,
) -> np.ndarray:
    if frame not in FRAMES:
        raise UnknownNameError("frame", str(frame), FRAMES)
    q = np.asarray(q, dtype=float)
    T = poses[segment]
    R = T[..., :3, :3]
    position = (R @ _point(point)[..., None])[..., 0] + T[..., :3, 3]
    J = np.zeros((*position.shape[:-1], 6, hand.dof))
    leader = {f.name: (f.leader, f.ratio) for f in hand.followers}
    name: str | None = segment
    while name is not None:
        carrier = hand.segments[name]
        arm = position - poses[name][..., :3, 3]
        turned = poses[name][..., :3, :3]
        for joint in reversed(carrier.joints):  # an axis does not move under its own hinge
            axis = turned @ joint.axis
            lead, ratio = leader.get(joint.name, (joint.name, 1.0))
            column = hand.joint_index(lead)
            J[..., :3, column] += ratio * np.cross(axis, arm)
            J[..., 3:, column] += ratio * axis
            back = hinge(joint.axis, -hand.joint_angle(q, joint.name))
            turned = turned @ back[..., :3, :3]
        name = carrier.parent
    if frame == "body":
        into = np.swapaxes(R, -1, -2)
        J = np.concatenate([into @ J[..., :3, :], into @ J[..., 3:, :]], axis=-2)
    return J


def _point(point: np.ndarray | tuple[float, float, float]) -> np.ndarray:
    p = np.asarray(point, dtype=float)
    if p.ndim == 0 or p.shape[-1] != 3:
        raise InputError(f"point has shape {p.shape}; expected (..., 3).")
    if not np.isfinite(p).all():
        raise InputError(f"point {p[~np.isfinite(p).all(-1)][0]} is not finite; give metres.")
    return p
