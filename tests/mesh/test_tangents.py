"""Tangents against a surface whose derivatives are known."""

import numpy as np
import pytest

from prehensile.mesh.tangents import tangents


def _cylinder(mirror: float) -> tuple[np.ndarray, ...]:
    """A strip of a cylinder: u goes round it, v goes down (glTF's v, the picture's top is +z)."""
    u, v = (a.ravel() for a in np.meshgrid(np.linspace(0, 1, 30), np.linspace(0, 1, 9)))
    angle = 1.5 * u
    p = np.stack([np.cos(angle), mirror * np.sin(angle), 0.6 * (1 - v)], axis=1)
    n = np.stack([np.cos(angle), mirror * np.sin(angle), 0 * u], axis=1)
    round_ = np.stack([-np.sin(angle), mirror * np.cos(angle), 0 * u], axis=1)
    i, j = (a.ravel() for a in np.meshgrid(np.arange(29), np.arange(8)))
    k = 30 * j + i
    faces = np.concatenate([np.stack([k, k + 31, k + 1], 1), np.stack([k, k + 30, k + 31], 1)])
    return p, n, faces, np.stack([u, v], axis=1), round_


@pytest.mark.parametrize("mirror", [1.0, -1.0])
def test_they_point_along_u_and_the_top_is_where_v_is_less(mirror: float) -> None:
    p, n, faces, uv, round_ = _cylinder(mirror)
    found = tangents(p, n, faces, uv)
    np.testing.assert_allclose(found[:, :3], round_, atol=0.03)
    top = np.cross(n, found[:, :3]) * found[:, 3:]
    np.testing.assert_allclose(top, np.tile([0, 0, 1.0], (len(p), 1)), atol=0.01)


def test_faces_without_area_in_the_picture_still_give_unit_vectors() -> None:
    p, n, faces, uv, _ = _cylinder(1.0)
    found = tangents(p, n, faces, np.zeros_like(uv))
    np.testing.assert_allclose(np.linalg.norm(found[:, :3], axis=1), 1, atol=1e-6)
    np.testing.assert_allclose(np.sum(found[:, :3] * n, axis=1), 0, atol=1e-6)
    assert set(np.unique(found[:, 3])) <= {-1.0, 1.0}
