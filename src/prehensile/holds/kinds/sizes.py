"""Sizes of a kind of hold: a range each, of which a seed draws."""

from collections.abc import Mapping

import numpy as np

from prehensile.errors import InputError

Ranges = Mapping[str, tuple[float, float]]
"""name → lowest and highest value"""


def drawn_sizes(ranges: Ranges, kind: str, seed: int | None) -> dict[str, float]:
    """One value of each range, evenly drawn; the middles without a seed.

    Kinds draw from streams of their own: the same seed gives unrelated sizes.
    """
    if seed is None:
        return {name: (low + high) / 2 for name, (low, high) in ranges.items()}
    if isinstance(seed, bool) or seed < 0:
        raise InputError(f"the seed of a hold is {seed!r}; expected a whole number from 0 on.")
    rng = np.random.default_rng([seed, *kind.encode()])
    return {name: float(rng.uniform(low, high)) for name, (low, high) in ranges.items()}
