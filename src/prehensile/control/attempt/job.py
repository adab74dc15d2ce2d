"""What is to be done with an object, by what it is: lift it, turn it, hang on it.

A job says how the arm moves once the hand has closed, how hard to grip, and judges the clip.
"""

from abc import ABC, abstractmethod
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from prehensile.control.arm.carry import Carry, Turn, lift, pull
from prehensile.control.law.grip_range import MOST_GRIP
from prehensile.errors import InputError
from prehensile.lie import se3
from prehensile.motion.clip import Clip
from prehensile.motion.verdict import Figure, Verdict
from prehensile.quality.judge.touches import ELSEWHERE, PRESSING
from prehensile.world.objects.object import Object

if TYPE_CHECKING:
    from prehensile.quality.judge.likeness import Likeness
    from prehensile.quality.judge.put import Put

GRIP_SAFETY = 3.0
"""Grip over what friction needs at least; people use 1.5 to 3."""
PUSH_SAFETY = 2.0
"""Grip over what friction needs where the digits touch, carried and pushed by half of gravity"""
ONE_THUMB = 1.8 * PRESSING
"""[N] that is asked where digits touch badly, at most: half of it is the thumb's, which shall press
a little less hard than is judged to hurt"""
LEAST_GRIP = 5.0
"""[N] of what is chosen for an object, however light"""
GRAVITY = 9.81
"""[m/s²]"""
TURN_BY = np.radians(45)
"""[rad] of the arm: fingers give way a little, and 30° are wanted of the object"""
HOOK_GRIP = 8.0
"""[N] before a load pulls the fingers tight by itself"""
DOWN = np.array([0.0, 0.0, -1.0])
"""(3,) unit, world"""


class Judged(NamedTuple):
    """A judged clip, and what it is compared by with others."""

    verdict: Verdict
    progress: float
    """0 to 1: how far it got"""
    half_done: bool
    """whether the main part was managed: it was held, whatever happened when it was put down"""
    unrest: float
    """how much the object moved in the hand; less is better"""


class Job(ABC):
    """One kind of thing to do with one object."""

    name: str

    def __init__(self, obj: Object):
        self.object = obj

    @abstractmethod
    def carry(self, T_world_object: np.ndarray) -> Carry:
        """What the arm does once the object is gripped."""

    @abstractmethod
    def needed_grip(self) -> float:
        """[N] Sum of normal forces without which friction cannot do it."""

    @abstractmethod
    def judge(self, clip: Clip) -> Judged:
        """Whether a clip shows the job done, and how far it came."""

    def default_grip(self) -> float:
        """[N] What is needed, with a margin."""
        return float(np.clip(GRIP_SAFETY * self.needed_grip(), LEAST_GRIP, MOST_GRIP))


class LiftJob(Job):
    """Lift it 15 cm and hold it still."""

    name = "lift"

    def carry(self, T_world_object: np.ndarray) -> Carry:
        """Straight up, by 15 cm."""
        return lift()

    def needed_grip(self) -> float:
        """The weight over friction."""
        return self.object.mass * GRAVITY / float(self.object.friction[0])

    def grip_for(self, need: float) -> float:
        """[N] for a placement that needs so many times the weight to stand a push; `default_grip`
        at least, and it alone where nobody knows; no more than one thumb presses.
        """
        pushed = PUSH_SAFETY * need * self.object.mass * GRAVITY
        known = min(pushed, ONE_THUMB) if np.isfinite(pushed) else 0.0
        return float(np.clip(known, self.default_grip(), MOST_GRIP))

    def judge(self, clip: Clip) -> Judged:
        """Whether it was *held*, as defined everywhere, and put down well."""
        from prehensile.quality.judge.held import judge_held
        from prehensile.quality.judge.likeness import judge_likeness
        from prehensile.quality.judge.put import judge_put

        held = judge_held(clip, self.object.name)
        rise = round(float(np.clip(held.lifted / 0.12, 0, 1)), 1)
        verdict, put = held.verdict, judge_put(clip, self.object.name)
        if put is not None and held.held:
            verdict = and_put(verdict, put)
        if held.held:
            verdict = and_likeness(verdict, judge_likeness(clip, self.object.name))
        if clip.meta.get("on") == "post":
            verdict = replace(verdict, line=f"{verdict.line}; taken from a post")
        if clip.meta.get("on") == "edge":
            slid = f"slid {100 * clip.meta['slid']:.0f} cm over the table's edge"
            verdict = replace(verdict, line=f"{verdict.line}; {slid}")
        return Judged(verdict, rise, held.held, 200 * held.moved + 2 * held.turned)


def and_likeness(held: Verdict, looks: "Likeness") -> Verdict:
    """The verdict on what was held, and whether it looks as a person would do it."""
    figures = {**held.figures, **looks.figures, "looks human": Figure(float(looks.ok), "")}
    return replace(held, line=f"{held.line}; {looks}", figures=figures)


def and_put(held: Verdict, put: "Put") -> Verdict:
    """The verdict on what was held, and put down well or not."""
    figures = {
        **held.figures,
        "put down off by": Figure(1e3 * put.away, "mm"),
        "put down askew by": Figure(float(np.degrees(put.askew)), "°"),
    }
    line = f"{held.line}; put down: {'yes' if put.ok else f'no ({put.reason})'}"
    return Verdict(put.ok, line, put.reason, "" if put.ok else ELSEWHERE, figures)


class TurnJob(Job):
    """Turn it about its hinge."""

    name = "turn"

    def carry(self, T_world_object: np.ndarray) -> Carry:
        """Turn the forearm round the hinge, with the object."""
        mount = self.object.mount
        assert mount is not None
        return Turn(
            point=se3.apply(T_world_object, mount.point),
            axis=T_world_object[:3, :3] @ mount.axis,
            angle=TURN_BY,
        )

    def needed_grip(self) -> float:
        """The hinge's friction torque over the lever at the rim and the friction there."""
        mount = self.object.mount
        assert mount is not None
        away = self.object.vertices - mount.point
        lever = np.linalg.norm(away - np.outer(away @ mount.axis, mount.axis), axis=1).max()
        return mount.friction_torque / (float(self.object.friction[0]) * float(lever))

    def judge(self, clip: Clip) -> Judged:
        """Whether the object was turned by 30° at least."""
        from prehensile.quality.judge.turned import judge_turned

        turned = judge_turned(clip, self.object.name)
        share = float(np.clip(turned.angle / TURN_BY, 0, 1))
        return Judged(turned.verdict, share, turned.verdict.ok, 0.0)


class HangJob(Job):
    """Hang on it: pull down with the arm."""

    name = "hang"

    def carry(self, T_world_object: np.ndarray) -> Carry:
        """Straight down, against the fingers' own springs."""
        return pull(DOWN)

    def needed_grip(self) -> float:
        """Little: the load closes the fingers."""
        return HOOK_GRIP / GRIP_SAFETY

    def judge(self, clip: Clip) -> Judged:
        """Whether the hand bore 20 N for 3 s."""
        from prehensile.quality.judge.carried import judge_carried

        carried = judge_carried(clip, self.object.name, DOWN)
        share = float(np.clip(carried.load / 20, 0, 1))
        return Judged(carried.verdict, share, carried.verdict.ok, 0.0)


def job_of(obj: Object) -> Job:
    """What one does with such an object."""
    if obj.mount is None:
        return LiftJob(obj)
    return TurnJob(obj) if obj.mount.joint == "hinge" else HangJob(obj)


def default_grip(obj: Object) -> float:
    """[N] Sum of normal forces that friction needs for the object's job, with a margin."""
    return job_of(obj).default_grip()


def lifting(obj: Object) -> LiftJob:
    """The job of an object that is there to be lifted, which is all that examples know.

    Raises:
        InputError: it is not.
    """
    job = job_of(obj)
    if not isinstance(job, LiftJob):
        raise InputError(
            f"{obj.name!r} is not there to be lifted; an example knows lifting only: "
            "use the controller 'sequence'."
        )
    return job
