"""My arm, my object: a wrist's path is kept, physical fingers are filled in."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from prehensile.control.arm.keyed import KeyedArm
from prehensile.control.attempt.job import LiftJob
from prehensile.control.example.choice import usual_styles
from prehensile.control.example.grasp_style import GraspStyle
from prehensile.control.example.style import RECORDED, load_style
from prehensile.control.keyed.plan import ArmPlan, arm_plans, arm_times
from prehensile.control.keyed.play import Played, play
from prehensile.control.law.grip_range import checked_grip
from prehensile.control.place.resting import resting
from prehensile.control.place.stand import ON, On
from prehensile.errors import InputError, PrehensileError, SimulationError, UnknownNameError
from prehensile.hand.hand import Hand
from prehensile.hand.parse import parse_hand
from prehensile.lie import se3
from prehensile.motion.clip import Clip
from prehensile.motion.mocap.wrist_path import WristPath, read_wrist_path, wrist_path
from prehensile.world.catalogue import load_object
from prehensile.world.objects.object import Object

TRIES = 12
"""Ways that are played, at most, on the table and on the post."""
MOVED_LITTLE, MORE = 0.008, 3
"""[m] that a closing hand may move the object, and ways that are played to find such a one when it
was managed already"""

Progress = Callable[[int, int], None]


def grasp_along(
    arm: str | Path | Clip | WristPath,
    obj: str | Path | Object,
    hand: str | Hand | None = None,
    *,
    grip: float | None = None,
    at: Sequence[float] | np.ndarray | None = None,
    release: float | None = None,
    up: str = "z",
    seed: int = 0,
    tries: int = TRIES,
    on: On | None = None,
    example: str | Path | GraspStyle | None = None,
    progress: Progress | None = None,
) -> Clip:
    """Fingers for a wrist's path: open on the way, close at the object, hold, put down, let go.

    The frames are the path's own keys, with frames between where keys are sparse, and some more
    where the path ends before it can be seen whether the object stands. ``clip.verdict`` says
    whether the object was carried and put down, and how far the wrist was off its path;
    ``clip.meta["arm"]`` holds the times of the grasp. A grasp that fails is a result, not an error.

    Args:
        arm: the path: a file (see `read_wrist_path`), a clip, or a `WristPath`.
        obj: a catalogue name, a mesh file, or an Object; it must be loose.
        hand: which; by default the path's own side, or the right one.
        grip: [N]; by default three times what friction needs to carry the weight, or more where
            the digits do not oppose each other well.
        at: (3,) [m] where the object's origin is; it lies as it would at rest. By default where the
            thing that moves in the clip is at its start, or in the hand where the path first stops.
        release: [s] on the path's clock when the fingers open; by default where the arm comes
            down, stops and draws back.
        up: the axis that points up in a file of bare poses, ``z`` or ``y``.
        seed: same seed, same clip.
        tries: how many ways are tried in simulation at most, on each of what it may rest on.
        on: what the object rests on, ``table`` or ``post``. By default the table, and the post for
            what cannot be taken from it along this path; ``clip.meta["on"]`` says which.
        example: a style by name or file; by default one that suits the object's size.
        progress: called with (tries done, tries at most).

    Raises:
        FileError: the file cannot be read.
        InputError: the path does not come near the object, or is of the other side's hand.
        PrehensileError: no hand fits the object where the path stops.
    """
    if on is not None and on not in ON:
        raise UnknownNameError("thing to rest on", str(on), ON)
    thing = obj if isinstance(obj, Object) else load_object(obj)
    path = _path(arm, up, _side(hand))
    the_hand = _hand(hand, path)
    newtons = None if grip is None else checked_grip(grip)
    keyed = KeyedArm(path)
    styles = [style.on(the_hand) for style in _styles(thing, example)]
    stands = _stands(path, thing, at)
    times = arm_times(
        the_hand, keyed, thing, stands, release, np.random.default_rng(seed), styles[0]
    )
    best: Played | None = None
    played = 0
    for rests_on in ON if on is None else (on,):
        rng = np.random.default_rng(seed)
        plans = arm_plans(the_hand, keyed, thing, stands, times, styles, rests_on, rng, tries)
        left = min(len(plans), tries)
        while left:
            plan, left, played = plans.pop(0), left - 1, played + 1
            one = _played(the_hand, keyed, thing, plan, newtons, {"seed": seed})
            if one is not None and (best is None or _rank(one) > _rank(best)):
                best = one
            if best is not None and best.managed:
                left = 0 if best.shift < MOVED_LITTLE else min(left, MORE)
            if progress is not None:
                progress(played, played + left)
        if best is not None and best.managed:
            break
    if best is not None:
        return replace(best.clip, meta=best.clip.meta | {"played": played})
    if played:
        raise SimulationError(
            f"every way of grasping {thing.name!r} along this path made the simulation blow up."
        )
    raise PrehensileError(
        f"no hand of the example takes the {thing.name} as the path has the palm at "
        f"{times.arrive:.2f} s: turn the wrist there, or say where the object stands (--at X,Y,Z)."
    )


def _played(
    hand: Hand,
    arm: KeyedArm,
    obj: Object,
    plan: ArmPlan,
    grip: float | None,
    about: dict[str, Any],
) -> Played | None:
    newtons = LiftJob(obj).grip_for(plan.candidate.need) if grip is None else grip
    return play(hand, arm, obj, plan, newtons, about)


def _rank(one: Played) -> tuple[bool, bool, float]:
    """Managed first, then carried, then moved least by the hand that closed on it."""
    return one.managed, one.kept.kept, -one.shift


def _styles(obj: Object, example: str | Path | GraspStyle | None) -> list[GraspStyle]:
    if isinstance(example, GraspStyle):
        return [example]
    if example is not None:
        return [load_style(example)]
    # Along a path that is given, only styles that were recorded have been shown to serve.
    return [load_style(name) for name in usual_styles(obj) if name in RECORDED]


def _side(hand: str | Hand | None) -> str | None:
    if hand is None:
        return None
    return hand.side if isinstance(hand, Hand) else parse_hand(hand).build().side


def _path(arm: str | Path | Clip | WristPath, up: str, side: str | None) -> WristPath:
    if isinstance(arm, WristPath):
        return arm
    return wrist_path(arm, side) if isinstance(arm, Clip) else read_wrist_path(arm, up, side)


def _hand(hand: str | Hand | None, path: WristPath) -> Hand:
    built = hand if isinstance(hand, Hand) else parse_hand(hand or path.side or "right").build()
    if path.side is not None and path.side != built.side:
        raise InputError(
            f"the path is of a {path.side} hand, but the fingers wanted are a {built.side} one's: "
            f"give --hand {path.side}, or mirror the path."
        )
    return built


def _stands(
    path: WristPath, obj: Object, at: Sequence[float] | np.ndarray | None
) -> np.ndarray | None:
    """(4, 4) where the object stands, if anybody says so."""
    if at is not None:
        place = np.asarray(at, dtype=float)
        if place.shape != (3,) or not np.isfinite(place).all():
            raise InputError(f"at is {at!r}; expected three numbers x, y, z [m].")
        T = np.eye(4)
        T[:3, :3], T[:3, 3] = resting(obj), place
        return T
    if len(path.bodies) > 1:
        names = ", ".join(b.name for b in path.bodies)
        raise InputError(f"several things move in the clip ({names}): say where it stands (--at).")
    return se3.from_pose7(path.bodies[0].pose[0]) if path.bodies else None
