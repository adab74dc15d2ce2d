"""The complementarity solver by itself: how fast, how exact, how often it fails."""

from collections.abc import Iterable
from time import perf_counter
from typing import Any

import numpy as np

from prehensile.bench.synthesis.problems import Problem, friction_problem, p_matrix_problem
from prehensile.synthesis.lcp.solver import LcpResult, solve_lcp

REFERENCE = {
    "lcp_us_5_contacts": "≤ 50",
    "lcp_us_10_contacts": "≤ 250",
    "lcp_us_by_sides": "24 sides ≤ 1000",
    "lcp_us_warm": "no bar",
    "lcp_residual_max": "≤ 1e-8",
    "lcp_failures": "0",
    "lcp_problems": "10 000",
    "lcp_seed": "",
}
SEED = 21
TIMED = 300
SIDES = (4, 8, 16, 24)
MANY = 10_000


def lcp_figures(problems: int = MANY, timed: int = TIMED) -> dict[str, Any]:
    """Medians in µs over random friction problems, cold; failures over all kinds."""
    rng = np.random.default_rng(SEED)
    solve_lcp(*friction_problem(rng, 2, 4))  # compiles
    by_sides = {
        str(sides): _median_us(friction_problem(rng, 5, sides) for _ in range(timed))
        for sides in SIDES
    }
    ten = _median_us(friction_problem(rng, 10, 4) for _ in range(timed))
    failures, residual = 0, 0.0
    for k in range(problems):
        found = solve_lcp(*_drawn(rng, k))
        failures += not found.solved
        residual = max(residual, found.residual)
    return {
        "lcp_us_5_contacts": by_sides["4"],
        "lcp_us_10_contacts": ten,
        "lcp_us_by_sides": by_sides,
        "lcp_us_warm": _warm_us(rng, timed),
        "lcp_residual_max": residual,
        "lcp_failures": failures,
        "lcp_problems": problems,
        "lcp_seed": SEED,
    }


def _drawn(rng: np.random.Generator, k: int) -> Problem:
    """Friction problems and P-matrices in turns."""
    if k % 2:
        return p_matrix_problem(rng, int(rng.integers(1, 40)))
    return friction_problem(rng, int(rng.integers(1, 11)), int(rng.choice(SIDES[:3])))


def _timed(problem: Problem, start: np.ndarray | None = None) -> tuple[float, LcpResult]:
    began = perf_counter()
    found = solve_lcp(*problem, start)
    return perf_counter() - began, found


def _median_us(problems: Iterable[Problem]) -> float:
    return 1e6 * float(np.median([_timed(problem)[0] for problem in problems]))


def _warm_us(rng: np.random.Generator, timed: int) -> float:
    """Of problems that differ by a hundredth from one whose basis is known."""
    seconds = []
    for _ in range(timed):
        problem = friction_problem(rng, 5, 4)
        basis = solve_lcp(*problem).basis
        near = problem.q * (1 + 0.01 * rng.normal(size=len(problem.q)))
        seconds.append(_timed(Problem(problem.M, near), basis)[0])
    return 1e6 * float(np.median(seconds))
