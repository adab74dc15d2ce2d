"""How hard a hand may be asked to grip."""

import numpy as np

from prehensile.errors import InputError

MOST_GRIP = 120.0
"""[N] that can be asked for"""


def checked_grip(grip: float) -> float:
    """``grip`` if it can be one."""
    if isinstance(grip, bool) or not isinstance(grip, int | float | np.number):
        raise InputError(f"grip is {grip!r}; give a number of newtons.")
    if not (np.isfinite(grip) and 0 < grip <= MOST_GRIP):
        raise InputError(f"grip is {grip:g} N; give more than 0 and at most {MOST_GRIP:g} N.")
    return float(grip)
