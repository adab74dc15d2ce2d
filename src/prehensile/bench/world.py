"""How fast a world steps, how well it holds a mug, and how quickly everything starts."""

import subprocess
import sys
from collections.abc import Callable
from time import perf_counter

import mujoco
import numpy as np

from prehensile.control.attempt.by_sequence import find_candidates, sequence_play
from prehensile.control.attempt.job import default_grip
from prehensile.control.grasp import grasp
from prehensile.hand.hand import Hand
from prehensile.quality.judge.held import judge_held
from prehensile.quality.judge.touches import penetration_depths
from prehensile.world.batch.world_batch import WorldBatch
from prehensile.world.catalogue import load_object
from prehensile.world.scene import HandInScene

REFERENCE = {
    "world_steps_per_s": "at least 0.7 of the bare loop",
    "raw_mujoco_steps_per_s": "same model, bare mj_step, same run",
    "realtime_factor_120hz": "World steps per second over 120",
    "contacts_mean": "",
    "begin_ms": "at most 10: 1000 worlds, each in a state of its own",
    "mug_held": "yes",
    "mug_penetration_mm_p95": "at most 2",
    "import_s": "at most 0.3",
    "help_s": "at most 0.5",
}

STEPS = 600
REPEATS = 7


def run(progress: Callable[[str], None]) -> dict[str, float | bool]:
    """All figures of the area."""
    progress("grasping the mug")
    clip = grasp("mug")
    progress("stepping a held mug")
    world, raw, contacts = step_rates()
    progress("starting up")
    return {
        "world_steps_per_s": world,
        "raw_mujoco_steps_per_s": raw,
        "realtime_factor_120hz": world / 120,
        "contacts_mean": contacts,
        "begin_ms": begin_ms(),
        "mug_held": judge_held(clip, "mug").held,
        "mug_penetration_mm_p95": 1e3
        * float(np.quantile(penetration_depths(clip, "mug", "right"), 0.95)),
        "import_s": best_seconds([sys.executable, "-c", "import prehensile"], baseline=True),
        "help_s": best_seconds(
            [sys.executable, "-c", "from prehensile.cli.app import main; main(['--help'])"]
        ),
    }


def step_rates() -> tuple[float, float, float]:
    """Steps per second of `World` and of a bare loop while a mug is held, and mean contacts.

    Both start from the same snapshot of the same compiled model and take turns, so that what else
    the machine does hits both alike; the best of each counts.
    """
    obj, hand = load_object("mug"), Hand()
    scene = sequence_play(obj, hand, find_candidates(obj, hand, seed=0)[0], default_grip(obj))
    while scene.controller.phase != "hold":
        scene.step()
    world = scene.world
    command = scene.controller.act(world.observe())
    start = world.snapshot()
    best_world = best_raw = np.inf
    contacts = 0
    for _ in range(REPEATS):
        world.restore(start)
        contacts, began = 0, perf_counter()
        for _ in range(STEPS):
            contacts += len(world.step(command).contacts.a)
        best_world = min(best_world, perf_counter() - began)
        world.restore(start)
        world.step(command)  # writes the command into the model
        model, data = world.model, world.data
        began = perf_counter()
        for _ in range(STEPS):
            mujoco.mj_step(model, data)
        best_raw = min(best_raw, perf_counter() - began)
    return STEPS / best_world, STEPS / best_raw, contacts / STEPS


def begin_ms(count: int = 1000) -> float:
    """Milliseconds to put ``count`` worlds into states of their own: a hand that moves and a dial
    that turns.
    """
    hand, dial = Hand(), load_object("dial:endless")
    batch = WorldBatch(HandInScene(hand, wrist="fixed"), dial, count, preset="fast")
    rng = np.random.default_rng(0)
    q = hand.lower + (hand.upper - hand.lower) * rng.random((count, hand.dof))
    qd, angle = rng.standard_normal((count, hand.dof)), rng.uniform(-np.pi, np.pi, count)
    best = np.inf
    for _ in range(REPEATS):
        began = perf_counter()
        batch.set_hand(q, qd)
        batch.set_hinge("dial", angle, 0.1)
        best = min(best, perf_counter() - began)
    return 1e3 * best


def best_seconds(command: list[str], repeats: int = 5, baseline: bool = False) -> float:
    """Wall time of a fresh process, best of several; less an empty interpreter's if asked."""

    def once(argv: list[str]) -> float:
        began = perf_counter()
        subprocess.run(argv, check=True, capture_output=True)
        return perf_counter() - began

    best = min(once(command) for _ in range(repeats))
    if baseline:
        best -= min(once([sys.executable, "-c", "pass"]) for _ in range(repeats))
    return max(best, 0.0)
