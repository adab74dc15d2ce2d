"""Against every complementary basis, against SciPy, and on problems known to be hard."""

from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.optimize import nnls

from prehensile.bench.synthesis.problems import (
    Problem,
    friction_problem,
    p_matrix_problem,
    posed,
)
from prehensile.errors import InputError
from prehensile.synthesis.lcp.solver import solve_lcp


def every_solution(M: np.ndarray, q: np.ndarray) -> list[np.ndarray]:
    """All basic solutions: 2ⁿ sets of which z may be positive."""
    found = []
    for chosen in product([False, True], repeat=len(q)):
        on = np.flatnonzero(chosen)
        z = np.zeros(len(q))
        try:
            z[on] = np.linalg.solve(M[np.ix_(on, on)], -q[on])
        except np.linalg.LinAlgError:
            continue
        if (z >= -1e-9).all() and (M @ z + q >= -1e-9).all():
            found.append(z)
    return found


def assert_solves(z: np.ndarray, problem: Problem, atol: float = 1e-9) -> None:
    w = problem.M @ z + problem.q
    size = np.abs(problem.q).max()
    assert (z >= 0).all() and (w >= -atol * size).all()
    assert np.abs(w * z).max() <= atol * size * max(1.0, z.max())


@pytest.mark.parametrize("n", [1, 2, 3, 5, 8])
def test_a_p_matrix_has_the_one_solution_that_enumeration_finds(
    rng: np.random.Generator, n: int
) -> None:
    for _ in range(3):
        problem = p_matrix_problem(rng, n)
        (only,) = every_solution(*problem)
        assert np.allclose(solve_lcp(*problem).z, only, atol=1e-9)


@pytest.mark.parametrize(("contacts", "sides"), [(1, 4), (1, 6)])
def test_friction_is_among_the_solutions_that_enumeration_finds(
    rng: np.random.Generator, contacts: int, sides: int
) -> None:
    """The forces are: opposite sides make β itself ambiguous."""
    for _ in range(6):
        problem = friction_problem(rng, contacts, sides)
        found = solve_lcp(*problem)
        assert found.solved
        n = contacts * (sides + 1)
        moved = [problem.M[:n, :n] @ z[:n] for z in every_solution(*problem)]
        ours = problem.M[:n, :n] @ found.z[:n]
        assert min(np.abs(one - ours).max() for one in moved) < 1e-10


def test_a_symmetric_problem_is_a_quadratic_program(rng: np.random.Generator) -> None:
    """SciPy's active set: min ½ zᵀMz + qᵀz, z ≥ 0."""
    for n in (3, 10, 30):
        A = rng.normal(size=(n, n))
        M, q = A @ A.T + 0.01 * np.eye(n), rng.normal(size=n)
        L = np.linalg.cholesky(M)
        expected, _ = nnls(L.T, -np.linalg.solve(L, q))
        assert np.allclose(solve_lcp(M, q).z, expected, atol=1e-7)


@pytest.mark.parametrize("n", [4, 8, 11])
def test_murty_s_hard_problem(n: int) -> None:
    """On which Lemke's path visits many bases (Murty 1988, chapter 6)."""
    M = np.eye(n) + 2 * np.triu(np.ones((n, n)), 1)
    q = -np.ones(n)
    found = solve_lcp(M, q)
    expected = np.zeros(n)
    expected[-1] = 1.0
    assert found.solved and np.allclose(found.z, expected)


def test_kostreva_s_problem_that_cycles() -> None:
    """Degenerate at every step: without a rule for ties the same bases come back."""
    M = np.array([[1.0, 2.0, 0.0], [0.0, 1.0, 2.0], [2.0, 0.0, 1.0]])
    found = solve_lcp(M, -np.ones(3))
    assert found.solved and np.allclose(found.z, 1 / 3)


def test_degenerate_corners(rng: np.random.Generator) -> None:
    """Whole numbers with many ties and zeros."""
    for _ in range(60):
        n = int(rng.integers(2, 9))
        A = rng.integers(-1, 2, (n, n)).astype(float)
        q = rng.integers(-1, 2, n).astype(float)
        M = A @ A.T + np.eye(n)
        assert np.allclose(solve_lcp(M, q).z, every_solution(M, q)[0], atol=1e-9)


def test_what_has_no_solution_ends_on_a_ray() -> None:
    found = solve_lcp(np.array([[0.0, -1.0], [1.0, 0.0]]), np.array([-1.0, 1.0]))
    assert found.status == "ray" and not found.solved and np.isfinite(found.z).all()


def test_copositive_plus_and_singular(rng: np.random.Generator) -> None:
    """Twenty redundant contacts of one body: W has rank 3 of 60."""
    D = rng.normal(size=(40, 3))
    M = D @ D.T
    z = rng.uniform(size=40) * (rng.random(40) < 0.3)
    q = -M @ z + np.where(z > 0, 0.0, rng.uniform(size=40))
    found = solve_lcp(M, q)
    assert found.solved
    assert_solves(found.z, Problem(M, q))


@given(st.integers(0, 2**31), st.integers(1, 7), st.sampled_from([4, 6, 8, 24]))
def test_any_friction_problem_is_solved(seed: int, contacts: int, sides: int) -> None:
    problem = friction_problem(np.random.default_rng(seed), contacts, sides)
    found = solve_lcp(*problem)
    assert found.solved and found.residual < 1e-8
    assert_solves(found.z, problem)


def test_units_do_not_matter(rng: np.random.Generator) -> None:
    """Millimetres for metres, kilonewtons for newtons: rows and columns are scaled first."""
    M, q = friction_problem(rng, 4, 8)
    n = 4 * 9
    rows, columns = np.ones(n + 4), np.ones(n + 4)
    rows[:n], columns[n:] = 1e3, 1e-3
    columns[:n], rows[n:] = 1e3, 1e-3
    same, other = solve_lcp(M, q), solve_lcp(rows[:, None] * M * columns, rows * q)
    force, again = M[:n, :n] @ same.z[:n], M[:n, :n] @ (columns * other.z)[:n]
    assert np.allclose(force, again, atol=1e-12)


def test_a_basis_that_holds_is_kept_and_one_that_does_not_is_left(
    rng: np.random.Generator,
) -> None:
    problem = friction_problem(rng, 5, 4)
    cold = solve_lcp(*problem)
    again = solve_lcp(problem.M, 1.01 * problem.q, cold.basis)
    assert again.pivots == 0 and np.allclose(again.z, 1.01 * cold.z)
    pivots = []
    for _ in range(20):
        q = np.where(problem.q, problem.q + 2e-4 * rng.normal(size=len(problem.q)), 0.0)
        warm, cold = solve_lcp(problem.M, q, cold.basis), solve_lcp(problem.M, q)
        assert warm.solved
        assert_solves(warm.z, Problem(problem.M, q))
        pivots.append((warm.pivots, cold.pivots))
    assert np.mean(pivots, axis=0)[0] < np.mean(pivots, axis=0)[1]
    nonsense = solve_lcp(*problem, ~cold.basis)
    assert nonsense.solved


@pytest.mark.parametrize("q", [np.ones(3), np.zeros(3)])
def test_nothing_to_do(q: np.ndarray) -> None:
    found = solve_lcp(-np.eye(3), q)
    assert found.solved and not found.z.any() and found.pivots == 0


def test_bad_input() -> None:
    with pytest.raises(InputError, match="shape"):
        solve_lcp(np.eye(3), np.ones(2))
    with pytest.raises(InputError, match="finite"):
        solve_lcp(np.eye(2), np.array([1.0, np.nan]))
    with pytest.raises(InputError, match="basis"):
        solve_lcp(np.eye(2), -np.ones(2), np.zeros(3, bool))


def hard_problem(rng: np.random.Generator, kind: str) -> Problem:
    """10 to 14 contacts, up to 24 sides, μ from 0 to 1.5; some kinds do not give way."""
    N, n = int(rng.integers(10, 15)), 26
    compliance = np.exp(rng.uniform(np.log(0.1), np.log(2), n))
    compliance[-3:] = 0.0 if kind == "no root" else 1e-3
    J = rng.normal(0, 0.05, (N, 3, n)) * (rng.random((N, 1, n)) < 0.3)
    J[:, :, -3:] = np.eye(3)
    normal, size = rng.normal(size=(N, 3)), 0.03
    normal /= np.linalg.norm(normal, axis=1, keepdims=True)
    r = size * normal + rng.normal(0, 0.003, (N, 3))
    gap = rng.choice([-1, 1], N) * np.abs(rng.normal(0, 1e-3, N))
    if kind == "corners":  # of a box, several contacts at each
        normal = np.sign(normal) * np.eye(3)[np.abs(normal).argmax(axis=1)]
        r = size * np.sign(rng.normal(size=(N, 3)))
    B = np.concatenate([np.tile(np.eye(3), (N, 1, 1)), -np.cross(r[:, None], np.eye(3))], axis=2)
    B[:, :, 3:] = -B[:, :, 3:].transpose(0, 2, 1)
    moved = rng.normal(0, 1e-3, (N, 3))
    if kind == "rigid":  # a body of rank 6 that falls on what does not give way
        compliance[:], gap = 0.0, np.maximum(gap, 0.0)
        moved = B @ (rng.normal(0, 1e-3, 6) * [1, 1, 1, 30, 30, 30])
    friction = np.where(rng.random(N) < 0.3, 0.0, rng.uniform(0, 1.5, N))
    inverse = 1 / (rng.uniform(0.01, 0.5) * np.array([1, 1, 1, *[0.4 * size**2] * 3]))
    sides = int(rng.choice([8, 16, 24]))
    aside = rng.normal(size=(N, 3))
    return posed(J, compliance, B, inverse, normal, aside, friction, gap, moved, sides)


@pytest.mark.parametrize("kind", ["springs", "no root", "corners", "rigid"])
def test_hard_friction_is_solved(rng: np.random.Generator, kind: str) -> None:
    for _ in range(8):
        problem = hard_problem(rng, kind)
        found = solve_lcp(*problem)
        assert found.solved and found.residual < 1e-9
        assert found.pivots < 3 * len(found.z)


def test_copositive_plus_families_of_quadratic_programs(rng: np.random.Generator) -> None:
    """KKT of min ½ xᵀHx + cᵀx, A x ≥ b, x ≥ 0, with H of low rank: [[H, −Aᵀ], [A, 0]]."""
    for _ in range(10):
        n, m = 8, 5
        L, A = rng.normal(size=(n, 3)), rng.normal(size=(m, n))
        H, x = L @ L.T, rng.uniform(size=n)
        b = A @ x - rng.uniform(0, 0.5, m)  # x is allowed, and c > 0 keeps it bounded
        c = rng.uniform(0.1, 1, n)
        M = np.block([[H, -A.T], [A, np.zeros((m, m))]])
        found = solve_lcp(M, np.append(c, -b))
        assert found.solved
        best = least_value(H, c, A, b)
        ours = found.z[:n]
        assert np.isclose(0.5 * ours @ H @ ours + c @ ours, best, rtol=1e-6, atol=1e-8)


def least_value(H: np.ndarray, c: np.ndarray, A: np.ndarray, b: np.ndarray) -> float:
    """SciPy's least value."""
    from scipy.optimize import minimize

    start = np.full(len(c), 0.5)
    done = minimize(
        lambda x: 0.5 * x @ H @ x + c @ x, start, jac=lambda x: H @ x + c, method="SLSQP",
        bounds=[(0, None)] * len(c), options={"maxiter": 500, "ftol": 1e-14},
        constraints={"type": "ineq", "fun": lambda x: A @ x - b, "jac": lambda x: A},
    )  # fmt: skip
    assert done.status in (0, 8)  # found, or as far as rounding lets it
    return float(done.fun)


def test_dry_friction_of_a_hinge_is_a_bounded_multiplier() -> None:
    """0 ≤ p ⊥ v + s, 0 ≤ s ⊥ 2 t − p, v = p − t + load: held, or t against it."""
    for load in (-3.0, -0.9, 0.0, 0.5, 2.0):
        M, q = np.array([[1.0, 1.0], [-1.0, 0.0]]), np.array([load - 1.0, 2.0])
        found = solve_lcp(M, q)
        assert found.solved and np.isclose(found.z[0] - 1.0, -np.clip(load, -1, 1))


@pytest.mark.long
def test_none_of_ten_thousand_fails(rng: np.random.Generator) -> None:
    for k in range(10_000):
        contacts, sides = int(rng.integers(1, 11)), int(rng.choice([4, 8, 16]))
        one = friction_problem(rng, contacts, sides) if k % 2 else p_matrix_problem(rng, contacts)
        found = solve_lcp(*one)
        assert found.solved and found.residual <= 1e-8, (k, found.status)
