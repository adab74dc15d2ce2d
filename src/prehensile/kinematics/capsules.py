"""A posed hand as capsules, and how far points are from it."""

from typing import NamedTuple

import numpy as np

from prehensile.hand.hand import Hand
from prehensile.hand.segments import FOREARM, Box, Capsule, Segment
from prehensile.kinematics.forward import segment_transforms
from prehensile.lie import se3


class Capsules(NamedTuple):
    """C capsules, whose points lie in one common frame."""

    start: np.ndarray
    """(C, 3) [m]"""
    end: np.ndarray
    """(C, 3) [m]"""
    radius: np.ndarray
    """(C,) [m]"""

    def distance(self, points: np.ndarray) -> np.ndarray:
        """Signed distance of points (N, 3) to each capsule. (N, C) [m]"""
        along = self.end - self.start
        square = (along * along).sum(axis=1)
        # |p − s − t a|² with t = (p − s)·a / a·a cut to [0, 1], without (N, C, 3) arrays.
        pa = points @ along.T - (self.start * along).sum(axis=1)
        t = np.clip(pa / square, 0, 1)
        ps = (points * points).sum(axis=1)[:, None] - 2 * points @ self.start.T
        ps += (self.start * self.start).sum(axis=1)
        return np.sqrt(np.maximum(ps - 2 * t * pa + t * t * square, 0)) - self.radius

    def moved(self, T: np.ndarray) -> "Capsules":
        """These capsules carried along by a transform (4, 4)."""
        return Capsules(se3.apply(T, self.start), se3.apply(T, self.end), self.radius)

    def heights(self, up: np.ndarray) -> np.ndarray:
        """(C,) [m] of each capsule's lowest point along a unit vector (3,)."""
        return np.minimum(self.start @ up, self.end @ up) - self.radius


def segment_capsules(segment: Segment, edges: bool = False) -> Capsules:
    """Collision capsules of one segment, in its frame; ``edges`` as `hand_capsules` has it."""
    shapes = [s for s in segment.shapes if isinstance(s, Capsule)]
    for box in (s for s in segment.shapes if edges and isinstance(s, Box)):
        shapes += _edges(box)
    return Capsules(
        np.array([s.start for s in shapes]).reshape(-1, 3),
        np.array([s.end for s in shapes]).reshape(-1, 3),
        np.array([s.radius for s in shapes]),
    )


def hand_capsules(
    hand: Hand, q: np.ndarray, groups: tuple[str, ...], forearm: bool = True, edges: bool = False
) -> Capsules:
    """Collision capsules of some groups in the palm frame (at zero wrist angles).

    Args:
        hand: that is posed.
        q: (dof,), or (P, dof) for P poses, whose capsules then follow each other pose by pose.
        groups: names of `prehensile.hand.segments.GROUPS` whose capsules are wanted.
        forearm: whether the palm's group has the forearm, too.
        edges: whether the long edges of the palm's box count as capsules without thickness; all but
            its corners lies inside the others.
    """
    return placed_capsules(hand, segment_transforms(hand, np.atleast_2d(q)), groups, forearm, edges)


def placed_capsules(
    hand: Hand,
    T: dict[str, np.ndarray],
    groups: tuple[str, ...],
    forearm: bool = True,
    edges: bool = False,
) -> Capsules:
    """The same for P poses whose segments (P, 4, 4) are known by name."""
    starts, ends, radii = [], [], []
    for name, segment in hand.segments.items():
        if segment.group in groups and (forearm or name != FOREARM):
            mine = segment_capsules(segment, edges)
            starts.append(_placed(T[name], mine.start))
            ends.append(_placed(T[name], mine.end))
            radii.append(np.broadcast_to(mine.radius, starts[-1].shape[:2]))
    if not starts:
        return Capsules(np.zeros((0, 3)), np.zeros((0, 3)), np.zeros(0))
    return Capsules(
        np.concatenate(starts, axis=1).reshape(-1, 3),
        np.concatenate(ends, axis=1).reshape(-1, 3),
        np.concatenate(radii, axis=1).reshape(-1),
    )


def _placed(T: np.ndarray, points: np.ndarray) -> np.ndarray:
    """(P, N, 3) Points (N, 3) at poses (P, 4, 4)."""
    return points @ T[:, :3, :3].swapaxes(1, 2) + T[:, None, :3, 3]


def _edges(box: Box) -> list[Capsule]:
    """Its four edges along x."""
    along = box.half * [1.0, 0.0, 0.0]
    corners = [box.centre + box.half * [0.0, y, z] for y in (-1, 1) for z in (-1, 1)]
    return [Capsule(corner - along, corner + along, 0.0) for corner in corners]


def segment_distance(a0: np.ndarray, a1: np.ndarray, b0: np.ndarray, b1: np.ndarray) -> np.ndarray:
    """(...,) distance of the line segments from a0 to a1 and from b0 to b1, all (..., 3).

    |a0 + s u − b0 − t v| is convex in s and t: the best s on the whole line, cut to [0, 1], gives
    t, and t cut to [0, 1] gives s again.
    """
    u, v, w = a1 - a0, b1 - b0, a0 - b0
    uu, vv, uv = (u * u).sum(-1), (v * v).sum(-1), (u * v).sum(-1)
    uw, vw = (u * w).sum(-1), (v * w).sum(-1)
    cross = uu * vv - uv * uv
    parallel = cross <= 1e-12 * uu * vv
    s = np.where(parallel, 0.0, (uv * vw - vv * uw) / np.where(parallel, 1.0, cross))
    t = np.clip((uv * np.clip(s, 0, 1) + vw) / vv, 0, 1)
    s = np.clip((uv * t - uw) / uu, 0, 1)
    return np.linalg.norm(w + s[..., None] * u - t[..., None] * v, axis=-1)
