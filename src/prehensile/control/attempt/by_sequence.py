"""Poses of the corpus, closed on an object one after the other: the controller ``sequence``."""

from collections.abc import Sequence

import numpy as np

from prehensile.control.attempt.attempt import (
    Attempt,
    Progress,
    all_blew_up,
    better,
    no_fit,
    played,
)
from prehensile.control.attempt.job import default_grip, job_of
from prehensile.control.attempt.sequencer import GraspMotion, GraspSequencer, start_pose
from prehensile.control.place.candidates import Candidate, grasp_candidates
from prehensile.control.place.stand import stand_pose, stand_world
from prehensile.errors import PrehensileError
from prehensile.hand.corpus import corpus_pose
from prehensile.hand.hand import Hand
from prehensile.lie import se3
from prehensile.world.objects.object import Object
from prehensile.world.world import Frame

GOOD_ENOUGH = 4
"""Candidates that hold are compared until this many were found."""


def grasp_from_corpus(
    obj: Object, hand: Hand, grip: float | None, seed: int, tries: int, progress: Progress | None
) -> Attempt:
    """The best way to close a pose of the corpus."""
    candidates = find_candidates(obj, hand, seed, tries)
    newtons = default_grip(obj) if grip is None else grip
    return best_attempt(obj, hand, candidates, newtons, seed, enough=GOOD_ENOUGH, progress=progress)


def find_candidates(obj: Object, hand: Hand, seed: int, most: int = 12) -> list[Candidate]:
    """Ways to grasp an object that stands on its stand, best first.

    Raises:
        PrehensileError: no pose of the corpus fits it.
    """
    T_world_object = se3.from_pose7(stand_pose(obj))
    found = grasp_candidates(hand, obj, T_world_object, np.random.default_rng(seed), most)
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
    about = {"controller": "sequence", "grip": grip, "seed": seed}
    best: Attempt | None = None
    successes = 0
    for k, candidate in enumerate(candidates):
        attempt = played(GraspScene(obj, hand, candidate, grip), obj, candidate, about)
        best = better(best, attempt)
        successes += attempt is not None and attempt.verdict.managed
        if progress is not None:
            progress(k + 1, len(candidates))
        if successes >= enough:
            break
    if best is None:
        raise all_blew_up(obj)
    return best


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
