"""Triangles of a link: its shapes, or bars between its joints where it has none."""

import numpy as np

from prehensile.forks.mechanism.link import frame_along
from prehensile.forks.mechanism.mechanism import Mechanism
from prehensile.hand.segments import Box, Capsule, Solid
from prehensile.lie import se3
from prehensile.mesh.decimate import solid_triangles

THICKNESS = 0.02
"""Thickness of bars that stand for links without shapes, as a share of the bounding radius."""


def link_mesh(mechanism: Mechanism, row: int) -> tuple[np.ndarray, np.ndarray]:
    """Vertices (V, 3) [m], link frame, and faces (F, 3) of one link."""
    shapes = mechanism.links[row].shapes or _bars(mechanism, row)
    vertices, faces, count = [], [], 0
    for shape in shapes:
        v, f = _triangles(shape)
        vertices.append(v)
        faces.append(f + count)
        count += len(v)
    return np.concatenate(vertices), np.concatenate(faces)


def _triangles(shape: Capsule | Box | Solid) -> tuple[np.ndarray, np.ndarray]:
    if isinstance(shape, Box):
        v, f = solid_triangles("box", shape.half)
        return v + shape.centre, f
    if isinstance(shape, Capsule):
        half = float(np.linalg.norm(shape.end - shape.start)) / 2
        v, f = solid_triangles("capsule", np.array([shape.radius, half, 0]))
        if half == 0:
            return v + shape.start, f
        # frame_along has x along the bar, a capsule of MuJoCo's has z.
        T = frame_along(shape.start, shape.end)
        return v[:, [2, 0, 1]] @ T[:3, :3].T + T[:3, 3], f
    if shape.kind == "hull":
        from scipy.spatial import ConvexHull

        return shape.vertices, _outward(shape.vertices, ConvexHull(shape.vertices).simplices)
    v, f = solid_triangles(shape.kind, shape.size)
    return se3.apply(se3.from_pose7(np.concatenate([shape.pos, shape.quat])), v), f


def _outward(vertices: np.ndarray, faces: np.ndarray) -> np.ndarray:
    a, b, c = (vertices[faces[:, k]] for k in range(3))
    inward = np.einsum("ni,ni->n", np.cross(b - a, c - a), a - vertices.mean(axis=0)) < 0
    return np.where(inward[:, None], faces[:, ::-1], faces)


def _bars(mechanism: Mechanism, row: int) -> list[Capsule]:
    """From the centre of mass to every joint."""
    radius = THICKNESS * mechanism.radius
    com = mechanism.links[row].com
    ends = [mechanism.T_child_joint[j, :3, 3] for j in mechanism.parent_joints[row]]
    ends += [mechanism.T_parent_joint[j, :3, 3] for j in mechanism.child_joints[row]]
    return [Capsule(com, end, radius) for end in ends]
