"""The main job: a hand picks up an object and holds it."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from prehensile.control.candidates import Candidate, grasp_candidates
from prehensile.control.job import MOST_GRIP, Verdict, job_of
from prehensile.control.sequencer import GraspMotion, GraspSequencer, start_pose
from prehensile.control.stand import STAND, stand_pose, stand_under
from prehensile.errors import InputError, PrehensileError, SimulationError
from prehensile.hand.corpus import corpus_pose
from prehensile.hand.hand import Hand
from prehensile.hand.spec import parse_hand
from prehensile.lie import se3
from prehensile.motion.clip import Clip
from prehensile.world.catalogue import load_object
from prehensile.world.object import Object
from prehensile.world.recorder import Recorder
from prehensile.world.scene import HandInScene, ObjectInScene
from prehensile.world.world import Frame, World

PRESSES = 0.05
"""[N] from which a digit counts as pressing"""
GOOD_ENOUGH = 4
"""Candidates that hold are compared until this many were found."""

Progress = Callable[[int, int], None]


@dataclass(frozen=True)
class Attempt:
    """One candidate played through the physics."""

    candidate: Candidate
    clip: Clip
    verdict: Verdict


def grasp(
    obj: str | Path | Object = "mug",
    hand: str | Hand = "right",
    *,
    grip: float | None = None,
    seed: int = 0,
    tries: int = 12,
    progress: Progress | None = None,
) -> Clip:
    """Approach, close, lift 15 cm, hold 3 s; the clip of the best attempt.

    What is mounted on a hinge is turned instead, what is fixed to a wall is hung on.
    ``clip.meta["managed"]`` says whether that was done and ``clip.meta["reason"]`` why not. A grasp
    that fails is a result, not an error.

    Args:
        obj: a catalogue name (``"mug"``, ``"cylinder:r=30mm,h=120mm"``), a mesh file, or an Object.
        hand: ``"right"``, ``"left:p95"``, ``"right:seed=7"``, or a Hand.
        grip: [N] sum of the normal forces on the object; by default three times what friction
            needs to carry the weight.
        seed: same seed, same clip.
        tries: how many ways of grasping are tried in simulation at most.
        progress: called with (tries done, tries at most).
    """
    thing = obj if isinstance(obj, Object) else load_object(obj)
    the_hand = hand if isinstance(hand, Hand) else parse_hand(hand).build()
    newtons = default_grip(thing) if grip is None else checked_grip(grip)
    candidates = find_candidates(thing, the_hand, seed, tries)
    return best_attempt(thing, the_hand, candidates, newtons, seed, progress=progress).clip


def best_attempt(
    obj: Object,
    hand: Hand,
    candidates: Sequence[Candidate],
    grip: float,
    seed: int = 0,
    *,
    enough: int = GOOD_ENOUGH,
    progress: Progress | None = None,
) -> Attempt:
    """Play candidates through the physics until ``enough`` of them hold; the best of those played.

    Args:
        obj: what to grasp.
        hand: with which hand.
        candidates: as `find_candidates` gives them.
        grip: [N]
        seed: noted in the clip.
        enough: after this many successes no more are played.
        progress: called with (candidates played, candidates at most); what it raises ends the work.

    Raises:
        SimulationError: every one of them blew up.
    """
    best: Attempt | None = None
    successes = 0
    for k, candidate in enumerate(candidates):
        attempt = _attempt(obj, hand, candidate, grip, seed)
        if attempt is not None and (best is None or _rank(attempt) > _rank(best)):
            best = attempt
        successes += attempt is not None and attempt.verdict.managed
        if progress is not None:
            progress(k + 1, len(candidates))
        if successes >= enough:
            break
    if best is None:
        raise SimulationError(f"every way of grasping {obj.name!r} made the simulation blow up.")
    return best


def find_candidates(obj: Object, hand: Hand, seed: int, most: int = 12) -> list[Candidate]:
    """Ways to grasp an object that stands on its stand, best first.

    Raises:
        PrehensileError: no pose of the corpus fits it.
    """
    T_world_object = se3.from_pose7(stand_pose(obj))
    found = grasp_candidates(hand, obj, T_world_object, np.random.default_rng(seed), most)
    if not found:
        raise PrehensileError(
            f"no pose of the corpus fits {obj.name!r} ({_size(obj)}): it is too large or too small "
            "for this hand, or no finger gets round it."
        )
    return found


def default_grip(obj: Object) -> float:
    """[N] Sum of normal forces that friction needs for the object's job, with a margin."""
    return job_of(obj).default_grip()


def checked_grip(grip: float) -> float:
    """``grip`` if it can be one."""
    if not (np.isfinite(grip) and 0 < grip <= MOST_GRIP):
        raise InputError(f"grip is {grip:g} N; give more than 0 and at most {MOST_GRIP:g} N.")
    return float(grip)


def grasp_motion(obj: Object, candidate: Candidate, grip: float) -> GraspMotion:
    """What a candidate comes to, for an object on its stand; ``grip`` [N]."""
    T_world_object = se3.from_pose7(stand_pose(obj))
    T_world_palm = T_world_object @ candidate.T_object_palm
    return GraspMotion(
        q_open=candidate.q_open,
        q_closed=candidate.q_closed,
        forearm=se3.to_pose7(T_world_palm),
        approach=T_world_palm[:3, :3] @ candidate.approach,
        grip=grip,
        thumb_last=corpus_pose(candidate.pose).kind == "power",
        carry=job_of(obj).carry(T_world_object),
    )


def stand_world(
    obj: Object,
    hand: Hand,
    forearm: np.ndarray,
    q: np.ndarray | None,
    guard_folder: Path | None = None,
) -> World:
    """An object on its stand, which holds it until told otherwise, and a hand somewhere.

    Args:
        obj: what stands there.
        hand: whose arm is driven.
        forearm: (7,) where it starts, world.
        q: (23,) [rad] at the start; relaxed if None.
        guard_folder: as `World` takes it.
    """
    presented_by = STAND if obj.mount is None else ""
    return World(
        HandInScene(hand, forearm=forearm, q=q),
        [
            stand_under(obj),
            ObjectInScene(obj, pose=stand_pose(obj), presented_by=presented_by),
        ],
        guard_folder=guard_folder,
    )


class GraspScene:
    """One candidate in its world, ready to be stepped: object on its stand, hand at the start."""

    def __init__(self, obj: Object, hand: Hand, candidate: Candidate, grip: float):
        motion = grasp_motion(obj, candidate, grip)
        self._presented = obj.mount is None
        self.world = stand_world(obj, hand, start_pose(motion), candidate.q_open)
        self.controller = GraspSequencer(hand, motion)
        self.controller.reset(self.world.observe())
        self.released_at: float | None = None
        self._object = obj.name

    def step(self) -> Frame:
        """One step; the stand lets go of the object when every finger has closed on it."""
        command = self.controller.act(self.world.observe())
        waits = self._presented and self.released_at is None
        if waits and self.controller.phase == "squeeze":
            self.world.release(self._object)
            self.released_at = self.world.time
        return self.world.step(command)


def _attempt(
    obj: Object, hand: Hand, candidate: Candidate, grip: float, seed: int
) -> Attempt | None:
    """Play one candidate; None if the simulation blew up."""
    scene = GraspScene(obj, hand, candidate, grip)
    recorder = Recorder(scene.world)
    try:
        while not scene.controller.finished:
            recorder.add(scene.step())
    except SimulationError:
        return None
    job = job_of(obj)
    meta: dict[str, Any] = {
        "job": job.name,
        "object": obj.name,
        "pose": candidate.pose,
        "grip": grip,
        "seed": seed,
        "phases": scene.controller.spans(),
        "released_at": scene.released_at,
    }
    clip = recorder.clip(meta)
    verdict = job.judge(clip)
    found = {"managed": verdict.managed, "reason": verdict.reason, "verdict": verdict.line}
    return Attempt(candidate, replace(clip, meta=clip.meta | found), verdict)


def _rank(attempt: Attempt) -> tuple[bool, float, float]:
    """Managed first; then how far; then what was promised, a full hand and a still object."""
    digits = int((attempt.clip.finger_force[-1, 0] > PRESSES).sum())
    merit = attempt.candidate.score + 0.5 * digits - attempt.verdict.unrest
    return attempt.verdict.managed, attempt.verdict.progress, merit


def _size(obj: Object) -> str:
    return " × ".join(f"{v * 100:.0f}" for v in obj.extents) + " cm"
