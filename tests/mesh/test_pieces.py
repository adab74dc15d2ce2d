"""Meshes of which some pieces lie apart."""

import numpy as np
import pytest

from prehensile.mesh.pieces import MOST, pieces_apart
from prehensile.world.objects.primitives import box

GAP = 1e-3


def boxes(*middles):
    """Boxes of 2 cm about the middles [m], as one mesh."""
    one = box((0.02, 0.02, 0.02), 0.1)
    points = np.concatenate([one.vertices + np.asarray(m) for m in middles])
    count = len(one.vertices)
    return points, np.concatenate([one.faces + k * count for k in range(len(middles))])


@pytest.mark.parametrize(
    ("middles", "count"),
    [
        ([(0, 0, 0)], 1),
        ([(0, 0, 0), (0.08, 0, 0)], 2),
        ([(0, 0, 0), (0.01, 0, 0)], 1),  # they overlap
        ([(0, 0, 0), (0.0205, 0, 0)], 1),  # nearer than the gap
        ([(0, 0, 0), (0.08, 0, 0), (0.0, 0.01, 0.01), (0, 0, 0.5)], 3),
        ([(0, 0, 0), (0.04, 0, 0), (0.02, 0, 0)], 1),  # the last joins the others
    ],
)
def test_boxes_side_by_side(middles, count):
    assert pieces_apart(*boxes(*middles), GAP) == count


def test_vertices_of_no_face_are_no_pieces():
    points, faces = boxes((0, 0, 0))
    stray = np.concatenate([[[1.0, 1.0, 1.0]], points])
    assert pieces_apart(stray, faces + 1, GAP) == 1


def test_dust_is_not_looked_at():
    middles = [(0.05 * k, 0, 0) for k in range(MOST + 1)]
    assert pieces_apart(*boxes(*middles[:-1]), GAP) == MOST
    assert pieces_apart(*boxes(*middles), GAP) == 1
