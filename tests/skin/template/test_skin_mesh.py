"""A skin's arrays are of the kinds and sizes that they say."""

from dataclasses import FrozenInstanceError

import numpy as np
import pytest

from prehensile.skin.template.skin_mesh import SkinMesh


def test_a_real_one_is_as_described(coarse):
    v, f = len(coarse.vertices), len(coarse.faces)
    kinds = {
        "vertices": (np.float32, (v, 3)), "normals": (np.float32, (v, 3)),
        "faces": (np.uint32, (f, 3)), "nail_depth": (np.float32, (v,)),
        "uv": (np.float32, (len(coarse.uv), 2)), "uv_faces": (np.uint32, (f, 3)),
    }  # fmt: skip
    for name, (dtype, shape) in kinds.items():
        array = getattr(coarse, name)
        assert (array.dtype, array.shape) == (dtype, shape), name
    np.testing.assert_allclose(np.linalg.norm(coarse.normals, axis=1), 1, atol=1e-6)
    assert coarse.faces.max() == v - 1 and coarse.uv_faces.max() == len(coarse.uv) - 1
    assert coarse.uv.min() >= 0 and coarse.uv.max() <= 1
    # Anticlockwise from outside: the signed volume of a closed surface is positive.
    a, b, c = (coarse.vertices[coarse.faces[:, k]].astype(float) for k in range(3))
    assert np.einsum("ij,ij->", a, np.cross(b, c)) > 0
    assert coarse.nail_depth.max() <= 1


def test_without_the_template_there_is_no_atlas():
    empty = np.zeros((0, 3), np.float32)
    one, other = (SkinMesh(empty, empty, empty.astype(np.uint32), empty[:, 0]) for _ in range(2))
    assert one.uv.shape == (0, 2) and one.uv_faces.shape == (0, 3)
    assert one.uv is not other.uv
    with pytest.raises(FrozenInstanceError):
        one.uv = other.uv
