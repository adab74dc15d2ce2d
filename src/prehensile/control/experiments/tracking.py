"""Experiment: does a hand driven by six setpoints follow the example they were fitted to?"""

from typing import NamedTuple

import numpy as np

from prehensile.control.arm.path import ArmMotion, ArmPath
from prehensile.control.example.controller import ExampleController
from prehensile.control.example.example import GraspExample
from prehensile.control.example.smooth_motion import SmoothMotion
from prehensile.control.example.states import GraspStates
from prehensile.control.law.active import ActiveTerm
from prehensile.control.law.gains import GRASPS, Gains
from prehensile.control.law.inertia import Meaning
from prehensile.control.law.law import ControlLaw
from prehensile.control.law.passive import PassiveTerm
from prehensile.control.law.setpoints import Setpoints
from prehensile.hand.joints import WRIST_JOINTS
from prehensile.lie import so3
from prehensile.world.scene import DEFAULT_TIMESTEP, HandInScene
from prehensile.world.world import World


class Tracked(NamedTuple):
    """The simulated hand beside the example."""

    time: np.ndarray
    """(N,) [s]"""
    simulated: np.ndarray
    """(N, dof) [rad]"""
    example: np.ndarray
    """(N, dof) [rad]"""
    before_contact: slice
    rms: float
    """[rad] over all digit joints and frames before contact"""
    joint_rms: np.ndarray
    """(dof,) [rad] before contact"""
    rms_outside_contact: float
    """[rad] over the frames after the contact too"""


def track_example(
    example: GraspExample,
    setpoints: Setpoints,
    passive: PassiveTerm,
    gains: Gains = GRASPS,
    inertia: Meaning = "outboard",
    timestep: float = DEFAULT_TIMESTEP,
) -> Tracked:
    """Replay an example in the air, with its own arm motion and its own distances.

    Args:
        example: that is replayed.
        setpoints: fitted to it.
        passive: τ_P they were fitted with.
        gains: for which they were fitted.
        inertia: meaning of I with which they were fitted.
        timestep: [s] of the simulation.
    """
    hand, motion = example.hand, example.motion
    law = ControlLaw(hand, passive, ActiveTerm(setpoints), gains, inertia)
    controller = ExampleController(
        law,
        distance=lambda obs: example.distance_at(float(obs.time)),
        arm=RecordedArm(motion),
        states=GraspStates(example.distances),
        wrist=motion.q[0],
    )
    start = np.clip(motion.q[0], hand.lower, hand.upper)
    world = World(
        HandInScene(hand, forearm=motion.forearm[0], q=start), timestep=timestep, floor=False
    )
    controller.reset(world.observe())
    simulated, times = [], []
    while world.time < motion.time[-1] + timestep / 2:
        obs = world.observe()
        if world.time >= example.release_time - timestep / 2:
            controller.release()
        times.append(world.time)
        simulated.append(obs.q)
        world.step(controller.act(obs))
    time, q = np.array(times), np.stack(simulated)
    shown = np.stack([np.interp(time, motion.time, motion.q[:, j]) for j in range(hand.dof)], 1)
    return _compared(example, time, q, shown)


def _compared(example: GraspExample, time: np.ndarray, q: np.ndarray, shown: np.ndarray) -> Tracked:
    digits = np.array([n not in WRIST_JOINTS for n in example.hand.joint_names])
    frame = np.minimum(np.searchsorted(example.motion.time, time), len(example.distance) - 1)
    free = ~example.contact[frame]
    before = slice(0, int(np.argmin(free)) if not free.all() else len(time))
    square = (q - shown) ** 2
    return Tracked(
        time=time,
        simulated=q,
        example=shown,
        before_contact=before,
        rms=float(np.sqrt(square[before][:, digits].mean())),
        joint_rms=np.sqrt(square[before].mean(axis=0)),
        rms_outside_contact=float(np.sqrt(square[free][:, digits].mean())),
    )


class RecordedArm(ArmPath):
    """The arm of an example, from its first frame on."""

    def __init__(self, motion: SmoothMotion, begin: float = 0.0):
        self._motion = motion
        self._begin = begin

    def at(self, time: float) -> ArmMotion:
        """Between two frames, linearly; the ends are at rest."""
        m = self._motion
        frame = (time - self._begin) / m.timestep
        last = len(m.time) - 1
        if frame <= 0 or frame >= last:
            return ArmMotion(m.forearm[0 if frame <= 0 else last], np.zeros(6), np.zeros(6))
        k = int(frame)
        part = frame - k
        here, there = m.forearm[k], m.forearm[k + 1]
        pose = np.concatenate(
            [
                (1 - part) * here[:3] + part * there[:3],
                so3.slerp(here[3:], there[3:], np.array(part)),
            ]
        )
        return ArmMotion(
            pose,
            (1 - part) * m.twist[k] + part * m.twist[k + 1],
            (1 - part) * m.twist_rate[k] + part * m.twist_rate[k + 1],
        )
