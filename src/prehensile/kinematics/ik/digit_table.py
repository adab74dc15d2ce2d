"""The constants of digits that the solvers read: one row per digit, its flexion plane included."""

import numpy as np

from prehensile.errors import InputError
from prehensile.kinematics.ik.digit_chain import DigitChain
from prehensile.kinematics.ik.finger import FingerIK

INTO, ORIGIN, AXIS, LOWER, UPPER = 0, 9, 12, 15, 19
"""First columns of: the rotation palm → root (row by row), the root's centre in the palm [m], the
abduction axis in the root's frame, lower and upper limits of the four joints [rad]."""
RATIO, STEPS, GIVES_WAY, PLANE = 23, 24, 25, 26
"""Coupling of the last joint to the one before; Halley steps; 1 where the coupling gives way to a
target; then the row of :mod:`finger_table`."""
WIDTH = PLANE + 12


def digit_table(chains: list[DigitChain], ratios: list[float]) -> np.ndarray:
    """(k, WIDTH) rows of digits coupled by ``ratios``.

    Raises:
        InputError: a ratio outside its range, or limits that leave no coupled bend.
    """
    return np.array([_row(chain, ratio) for chain, ratio in zip(chains, ratios, strict=True)])


def _row(chain: DigitChain, ratio: float) -> np.ndarray:
    plane = _flexion_plane(chain, ratio)
    row = np.empty(WIDTH)
    row[INTO:ORIGIN] = chain.T_palm_root[:3, :3].T.ravel()
    row[ORIGIN:AXIS] = chain.T_palm_root[:3, 3]
    row[AXIS:LOWER] = chain.axis
    row[LOWER:UPPER] = chain.lower
    row[UPPER:RATIO] = chain.upper
    row[RATIO], row[STEPS] = ratio, plane.steps
    row[GIVES_WAY] = chain.digit == "thumb"
    row[PLANE:] = plane.table[0]
    return row


def _flexion_plane(chain: DigitChain, ratio: float) -> FingerIK:
    """The exact solver of a digit's flexion plane, within the limits of the joints that bend."""
    FingerIK(chain.lengths, ratio)  # refuses a bad ratio before it is used below
    lower, upper = chain.lower, chain.upper
    low, high = max(lower[2], lower[3] / ratio), min(upper[2], upper[3] / ratio, np.pi)
    if low >= high:
        raise InputError(
            f"the limits of {chain.joints[2]} and {chain.joints[3]} leave no bend with the "
            f"coupling ratio {ratio:g}."
        )
    return FingerIK(chain.lengths, ratio, exact=True, tip_angle=chain.tip_angle, bend=(low, high))
