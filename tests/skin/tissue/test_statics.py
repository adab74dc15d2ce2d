"""Oracles: the patch test, Rivlin's torsion in closed form, finite differences, refinement."""

from itertools import permutations

import numpy as np
import pytest
from scipy.spatial import Delaunay

from prehensile.skin.tissue.mesh import TissueMesh

pytest.importorskip("ngsolve", reason="the extra 'tissue' is not installed")

from prehensile.skin.tissue.statics import Tissue


def _block(cells: tuple[int, int, int], size: tuple[float, float, float]) -> TissueMesh:
    """A box around the origin of six tetrahedra a cell."""
    shape = np.array(cells) + 1
    at = np.stack(np.meshgrid(*map(np.arange, shape), indexing="ij"), axis=-1).reshape(-1, 3)
    corners = (at / cells - 0.5) * size
    low = np.stack(np.meshgrid(*map(np.arange, cells), indexing="ij"), axis=-1).reshape(-1, 3)
    strides = np.array([shape[1] * shape[2], shape[2], 1])
    tetrahedra = []
    for order in permutations(range(3)):
        steps = np.concatenate([[0], np.cumsum(strides[list(order)])])
        odd = np.linalg.det(np.eye(3)[list(order)]) < 0
        tetrahedra.append((low @ strides)[:, None] + steps[[0, 2, 1, 3] if odd else [0, 1, 2, 3]])
    found = np.concatenate(tetrahedra)
    return TissueMesh(corners, found, np.full(len(corners), -1), (), 0)


def _rod(rings: int, layers: int, radius: float, length: float) -> TissueMesh:
    """A round rod along z from 0: rings of 6, 12, … points, extruded."""
    angles = [2 * np.pi * np.arange(6 * k) / (6 * k) for k in range(1, rings + 1)]
    rims = [radius * (k + 1) / rings for k in range(rings)]
    points = [np.zeros((1, 2))]
    points += [
        r * np.column_stack([np.cos(a), np.sin(a)]) for r, a in zip(rims, angles, strict=True)
    ]
    disk = np.concatenate(points)
    a, b, c = np.sort(Delaunay(disk).simplices, axis=1).T
    n = len(disk)
    corners = np.concatenate(
        [np.column_stack([disk, np.full(n, length * k / layers)]) for k in range(layers + 1)]
    )
    # A prism is three tetrahedra; sorted corners make neighbours agree.
    one = [(a, b, c, c + n), (a, b, b + n, c + n), (a, a + n, b + n, c + n)]
    found = np.concatenate([np.column_stack(t) + n * k for k in range(layers) for t in one])
    p, q, r, s = (corners[found[:, k]] for k in range(4))
    turned = np.einsum("ij,ij->i", np.cross(q - p, r - p), s - p) < 0
    found[turned] = found[turned][:, [0, 1, 3, 2]]
    return TissueMesh(corners, found, np.full(len(corners), -1), (), 0)


def _turned(points: np.ndarray, angle: np.ndarray) -> np.ndarray:
    c, s = np.cos(angle), np.sin(angle)
    x, y, z = points.T
    return np.column_stack([c * x - s * y, s * x + c * y, z])


def _twist(mesh: TissueMesh, total: float, length: float, **settings) -> tuple[Tissue, np.ndarray]:
    """Ends held, the far one turned by ``total``; started from pure torsion, slightly off."""
    z = mesh.nodes[:, 2]
    held = (z < 1e-9) | (z > length - 1e-9)
    tissue = Tissue(mesh, held, **settings)
    torsion = _turned(mesh.nodes, total * z / length)
    rng = np.random.default_rng(3)
    noise = 1e-4 * length * rng.normal(size=torsion.shape)
    noise[held] = 0
    tissue.positions = torsion + noise
    assert tissue.balance().found
    return tissue, torsion


def test_patch_an_affine_move_of_the_boundary_moves_all_nodes_alike():
    mesh = _block((2, 2, 2), (0.02, 0.01, 0.015))
    x = mesh.nodes
    held = (np.abs(np.abs(x) - [0.01, 0.005, 0.0075]) < 1e-9).any(axis=1)
    assert (~held).any()
    A = np.eye(3) + 0.15 * np.random.default_rng(0).normal(size=(3, 3))
    start = x @ A.T
    start[~held] += 2e-4 * np.random.default_rng(1).normal(size=start[~held].shape)
    tissue = Tissue(mesh, held)
    tissue.positions = start
    assert tissue.balance().found
    np.testing.assert_allclose(tissue.positions, x @ A.T, atol=1e-9)
    np.testing.assert_allclose(tissue.volume_ratios(), np.linalg.det(A), rtol=1e-7)


def test_a_twisted_rod_has_the_energy_of_rivlins_torsion():
    radius, length, total = 0.01, 0.02, 0.9
    mesh = _rod(2, 3, radius, length)
    tissue, torsion = _twist(mesh, total, length, poisson=0.4999, stiffening=0.0)
    # ½ψ² ∫r² dV, with ∫r² dV over the faceted rod itself.
    corners = mesh.corners[mesh.tetrahedra][:, :, :2]
    sums = corners.sum(axis=1)
    second = mesh.volumes @ ((sums**2).sum(axis=1) + (corners**2).sum(axis=(1, 2))) / 20
    exact = 0.5 * (total / length) ** 2 * second
    assert tissue.energy() == pytest.approx(exact, rel=0.04)
    assert np.abs(tissue.positions - torsion).max() < 0.05 * radius
    assert abs(tissue.volume_ratios() @ mesh.volumes / mesh.volumes.sum() - 1) < 1e-3


def test_refinement_brings_the_energy_to_a_limit_faster_than_at_first_order():
    energies = []
    for n in (1, 2, 4):
        mesh = _block((n, n, 2 * n), (0.01, 0.01, 0.02))
        mesh = TissueMesh(mesh.corners + np.array([0, 0, 0.01]), mesh.tetrahedra, mesh.bone, (), 0)
        energies.append(_twist(mesh, 0.8, 0.02, stiffening=0.0)[0].energy())
    first, second = energies[0] - energies[1], energies[1] - energies[2]
    assert first > 2.5 * second > 0


def test_the_response_is_the_derivative_of_the_balance():
    mesh = _block((1, 1, 2), (0.01, 0.01, 0.02))
    held = np.abs(np.abs(mesh.nodes[:, 2]) - 0.01) < 1e-9
    top = mesh.nodes[:, 2] > 0.0099
    tissue = Tissue(mesh, held)
    move = np.zeros_like(mesh.nodes)
    move[top] = [0.003, 0.0, -0.001]
    tissue.positions = mesh.nodes + move * np.clip(mesh.nodes[:, 2:] / 0.02 + 0.5, 0, 1)
    assert tissue.balance().found
    here = tissue.positions
    small = np.zeros_like(move)
    small[top] = [0.0, 1e-6, 0.0]
    response = tissue.response(small)
    tissue.positions = here + small
    assert tissue.balance().found
    np.testing.assert_allclose(tissue.positions - here, response, atol=2e-10)


def test_a_guess_turned_inside_out_is_refused():
    mesh = _block((1, 1, 1), (0.01, 0.01, 0.01))
    tissue = Tissue(mesh, mesh.nodes[:, 2] < 0)
    tissue.positions = mesh.nodes * [1, 1, -1]
    found = tissue.balance()
    assert not found.found
    assert "inside out" in found.reason


def test_a_hopeless_squeeze_is_reported():
    mesh = _block((2, 2, 2), (0.01, 0.01, 0.01))
    held = (np.abs(np.abs(mesh.nodes) - 0.005) < 1e-9).any(axis=1)
    tissue = Tissue(mesh, held)
    at = np.array(mesh.nodes)
    at[held & (at[:, 2] > 0.0049), 2] = -0.004
    tissue.positions = at
    assert not tissue.balance().found
