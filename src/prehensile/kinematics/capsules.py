"""A posed hand as capsules, and how far points are from it."""

from typing import NamedTuple

import numpy as np

from prehensile.fast_path import kernels
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

    def nearest(self, points: np.ndarray, order: np.ndarray | None = None) -> float:
        """The smallest distance [m] of points (N, 3) to any capsule; infinite if there are none.

        Args:
            points: in any order.
            order: (N,) which point comes after which so that neighbours follow each other, from
                `neighbours`: then most need not be looked at.
        """
        return self._nearest(points, order)[0]

    def nearest_by_pose(self, points: np.ndarray, poses: int) -> np.ndarray:
        """(P,) [m] For capsules of ``poses`` poses that follow each other, each pose's smallest
        distance.
        """
        return kernels("kinematics").nearest_by_pose(points, *self, poses)

    def nearest_point(self, points: np.ndarray) -> int:
        """Which of points (N, 3) is nearest to any capsule."""
        return self._nearest(points, None)[1]

    def deepest(
        self, points: np.ndarray, order: np.ndarray | None = None
    ) -> tuple[float, np.ndarray]:
        """The smallest distance [m], and the unit direction out of the capsule there. (3,)"""
        distance, n, c = self._nearest(points, order)
        along = self.end[c] - self.start[c]
        t = np.clip((points[n] - self.start[c]) @ along / (along @ along), 0, 1)
        out = points[n] - self.start[c] - t * along
        return distance, out / max(float(np.linalg.norm(out)), 1e-12)

    def _nearest(self, points: np.ndarray, order: np.ndarray | None) -> tuple[float, int, int]:
        if order is None:
            return kernels("kinematics").nearest(points, *self)
        return kernels("kinematics").nearest_in_order(points, order, *self)


def neighbours(points: np.ndarray, together: int = 32) -> np.ndarray:
    """(N,) An order of points (N, 3) in which each ``together`` lie close to each other: halved
    across their longest side, and the halves again.
    """
    pending, found = [np.arange(len(points))], []
    while pending:
        some = pending.pop()
        half = -(-len(some) // (2 * together)) * together
        if half >= len(some):
            found.append(some)
            continue
        along = points[some, int(np.ptp(points[some], axis=0).argmax())]
        some = some[np.argsort(along, kind="stable")]
        pending += [some[half:], some[:half]]
    return np.concatenate(found)


def segment_capsules(segment: Segment) -> Capsules:
    """Collision capsules of one segment, in its frame."""
    shapes = [s for s in segment.shapes if isinstance(s, Capsule)]
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
    q = np.atleast_2d(q)
    T = segment_transforms(hand, q)
    starts, ends, radii = [], [], []
    for name, segment in hand.segments.items():
        if segment.group in groups and (forearm or name != FOREARM):
            shapes = [s for s in segment.shapes if isinstance(s, Capsule)]
            for box in (s for s in segment.shapes if edges and isinstance(s, Box)):
                shapes += _edges(box)
            for shape in shapes:
                starts.append(se3.apply(T[name], shape.start))
                ends.append(se3.apply(T[name], shape.end))
                radii.append(np.full(len(q), shape.radius))
    if not starts:
        return Capsules(np.zeros((0, 3)), np.zeros((0, 3)), np.zeros(0))
    return Capsules(
        np.stack(starts, axis=1).reshape(-1, 3),
        np.stack(ends, axis=1).reshape(-1, 3),
        np.stack(radii, axis=1).reshape(-1),
    )


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
