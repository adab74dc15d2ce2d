import numpy as np

from prehensile.mesh.curved_subdivision import curved_subdivision


def _octahedron():
    vertices = np.array([[1, 0, 0], [-1, 0, 0], [0, 1, 0], [0, -1, 0], [0, 0, 1], [0, 0, -1.0]])
    faces = np.array(
        [[0, 2, 4], [2, 1, 4], [1, 3, 4], [3, 0, 4], [2, 0, 5], [1, 2, 5], [3, 1, 5], [0, 3, 5]]
    )
    return vertices, faces


def test_old_vertices_stay_and_a_sphere_comes_near():
    vertices, faces = _octahedron()
    for step in range(3):
        finer = curved_subdivision(
            vertices, faces, vertices / np.linalg.norm(vertices, axis=1)[:, None]
        )
        np.testing.assert_array_equal(finer.vertices[: len(vertices)], vertices)
        assert len(finer.faces) == 4 * len(faces)
        vertices, faces = finer.vertices, finer.faces
        radius = np.linalg.norm(vertices, axis=1)
        # A cubic over a right angle misses the circle by 0.06; chords would by 0.29.
        assert radius.min() > (0.88 if step == 0 else 0.85)
    # Euler: a closed surface of a sphere's kind.
    edges = np.unique(np.sort(faces[:, [[0, 1], [1, 2], [2, 0]]].reshape(-1, 2), axis=1), axis=0)
    assert len(vertices) - len(edges) + len(faces) == 2


def test_a_flat_open_mesh_stays_flat_and_keeps_its_rim():
    vertices = np.array([[0, 0, 0], [2, 0, 0], [2, 1, 0], [0, 1, 0.0]])
    finer = curved_subdivision(
        vertices, np.array([[0, 1, 2], [0, 2, 3]]), np.tile([0, 0, 1.0], (4, 1))
    )
    assert not finer.vertices[:, 2].any()
    np.testing.assert_allclose(finer.vertices[4:], vertices[finer.ends].mean(axis=1))


def test_both_sides_of_a_seam_get_the_same_middles():
    vertices, faces = _octahedron()
    doubled = np.concatenate([vertices, vertices])
    lower = np.where(np.arange(8)[:, None] >= 4, faces + 6, faces)  # the lower half has its own
    finer = curved_subdivision(doubled, lower, doubled)
    rim = [frozenset(map(int, e % 6)) for e in finer.ends]
    places = {}
    for key, place in zip(rim, finer.vertices[12:], strict=True):
        np.testing.assert_array_equal(places.setdefault(key, place), place)
    assert len(places) == 12
