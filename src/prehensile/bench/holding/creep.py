"""Thirty random five-finger grasps, held for a minute: how fast does the object creep?"""

from dataclasses import replace
from functools import cache
from typing import NamedTuple

import numpy as np

from prehensile.control.attempt.by_sequence import find_candidates, sequence_play
from prehensile.control.attempt.play import Play
from prehensile.control.attempt.sequence_script import SequenceScript
from prehensile.control.place.candidate import Candidate
from prehensile.control.place.stand import stand_pose
from prehensile.hand.hand import Hand
from prehensile.lie import se3
from prehensile.quality.judge.creep import creep_rate
from prehensile.world.objects.object import Object
from prehensile.world.objects.primitives import ball, box, cylinder
from prehensile.world.solver_presets import preset
from prehensile.world.world import Frame

MASS = 0.2
"""[kg]"""
GRIPS = (10.0, 40.0)
"""[N] drawn evenly"""
MOST_FORCE = 60.0
"""[N] sum of normal forces"""
JITTER = np.array([0.0015, 0.0015, 0.0005, 0.05, 0.05, 0.05])
"""[m, rad] standard deviation of the placement, palm frame"""
SETTLE = 10.0
"""[s] after the grip is constant"""
SECONDS = 60.0
FAST_SECONDS = 20.0
"""[s] are enough to see `fast` creep a thousand times faster"""
PRESSES = 0.02
"""[N] from which a digit counts as one of the five"""
MOST_DRAWS = 40


class CreepRun(NamedTuple):
    """One grasp, from ten seconds after its grip was constant."""

    held: bool
    linear: float
    """[m/s]"""
    angular: float
    """[rad/s]"""
    fast_linear: float
    """[m/s] with the preset ``fast``, from the same start"""
    depth: float
    """[m] deepest contact at the end"""
    draws: int
    """random grasps drawn until one had all five digits on the object"""


def things() -> list[Object]:
    """The objects that are held: a cylinder, a box, a ball."""
    return [
        cylinder(0.03, 0.12, MASS),
        box((0.05, 0.05, 0.09), MASS),
        ball(0.035, MASS),
    ]


def creep_run(index: int) -> CreepRun:
    """The ``index``-th seeded grasp; the objects take turns."""
    rng = np.random.default_rng([index, 2005])
    obj = things()[index % len(things())]
    scene, draws = None, 0
    while scene is None and draws < MOST_DRAWS:
        scene, draws = _settled(obj, rng), draws + 1
    if scene is None:
        return CreepRun(False, np.nan, np.nan, np.nan, np.nan, draws)
    world = scene.world
    start, T_start = world.snapshot(), world.object_in_palm(obj.name)
    preset("fast").apply(world.model.opt)
    _wait(scene, FAST_SECONDS)
    fast = creep_rate(T_start, world.object_in_palm(obj.name), obj.com, FAST_SECONDS)
    preset("hold").apply(world.model.opt)
    world.restore(start)
    frame = _wait(scene, SECONDS)
    hold = creep_rate(T_start, world.object_in_palm(obj.name), obj.com, SECONDS)
    held = frame.group_force[0].sum() > 0 and _in_hand(scene, obj)
    depth = float(frame.contacts.depth.max(initial=0.0))
    return CreepRun(bool(held), hold.linear, hold.angular, fast.linear, depth, draws)


def _wait(scene: Play[SequenceScript], seconds: float) -> Frame:
    """Step with the setpoints as they are; return the last frame."""
    world = scene.world
    command = scene.controller.act(world.observe())
    frame = world.step(command)
    for _ in range(round(seconds / world.timestep) - 1):
        frame = world.step(command)
    return frame


def _settled(obj: Object, rng: np.random.Generator) -> Play[SequenceScript] | None:
    """A random grasp ten seconds after its grip is constant; None unless five digits hold it."""
    candidates = _candidates(obj.name)
    candidate = candidates[rng.integers(len(candidates))]
    moved = se3.exp(JITTER * rng.standard_normal(6))
    candidate = replace(
        candidate,
        T_object_palm=candidate.T_object_palm @ moved,
        T_object_forearm=candidate.T_object_forearm @ moved,
    )
    scene = sequence_play(obj, Hand(), candidate, float(rng.uniform(*GRIPS)), on="post")
    while scene.controller.phase != "hold":
        scene.step()
    frame = _wait(scene, SETTLE)
    five = (frame.group_force[0, :5] > PRESSES).all()
    light = frame.group_force.sum() <= MOST_FORCE
    return scene if five and light and _in_hand(scene, obj) else None


def _in_hand(scene: Play[SequenceScript], obj: Object) -> bool:
    """Whether it hangs in the air where the hand lifted it."""
    lifted = scene.world.object_pose(obj.name)[2] - stand_pose(obj)[2]
    return bool(lifted > 0.12)


@cache
def _candidates(name: str) -> list[Candidate]:
    """Ways to grasp with all five digits, for each of the three objects."""
    obj = next(o for o in things() if o.name == name)
    found = find_candidates(obj, Hand(), seed=0, most=24, on="post")
    return [c for c in found if c.touching == 5]
