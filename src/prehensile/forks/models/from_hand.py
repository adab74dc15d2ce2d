"""A hand under PD control in a given pose, as a mechanism."""

import numpy as np
from numpy.typing import ArrayLike

from prehensile.errors import InputError
from prehensile.forks.mechanism.joint import Joint, serial
from prehensile.forks.mechanism.link import Link
from prehensile.forks.mechanism.mechanism import Mechanism
from prehensile.hand.compliance import HandCompliance
from prehensile.hand.hand import Hand
from prehensile.hand.segments import FOREARM, TIP_SEGMENT, Segment
from prehensile.kinematics.forward import hinge, segment_transforms

STIFFNESS = 0.5
"""[Nm/rad] of a hand that grasps: what Kry (2005) measured at a knuckle."""
SETTLING = 0.02
"""[s] damping over stiffness"""
BASE_MASS = 1.0
"""[kg] of a forearm that is only a frame; it never moves."""
LEAST_ROOM = 1e-3
"""[rad] between a pose at a joint's limit and that limit."""


def from_hand(
    hand: Hand,
    q: np.ndarray,
    stiffness: ArrayLike | HandCompliance = STIFFNESS,
    damping: ArrayLike | None = None,
    T_world_forearm: np.ndarray | None = None,
) -> Mechanism:
    """The hand whose joints are held at ``q``; the forearm is the base, fingertips are touched.

    The gains are the whole stiffness at each joint, passive tissue included. A joint that follows
    another (loaded hands) gets its leader's gains and yields by itself.

    Args:
        hand: any, its own or a loaded one.
        q: (dof,) [rad] where the springs rest.
        stiffness: (dof,) or one number [Nm/rad]; or how soft a hand was measured to be, 1 / C_jj.
            What else a full C holds, and its root, are left out: the base is held.
        damping: (dof,) or one number [Nms/rad]; 0.02 s of the stiffness if left out.
        T_world_forearm: (4, 4); the identity if left out.

    Raises:
        InputError: a pose or gains that do not fit.
    """
    q = hand.check_angles(q)
    if q.ndim != 1:
        raise InputError(f"a pose is one joint vector of shape ({hand.dof},); got {q.shape}.")
    k = _per_joint(hand, "stiffness", stiffness)
    d = SETTLING * k if damping is None else _per_joint(hand, "damping", damping)
    poses = segment_transforms(hand, q, T_world_forearm)
    links, joints = [], []
    for name, segment in hand.segments.items():
        links.append(_link(segment, poses[name]))
        if segment.parent is not None:
            joints.append(_joint(hand, segment, poses, q, k, d))
    tips = [name for name in TIP_SEGMENT.values() if name in hand.segments]
    return Mechanism("hand", links, joints, FOREARM, tips)


def _per_joint(hand: Hand, name: str, value: ArrayLike | HandCompliance) -> np.ndarray:
    if isinstance(value, HandCompliance):
        return value.springs(hand)
    array = np.asarray(value, dtype=float)
    if array.shape not in ((), (hand.dof,)):
        raise InputError(f"{name} has shape {array.shape}; expected one number or ({hand.dof},).")
    return np.broadcast_to(array, (hand.dof,))


def _link(segment: Segment, T: np.ndarray) -> Link:
    mass, inertia = segment.mass, segment.inertia
    if mass == 0 and segment.parent is None:
        mass, inertia = BASE_MASS, np.eye(3) * 1e-3
    return Link(segment.name, T, mass, inertia, segment.com, tuple(segment.collides))


def _joint(
    hand: Hand,
    segment: Segment,
    poses: dict[str, np.ndarray],
    q: np.ndarray,
    k: np.ndarray,
    d: np.ndarray,
) -> Joint:
    """All hinges of a segment as one joint, in the world's directions they have now."""
    assert segment.parent is not None, "the forearm has no joint"
    leader = {f.name: f.leader for f in hand.followers}
    T = poses[segment.parent] @ segment.T_parent_rest
    frame = T.copy()
    axes, rows, limits = [], [], []
    for joint in segment.joints:
        angle = float(hand.joint_angle(q, joint.name))
        axes.append(frame[:3, :3].T @ T[:3, :3] @ joint.axis)
        T = T @ hinge(joint.axis, np.asarray(angle))
        row = hand.joint_index(leader.get(joint.name, joint.name))
        rows.append(row)
        held = joint.name in leader
        low, high = (-np.inf, np.inf) if held else (hand.lower[row], hand.upper[row])
        limits.append((min(low - angle, -LEAST_ROOM), max(high - angle, LEAST_ROOM)))
    if not axes:
        raise InputError(
            f"segment {segment.name!r} has no joint; a mechanism's links move on their own."
        )
    screws = np.hstack([np.zeros((len(axes), 3)), np.stack(axes)])
    lower, upper = np.array(limits).T
    name = "+".join(joint.name for joint in segment.joints)
    return serial(
        name, segment.parent, segment.name, frame, screws, k[rows], d[rows], (lower, upper)
    )
