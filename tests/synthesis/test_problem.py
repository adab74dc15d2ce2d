"""Blocks of (5.21) where they belong."""

import numpy as np

from prehensile.synthesis.problem import step_problem


def test_blocks(rng: np.random.Generator) -> None:
    A, a = rng.normal(size=(10, 10)), rng.normal(size=10)
    gap, mu = np.array([1e-3, -2e-3]), np.array([0.3, 0.8])
    M, q = step_problem(A, a, gap, mu)
    beta, lam = rng.uniform(size=(2, 5)), rng.uniform(size=2)
    out = M @ np.append(beta, lam) + q
    moved = (A @ beta.ravel() + a).reshape(2, 5)
    assert np.allclose(out[:10].reshape(2, 5)[:, 0], moved[:, 0] + gap)
    assert np.allclose(out[:10].reshape(2, 5)[:, 1:], moved[:, 1:] + lam[:, None])
    assert np.allclose(out[10:], mu * beta[:, 0] - beta[:, 1:].sum(axis=1))
