import numpy as np
import pytest

from prehensile.mesh.split_at_uv import split_at_uv


@pytest.mark.parametrize("seed", range(5))
def test_every_corner_keeps_its_vertex_and_its_place(seed):
    rng = np.random.default_rng(seed)
    faces = rng.integers(0, 6, (30, 3))
    uv = rng.integers(-2, 2, (30, 3, 2)).astype(np.float32) / 3
    split = split_at_uv(faces, uv)
    np.testing.assert_array_equal(split.source[split.faces], faces)
    np.testing.assert_array_equal(split.uv[split.faces], uv)
    assert len(np.unique(np.column_stack([split.source, split.uv]), axis=0)) == len(split.source)


def test_without_seams_nothing_is_doubled():
    faces = np.array([[0, 1, 2], [0, 2, 3]])
    places = np.array([[0, 0], [1, 0], [1, 1], [-0.0, 1]], np.float32)
    split = split_at_uv(faces, places[faces])
    np.testing.assert_array_equal(split.source, np.arange(4))
