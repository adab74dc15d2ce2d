"""A hand that grasps an object on its stand as one example showed, when it is told."""

from pathlib import Path

import numpy as np

from prehensile.control.example.grasp_style import GraspStyle
from prehensile.control.law.squeeze import ForceSqueeze
from prehensile.control.live.example import ExampleSettings
from prehensile.control.live.live_stand import LiveStand
from prehensile.control.live.told_example import ToldExample
from prehensile.control.place.candidate import Candidate
from prehensile.control.place.stand import On
from prehensile.hand.hand import Hand
from prehensile.world.objects.object import Object


class ExampleStand(LiveStand):
    """One object and one hand with a `ToldExample`.

    Args:
        obj: what stands there; free to be lifted.
        hand: what grasps it.
        style: whose grasp is followed, fitted to this hand.
        settings: until `tune`.
        guard_folder: as `World` takes it.
        on: what the object rests on.
    """

    def __init__(
        self,
        obj: Object,
        hand: Hand,
        style: GraspStyle,
        settings: ExampleSettings,
        guard_folder: Path | None = None,
        on: On = "table",
    ):
        super().__init__(obj, hand, guard_folder, on)
        self._style, self._settings = style, settings
        self._told: ToldExample | None = None

    @property
    def told(self) -> ToldExample | None:
        """The hand that carries the orders out."""
        return self._told

    @property
    def distance(self) -> float:
        """[m] from hand to object, surface to surface; infinite without a plan."""
        return np.inf if self._told is None else self._told.distance

    def begin(self, candidate: Candidate) -> None:
        """Reach to where the approach begins."""
        self._told = ToldExample(
            self.world, self.object, self.hand, self._style, candidate, self._settings
        )

    def tune(self, settings: ExampleSettings) -> None:
        """Other numbers, from now on.

        Raises:
            InputError: they contradict each other; the old ones stay.
        """
        if self._told is not None:
            self._told.tune(settings)
        elif settings.grip is not None:
            ForceSqueeze(self.hand, settings.grip).check(settings.gains)
        self._settings = settings
