"""Interaction synthesis: the solver, closed forms, stillness, and lab recordings played again."""

from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import as_completed
from types import MappingProxyType
from typing import Any

import numpy as np

from prehensile.bench.synthesis import (
    held_still,
    lcp_figures,
    live_play,
    noisy_replay,
    replay,
    slipping,
    step_cost,
    vibration,
    warping,
    world_forces,
)
from prehensile.bench.synthesis.closed_forms import holding_force, slipping_angle
from prehensile.workers import workers

SETS: Mapping[str, tuple[int, ...]] = MappingProxyType(
    {"_dev": tuple(range(10)), "": tuple(range(1000, 1020))}
)
"""ending of a figure's name → seeds of grasps and recordings: constants were chosen on the first"""
UNSOLVED = "unsolved_steps"
SEEDED_REFERENCE = {
    **held_still.REFERENCE,
    "incline_angle_err_deg": "≤ 0.25",
    "pinch_force_err": "≤ 0.02",
    **replay.REFERENCE,
    **noisy_replay.REFERENCE,
    **world_forces.REFERENCE,
    **slipping.REFERENCE,
    **vibration.REFERENCE,
    **warping.REFERENCE,
    UNSOLVED: "0 (all experiments)",
}
REFERENCE = {
    **lcp_figures.REFERENCE,
    **step_cost.REFERENCE,
    **live_play.REFERENCE,
    **{
        f"{name}{ending}": text
        for ending in reversed(SETS)
        for name, text in SEEDED_REFERENCE.items()
    },
}
INCLINES, PINCHES = 50, 10


def run(progress: Callable[[str], None]) -> dict[str, Any]:
    """All figures of the area; what is timed runs alone, the rest in two processes."""
    progress("complementarity problems")
    found = lcp_figures.lcp_figures()
    progress("what a step costs")
    found |= step_cost.step_figures()
    found |= live_play.live_figures()
    found |= seeded_figures(SETS, progress)
    return {name: found.get(name) for name in REFERENCE}


def seeded_figures(
    sets: Mapping[str, Sequence[int]], progress: Callable[[str], None]
) -> dict[str, Any]:
    """Figures of sets of seeds, by name and ending; steps that were not solved are added up."""
    found: dict[str, Any] = {}
    with workers() as submit:
        jobs = {
            submit(part, seeds): ending for part in EXPERIMENTS for ending, seeds in sets.items()
        }
        for done, job in enumerate(as_completed(jobs), start=1):
            told, ending = job.result(), jobs[job]
            unsolved = told.pop(UNSOLVED, 0) + found.get(UNSOLVED + ending, 0)
            found |= {f"{name}{ending}": value for name, value in told.items()}
            found[UNSOLVED + ending] = unsolved
            progress(f"experiments: {done} of {len(jobs)}")
    return found


def closed_form_figures(
    seeds: Sequence[int], inclines: int = INCLINES, pinches: int = PINCHES
) -> dict[str, float]:
    """The largest errors against Coulomb, at random azimuths; the polygons' own are among them."""
    rng = np.random.default_rng(seeds[0])
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


EXPERIMENTS = (
    noisy_replay.noisy_figures,
    replay.replay_figures,
    warping.warping_figures,
    held_still.stillness_figures,
    world_forces.world_force_figures,
    vibration.vibration_figures,
    slipping.slipping_figures,
    closed_form_figures,
)
"""figures of seeds; the longest first"""
