"""The unit of a recording's points, found out from how large the hand would be in it."""

import numpy as np

from prehensile.motion.mocap.markers import METRES

HAND_LENGTH = 0.181
"""[m] of the mean adult from the wrist to the middle fingertip."""
POINT_UNITS = ("mm", "cm", "m")
"""What programs write points in; a hand of one is none of another."""


def unit_by_size(
    size: float, expected: float = HAND_LENGTH, units: tuple[str, ...] = tuple(METRES)
) -> tuple[float, str]:
    """The unit [m] in which a length is nearest to what it should be, and a line that says so.

    Args:
        size: in the recording's unit, above 0.
        expected: [m] of the same length on a mean hand.
        units: to choose from.
    """
    unit = min(units, key=lambda name: abs(np.log(METRES[name] * size / expected)))
    metres = METRES[unit]
    # Said of the whole hand, which people know the length of.
    length = 1e3 * HAND_LENGTH * metres * size / expected
    return metres, f"unit taken as {unit}: the hand is {length:.0f} mm long"
