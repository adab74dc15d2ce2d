"""My arm, my object: a wrist's path is kept, physical fingers are filled in."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import pairwise, product
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from prehensile.control.arm.keyed import RUN_UP, KeyedArm
from prehensile.control.attempt.job import default_grip
from prehensile.control.keyed.controller import OPENING, PathGrasp
from prehensile.control.keyed.plan import ArmPlan, arm_plans, palm_at
from prehensile.control.keyed.stands import arm_world
from prehensile.control.law.grip_range import checked_grip
from prehensile.errors import InputError, SimulationError
from prehensile.hand.hand import Hand
from prehensile.hand.parse import parse_hand
from prehensile.kinematics.forward import palm_transform
from prehensile.lie import se3
from prehensile.motion.clip import Clip
from prehensile.motion.mocap.wrist_path import WristPath, read_wrist_path, wrist_path
from prehensile.motion.tracked_hand import angles_of, hand_of
from prehensile.motion.verdict import Figure, Verdict
from prehensile.quality.kept import Kept, judge_kept
from prehensile.world.catalogue import load_object
from prehensile.world.objects.object import Object
from prehensile.world.recorder import Recorder

SETTLED = 0.2
"""[s] after the arm has set out: what is in the hand has found its place"""
STILL_CARRIED = 0.05
"""[s] before the fingers open"""
RECOVERS = 0.05
"""[s] after a touch in which the arm's drive takes up what it gave way"""
COARSE, FINE = 1 / 20, 1 / 60
"""[s] Keys further apart than the first get frames between them, at most the second apart."""
THROWN = 0.1
"""[m/s] An arm that is faster when it lets go does not set anything down."""
SET_DOWN = 0.03
"""[m] from where it is put down, at most, that the object stands at the end"""
TRIES = 6
"""Hand shapes that are played, at most."""
GOOD_ENOUGH = 2
"""Shapes that carry the object are compared until this many were found."""

Progress = Callable[[int, int], None]


class PathError(NamedTuple):
    """How far the simulated wrist was off the given path, at its frames."""

    free_mm: float
    """[mm] at most, while the hand touched nothing"""
    contact_mm: float
    """[mm] at most, while it touched something"""


class Played(NamedTuple):
    """One plan, simulated."""

    kept: Kept
    set_down: bool | None
    """whether it stands where it was put; None if it was not put down"""
    shift: float
    """[m] between where the object lies in the hand and where it was planned to"""
    clip: Clip


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
    progress: Progress | None = None,
) -> Clip:
    """Fingers for a wrist's path: open on the way, close at the object, hold, let go.

    The frames are the path's own keys, with frames between where keys are sparse.
    ``clip.verdict`` says whether the object was carried, and how far the wrist was off its path;
    ``clip.meta["arm"]`` holds the times of the grasp. A grasp that fails is a result, not an error.

    Args:
        arm: the path: a file (see `read_wrist_path`), a clip, or a `WristPath`.
        obj: a catalogue name, a mesh file, or an Object; it must be loose.
        hand: which; by default the path's own side, or the right one.
        grip: [N]; by default three times what friction needs to carry the weight.
        at: (3,) [m] where the object's origin is, upright as modelled. By default where the thing
            that moves in the clip is at its start, or in the hand where the path first stops.
        release: [s] on the path's clock when the fingers open; by default where the arm comes
            down, stops and draws back.
        up: the axis that points up in a file of bare poses, ``z`` or ``y``.
        seed: same seed, same clip.
        tries: how many hand shapes are tried in simulation at most.
        progress: called with (tries done, tries at most).

    Raises:
        FileError: the file cannot be read.
        InputError: the path does not come near the object, or is of the other side's hand.
    """
    thing = obj if isinstance(obj, Object) else load_object(obj)
    path = _path(arm, up, _side(hand))
    the_hand = _hand(hand, path)
    newtons = default_grip(thing) if grip is None else checked_grip(grip)
    keyed = KeyedArm(path)
    rng = np.random.default_rng(seed)
    plans = arm_plans(the_hand, keyed, thing, _stands(path, at), release, rng, tries)
    played: list[Played] = []
    for k, plan in enumerate(plans):
        one = _play(the_hand, keyed, thing, plan, newtons, seed)
        played += [] if one is None else [one]
        if progress is not None:
            progress(k + 1, len(plans))
        if sum(p.kept.kept and p.set_down is not False for p in played) >= GOOD_ENOUGH:
            break
    if not played:
        raise SimulationError(
            f"every way of grasping {thing.name!r} along this path made the simulation blow up."
        )
    return max(played, key=_rank).clip


def path_error(clip: Clip, path: WristPath) -> PathError:
    """How far a clip's wrist is off a path, at the clip's frames.

    Args:
        clip: of `grasp_along`; its first hand.
        path: what it was to follow.
    """
    wanted = KeyedArm(path).poses(clip.time)
    off = 1e3 * np.linalg.norm(clip.hands[0].T_world_forearm[:, :3] - wanted[:, :3], axis=1)
    near = _touching(clip)
    return PathError(float(off[~near].max(initial=0.0)), float(off[near].max(initial=0.0)))


def _touching(clip: Clip) -> np.ndarray:
    """(T,) bool: something presses on the hand or its forearm, or did a moment ago."""
    contacts, mine = clip.contacts, f"{clip.hands[0].name}/"
    of_hand = np.array([name.startswith(mine) for name in contacts.names], dtype=bool)
    other = of_hand[contacts.a] & ~of_hand[contacts.b]
    pressing = other & (np.abs(contacts.force).max(axis=1, initial=0.0) > 0)
    frame = np.repeat(np.arange(clip.n_frames), np.diff(contacts.offsets))
    last = np.full(clip.n_frames, -np.inf)
    last[frame[pressing]] = clip.time[frame[pressing]]
    return clip.time - np.maximum.accumulate(last) <= RECOVERS


def _play(
    hand: Hand, arm: KeyedArm, obj: Object, plan: ArmPlan, grip: float, seed: int
) -> Played | None:
    """One plan through the physics; None if it blew up."""
    end = plan.times.release
    put_down = _put_down(hand, arm, plan)
    world = arm_world(hand, arm, obj, plan.T_world_object, put_down)
    controller = PathGrasp(hand, arm, plan.times, plan.candidate, grip)
    controller.reset(world.observe())
    recorder = Recorder(world)
    released_at: float | None = None
    last = arm.end - arm.begin + RUN_UP
    try:
        while world.time < last + 1.5 * world.timestep:
            command = controller.act(world.observe())
            if released_at is None and controller.phase not in ("approach", "close"):
                world.release(obj.name)
                released_at = controller.path_time(world.time)
            recorder.add(world.step(command))
    except SimulationError:
        return None
    clip = _on_path_clock(recorder.clip(), controller, obj.name)
    carried_until = arm.end if end is None else end - STILL_CARRIED
    kept = judge_kept(clip, obj.name, plan.times.depart + SETTLED, carried_until)
    set_down = None if put_down is None else _stands_at(clip, obj, put_down)
    error = path_error(clip.at_times(arm.path.time), arm.path)
    meta: dict[str, Any] = {
        "job": "arm",
        "object": obj.name,
        "pose": plan.candidate.pose,
        "grip": grip,
        "seed": seed,
        "phases": controller.spans(),
        "released_at": released_at,
        **_verdict(kept, error).to_meta(),
        "arm": {
            "keys": len(arm.path.time),
            "arrive": plan.times.arrive,
            "depart": plan.times.depart,
            "release": plan.times.release,
            "set_down": set_down,
            "object_at": plan.T_world_object[:3, 3].tolist(),
            "path_error_mm": error.free_mm,
            "path_error_in_contact_mm": error.contact_mm,
        },
    }
    shown = clip.at_times(frame_times(arm.path.time))
    shift = _shift(clip, obj, plan)
    return Played(kept, set_down, shift, replace(shown, meta=shown.meta | meta))


def _verdict(kept: Kept, error: PathError) -> Verdict:
    off = {
        "off its path": Figure(error.free_mm, "mm"),
        "off its path in contact": Figure(error.contact_mm, "mm"),
    }
    return replace(kept.verdict, figures={**kept.verdict.figures, **off})


def frame_times(keys: np.ndarray) -> np.ndarray:
    """Every key's time, and evenly spaced ones between keys that are too far apart to play."""
    times = [keys[:1]]
    for begin, end in pairwise(keys):
        pieces = 1 if end - begin <= COARSE else int(np.ceil((end - begin) / FINE - 1e-9))
        between = begin + (end - begin) * np.arange(1, pieces) / pieces
        times.append(np.append(between, end))
    return np.concatenate(times)


def _on_path_clock(clip: Clip, controller: PathGrasp, body: str) -> Clip:
    shift = controller.path_time(0.0)
    bodies = clip.meta["bodies"]
    aided = bodies[body]["aided_until"]
    fact = bodies[body] | {"aided_until": None if aided is None else aided + shift}
    return replace(
        clip,
        time=clip.time + shift,
        meta=clip.meta | {"bodies": bodies | {body: fact}},
    )


def _put_down(hand: Hand, arm: KeyedArm, plan: ArmPlan) -> np.ndarray | None:
    """(4, 4) where the object is set down; None if it is not, or thrown."""
    release = plan.times.release
    if release is None or np.linalg.norm(arm.at(release).twist[:3]) > THROWN:
        return None
    opening = np.linspace(release, release + OPENING, 12)
    lowest = float(opening[arm.poses(opening)[:, 2].argmin()])
    return palm_at(hand, arm, lowest) @ se3.inverse(plan.candidate.T_object_palm)


def _stands_at(clip: Clip, obj: Object, T_world_rest: np.ndarray) -> bool:
    """Whether the object ends where it was to be put."""
    wanted, end = se3.apply(T_world_rest, obj.com), se3.from_pose7(clip.body(obj.name).pose[-1])
    return bool(np.linalg.norm(se3.apply(end, obj.com) - wanted) < SET_DOWN)


def _shift(clip: Clip, obj: Object, plan: ArmPlan) -> float:
    """[m] How far the closing hand moved the object's points out of their place in it, at most."""
    k = min(int(np.searchsorted(clip.time, plan.times.depart + SETTLED)), clip.n_frames - 1)
    track = clip.hands[0]
    T_world_palm = palm_transform(
        hand_of(track), angles_of(track)[k], se3.from_pose7(track.T_world_forearm[k])
    )
    T = plan.candidate.T_object_palm @ se3.inverse(T_world_palm)
    T = T @ se3.from_pose7(clip.body(obj.name).pose[k])
    corners = np.array(list(product(*obj.bounds.T)))
    return float(np.linalg.norm(se3.apply(T, corners) - corners, axis=1).max())


def _rank(played: Played) -> tuple[bool, bool, float]:
    return played.kept.kept, played.set_down is not False, -played.shift


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


def _stands(path: WristPath, at: Sequence[float] | np.ndarray | None) -> np.ndarray | None:
    """(4, 4) where the object stands, if anybody says so."""
    if at is not None:
        place = np.asarray(at, dtype=float)
        if place.shape != (3,) or not np.isfinite(place).all():
            raise InputError(f"at is {at!r}; expected three numbers x, y, z [m].")
        T = np.eye(4)
        T[:3, 3] = place
        return T
    if len(path.bodies) > 1:
        names = ", ".join(b.name for b in path.bodies)
        raise InputError(f"several things move in the clip ({names}): say where it stands (--at).")
    return se3.from_pose7(path.bodies[0].pose[0]) if path.bodies else None
