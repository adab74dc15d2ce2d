"""Rods that show how a thing is turned, and how it should be."""

from collections.abc import Sequence

import numpy as np

from prehensile.lie import so3
from prehensile.mesh.decimate import solid_triangles
from prehensile.stage.shows.shortest_turn import shortest_turn

GOAL_COLOR = (0.98, 0.80, 0.12)
NOW_COLOR = (0.88, 0.16, 0.14)
UP = np.array([0.0, 0.0, 1.0])


def rods(
    ends: Sequence[tuple[np.ndarray, np.ndarray]], radius: float
) -> tuple[np.ndarray, np.ndarray]:
    """Vertices (n, 3) [m] and faces (f, 3) of round rods from one point to another, in one mesh."""
    vertices, faces, count = [], [], 0
    for start, end in ends:
        way = end - start
        v, f = solid_triangles("capsule", np.array([radius, np.linalg.norm(way) / 2, 0]))
        vertices.append(v @ so3.exp(shortest_turn(UP, way)).T + (start + end) / 2)
        faces.append(f + count)
        count += len(v)
    return np.concatenate(vertices), np.concatenate(faces)
