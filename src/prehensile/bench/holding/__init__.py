"""Things held, held still, many at once, and by other hands."""

from collections.abc import Callable
from time import perf_counter
from typing import Any

import numpy as np

from prehensile.bench._kernels_figure import KERNELS_FIGURE
from prehensile.bench.holding.batch import measure_batch
from prehensile.bench.holding.creep import creep_run
from prehensile.control.attempt.by_sequence import find_candidates, sequence_play
from prehensile.control.attempt.job import default_grip
from prehensile.control.grasp import grasp
from prehensile.errors import FileError
from prehensile.fast_path import kernels_in_use
from prehensile.hand.hand import Hand
from prehensile.motion.clip import Clip
from prehensile.quality.judge.touches import penetration_depths
from prehensile.reference_data import reference_data
from prehensile.workers import workers
from prehensile.world.catalogue import CATALOGUE, load_object
from prehensile.world.solver_presets import preset

REFERENCE = {
    **KERNELS_FIGURE,
    "catalogue_managed": "all but one",
    "catalogue_total": "at least 12",
    "creep_um_per_s": "at most 1.5 (MuJoCo's users report 50 to 155)",
    "creep_p90_um_per_s": "at most 5",
    "creep_held": "30 of 30",
    "creep_draws": "random grasps drawn for the 30; the others lacked a digit or never lifted it",
    "creep_urad_per_s": "",
    "creep_fast_um_per_s": "preset fast, the same grasps",
    "hold_step_us": "",
    "fast_step_us": "",
    "batch_steps_per_s_1thread": "at least 0.85 of the bare loop",
    "batch_steps_per_s_2threads": "at least 1.7 × one thread",
    "raw_mujoco_steps_per_s_1thread": "",
    "batch_equal": "yes",
    "shadow_hand_held": "yes (no figure without the reference data)",
    "penetration_mm_p95": "at most 2",
}

GRASPS = 30
STEPS, REPEATS = 400, 5


def run(progress: Callable[[str], None]) -> dict[str, Any]:
    """All figures of the area."""
    with workers() as submit:
        progress("grasping the catalogue")
        grasped = [submit(grasp_thing, name) for name in CATALOGUE]
        things = [job.result() for job in grasped]
        progress("holding thirty grasps for a minute each")
        held = [submit(creep_run, number) for number in range(GRASPS)]
        runs = [job.result() for job in held]
    progress("stepping")
    hold_us, fast_us = step_times()
    progress("stepping many worlds")
    batch = measure_batch()
    progress("another hand")
    linear = 1e6 * np.array([r.linear for r in runs])
    return {
        "kernels": kernels_in_use(),
        "catalogue_managed": sum(managed for managed, _ in things),
        "catalogue_total": len(things),
        "creep_um_per_s": float(np.median(linear)),
        "creep_p90_um_per_s": float(np.quantile(linear, 0.9)),
        "creep_held": sum(r.held for r in runs),
        "creep_draws": sum(r.draws for r in runs),
        "creep_urad_per_s": float(np.median([1e6 * r.angular for r in runs])),
        "creep_fast_um_per_s": float(np.median([1e6 * r.fast_linear for r in runs])),
        "hold_step_us": hold_us,
        "fast_step_us": fast_us,
        **batch,
        "shadow_hand_held": shadow_hand_held(),
        "penetration_mm_p95": 1e3
        * float(np.quantile(np.concatenate([d for _, d in things]), 0.95)),
    }


def grasp_thing(name: str) -> tuple[bool, np.ndarray]:
    """Whether a catalogue object is managed, and how deep fingers sank in, frame by frame [m]."""
    clip = grasp(name)
    return _managed(clip), penetration_depths(clip, name, "right")


def _managed(clip: Clip) -> bool:
    return clip.verdict is not None and clip.verdict.ok


def step_times() -> tuple[float, float]:
    """[µs] a step of `World` with the presets ``hold`` and ``fast`` while a cylinder is held."""
    obj, hand = load_object("cylinder"), Hand()
    scene = sequence_play(obj, hand, find_candidates(obj, hand, seed=0)[0], default_grip(obj))
    while scene.controller.phase != "hold":
        scene.step()
    world = scene.world
    command, start = scene.controller.act(world.observe()), world.snapshot()
    best = {"hold": np.inf, "fast": np.inf}
    for _ in range(REPEATS):
        for name in best:
            preset(name).apply(world.model.opt)
            world.restore(start)
            began = perf_counter()
            for _ in range(STEPS):
                world.step(command)
            best[name] = min(best[name], (perf_counter() - began) / STEPS * 1e6)
    return best["hold"], best["fast"]


def shadow_hand_held() -> bool | None:
    """Whether the Shadow hand holds a cylinder; None where the reference data are absent."""
    from prehensile.hand.loaded.load import load_hand

    try:
        path = reference_data("hands", "shadow_hand")
    except FileError:
        return None
    model = next(iter(sorted(path.rglob("right_hand.xml"))))
    return _managed(grasp("cylinder", load_hand(model)))
