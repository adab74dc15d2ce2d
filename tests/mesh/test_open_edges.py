import numpy as np

from prehensile.mesh.open_edges import open_edge_count

TETRAHEDRON_FACES = np.array([[0, 2, 1], [0, 1, 3], [1, 2, 3], [0, 3, 2]], dtype=np.int32)


def test_open_edges_are_counted_and_touching_solids_are_closed():
    assert open_edge_count(TETRAHEDRON_FACES) == 0
    assert open_edge_count(TETRAHEDRON_FACES[:3]) == 3
    # Two tetrahedra that share the edge 0-1: four faces meet there.
    second = np.choose(TETRAHEDRON_FACES, [0, 1, 4, 5])
    assert open_edge_count(np.concatenate([TETRAHEDRON_FACES, second])) == 0
    flipped = TETRAHEDRON_FACES.copy()
    flipped[0] = flipped[0, ::-1]
    assert open_edge_count(flipped) == 3
