"""The main job: a hand picks up an object and holds it."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Literal, Protocol

import numpy as np

from prehensile.control.candidates import Candidate, grasp_candidates
from prehensile.control.carry import Carry
from prehensile.control.example_grasp import SHAKE, ExampleScene
from prehensile.control.grasp_style import GraspStyle, load_style, usual_styles
from prehensile.control.job import MOST_GRIP, LiftJob, Verdict, job_of
from prehensile.control.rehearsal import Rehearsal, rehearse
from prehensile.control.sequencer import GraspMotion, GraspSequencer, start_pose
from prehensile.control.stand import stand_pose, stand_world
from prehensile.control.style_candidates import style_candidates
from prehensile.errors import InputError, PrehensileError, SimulationError, UnknownNameError
from prehensile.hand.corpus import corpus_pose
from prehensile.hand.hand import Hand
from prehensile.hand.spec import HandSpec, parse_hand
from prehensile.lie import se3
from prehensile.motion.clip import Clip
from prehensile.world.catalogue import load_object
from prehensile.world.object import Object
from prehensile.world.recorder import Recorder
from prehensile.world.world import Frame, World

PRESSES = 0.05
"""[N] from which a digit counts as pressing"""
GOOD_ENOUGH = 4
"""Candidates that hold are compared until this many were found."""

STEADY_ENOUGH = 3
"""Placements of an example are rehearsed until this many held in rehearsal."""
PLAYED = 3
"""Of those rehearsed, at most, are played in full until one is managed."""
HOLD_SECONDS = 3.0
Progress = Callable[[int, int], None]
ControllerName = Literal["sequence", "example"]
CONTROLLERS = ("sequence", "example")


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
    controller: ControllerName | None = None,
    example: str | Path | GraspStyle | None = None,
    shake: bool = False,
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
        controller: ``example`` grasps as one recording showed (lifting, with our own hands);
            ``sequence`` closes poses of the corpus. By default the example, and the sequence for
            what it cannot do or drops; ``clip.meta["fallback"]`` then says why.
        example: a style by name or file; by default one that suits the object's size.
        shake: shake what was lifted, before it is held; for the example.
        progress: called with (tries done, tries at most).
    """
    if controller is not None and controller not in CONTROLLERS:
        raise UnknownNameError("controller", str(controller), CONTROLLERS)
    if controller is None and (shake or example is not None):
        controller = "example"
    thing = obj if isinstance(obj, Object) else load_object(obj)
    the_hand = hand if isinstance(hand, Hand) else parse_hand(hand).build()
    newtons = None if grip is None else checked_grip(grip)
    if controller == "sequence":
        if shake:
            raise InputError(
                "shaking belongs to the controller 'example'; choose it, or leave it out."
            )
        return _from_the_corpus(thing, the_hand, newtons, seed, tries, progress).clip
    why = "" if controller == "example" else _not_from_an_example(thing, the_hand)
    found: Attempt | None = None
    if not why:
        styles = _styles(thing, example)
        found = _like_any(styles, thing, the_hand, newtons, seed, tries, shake, progress)
    if found is not None and (found.verdict.managed or controller == "example"):
        return found.clip
    if controller == "example":
        raise PrehensileError(_no_fit(thing, "of the example"))
    try:
        other = _from_the_corpus(thing, the_hand, newtons, seed, tries, progress)
    except PrehensileError:
        if found is None:
            raise
        return found.clip
    if found is not None and not other.verdict.managed:
        return found.clip
    return replace(other.clip, meta=other.clip.meta | {"fallback": why or "no example held it"})


def grasp_like(
    style: GraspStyle,
    obj: Object,
    hand: Hand,
    grip: float | None = None,
    seed: int = 0,
    tries: int = 12,
    *,
    shake: bool = False,
    progress: Progress | None = None,
) -> Attempt | None:
    """Lift an object as one example showed; None if there is no way to lay this hand against it.

    Placements are rehearsed, the most natural first, until a few hold; the best of them is played.

    Args:
        style: what the example taught.
        obj: what to grasp; free to be lifted.
        hand: with which hand.
        grip: [N] three times what friction needs if left out.
        seed: same seed, same clip.
        tries: how many ways are rehearsed in simulation at most.
        shake: shake it after the lift.
        progress: called with (ways tried, ways at most).

    Raises:
        InputError: the object cannot be lifted, or the hand lacks joints of the style.
    """
    job = job_of(obj)
    if not isinstance(job, LiftJob):
        raise InputError(
            f"{obj.name!r} is not there to be lifted; an example knows lifting only: "
            "use the controller 'sequence'."
        )
    mine = style.on(hand)
    T_world_object = se3.from_pose7(stand_pose(obj))
    rng = np.random.default_rng(seed)
    candidates = style_candidates(mine, hand, obj, T_world_object, rng, tries)
    if not candidates:
        return None
    newtons = job.default_grip() if grip is None else grip
    carries: tuple[Carry, ...] = (job.carry(T_world_object), *((SHAKE,) if shake else ()))
    order = _rehearsed(obj, hand, mine, candidates, newtons, progress)
    about = {"controller": "example", "example": mine.name, "about_example": mine.about}
    best: Attempt | None = None
    for played, candidate in enumerate(order[:PLAYED]):
        scene = ExampleScene(obj, hand, mine, candidate, carries, newtons, HOLD_SECONDS)
        numbers = {"grip": newtons, "seed": seed, "played": played + 1}
        attempt = _played(scene, obj, candidate, about | numbers)
        if attempt is not None and (best is None or _rank(attempt) > _rank(best)):
            best = attempt
        if best is not None and best.verdict.managed:
            break
    if best is None:
        raise SimulationError(f"every way of grasping {obj.name!r} made the simulation blow up.")
    if progress is not None:
        progress(len(candidates) + 1, len(candidates) + 1)
    return best


def _rehearsed(
    obj: Object,
    hand: Hand,
    style: GraspStyle,
    candidates: Sequence[Candidate],
    grip: float,
    progress: Progress | None,
) -> list[Candidate]:
    """Those that were rehearsed, best first."""
    tried: list[tuple[Rehearsal, Candidate]] = []
    for k, candidate in enumerate(candidates):
        went = rehearse(obj, hand, style, candidate, grip)
        if went is not None:
            tried.append((went, candidate))
        if progress is not None:
            progress(k + 1, len(candidates) + 1)
        if sum(r.steady for r, _ in tried) >= STEADY_ENOUGH:
            break
    tried.sort(key=lambda item: (item[0].steady, item[0].merit), reverse=True)
    return [candidate for _, candidate in tried]


def _not_from_an_example(obj: Object, hand: Hand) -> str:
    """Why an example cannot do it; empty if it can."""
    if not isinstance(job_of(obj), LiftJob):
        return "an example knows lifting only"
    if not isinstance(hand.spec, HandSpec):
        return "the examples are of a human hand"
    return ""


def _styles(obj: Object, example: str | Path | GraspStyle | None) -> list[GraspStyle]:
    if isinstance(example, GraspStyle):
        return [example]
    names = usual_styles(obj) if example is None else (example,)
    return [load_style(name) for name in names]


def _like_any(
    styles: Sequence[GraspStyle],
    obj: Object,
    hand: Hand,
    grip: float | None,
    seed: int,
    tries: int,
    shake: bool,
    progress: Progress | None,
) -> Attempt | None:
    """As the first style that manages it shows, or the best of those that do not."""
    best: Attempt | None = None
    for style in styles:
        found = grasp_like(style, obj, hand, grip, seed, tries, shake=shake, progress=progress)
        if found is not None and (best is None or _rank(found) > _rank(best)):
            best = found
        if best is not None and best.verdict.managed:
            break
    return best


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

    def play(candidate: Candidate) -> Attempt | None:
        scene = GraspScene(obj, hand, candidate, grip)
        return _played(
            scene, obj, candidate, {"controller": "sequence", "grip": grip, "seed": seed}
        )

    return _best(play, candidates, obj, enough, progress)


def _from_the_corpus(
    obj: Object, hand: Hand, grip: float | None, seed: int, tries: int, progress: Progress | None
) -> Attempt:
    """The best way to close a pose of the corpus."""
    candidates = find_candidates(obj, hand, seed, tries)
    newtons = default_grip(obj) if grip is None else grip
    return best_attempt(obj, hand, candidates, newtons, seed, progress=progress)


def find_candidates(obj: Object, hand: Hand, seed: int, most: int = 12) -> list[Candidate]:
    """Ways to grasp an object that stands on its stand, best first.

    Raises:
        PrehensileError: no pose of the corpus fits it.
    """
    T_world_object = se3.from_pose7(stand_pose(obj))
    found = grasp_candidates(hand, obj, T_world_object, np.random.default_rng(seed), most)
    if not found:
        raise PrehensileError(_no_fit(obj, "of the corpus"))
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

    @property
    def finished(self) -> bool:
        """Whether the hold is over."""
        return bool(self.controller.finished)

    def spans(self) -> list[list[str | float]]:
        """Name, begin and end [s] of every phase that is over."""
        return self.controller.spans()

    def step(self) -> Frame:
        """One step; the stand lets go of the object when every finger has closed on it."""
        command = self.controller.act(self.world.observe())
        waits = self._presented and self.released_at is None
        if waits and self.controller.phase == "squeeze":
            self.world.release(self._object)
            self.released_at = self.world.time
        return self.world.step(command)


class _Scene(Protocol):
    """What can be played to its end."""

    world: World
    released_at: float | None

    @property
    def finished(self) -> bool: ...

    def step(self) -> Frame: ...

    def spans(self) -> list[list[str | float]]: ...


def _played(
    scene: _Scene, obj: Object, candidate: Candidate, about: dict[str, Any]
) -> Attempt | None:
    """Play one candidate; None if the simulation blew up."""
    recorder = Recorder(scene.world)
    try:
        while not scene.finished:
            recorder.add(scene.step())
    except SimulationError:
        return None
    job = job_of(obj)
    meta: dict[str, Any] = about | {
        "job": job.name,
        "object": obj.name,
        "pose": candidate.pose,
        "phases": scene.spans(),
        "released_at": scene.released_at,
    }
    clip = recorder.clip(meta)
    verdict = job.judge(clip)
    found = {"managed": verdict.managed, "reason": verdict.reason, "verdict": verdict.line}
    return Attempt(candidate, replace(clip, meta=clip.meta | found), verdict)


def _best(
    play: Callable[[Candidate], Attempt | None],
    candidates: Sequence[Candidate],
    obj: Object,
    enough: int,
    progress: Progress | None,
) -> Attempt:
    """The best of those played, until ``enough`` were managed."""
    best: Attempt | None = None
    successes = 0
    for k, candidate in enumerate(candidates):
        attempt = play(candidate)
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


def _no_fit(obj: Object, whose: str) -> str:
    return (
        f"no pose {whose} fits {obj.name!r} ({_size(obj)}): it is too large or too small "
        "for this hand, or no finger gets round it."
    )


def _rank(attempt: Attempt) -> tuple[bool, float, float]:
    """Managed first; then how far; then what was promised, a full hand and a still object."""
    digits = int((attempt.clip.finger_force[-1, 0] > PRESSES).sum())
    merit = attempt.candidate.score + 0.5 * digits - attempt.verdict.unrest
    return attempt.verdict.managed, attempt.verdict.progress, merit


def _size(obj: Object) -> str:
    return " × ".join(f"{v * 100:.0f}" for v in obj.extents) + " cm"
