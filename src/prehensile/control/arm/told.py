"""An arm that goes on when it is told."""

from prehensile.control.arm.carry import Carry
from prehensile.control.arm.path import CarriedArm


class ToldArm(CarriedArm):
    """An arm that goes on when it is told."""

    busy_until = 0.0
    """[s]"""

    def go(self, begin: float, carry: Carry) -> None:
        """Do this next, from ``begin`` [s] on or when what was told before is over."""
        begin = max(begin, self.busy_until)
        self._legs.append((begin, carry, self.at(begin).pose))
        self._last = None  # what was known of the time to come is so no more
        self.busy_until = begin + carry.seconds
