"""A wrench measured elsewhere, moved to where hand and object touch (Kry 2005, 3.2.1).

The object is mounted on a force–torque sensor; motion capture poses hand and object; their nearest
points give the contact's frame. This moves the wrench, it does not make it more accurate.
"""

from typing import NamedTuple

import numpy as np

from prehensile.errors import InputError
from prehensile.hand.hand import Hand
from prehensile.hand.joints import DIGITS
from prehensile.hand.segments import TIP_SEGMENT
from prehensile.kinematics.capsules import segment_capsules
from prehensile.kinematics.forward import segment_transforms
from prehensile.lie import se3

ALONG = 5
"""points along the axis of a capsule that are asked for their distance"""
CHUNK = 64
"""frames at once"""


class ContactFrames(NamedTuple):
    """Where a hand comes nearest to an object, frame by frame."""

    T_world_contact: np.ndarray
    """(N, 4, 4) origin on the object, z out of it towards the hand, x the way the segment points as
    nearly as that allows"""
    distance: np.ndarray
    """(N,) [m] between skin and object; below zero where they overlap"""
    segment: tuple[str, ...]
    """N names of the segments"""


def contact_wrench(wrench: np.ndarray, T_sensor_contact: np.ndarray) -> np.ndarray:
    """Wrenches (N, 6) (f, τ) of a sensor's frame in a contact's: w_c = Ad(T_c_s)⁻ᵀ w_s.

    Args:
        wrench: (N, 6) [N, Nm]
        T_sensor_contact: (4, 4) or (N, 4, 4)
    """
    turned = np.swapaxes(se3.adjoint(T_sensor_contact), -1, -2)
    return (turned @ np.asarray(wrench, float)[..., None])[..., 0]


def contact_frames(
    hand: Hand,
    q: np.ndarray,
    T_world_forearm: np.ndarray,
    vertices: np.ndarray,
    faces: np.ndarray,
    T_world_object: np.ndarray,
    digits: tuple[str, ...] = DIGITS,
) -> ContactFrames:
    """Nearest points of some fingertips and an object.

    Args:
        hand: whose fingertips: the capsules of their last segments.
        q: (N, dof) [rad]
        T_world_forearm: (N, 4, 4)
        vertices: (V, 3) [m] of the object, its frame.
        faces: (F, 3)
        T_world_object: (4, 4) or (N, 4, 4)
        digits: that may touch.

    Raises:
        InputError: an object without faces.
    """
    if not len(faces):
        raise InputError("an object without faces has no surface to be near to.")
    poses = segment_transforms(hand, q, T_world_forearm)
    T_object = np.broadcast_to(T_world_object, (len(q), 4, 4))
    corners = np.asarray(vertices, float)[np.asarray(faces)]
    points, radius, names = [], [], []
    for digit in digits:
        name = TIP_SEGMENT[digit]
        capsules = segment_capsules(hand.segments[name])
        share = np.linspace(0, 1, ALONG)[:, None]
        for start, end, r in zip(*capsules, strict=True):
            axis = start + share * (end - start)
            points.append(se3.apply(poses[name][:, None], axis))
            radius += [r] * ALONG
            names += [name] * ALONG
    local = se3.apply(se3.inverse(T_object)[:, None], np.concatenate(points, axis=1))
    thick = np.array(radius)
    T, distance, segment = np.empty((len(q), 4, 4)), np.empty(len(q)), []
    for start in range(0, len(q), CHUNK):
        part = slice(start, start + CHUNK)
        nearest, face, away = closest_points(local[part].reshape(-1, 3), corners)
        shape = (-1, len(thick))
        skin = away.reshape(shape) - thick
        best = skin.argmin(1)
        rows = np.arange(len(best))
        distance[part] = skin[rows, best]
        segment += [names[k] for k in best]
        at = nearest.reshape(*shape, 3)[rows, best]
        normal = _normals(corners[face.reshape(shape)[rows, best]])
        along = np.stack([poses[names[k]][start + n, :3, 0] for n, k in enumerate(best)])
        along = np.einsum("nji,nj->ni", T_object[part, :3, :3], along)
        T[part] = T_object[part] @ _frames(at, normal, along)
    return ContactFrames(T, distance, tuple(segment))


def closest_points(
    points: np.ndarray, corners: np.ndarray
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Nearest points (P, 3) on triangles (F, 3, 3), whose triangle (P,), and how far [m]; below
    zero behind the triangle's front.
    """
    a, b, c = corners.transpose(1, 0, 2)
    normal = _normals(corners)
    height = np.einsum("pfi,fi->pf", points[:, None] - a, normal)
    flat = points[:, None] - height[..., None] * normal
    inside = np.ones(height.shape, bool)
    best, near = np.full(height.shape, np.inf), flat.copy()
    for start, end in ((a, b), (b, c), (c, a)):
        edge = end - start
        inside &= np.einsum("pfi,fi->pf", flat - start, np.cross(normal, edge)) >= 0
        share = np.einsum("pfi,fi->pf", points[:, None] - start, edge) / (edge**2).sum(1)
        at = start + np.clip(share, 0, 1)[..., None] * edge
        far = ((points[:, None] - at) ** 2).sum(-1)
        near = np.where((far < best)[..., None], at, near)
        best = np.minimum(best, far)
    near = np.where(inside[..., None], flat, near)
    best = np.where(inside, height**2, best)
    face = best.argmin(1)
    rows = np.arange(len(points))
    away = np.sqrt(best[rows, face]) * np.where(height[rows, face] < 0, -1.0, 1.0)
    return near[rows, face], face, away


def _normals(corners: np.ndarray) -> np.ndarray:
    normal = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    return normal / np.linalg.norm(normal, axis=1, keepdims=True)


def _frames(at: np.ndarray, z: np.ndarray, along: np.ndarray) -> np.ndarray:
    x = along - (along * z).sum(1, keepdims=True) * z
    # A finger that points straight at the surface has no way along it: any will do.
    straight = np.linalg.norm(x, axis=1) < 1e-6
    x[straight] = np.cross(z[straight], np.eye(3)[np.abs(z[straight]).argmin(1)])
    x /= np.linalg.norm(x, axis=1, keepdims=True)
    T = np.zeros((len(at), 4, 4))
    T[:, :3, 0], T[:, :3, 1], T[:, :3, 2] = x, np.cross(z, x), z
    T[:, :3, 3], T[:, 3, 3] = at, 1.0
    return T
