"""Directions of a cone, and what maximum dissipation makes of them."""

import numpy as np
import pytest
from scipy.optimize import linprog

from prehensile.errors import InputError
from prehensile.synthesis.cone import (
    checked_sides,
    cone_directions,
    limit_rows,
    spread_row,
    torsion_arm,
)
from prehensile.synthesis.lcp.solver import solve_lcp


def normals(rng: np.random.Generator, count: int) -> np.ndarray:
    n = rng.normal(size=(count, 3))
    n[:3] = np.eye(3)
    return n / np.linalg.norm(n, axis=1, keepdims=True)


@pytest.mark.parametrize("sides", [4, 6, 24])
def test_tangents_are_unit_across_the_normal_and_in_pairs(
    rng: np.random.Generator, sides: int
) -> None:
    n = normals(rng, 8)
    D = cone_directions(n, sides)
    assert np.allclose(D[:, :3, 0], n) and not D[:, 3:].any()
    tangents = D[:, :3, 1:]
    assert np.allclose(np.linalg.norm(tangents, axis=1), 1)
    assert np.allclose(np.einsum("ij,ijk->ik", n, tangents), 0, atol=1e-15)
    assert np.allclose(tangents[:, :, : sides // 2], -tangents[:, :, sides // 2 :])


def test_friction_dissipates_as_much_as_it_can(rng: np.random.Generator) -> None:
    """(5.7) for a given slip and normal force, against the linear program (5.4)."""
    for sides in (4, 8):
        D = cone_directions(normals(rng, 5)[4:], sides)[0, :3]
        K = D.shape[1]
        slip, normal_force, mu = rng.normal(size=3), 2.0, 0.7
        along = D[:, 1:].T @ slip
        best = linprog(along, A_ub=np.ones((1, sides)), b_ub=[mu * normal_force])
        E, F = spread_row(K)[1:], limit_rows(np.array([mu]), K)[0]
        M = np.zeros((sides + 1, sides + 1))
        M[:sides, -1], M[-1, :sides] = -E, F[1:]
        found = solve_lcp(M, np.append(along, F[0] * normal_force))
        assert found.solved
        assert np.isclose(along @ found.z[:sides], best.fun)


def test_a_pad_that_twists_has_one_more_pair() -> None:
    arm = torsion_arm(np.array([0.004, 0.0]), np.array([0.5, 0.0]))
    assert arm is not None and np.allclose(arm, [0.008, 0.0])
    D = cone_directions(np.array([[0, 0, 1.0], [0, 0, 1.0]]), 4, arm)
    assert D.shape == (2, 6, 7)
    assert np.allclose(D[0, 3:, 5:], [[0, 0], [0, 0], [0.008, -0.008]]) and not D[1, :, 5:].any()
    assert torsion_arm(np.zeros(2), np.ones(2)) is None


@pytest.mark.parametrize("sides", [0, 2, 3, 7, -4])
def test_sides_must_pair(sides: int) -> None:
    with pytest.raises(InputError, match="even"):
        checked_sides(sides)
