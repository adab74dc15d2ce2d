"""`posed_surface`: a closed, smooth surface of a hand in a pose.

The hand's flesh is a blend of round bodies; its zero level is meshed by marching cubes. Each
call makes a new mesh, so vertices of two poses do not correspond.
"""

from typing import NamedTuple

import numpy as np

from prehensile.errors import InputError
from prehensile.extras import optional
from prehensile.hand.hand import Hand
from prehensile.kinematics.forward import segment_transforms
from prehensile.skin.flesh import Flesh, Mass, flesh
from prehensile.skin.nails import on_nail
from prehensile.skin.rounded import Axes, smooth_max, smooth_min

FINEST, COARSEST = 0.0004, 0.006
"""[m] Below, a grid takes gigabytes; above, fingers fall apart."""
FAR = np.float32(0.02)
"""[m] Distance given to points near no body; any positive number that is not near zero does."""


class Surface(NamedTuple):
    """A triangle mesh of one posed hand, world frame."""

    vertices: np.ndarray
    """(V, 3) float32 [m], world"""
    faces: np.ndarray
    """(F, 3) int32, counter-clockwise seen from outside"""
    normals: np.ndarray
    """(V, 3) float32 unit, outward"""
    nail: np.ndarray
    """(V,) bool, the vertices of the five nails"""


def posed_surface(
    hand: Hand,
    q: np.ndarray,
    T_world_forearm: np.ndarray | None = None,
    resolution: float = 0.0022,
) -> Surface:
    """The skin of ``hand`` at the joint angles ``q`` (23,) [rad].

    Args:
        hand: whose.
        q: (23,) [rad].
        T_world_forearm: (4, 4); the identity if left out.
        resolution: [m] edge of a grid cell. Time and vertices grow as its third and second
            power; 0.0012 is fine enough for a close picture.

    Raises:
        InputError: a shape or number does not fit.
        MissingExtraError: scikit-image is not installed.
    """
    if not FINEST <= resolution <= COARSEST:
        raise InputError(f"resolution is {resolution:g} m; give {FINEST} to {COARSEST} m.")
    q = hand.check_angles(q)
    if q.ndim != 1:
        raise InputError(f"posed_surface takes one joint vector of shape (23,); got {q.shape}.")
    # A left hand is made as the right one with the same angles, then mirrored through y. The grid
    # lies in the forearm's frame: moving the arm moves the mesh and changes nothing else.
    right = hand if hand.side == "right" else hand.spec.mirrored().build()
    poses = segment_transforms(right, q)
    vertices, faces, normals = _zero_level(flesh(right, poses), resolution)
    nail = on_nail(right, poses, vertices)
    if hand.side == "left":
        mirror = np.array([1, -1, 1], dtype=np.float32)
        vertices, normals, faces = vertices * mirror, normals * mirror, faces[:, ::-1]
    if T_world_forearm is not None:
        T = np.asarray(T_world_forearm, dtype=float)
        vertices = vertices @ T[:3, :3].T + T[:3, 3]
        normals = normals @ T[:3, :3].T
    return Surface(
        vertices.astype(np.float32),
        np.ascontiguousarray(faces, dtype=np.int32),
        normals.astype(np.float32),
        nail,
    )


class _Grid:
    """A regular grid, and the part of it around a box."""

    def __init__(self, low: np.ndarray, high: np.ndarray, step: float):
        # Snapped to multiples of the step, so that a still finger keeps its mesh while others move.
        first = np.floor(low / step).astype(int)
        self.shape = tuple(np.ceil(high / step).astype(int) - first + 1)
        self.origin, self.step = first * step, step

    def slices(self, low: np.ndarray, high: np.ndarray) -> tuple[slice, slice, slice]:
        first = np.clip(np.floor((low - self.origin) / self.step), 0, None).astype(int)
        last = np.ceil((high - self.origin) / self.step).astype(int) + 1
        x, y, z = (slice(a, min(e, n)) for a, e, n in zip(first, last, self.shape, strict=True))
        return x, y, z

    def axes(self, box: tuple[slice, slice, slice]) -> Axes:
        x, y, z = (
            (self.origin[k] + self.step * np.arange(s.start, s.stop)).astype(np.float32)
            for k, s in enumerate(box)
        )
        return x[:, None, None], y[None, :, None], z[None, None, :]


def _zero_level(body: Flesh, step: float) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Vertices, faces and outward normals of the blended masses."""
    measure = optional("skimage.measure")
    grid, field = _field(body, step)
    field[field == 0] = np.float32(1e-7)  # a vertex on a grid point would give empty triangles
    _fill_hollows(field)
    vertices, faces, _, _ = measure.marching_cubes(field, 0.0, gradient_direction="descent")
    normals = _gradient(field, vertices)
    return (vertices * step + grid.origin).astype(np.float32), faces, normals


def _gradient(field: np.ndarray, at: np.ndarray) -> np.ndarray:
    """Unit gradient (V, 3) at ``at`` (V, 3), in cells: smoother than marching cubes' own."""
    from scipy.ndimage import map_coordinates

    offsets = np.eye(3, dtype=np.float32)[:, None, :]
    ahead, behind = (
        map_coordinates(field, np.moveaxis(at + side * offsets, -1, 0), order=1, mode="nearest")
        for side in (1, -1)
    )
    slope = (ahead - behind).T
    length = np.linalg.norm(slope, axis=1, keepdims=True)
    return slope / np.maximum(length, 1e-12)


def _field(body: Flesh, step: float) -> tuple[_Grid, np.ndarray]:
    reach = {name: 0.0 for name in body.masses}
    for first, second, blend in body.joins:
        reach[first], reach[second] = max(reach[first], blend), max(reach[second], blend)
    boxes = {}
    for name, mass in body.masses.items():
        lows, highs = zip(*(b.bounds() for b in mass.bodies), strict=True)
        # Beyond its reach a blend is nil: a smaller margin would leave a step in the skin.
        margin = max(reach[name], 0.25 * mass.reach) + 2 * step
        boxes[name] = np.min(lows, axis=0) - margin, np.max(highs, axis=0) + margin
    grid = _Grid(
        np.min([low for low, _ in boxes.values()], axis=0),
        np.max([high for _, high in boxes.values()], axis=0),
        step,
    )
    field = np.full(grid.shape, FAR)
    parts = {}
    for name, mass in body.masses.items():
        box = grid.slices(*boxes[name])
        part = _distance(mass, grid.axes(box))
        parts[name] = box, part
        np.minimum(field[box], part, out=field[box])
    for first, second, blend in body.joins:
        (box_a, a), (box_b, c) = parts[first], parts[second]
        shared = _overlap(box_a, box_b)
        if shared is None:
            continue
        joined = smooth_min(a[_within(shared, box_a)], c[_within(shared, box_b)], blend)
        np.minimum(field[shared], joined, out=field[shared])
    return grid, field


def _distance(mass: Mass, axes: Axes) -> np.ndarray:
    total = mass.bodies[0].distance(axes)
    for other in mass.bodies[1:]:
        total = smooth_min(total, other.distance(axes), mass.reach)
    if mass.cut is not None:
        point, normal, rounding = mass.cut
        beyond = sum(
            (c - np.float32(p)) * np.float32(n) for c, p, n in zip(axes, point, normal, strict=True)
        )
        total = smooth_max(total, np.broadcast_to(beyond, total.shape), rounding)
    return total


def _overlap(a: tuple[slice, ...], b: tuple[slice, ...]) -> tuple[slice, slice, slice] | None:
    shared = [slice(max(s.start, t.start), min(s.stop, t.stop)) for s, t in zip(a, b, strict=True)]
    if any(s.start >= s.stop for s in shared):
        return None
    return shared[0], shared[1], shared[2]


def _within(box: tuple[slice, ...], outer: tuple[slice, ...]) -> tuple[slice, ...]:
    return tuple(
        slice(s.start - o.start, s.stop - o.start) for s, o in zip(box, outer, strict=True)
    )


def _fill_hollows(field: np.ndarray) -> None:
    """Close the pockets that a fist encloses: nobody sees them, and volume should not miss them."""
    from scipy.ndimage import label

    labels = np.empty(field.shape, dtype=np.int32)
    count = label(field > 0, output=labels)
    if count != 1:
        # The grid's first corner lies outside: every box has a margin.
        field[(labels > 0) & (labels != labels[0, 0, 0])] = -1e-4
