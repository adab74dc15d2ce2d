"""One way of filling in the fingers along a path, played through the physics and judged."""

from dataclasses import replace
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np

from prehensile.control.arm.keyed import RUN_UP, KeyedArm
from prehensile.control.attempt.job import and_put
from prehensile.control.keyed.controller import PathGrasp
from prehensile.control.keyed.path_error import PathError, path_error
from prehensile.control.keyed.plan import ArmPlan
from prehensile.control.keyed.put_down import put_down_pose
from prehensile.control.keyed.stands import arm_world
from prehensile.control.law.gains import BRISK, gains_for
from prehensile.control.live.example import ExampleSettings
from prehensile.errors import SimulationError
from prehensile.hand.hand import Hand
from prehensile.kinematics.forward import palm_transform
from prehensile.lie import se3
from prehensile.motion.clip import Clip
from prehensile.motion.tracked_hand import angles_of, hand_of
from prehensile.motion.verdict import Figure, Verdict
from prehensile.quality.judge.kept import Kept, judge_kept, lift_off
from prehensile.quality.judge.put import AFTER, Put, judge_put
from prehensile.world.objects.object import Object
from prehensile.world.recorder import Recorder

STILL_CARRIED = 0.05
"""[s] before the fingers open"""
RUN_OUT = AFTER + 0.3
"""[s] after the order to let go that are simulated, at least"""
COARSE, FINE = 1 / 20, 1 / 60
"""[s] Keys further apart than the first get frames between them, at most the second apart."""


class Played(NamedTuple):
    """One plan, simulated."""

    kept: Kept
    put: Put | None
    """how it was put down; None if it was not to be"""
    shift: float
    """[m] by which the closing hand moved the object, until it was lifted"""
    clip: Clip

    @property
    def managed(self) -> bool:
        """Whether it was carried, and put down if it was to be."""
        return self.kept.kept and (self.put is None or self.put.ok)


def play(
    hand: Hand, arm: KeyedArm, obj: Object, plan: ArmPlan, grip: float, about: dict[str, Any]
) -> Played | None:
    """One plan through the physics; None if it blew up.

    Args:
        hand: whose fingers are filled in.
        arm: the path.
        obj: what is carried.
        plan: where the hand takes the object, and when it closes and opens.
        grip: [N] sum of normal forces.
        about: what else to note in the clip.
    """
    put_down = put_down_pose(hand, arm, obj, plan)
    world = arm_world(hand, arm, obj, plan, put_down)
    settings = ExampleSettings(grip=grip, gains=gains_for(grip, BRISK))
    controller = PathGrasp(world, obj.name, hand, arm, plan, settings)
    recorder = Recorder(world)
    release, end = plan.times.release, arm.end
    if put_down is not None and release is not None:
        end = max(end, release + RUN_OUT)
    last = end - arm.begin + RUN_UP
    try:
        while world.time < last + 1.5 * world.timestep:
            recorder.add(world.step(controller.act(world.observe())))
    except SimulationError:
        return None
    meta: dict[str, Any] = about | {
        "job": "arm",
        "object": obj.name,
        "pose": plan.candidate.pose,
        "grip": grip,
        "strength": settings.gains.strength,
        "controller": "example",
        "example": plan.style.name,
        "about_example": plan.style.about,
        "on": plan.on,
        "phases": controller.spans(),
        "let_go_at": release,
        "put": None if put_down is None else se3.to_pose7(put_down).tolist(),
    }
    clip = recorder.clip(meta)
    clip = replace(clip, time=clip.time + controller.path_time(0.0))
    return _judged(clip, arm, obj, plan, end)


def _judged(clip: Clip, arm: KeyedArm, obj: Object, plan: ArmPlan, end: float) -> Played:
    release = plan.times.release
    until = arm.end if release is None else release - STILL_CARRIED
    begin = lift_off(clip, obj.name, plan.times.depart, until)
    kept = judge_kept(clip, obj.name, begin, until)
    T_palm_object, planned = _in_palm(clip, obj, begin), se3.inverse(plan.candidate.T_object_palm)
    shift = float(np.linalg.norm(se3.apply(T_palm_object, obj.com) - se3.apply(planned, obj.com)))
    put = judge_put(clip, obj.name)
    error = path_error(clip.at_times(arm.path.time), arm.path)
    verdict = _verdict(kept, put, error, shift)
    if plan.on == "post":
        verdict = replace(verdict, line=f"{verdict.line}; taken from a post")
    note: dict[str, Any] = {
        "keys": len(arm.path.time),
        "arrive": plan.times.arrive,
        "depart": plan.times.depart,
        "release": release,
        "set_down": None if put is None else put.ok,
        "run_out": max(end - arm.end, 0.0),
        "object_at": plan.T_world_object[:3, 3].tolist(),
        "shifted_mm": 1e3 * shift,
        "path_error_mm": error.free_mm,
        "path_error_in_contact_mm": error.contact_mm,
    }
    shown = clip.at_times(shown_times(arm.path.time, end))
    noted = replace(shown, meta=shown.meta | verdict.to_meta() | {"arm": note})
    return Played(kept, put, shift, noted)


def _in_palm(clip: Clip, obj: Object, time: float) -> np.ndarray:
    """(4, 4) The object in the frame of the palm."""
    k = min(int(np.searchsorted(clip.time, time)), clip.n_frames - 1)
    track = clip.hands[0]
    T_world_palm = palm_transform(
        hand_of(track), angles_of(track)[k], se3.from_pose7(track.T_world_forearm[k])
    )
    return se3.inverse(T_world_palm) @ se3.from_pose7(clip.body(obj.name).pose[k])


def _verdict(kept: Kept, put: Put | None, error: PathError, shift: float) -> Verdict:
    verdict = kept.verdict
    if put is not None and kept.kept:
        verdict = and_put(verdict, put)
    off = {
        "moved by the closing hand": Figure(1e3 * shift, "mm"),
        "off its path": Figure(error.free_mm, "mm"),
        "off its path in contact": Figure(error.contact_mm, "mm"),
    }
    return replace(verdict, figures={**verdict.figures, **off})


def frame_times(keys: np.ndarray) -> np.ndarray:
    """Every key's time, and evenly spaced ones between keys that are too far apart to play."""
    times = [keys[:1]]
    for begin, end in pairwise(keys):
        pieces = 1 if end - begin <= COARSE else int(np.ceil((end - begin) / FINE - 1e-9))
        between = begin + (end - begin) * np.arange(1, pieces) / pieces
        times.append(np.append(between, end))
    return np.concatenate(times)


def shown_times(keys: np.ndarray, end: float) -> np.ndarray:
    """(N,) [s] Of `frame_times`, and on to the end [s] if that is later."""
    return frame_times(keys if end <= keys[-1] else np.append(keys, end))
