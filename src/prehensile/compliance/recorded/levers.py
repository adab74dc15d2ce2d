"""Where what pushes acts, with which lever arms, and how much."""

import numpy as np

from prehensile.compliance.model.compliant_hand import Place, contact_jacobian
from prehensile.compliance.recorded.session import Load
from prehensile.hand.hand import Hand
from prehensile.kinematics.forward import segment_transforms
from prehensile.lie import se3


def load_levers(
    hand: Hand,
    q: np.ndarray,
    T: np.ndarray,
    load: Load,
    rows: np.ndarray,
    moved: np.ndarray | None = None,
) -> tuple[np.ndarray, np.ndarray]:
    """Jacobians (m, 3, dof) of a load's place, and where it is (m, 3).

    Args:
        hand: whose.
        q: (m, dof) [rad]
        T: (4, 4) or (m, 4, 4) of the forearm.
        load: that pushes.
        rows: (m,) samples of the session.
        moved: (3,) [m] by which the place is elsewhere on its segment.
    """
    pose = segment_transforms(hand, q, T, load.place.segment)[load.place.segment]
    inward, point = load.inward, load.place.point
    if load.points is not None:
        point = load.points[rows]
    elif inward is not None:
        point = touching_point(hand, load.place, pose, inward)
    point = np.asarray(point, float) + (0.0 if moved is None else moved)
    J = contact_jacobian(hand, q, Place(load.place.segment, point), T)[..., :3, : hand.dof]
    where = se3.apply(pose, np.broadcast_to(point, (*pose.shape[:-2], 3)))
    return J, where


def touching_point(hand: Hand, place: Place, pose: np.ndarray, inward: np.ndarray) -> np.ndarray:
    """(m, 3) [m] point of a segment that a plane touches first, in the segment's frame.

    Args:
        hand: whose.
        place: whose segment.
        pose: (m, 4, 4) of the segment.
        inward: (3,) unit, world: from the plane into the finger.
    """
    from prehensile.kinematics.capsules import segment_capsules

    capsules = segment_capsules(hand.segment(place.segment))
    ends = np.concatenate([capsules.start, capsules.end])
    radius = np.tile(capsules.radius, 2)
    local = np.einsum("mji,j->mi", pose[:, :3, :3], inward)
    depth = ends @ local.T - radius[:, None]
    pick = depth.argmin(axis=0)
    return ends[pick] - radius[pick, None] * local


def acting_force(
    load: Load, rows: np.ndarray, hand: Hand, q: np.ndarray, T: np.ndarray, point: np.ndarray
) -> np.ndarray:
    """Force (N, 3) on the hand, world."""
    force = load.force[rows]
    if force.shape[1] == 1:
        R = segment_transforms(hand, q, T, load.place.segment)[load.place.segment][..., :3, :3]
        return -(R @ np.asarray(load.contact.direction)) * force
    if load.wrench is not None:
        return load.wrench.force_at(rows, point)
    if load.reach is not None:
        force = force * load.reach.correction(point)[:, None]
    return force
