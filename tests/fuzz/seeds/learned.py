"""What was fitted, found or learned: styles, synergies, holds, policies, lost simulations."""

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
from tests.control.attempt.test_plan import some_way
from tests.holds.library.test_library import HAND, HOLD, WAYS, result
from tests.manipulate.learn.ratchet import Ratchet
from tests.manipulate.learn.test_policy import drawn

from prehensile.control.attempt.plan import Plan, plan_to_json
from prehensile.control.attempt.shipped_plans import PlanBook, object_print
from prehensile.control.example.style import load_style
from prehensile.holds.library.library import make_library
from prehensile.holds.library.record import write_result
from prehensile.manipulate.configuration import Configuration
from prehensile.manipulate.learn.checkpoint import save_progress
from prehensile.manipulate.learn.library import Library
from prehensile.manipulate.learn.policy import Policy
from prehensile.manipulate.learn.value_iteration import begin
from prehensile.synergy.file import save as save_basis
from prehensile.synergy.posture import corpus_basis
from prehensile.world.catalogue import load_object


def style(path: Path) -> None:
    """How one example grasps."""
    path.write_text(json.dumps(load_style("leap_grab").to_json()))


def synergies(path: Path) -> None:
    """A basis of poses."""
    save_basis(corpus_basis(), path, {"source": "corpus"})


def sensor_forces(path: Path) -> None:
    """Frames of any sensor."""
    frames = np.random.default_rng(8).random((30, 5)).astype(np.float32)
    np.savez(path, time=np.arange(30.0), frames=frames)


def plans(path: Path) -> None:
    """Where one thing was grasped."""
    plan = plan_to_json(Plan(some_way(np.random.default_rng(3)), "example", "x", "table", {}))
    rows = {"ball right:p50": {"plan": plan, "verdict": "held: yes", "code": ""}}
    book = PlanBook({"ball": object_print(load_object("ball"))}, rows, {"seed": 0})
    path.write_text(json.dumps(book.to_json()))


def hold_library(path: Path) -> None:
    """Grasps of one hold."""
    results = [result(name, 100.0 + n) for n, name in enumerate(WAYS)]
    path.write_text(json.dumps(make_library([HOLD], results, HAND, "made up").to_json()))


def hold_result(path: Path) -> None:
    """A grasp of a hold."""
    write_result(path, result(next(iter(WAYS)), 123.0))


def policy(path: Path) -> None:
    """A policy that turns a dial."""
    drawn().save(path)


def learning(path: Path) -> None:
    """Where learning stands before the first sweep, with a library of two cycles."""
    numbers = Configuration(first_states=5, neighbours=3)
    progress = begin(Ratchet(numbers), 0)
    states = progress.table.states
    library = Library(np.ones((2, 3, 2)), [1, 0, 1, 1, 0], states, states, np.zeros(5, bool))
    progress = replace(progress, library=library)
    save_progress(path, Policy("ratchet", {}, numbers, progress.table, {"seed": 0}), progress)


def bad_state(path: Path) -> None:
    """The last states of a simulation that was lost."""
    from prehensile.errors import SimulationError
    from prehensile.hand.spec import HandSpec
    from prehensile.world.scene import HandInScene
    from prehensile.world.world import World

    world = World(HandInScene(HandSpec.mean().build()), guard_folder=path.parent)
    world.step()
    world.data.qvel[8:] = 1e11
    try:
        world.step()
    except SimulationError:
        next(iter(path.parent.glob("*.npz"))).rename(path)


SEEDS = {
    "style": style,
    "synergies": synergies,
    "sensor_forces": sensor_forces,
    "plans": plans,
    "hold_library": hold_library,
    "hold_result": hold_result,
    "policy": policy,
    "learning": learning,
    "bad_state": bad_state,
}
