"""How much cheaper reduced mechanisms are, and how close to the full ones."""

from collections.abc import Callable
from typing import Any

import mujoco
import numpy as np

from prehensile.bench._kernels_figure import KERNELS_FIGURE
from prehensile.bench._turns import best_seconds_in_turns
from prehensile.fast_path import kernels_in_use
from prehensile.forks.articulated.simulation import ArticulatedSimulation
from prehensile.forks.full.mujoco_model import fastest_stable
from prehensile.forks.measure.accuracy import mode_error, pull, pulled, static_error, violation
from prehensile.forks.mechanism.fixed_base import on_fixed_base
from prehensile.forks.models.shipped import shipped
from prehensile.forks.reduced.blend import Blend
from prehensile.forks.reduced.model import ReducedModel, reduce
from prehensile.forks.reduced.simulation import ReducedSimulation

REFERENCE = {
    **KERNELS_FIGURE,
    "mechanisms": "per mechanism; one end effector, every link posed at every step",
    "ratio_400": "at least 250 over MuJoCo at its fastest stable integrator, contacts off, same "
    "step; Andrews 2014: 19 over Vortex with one thread, 28 with eight",
    "ratio_100": "at least 25",
    "ratio_50": "at least 12",
    "ratio_arm": "at least 5: 20 links",
    "ratio_aba_400": "at least 8 over our own compiled articulated-body step",
    "ratio_aba_50": "at least 5",
    "growth_50_to_400": "at most 8: time of 400 links over that of 50",
    "static_rel_err_1pct": "at most 0.03; loads that move the tip 1 % of the bounding radius, "
    "worst of all mechanisms and directions",
    "static_rel_err_5pct": "at most 0.12",
    "static_rel_err_5pct_blended": "at most 0.03",
    "mode1_rel_err": "at most 0.02",
    "constraint_err_at_10pct": "at most 0.015",
    "constraint_err_at_30pct": "at most 0.03, blended, links stretched",
    "max_stretch": "at most 0.05",
    "energy_ok": "yes: never grows in a free run",
}

NAMES = ("helix50", "helix100", "helix400", "ladder", "y", "arm", "hand", "hexapod")
TIMESTEP = 1 / 240
DIRECTIONS = 6
REPEATS, BUILDS = 40, 3
STEPS = {"forks_us": 200, "forks_us_2": 1000, "aba_us": 50}
"""In one timed job."""
MUJOCO_LINK_STEPS = 500
"""Links times steps of MuJoCo in one job."""
BLEND_NEAR, BLEND_FAR = 0.05, 0.3
"""Anchors for static loads and for large displacements, as shares of the radius."""
WORST = (
    "static_rel_err_1pct", "static_rel_err_5pct", "static_rel_err_5pct_blended", "mode1_rel_err",
    "constraint_err_at_10pct", "constraint_err_at_30pct", "max_stretch",
)  # fmt: skip


def run(progress: Callable[[str], None]) -> dict[str, Any]:
    """All figures of the area."""
    found: dict[str, dict[str, Any]] = {}
    for name in NAMES:
        progress(f"{name}: timing")
        mechanism = on_fixed_base(shipped(name))
        model = reduce(mechanism, mechanism.effectors[:1])
        build = best_seconds_in_turns(
            {"build": lambda m=mechanism: reduce(m, m.effectors[:1])}, BUILDS
        )["build"]
        figures = step_times(model)
        progress(f"{name}: comparing with the full mechanism")
        found[name] = figures | {"build_ms": 1e3 * build} | errors(model)
    worst = {key: max(f[key] for f in found.values()) for key in WORST}
    return {
        "kernels": kernels_in_use(),
        "mechanisms": found,
        "ratio_400": found["helix400"]["ratio"],
        "ratio_100": found["helix100"]["ratio"],
        "ratio_50": found["helix50"]["ratio"],
        "ratio_arm": found["arm"]["ratio"],
        "ratio_aba_400": found["helix400"]["ratio_aba"],
        "ratio_aba_50": found["helix50"]["ratio_aba"],
        "growth_50_to_400": found["helix400"]["forks_us"] / found["helix50"]["forks_us"],
        **worst,
        "energy_ok": all(f["energy_ok"] for f in found.values()),
    }


def step_times(model: ReducedModel) -> dict[str, Any]:
    """Microseconds a step of MuJoCo, the articulated-body step and ours, in turns."""
    mechanism = model.mechanism
    integrator, compiled = fastest_stable(mechanism, TIMESTEP)
    data = mujoco.MjData(compiled)
    wrench = pull(model, np.array([1.0, 0.5, 0.2]), 0.01)
    load = np.zeros((len(mechanism.links), 6))
    load[model.linearisation.rows] = wrench
    for row, name in zip(model.linearisation.rows, model.linearisation.effectors, strict=True):
        data.xfrc_applied[compiled.body(name).id] = load[row]
    reduced = ReducedSimulation(model, TIMESTEP)
    steppers: dict[str, Callable[[int], Any]] = {
        "mujoco_us": lambda n: mujoco.mj_step(compiled, data, n),
        "forks_us": lambda n: reduced.step(wrench, n),
        "forks_us_2": lambda n: reduced.step(wrench, n, threads=2),
    }
    if mechanism.loops == 0:
        articulated = ArticulatedSimulation(mechanism, TIMESTEP)
        steppers["aba_us"] = lambda n: articulated.step(load, n)
    counts = STEPS | {"mujoco_us": max(1, MUJOCO_LINK_STEPS // mechanism.moving)}
    for step in steppers.values():
        step(2)  # compiles
    jobs = {name: (lambda step=step, n=counts[name]: step(n)) for name, step in steppers.items()}
    best = best_seconds_in_turns(jobs, REPEATS)
    us = {name: 1e6 * seconds / counts[name] for name, seconds in best.items()}
    aba = us.get("aba_us")
    return {
        "links": mechanism.moving,
        "integrator": integrator,
        "mujoco_us": us["mujoco_us"],
        "aba_us": aba,
        "forks_us": us["forks_us"],
        "forks_us_2": us["forks_us_2"],
        "ratio": us["mujoco_us"] / us["forks_us"],
        "ratio_aba": None if aba is None else aba / us["forks_us"],
    }


def errors(model: ReducedModel) -> dict[str, Any]:
    """Worst over several directions of pull, none of them an anchor's."""
    radius = model.mechanism.radius
    directions = np.random.default_rng(4).normal(size=(DIRECTIONS, 3))
    near, far = Blend.around(model, BLEND_NEAR * radius), Blend.around(model, BLEND_FAR * radius)
    slight = [pulled(model, d, 0.01) for d in directions]
    strong = [pulled(model, d, 0.05) for d in directions]
    at_30 = [violation(far, d, 0.3, stretch=True) for d in directions]
    return {
        "static_rel_err_1pct": max(static_error(model, load) for load in slight),
        "static_rel_err_5pct": max(static_error(model, load) for load in strong),
        "static_rel_err_5pct_blended": max(static_error(near, load) for load in strong),
        "mode1_rel_err": mode_error(model),
        "constraint_err_at_10pct": max(violation(model, d, 0.1).error for d in directions),
        "constraint_err_at_30pct": max(v.error for v in at_30),
        "constraint_err_at_30pct_plain": max(violation(model, d, 0.3).error for d in directions),
        "max_stretch": max(v.stretch for v in at_30),
        "energy_ok": energy_never_grows(model),
    }


def energy_never_grows(model: ReducedModel, seconds: float = 2.0) -> bool:
    """Whether a mechanism let go at 5 % of its radius only ever loses energy."""
    simulation = ReducedSimulation(model, TIMESTEP)
    wrench = pull(model, np.array([0.3, -0.5, 1.0]), 0.05)
    simulation.step(wrench, round(1 / TIMESTEP))
    energy = [simulation.energy]
    for _ in range(round(seconds / TIMESTEP)):
        simulation.step()
        energy.append(simulation.energy)
    return bool((np.diff(energy) <= 1e-12 * energy[0]).all())
