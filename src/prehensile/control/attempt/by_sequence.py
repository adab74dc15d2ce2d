"""Poses of the corpus, closed on an object one after the other: the controller ``sequence``."""

from collections.abc import Sequence

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
)
from prehensile.control.attempt.job import default_grip, job_of
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

GOOD_ENOUGH = 4
"""Candidates that hold are compared until this many were found."""


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
    """Play candidates through the physics until ``enough`` of them hold; the best of those played.

    Args:
        obj: what to grasp.
        hand: with which hand.
        candidates: as `find_candidates` gives them.
        grip: [N] sum of normal forces.
        seed: noted in the clip.
        enough: after this many successes no more are played.
        progress: called with (candidates played, candidates at most); what it raises ends the work.
        on: what the object rests on.
        sought: where it shall be taken; anywhere if None.

    Raises:
        SimulationError: every one of them blew up.
    """
    about = {"controller": "sequence", "grip": grip, "seed": seed, "on": on}
    best: Attempt | None = None
    successes = 0
    for k, candidate in enumerate(candidates):
        play = sequence_play(obj, hand, candidate, grip, on)
        attempt = played(play, obj, candidate, about, sought)
        best = better(best, attempt)
        successes += attempt is not None and attempt.managed and attempt.met
        if progress is not None:
            progress(k + 1, len(candidates))
        if successes >= enough:
            break
    if best is None:
        raise all_blew_up(obj)
    return best


def sequence_play(
    obj: Object, hand: Hand, candidate: Candidate, grip: float, on: On = "table"
) -> Play[SequenceScript]:
    """One candidate in its world, ready to be stepped; ``grip`` [N]."""
    carry = job_of(obj).carry(se3.from_pose7(stand_pose(obj)))
    motion = grasp_motion(obj, candidate, grip, carry)
    stand = Stand(obj, hand, motion.start, candidate.q_open, on=on)
    script = SequenceScript(hand, motion)
    script.reset(stand.world.observe())
    return Play(stand, script)
