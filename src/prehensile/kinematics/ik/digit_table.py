"""The constants of digits that the solvers read: a record each, its flexion plane included."""

from typing import Any

import numpy as np

from prehensile.errors import InputError
from prehensile.kinematics.ik.digit_chain import SQUARE, DigitChain
from prehensile.kinematics.ik.finger import FingerIK
from prehensile.kinematics.ik.finger_table import FINGER

DIGIT = np.dtype(
    (
        np.record,
        np.dtype(
            [
                ("into", float, (3, 3)),  # rotation palm → root
                ("origin", float, (3,)),  # [m] the root's centre in the palm
                ("axis", float, (3,)),  # of abduction, unit, in the root's frame
                ("lower", float, (4,)),  # [rad] limits of the four joints
                ("upper", float, (4,)),  # [rad]
                ("ratio", float),  # coupling of the last joint to the one before
                ("steps", np.int64),  # Halley steps
                ("oblique", np.bool_),  # whether abduction's axis is oblique to the plane
                ("plane", FINGER),
            ],
            align=True,
        ),
    )
)
"""A digit's constants."""


def digit_table(chains: list[DigitChain], ratios: list[float]) -> np.ndarray:
    """(k,) of DIGIT: digits coupled by ``ratios``.

    Raises:
        InputError: a ratio outside its range, or limits that leave no coupled bend.
    """
    rows = [_row(chain, ratio) for chain, ratio in zip(chains, ratios, strict=True)]
    return np.array(rows, DIGIT)


def _row(chain: DigitChain, ratio: float) -> tuple[Any, ...]:
    plane, T = _flexion_plane(chain, ratio), chain.T_palm_root
    return (
        T[:3, :3].T,
        T[:3, 3],
        chain.axis,
        chain.lower,
        chain.upper,
        ratio,
        plane.steps,
        abs(abs(chain.axis[2]) - 1) >= SQUARE,
        plane.table[0],
    )


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
