"""How large hands are: bone lengths, breadths and masses of adults, and how they vary.

Bone lengths: Buryanov & Kotiuk 2010 (mean and standard deviation, European adults).
Breadths: Buchholz et al. 1992, as ratios of hand breadth. Masses: the MyoHand phalanges.
"""

from statistics import NormalDist

import numpy as np

from prehensile.errors import InputError

BONES = ("metacarpal", "proximal", "intermediate", "distal", "tip_tissue")
"""Columns of every bone length table; the thumb has no intermediate phalanx (zero there)."""

BONE_MEAN_MM = np.array(
    [
        [46.22, 31.57, 0.00, 21.67, 5.67],
        [68.12, 39.78, 22.38, 15.82, 3.84],
        [64.60, 44.63, 26.33, 17.40, 3.95],
        [58.00, 41.37, 25.65, 17.30, 3.95],
        [53.69, 32.74, 18.11, 15.96, 3.73],
    ]
)
"""(5, 5) rows as DIGITS."""

BONE_SD_MM = np.array(
    [
        [3.94, 3.13, 0.00, 1.60, 0.61],
        [6.27, 4.94, 2.51, 2.26, 0.59],
        [5.38, 3.81, 3.00, 1.85, 0.61],
        [5.06, 3.87, 3.29, 2.22, 0.60],
        [4.36, 2.77, 2.54, 2.45, 0.62],
    ]
)

BREADTH_MEAN_MM, BREADTH_SD_MM = 79.0, 7.0
"""Hand breadth across the knuckles."""

CARPUS_OF_METACARPAL = 24.1 / 64.60
"""Wrist centre to the base of the middle metacarpal over that bone's length; with it the mean
hand is 181 mm long from the wrist centre to the middle fingertip, as measured."""

BREADTH_OF_HAND_BREADTH = np.array(
    [
        # base and head of the proximal, intermediate and distal phalanges
        [0.231, 0.227, 0.0, 0.0, 0.239, 0.185],
        [0.231, 0.227, 0.210, 0.186, 0.198, 0.153],
        [0.212, 0.220, 0.206, 0.187, 0.200, 0.159],
        [0.202, 0.204, 0.192, 0.172, 0.187, 0.148],
        [0.186, 0.180, 0.172, 0.157, 0.165, 0.133],
    ]
)
"""(5, 6) segment breadths over hand breadth."""

PHALANX_MASS_KG = np.array(
    [
        # metacarpal (thumb only), proximal, intermediate, distal
        [0.0160, 0.0079, 0.000, 0.003],
        [0.0, 0.010, 0.003, 0.002],
        [0.0, 0.010, 0.002, 0.002],
        [0.0, 0.010, 0.003, 0.002],
        [0.0, 0.005, 0.002, 0.001],
    ]
)
"""(5, 4) of a mean hand; an individual's scale with volume."""

HAND_MASS_KG = 0.40
"""Whole mean hand. The palm is what the phalanges leave over: MyoHand's carpal masses stand in
for missing tissue and cannot be used bone by bone."""

SIZE_SHARE = 0.7
"""Share of a bone's variance that is the size of the whole person; the rest is its own."""

MAX_DEVIATIONS = 2.5
"""Samples are cut here, so that no finger gets an impossible bone."""


def percentile_lengths(percentile: float) -> tuple[np.ndarray, float]:
    """Bone lengths (5, 5) [m] and hand breadth [m] with every measure at one percentile."""
    if not 0.1 <= percentile <= 99.9:
        raise InputError(f"percentile is {percentile:g}; give a number from 0.1 to 99.9.")
    z = NormalDist().inv_cdf(percentile / 100)
    return _from_deviations(np.full((5, 5), z), z)


def sampled_lengths(rng: np.random.Generator) -> tuple[np.ndarray, float]:
    """Bone lengths (5, 5) [m] and breadth [m] of a random adult.

    z_ij = √s · size + √(1−s) · e_ij with s = ``SIZE_SHARE``: one size factor, own residuals.
    """
    size = rng.standard_normal()
    own = rng.standard_normal((5, 5))
    own_breadth = rng.standard_normal()
    a, b = np.sqrt(SIZE_SHARE), np.sqrt(1 - SIZE_SHARE)
    z = np.clip(a * size + b * own, -MAX_DEVIATIONS, MAX_DEVIATIONS)
    z_breadth = np.clip(a * size + b * own_breadth, -MAX_DEVIATIONS, MAX_DEVIATIONS)
    return _from_deviations(z, float(z_breadth))


def _from_deviations(z: np.ndarray, z_breadth: float) -> tuple[np.ndarray, float]:
    lengths = (BONE_MEAN_MM + z * BONE_SD_MM) * 1e-3
    return lengths, (BREADTH_MEAN_MM + z_breadth * BREADTH_SD_MM) * 1e-3
