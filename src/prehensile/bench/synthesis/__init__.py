"""Interaction synthesis: the solver, closed forms, stillness, and lab recordings played again."""

from collections.abc import Callable, Iterable
from typing import Any

import numpy as np

from prehensile.bench.synthesis import held_still, lcp_figures, replay, slipping, step_cost
from prehensile.bench.synthesis.closed_forms import holding_force, slipping_angle

DEVELOPED = tuple(range(10))
"""of grasps and recordings; others are kept for judging, once the experiments of chapter 5 are all
there"""
SEEDED_REFERENCE = {
    **held_still.REFERENCE,
    "incline_angle_err_deg": "≤ 0.25",
    "pinch_force_err": "≤ 0.02",
    **replay.REFERENCE,
    **slipping.REFERENCE,
}
REFERENCE = {
    **lcp_figures.REFERENCE,
    **step_cost.REFERENCE,
    **{f"{name}_dev": text for name, text in SEEDED_REFERENCE.items()},
}
INCLINES, PINCHES = 50, 10


def run(progress: Callable[[str], None]) -> dict[str, Any]:
    """All figures of the area."""
    progress("complementarity problems")
    found = lcp_figures.lcp_figures()
    progress("what a step costs")
    found |= step_cost.step_figures()
    progress("grasps, closed forms and recordings of development")
    found |= {f"{name}_dev": value for name, value in seeded_figures(DEVELOPED).items()}
    return {name: found.get(name) for name in REFERENCE}


def seeded_figures(seeds: Iterable[int]) -> dict[str, Any]:
    """Figures of some seeds."""
    seeds = tuple(seeds)
    return {
        **held_still.stillness_figures(seeds),
        **closed_form_figures(seeds[0]),
        **replay.replay_figures(seeds),
        **slipping.slipping_figures(seeds),
    }


def closed_form_figures(
    seed: int, inclines: int = INCLINES, pinches: int = PINCHES
) -> dict[str, float]:
    """The largest errors against Coulomb, at random azimuths; the polygons' own are among them."""
    rng = np.random.default_rng(seed)
    angles, shares = [], []
    for _ in range(inclines):
        mu, azimuth = rng.uniform(0.2, 1.0), rng.uniform(0, 2 * np.pi)
        angles.append(slipping_angle(azimuth, mu, 24, 1e-5) - np.arctan(mu))
    for _ in range(pinches):
        mass, mu, azimuth = rng.uniform(0.05, 0.2), rng.uniform(0.2, 1.0), rng.uniform(0, 2 * np.pi)
        shares.append(holding_force(mass, mu, azimuth) - 1)
    return {
        "incline_angle_err_deg": float(np.degrees(np.abs(angles).max())),
        "pinch_force_err": float(np.abs(shares).max()),
    }
