"""Partial closure (Kruger & van der Stappen 2011): can a grasp exert one given wrench?"""

from typing import NamedTuple

from numpy.typing import ArrayLike

from prehensile.quality.measure.checked_contacts import checked_direction
from prehensile.quality.measure.friction_cone import ContactWrenches
from prehensile.quality.measure.reach import reach


class PartialClosure(NamedTuple):
    """How well a grasp does one task."""

    by_sum: float
    """Multiple of the task wrench with normal forces that sum to one newton; 0: not at all"""
    by_largest: float
    """Multiple with no normal force above one newton"""

    @property
    def closed(self) -> bool:
        """Whether the wrench can be exerted at all."""
        return self.by_sum > 0


def partial_closure(wrenches: ContactWrenches, task: ArrayLike) -> PartialClosure:
    """How much of a task wrench contacts can exert, in both metrics.

    Use it where one job is to be done and a grasp that is not closed will do: a push, a hook, a
    climbing hold. To resist a load, the task is its opposite.

    Args:
        wrenches: of one grasp.
        task: (6,) force and torque over the length that the hand is to exert on the object.

    Raises:
        InputError: the task is zero or not finite.
    """
    wrench = checked_direction(task, 6, "the task wrench")
    return PartialClosure(
        max(0.0, reach(wrenches, wrench, total=1.0)), max(0.0, reach(wrenches, wrench, each=1.0))
    )
