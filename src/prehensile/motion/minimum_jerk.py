"""The smoothest way from rest to rest: no speed and no acceleration at either end."""

from typing import TypeVar

import numpy as np

Share = TypeVar("Share", float, np.ndarray)
"""one number, or an array of them"""


def minimum_jerk(u: Share) -> tuple[Share, Share]:
    """Position 10 u³ − 15 u⁴ + 6 u⁵ and velocity on the way from 0 to 1 in one unit of time.

    Args:
        u: (...,) time; before 0 it rests at the start, after 1 at the end.
    """
    u = np.clip(u, 0.0, 1.0) if isinstance(u, np.ndarray) else min(max(u, 0.0), 1.0)
    return u**3 * (10 - 15 * u + 6 * u * u), 30 * u * u * (1 - u) ** 2
