"""Poses of the corpus, closed on an object one after the other: the controller ``sequence``."""

from collections.abc import Callable, Sequence

import numpy as np

from prehensile.control.attempt.attempt import (
    DEFAULT_ASK,
    Ask,
    Attempt,
    Progress,
    all_blew_up,
    better,
    no_fit,
    played,
    rank,
)
from prehensile.control.attempt.job import LiftJob, default_grip, job_of
from prehensile.control.attempt.play import Play
from prehensile.control.attempt.sequence_script import SequenceScript
from prehensile.control.live.grasp_motion import grasp_motion
from prehensile.control.live.stand import Stand
from prehensile.control.place.candidate import Candidate
from prehensile.control.place.candidates import grasp_candidates
from prehensile.control.place.sought import Sought
from prehensile.control.place.stand import On, stand_pose
from prehensile.control.place.wishes import NO_WISHES, Wishes
from prehensile.errors import PrehensileError
from prehensile.hand.hand import Hand
from prehensile.lie import se3
from prehensile.world.objects.object import Object
from prehensile.world.world import World

GOOD_ENOUGH = 4
"""Candidates that hold are compared until this many were found."""
PLAYED = 3
"""So many of those rehearsed are played in full, at most, until one is managed."""
LEFT_BEHIND = 0.25
"""Share of the hand's rise: what has come up by less, half the lift being over, stays behind"""


def grasp_from_corpus(obj: Object, hand: Hand, ask: Ask = DEFAULT_ASK, on: On = "table") -> Attempt:
    """The best way to close a pose of the corpus; it ends in the air."""
    candidates = find_candidates(obj, hand, ask.seed, ask.tries, on, ask.wishes)
    newtons = default_grip(obj) if ask.grip is None else ask.grip
    return best_attempt(
        obj,
        hand,
        candidates,
        newtons,
        ask.seed,
        progress=ask.progress,
        on=on,
        sought=Sought(obj, ask.wishes),
    )


def find_candidates(
    obj: Object,
    hand: Hand,
    seed: int,
    most: int = 12,
    on: On = "table",
    wishes: Wishes = NO_WISHES,
) -> list[Candidate]:
    """Ways to grasp an object at rest, best first.

    Raises:
        PrehensileError: no pose of the corpus fits it.
    """
    T_world_object = se3.from_pose7(stand_pose(obj))
    rng = np.random.default_rng(seed)
    found = grasp_candidates(hand, obj, T_world_object, rng, most, on, wishes)
    if not found:
        raise PrehensileError(no_fit(obj, "of the corpus"))
    return found


def best_attempt(
    obj: Object,
    hand: Hand,
    candidates: Sequence[Candidate],
    grip: float,
    seed: int = 0,
    *,
    enough: int = GOOD_ENOUGH,
    progress: Progress | None = None,
    on: On = "table",
    sought: Sought | None = None,
) -> Attempt:
    """Rehearse candidates until ``enough`` of them hold, and play the best until one is managed.

    Args:
        obj: what to grasp.
        hand: with which hand.
        candidates: as `find_candidates` gives them.
        grip: [N] sum of normal forces.
        seed: noted in the clip.
        enough: after this many that hold no more are rehearsed.
        progress: called with (candidates tried, candidates at most); what it raises ends the work.
        on: what the object rests on.
        sought: where it shall be taken; anywhere if None.

    Raises:
        SimulationError: every one of them blew up.
    """
    if len(candidates) > 1:
        tried = _rehearsed(obj, hand, candidates, grip, enough, progress, on, sought)
    else:
        tried = list(candidates)
    about = {
        "controller": "sequence", "grip": grip, "seed": seed, "on": on, "rehearsed": len(tried)
    }  # fmt: skip
    best: Attempt | None = None
    for k, candidate in enumerate(tried[:PLAYED], 1):
        play = sequence_play(obj, hand, candidate, grip, on)
        best = better(best, played(play, obj, candidate, about | {"played": k}, sought))
        if best is not None and best.managed and best.met:
            break
    if best is None:
        raise all_blew_up(obj)
    return best


def _rehearsed(
    obj: Object,
    hand: Hand,
    candidates: Sequence[Candidate],
    grip: float,
    enough: int,
    progress: Progress | None,
    on: On,
    sought: Sought | None,
) -> list[Candidate]:
    """Those that are worth being played, best first; arguments as in `best_attempt`.

    They go through all of it too, but with a solver that is three times as fast, and what stays on
    the table is given up. Where nothing is lifted, one remains, to show what happens.
    """
    went: list[tuple[tuple[float, ...], Candidate]] = []
    successes = 0
    for k, candidate in enumerate(candidates):
        play = sequence_play(obj, hand, candidate, grip, on, "rehearse")
        attempt = played(play, obj, candidate, {}, sought, left_behind(play, obj))
        if attempt is not None:
            went.append((rank(attempt), candidate))
            successes += attempt.managed and attempt.met
        if progress is not None:
            progress(k + 1, len(candidates) + 1)
        if successes >= enough:
            break
    went.sort(key=lambda item: item[0], reverse=True)
    return [candidate for _, candidate in went] or list(candidates[:1])


def left_behind(play: Play[SequenceScript], obj: Object) -> Callable[[], bool]:
    """Whether an object that is to be lifted is not, half the lift being over."""
    if not isinstance(job_of(obj), LiftJob):
        return lambda: False
    script, world = play.controller, play.world
    half = script.motion.carry.seconds / 2
    before: list[tuple[float, float]] = []

    def behind() -> bool:
        since = script.carries_since
        if not world.time >= since:  # NaN: it is not carried yet
            return False
        if not before:
            before.append(_heights(world, obj))
        if world.time < since + half:
            return False
        (body, arm), (now, high) = before[0], _heights(world, obj)
        return now - body < LEFT_BEHIND * (high - arm)

    return behind


def _heights(world: World, obj: Object) -> tuple[float, float]:
    """[m] of object and forearm."""
    seen = world.observe()
    return float(seen.objects[obj.name][2]), float(seen.forearm[2])


def sequence_play(
    obj: Object,
    hand: Hand,
    candidate: Candidate,
    grip: float,
    on: On = "table",
    preset: str = "hold",
) -> Play[SequenceScript]:
    """One candidate in its world, ready to be stepped; ``grip`` [N], ``preset`` of the solver."""
    carry = job_of(obj).carry(se3.from_pose7(stand_pose(obj)))
    motion = grasp_motion(obj, candidate, grip, carry)
    stand = Stand(obj, hand, motion.start, candidate.q_open, preset=preset, on=on)
    script = SequenceScript(hand, motion)
    script.reset(stand.world.observe())
    return Play(stand, script)
