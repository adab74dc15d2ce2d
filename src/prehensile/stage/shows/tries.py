"""What a planner tries, for a scene to show while it happens."""

import time
from collections.abc import Callable

import numpy as np

from prehensile.control.attempt.attempt import Attempt
from prehensile.control.place.candidate import Candidate
from prehensile.errors import PrehensileError
from prehensile.lie import se3
from prehensile.motion.clip import Clip, HandTrack
from prehensile.world.world import World

PERIOD = 1 / 30
"""[s] between two looks: oftener is not seen"""


class Tries:
    """Looks on while ways are tried (`Onlooker`), in the planner's thread.

    Args:
        check: raises when nobody wants the plan any more.
        thing: name of the object.
        T_world_object: (4, 4) where it stands.
    """

    def __init__(self, check: Callable[..., None], thing: str, T_world_object: np.ndarray):
        self.check, self._thing, self._T_world_object = check, thing, T_world_object
        self.now: tuple[np.ndarray, np.ndarray] | None = None
        """(dof,) [rad] and (7,) of the forearm of the hand that tries, laid against the object
        where it stands; None while nothing is tried"""
        self._said, self._found = "", (0, 1)
        self._world: World | None = None
        self._worlds, self._due = 0, 0.0
        self._played: list[tuple[HandTrack, Candidate]] = []

    @property
    def words(self) -> str:
        """How far it is, and what is best so far."""
        done, most = self._found
        if most == 1 or done == 0:
            return self._said
        return f"{done} of {most} different ways found, {self._worlds} tried"

    def tell(self, words: str) -> None:
        """As `grasp` tells it."""
        self.check()
        self._said = words

    def count(self, done: int, most: int) -> None:
        """As `ways` counts what it has found."""
        self.check()
        self._found = done, most

    def step(self, world: World) -> None:
        """The hand of a way that is being tried."""
        self.check()
        if world is not self._world:
            self._world = world
            self._worlds += 1
        if time.perf_counter() < self._due:
            return
        self._due = time.perf_counter() + PERIOD
        seen = world.observe()
        T_object_forearm = se3.inverse(se3.from_pose7(seen.objects[self._thing]))
        T_object_forearm = T_object_forearm @ se3.from_pose7(seen.forearm)
        self.now = seen.q.copy(), se3.to_pose7(self._T_world_object @ T_object_forearm)

    def played(self, attempt: Attempt) -> None:
        """A way that was played to its end; its hand, far from the object, is seen no more."""
        self.now = None
        self._played.append((attempt.clip.hands[0], attempt.candidate))

    def candidate_of(self, clip: Clip) -> Candidate:
        """Where the hand was laid in a clip that was played meanwhile.

        Raises:
            PrehensileError: it was not.
        """
        for track, candidate in self._played:
            if track is clip.hands[0]:
                return candidate
        raise PrehensileError("the planner does not say where it laid the hand.")
