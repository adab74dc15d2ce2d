"""`GraspPlanner`: plans grasps beside the simulation, and keeps what it found."""

import threading
from collections.abc import Callable

import numpy as np

from prehensile.control.place.stand import stand_pose
from prehensile.hand.hand import Hand
from prehensile.lie import se3
from prehensile.stage.background import Background
from prehensile.stage.shows.grasp_plans import MOST_WAYS, FoundGrasp, WantedGrasp, find_grasps
from prehensile.stage.shows.tries import Tries
from prehensile.world.objects.object import Object

PLANNERS_TURN = threading.Lock()
"""One plan at a time: a planner may take seconds to notice that its scene was left."""


class GraspPlanner:
    """One grasp at a time; another that is wanted ends the planning of the last.

    Args:
        seed: same seed, same grasps.
    """

    def __init__(self, seed: int):
        self._seed = seed
        self._plans: dict[WantedGrasp, FoundGrasp] = {}
        self._ways: dict[WantedGrasp, int] = {}
        """how many there are, by the first of them, where all are known"""
        self._work: Background[list[FoundGrasp]] | None = None
        self._trying: list[Tries] = []
        """what is tried now; none before that begins"""

    @property
    def busy(self) -> bool:
        """Whether something is being planned, or waits to be fetched."""
        return self._work is not None

    @property
    def done(self) -> bool:
        """Whether there is something to be fetched."""
        return self._work is not None and self._work.done

    @property
    def words(self) -> str:
        """How far it is; empty if nothing is planned."""
        return self._trying[0].words if self._trying else ""

    @property
    def tried(self) -> tuple[np.ndarray, np.ndarray] | None:
        """(dof,) [rad] and (7,) of the forearm of the hand that is being tried; None if none is."""
        return self._trying[0].now if self._trying else None

    def known(self, wanted: WantedGrasp) -> FoundGrasp | None:
        """What was found before."""
        return self._plans.get(wanted)

    def most_ways(self, wanted: WantedGrasp) -> int:
        """How many can be chosen from, as far as is known."""
        return self._ways.get(wanted.of_way(1), MOST_WAYS)

    def begin(self, thing: Object, hand: Hand, wanted: WantedGrasp) -> None:
        """Plan a grasp."""
        self.cancel()
        self._work = Background(self._planner(thing, hand, wanted), PLANNERS_TURN)

    def cancel(self) -> None:
        """Nobody wants what is being planned any more."""
        if self._work is not None:
            self._work.cancel()
        self._work, self._trying = None, []

    def fetch(self, wanted: WantedGrasp) -> tuple[WantedGrasp | None, str]:
        """What was found, once it is `done`: which grasp it is, the wanted one or the last before
        it where there are no more, and what to say about that. None if there is none.
        """
        assert self._work is not None, "nothing was planned"
        found, error = self._work.result, self._work.error
        self._work, self._trying = None, []
        if found is None:
            return None, str(error or "the planner stopped.")
        for k, one in enumerate(found, 1):
            self._plans.setdefault(wanted.of_way(k), one)
        if len(found) == wanted.way:
            return wanted, ""
        self._ways[wanted.of_way(1)] = len(found)
        last = wanted.of_way(len(found))
        return last, f"No more than {len(found)} different ways were found."

    def _planner(
        self, thing: Object, hand: Hand, wanted: WantedGrasp
    ) -> Callable[[Callable[..., None]], list[FoundGrasp]]:
        trying, seed = self._trying, self._seed

        def found(check: Callable[..., None]) -> list[FoundGrasp]:
            tries = Tries(check, thing.name, se3.from_pose7(stand_pose(thing)))
            trying.append(tries)
            return find_grasps(thing, hand, wanted, seed, tries)

        return found
