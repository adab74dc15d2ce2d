"""Blocks of (5.21) where they belong."""

import numpy as np

from prehensile.synthesis.problem import step_problem


def test_blocks(rng: np.random.Generator) -> None:
    A, a = rng.normal(size=(10, 10)), rng.normal(size=10)
    gap, mu = np.array([1e-3, -2e-3]), np.array([0.3, 0.8])
    M, q = step_problem(A, a, gap, mu, np.zeros(0))
    beta, lam = rng.uniform(size=(2, 5)), rng.uniform(size=2)
    out = M @ np.append(beta, lam) + q
    moved = (A @ beta.ravel() + a).reshape(2, 5)
    assert np.allclose(out[:10].reshape(2, 5)[:, 0], moved[:, 0] + gap)
    assert np.allclose(out[:10].reshape(2, 5)[:, 1:], moved[:, 1:] + lam[:, None])
    assert np.allclose(out[10:], mu * beta[:, 0] - beta[:, 1:].sum(axis=1))


def test_hinges_come_after_the_contacts(rng: np.random.Generator) -> None:
    """One contact of five columns; a hinge with dry friction, and a stop."""
    A, a = rng.normal(size=(7, 7)), rng.normal(size=7)
    gap, dry = np.array([1e-3, 0.0, 0.2]), np.array([0.4])
    M, q = step_problem(A, a, gap, np.array([0.5]), dry)
    beta, lam, p, stop, s = rng.uniform(size=5), 0.3, 0.1, 0.7, 0.9
    out = M @ np.array([*beta, lam, p, stop, s]) + q
    moved = A @ np.array([*beta, p, stop]) + a
    assert np.allclose(out[:5], moved[:5] + np.array([1e-3, lam, lam, lam, lam]))
    assert np.isclose(out[5], 0.5 * beta[0] - beta[1:].sum())
    assert np.allclose(out[6:], [moved[5] + s, moved[6] + 0.2, 2 * 0.4 - p])
