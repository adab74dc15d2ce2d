"""Marching tetrahedra on fields whose surfaces are known."""

import numpy as np
import pytest
import trimesh

from prehensile.mesh.marching_tetrahedra import zero_level_mesh


def _grid(n: int) -> np.ndarray:
    return np.stack(np.meshgrid(*[np.linspace(-1.3, 1.3, n)] * 3, indexing="ij"), axis=-1)


@pytest.mark.parametrize(
    ("field", "euler", "volume"),
    [
        (lambda p: np.linalg.norm(p, axis=-1) - 1, 2, 4 / 3 * np.pi),
        (
            lambda p: np.hypot(np.hypot(p[..., 0], p[..., 1]) - 0.8, p[..., 2]) - 0.3,
            0,
            2 * np.pi**2 * 0.8 * 0.3**2,
        ),
    ],
    ids=["ball", "torus"],
)
def test_known_bodies(field, euler: int, volume: float) -> None:
    """Closed, manifold, outward, of the right kind and volume."""
    n = 41
    v, f = zero_level_mesh(field(_grid(n)))
    mesh = trimesh.Trimesh(v * 2.6 / (n - 1), f, process=False)
    assert mesh.is_watertight and mesh.is_winding_consistent
    assert mesh.euler_number == euler
    assert mesh.volume == pytest.approx(volume, rel=0.03)


def test_noise_is_closed_too(rng: np.random.Generator) -> None:
    """Whatever signs the corners have: every directed edge once, and its reverse."""
    field = np.ones((9, 9, 9))
    field[1:-1, 1:-1, 1:-1] = rng.normal(size=(7, 7, 7))
    _, f = zero_level_mesh(field)
    ends = f[:, [[0, 1], [1, 2], [2, 0]]].reshape(-1, 2)
    there = {tuple(e) for e in ends.tolist()}
    assert len(there) == len(ends)
    assert {(b, a) for a, b in there} == there
