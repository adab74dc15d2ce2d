"""Lemke compiled against its plain twin."""

import numpy as np
import pytest

from prehensile.bench.synthesis.problems import friction_problem, p_matrix_problem
from prehensile.synthesis.lcp import _kernels, _plain

COLD = np.zeros(0, bool)


@pytest.mark.parametrize("contacts", [1, 3, 6])
def test_the_same_path_is_gone(rng: np.random.Generator, contacts: int) -> None:
    for problem in (friction_problem(rng, contacts, 6), p_matrix_problem(rng, 5 * contacts)):
        one, other = (twin.lemke(*problem, COLD, 500) for twin in (_plain, _kernels))
        assert np.allclose(one[0], other[0], rtol=1e-7, atol=1e-10)
        assert (one[1] == other[1]).all() and one[3:] == other[3:]
        q = problem.q * rng.uniform(0.5, 2.0, len(problem.q))
        one, other = (twin.lemke(problem.M, q, one[1], 500) for twin in (_plain, _kernels))
        assert (one[1] == other[1]).all() and one[3:] == other[3:]
        assert np.allclose(one[0], other[0], rtol=1e-7, atol=1e-10)


def test_both_give_up_alike() -> None:
    M, q = np.array([[0.0, -1.0], [1.0, 0.0]]), np.array([-1.0, 1.0])
    for twin in (_plain, _kernels):
        assert twin.lemke(M, q, COLD, 50)[3] == twin.lemke(M, q, ~np.zeros(2, bool), 50)[3] == 1
        assert twin.lemke(np.eye(3), -np.ones(3), COLD, 1)[3] == 2
