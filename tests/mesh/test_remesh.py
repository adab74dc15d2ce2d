"""Remeshing, judged by trimesh and by closed forms of a sphere."""

import numpy as np
import trimesh

from prehensile.mesh.remesh import isotropic_mesh

R = 0.03


def _sphere(p: np.ndarray) -> np.ndarray:
    return R * p / np.linalg.norm(p, axis=1, keepdims=True)


def test_a_sphere_stays_closed_and_becomes_even() -> None:
    """One piece without holes, edges near the wished length, no slivers, on the sphere."""
    rough = trimesh.creation.uv_sphere(radius=R, count=[30, 30])  # slivers at the poles
    wish = 0.006
    v, f = isotropic_mesh(
        rough.vertices, rough.faces, lambda p: np.full(len(p), wish), _sphere, rounds=6
    )
    mesh = trimesh.Trimesh(v, f, process=False)
    assert mesh.is_watertight and mesh.is_winding_consistent and mesh.euler_number == 2
    assert mesh.volume > 0.95 * 4 / 3 * np.pi * R**3
    assert 0.75 * wish < np.median(mesh.edges_unique_length) < 1.25 * wish
    assert np.degrees(mesh.face_angles.min()) > 25
    np.testing.assert_allclose(np.linalg.norm(v, axis=1), R, rtol=1e-9)


def test_edges_follow_a_wish_that_varies() -> None:
    """A finer half has finer edges."""
    rough = trimesh.creation.icosphere(subdivisions=3, radius=R)

    def wished(p: np.ndarray) -> np.ndarray:
        return np.where(p[:, 2] > 0, 0.003, 0.007)

    v, f = isotropic_mesh(rough.vertices, rough.faces, wished, _sphere)
    mesh = trimesh.Trimesh(v, f, process=False)
    assert mesh.is_watertight and mesh.euler_number == 2
    middle = v[mesh.edges_unique].mean(axis=1)[:, 2]
    length = mesh.edges_unique_length
    ratio = np.median(length[middle < -0.015]) / np.median(length[middle > 0.015])
    assert 1.8 < ratio < 2.9
