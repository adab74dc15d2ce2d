"""Whose hand is this? Bone lengths and breadth from the keypoints of a recording.

Medians of the distances between neighbouring points give the bones of the digits, and one scale
gives the rest. Then sizes and the poses of all frames are refined together (`shared_fit`), with the
mean adult's bones at this scale and their spread as the prior: it decides only what the recording
does not show.
"""

from dataclasses import replace

import numpy as np

from prehensile.errors import InputError
from prehensile.hand.anthropometry import BONE_MEAN_MM, BONE_SD_MM, BREADTH_MEAN_MM, BREADTH_SD_MM
from prehensile.hand.joints import DIGITS
from prehensile.hand.spec import (
    LONGEST_BONE,
    NARROWEST_HAND,
    SHORTEST_BONE,
    WIDEST_HAND,
    HandSpec,
)
from prehensile.kinematics.fit.descent import Linearised, Problem, descend
from prehensile.kinematics.fit.keypoint_chain import KeypointChain, Sizes, sizes_of
from prehensile.kinematics.fit.keypoint_guess import first_guess
from prehensile.kinematics.fit.keypoint_layout import digit_points
from prehensile.kinematics.fit.keypoint_readout import KeypointReadout, keypoint_problem
from prehensile.kinematics.fit.shared import Prior, refine

SCALES = (0.4, 1.6)
"""Over the mean adult's bones; outside is no hand or another unit. A newborn's is about 0.4."""
MEAN_LENGTH = 0.181
"""[m] of the mean adult's hand"""
TRUST = 3e-4
"""v [m] How far the points of one frame may be off for the sake of one standard deviation."""
BOUNDS = (0.55, 1.65)
"""Bones and breadth stay within these multiples of the mean at the recording's scale; so every
metacarpal is long enough to reach its knuckle."""
SMALL = 1e-6
"""[m] of finite differences of the sizes"""

_PARAMETERS = [
    *((d, 0) for d in range(5)),
    *((d, 1) for d in range(5)),
    *((d, 2) for d in range(1, 5)),
    *((d, 3) for d in range(5)),
]
"""Row and column of each fitted bone length, the distal ones with their tissue; breadth follows."""
_TISSUE = BONE_MEAN_MM[:, 4] / (BONE_MEAN_MM[:, 3] + BONE_MEAN_MM[:, 4])


def vector_of(lengths: np.ndarray, breadth: float) -> np.ndarray:
    """(20,) the fitted sizes of a table of bone lengths."""
    whole = lengths.copy()
    whole[:, 3] += whole[:, 4]
    return np.array([*(whole[cell] for cell in _PARAMETERS), breadth])


def spec_from(sizes: np.ndarray) -> HandSpec:
    """A right hand of these sizes (20,) [m]; tissue has its mean share of a fingertip."""
    lengths = np.zeros((5, 5))
    for cell, value in zip(_PARAMETERS, sizes[:-1], strict=True):
        lengths[cell] = value
    lengths[:, 4] = np.maximum(_TISSUE * lengths[:, 3], SHORTEST_BONE)
    lengths[:, 3] -= lengths[:, 4]
    return HandSpec("right", lengths, float(sizes[-1]))


MEAN = vector_of(BONE_MEAN_MM * 1e-3, BREADTH_MEAN_MM * 1e-3)
SPREAD = vector_of(BONE_SD_MM * 1e-3, BREADTH_SD_MM * 1e-3)


def measured_sizes(
    names: tuple[str, ...], points: np.ndarray, seen: np.ndarray
) -> tuple[np.ndarray, float]:
    """Sizes (20,) [m] by medians, and their scale over the mean adult's.

    Args:
        names: the K points.
        points: (N, K, 3) [m].
        seen: (N, K) of bool.

    Raises:
        InputError: the bones are those of no hand, or in another unit than metres.
    """
    found = np.full(len(MEAN), np.nan)
    for d, digit in enumerate(DIGITS):
        columns = (0, 1, 3) if digit == "thumb" else (1, 2, 3)
        chain = [names.index(name) for name in digit_points(digit)]
        for column, near, far in zip(columns, chain[:-1], chain[1:], strict=True):
            both = seen[:, near] & seen[:, far]
            if both.any():
                bone = np.linalg.norm(points[both, far] - points[both, near], axis=-1)
                found[_PARAMETERS.index((d, column))] = np.median(bone)
    ratio = found / MEAN
    if np.isnan(ratio).all():
        raise InputError("no bone of a digit was seen at both ends; the hand's size is unknown.")
    scale = float(np.nanmedian(ratio))
    if not SCALES[0] <= scale <= SCALES[1]:
        raise InputError(
            f"these keypoints are those of a hand {MEAN_LENGTH * scale:.3g} m long; expected "
            f"{MEAN_LENGTH * SCALES[0]:.2g} to {MEAN_LENGTH * SCALES[1]:.2g} m: "
            "give metres, of a hand."
        )
    found = np.where(np.isnan(ratio), scale * MEAN, found)
    return np.clip(found, *bounds(scale)), scale


def bounds(scale: float) -> tuple[np.ndarray, np.ndarray]:
    """Smallest and largest sizes (20,) [m], a step of differences inside what a spec allows."""
    smallest = np.full(len(MEAN), 2 * SHORTEST_BONE)  # the distal ones hold tissue, too
    largest = np.full(len(MEAN), LONGEST_BONE)
    smallest[-1], largest[-1] = NARROWEST_HAND, WIDEST_HAND
    low, high = (scale * bound * MEAN for bound in BOUNDS)
    return np.maximum(low, smallest + SMALL), np.minimum(high, largest - SMALL)


def fitted_spec(
    names: tuple[str, ...], points: np.ndarray, seen: np.ndarray, stretch: float = 0.0
) -> tuple[HandSpec, float]:
    """The right hand whose keypoints come nearest to a recording's; arguments as above.

    Its joint limits are those of adults, wider by ``stretch`` [rad].

    Returns:
        The hand, and the weighted root mean square distance [m] of its keypoints from the seen
        ones.
    """
    sizes, scale = measured_sizes(names, points, seen)
    low, high = bounds(scale)
    prior = Prior(scale * MEAN, TRUST / (scale * SPREAD), low, high)

    def spec_of(of: np.ndarray) -> HandSpec:
        plain = spec_from(of)
        return replace(plain, lower=plain.lower - stretch, upper=plain.upper + stretch)

    def problem_of(of: np.ndarray) -> Problem:
        return keypoint_problem(KeypointChain(spec_of(of).build()), names, points, seen)

    def by_size(problem: Problem, at: Linearised) -> np.ndarray:
        assert isinstance(problem.readout, KeypointReadout)
        chain = problem.chain
        J = chain.size_jacobian(at.placed, size_derivatives(chain.hand.spec))
        return J[:, problem.readout.rows]

    start = problem_of(sizes)
    T, angles = descend(start, *first_guess(start.chain, names, points, seen), steps=8)
    fit = refine(problem_of, by_size, prior, sizes, T, angles)
    return spec_of(fit.s), fit.rms()


def size_derivatives(spec: HandSpec) -> Sizes:
    """Central differences of the sizes by the 20 parameters, as a last axis."""
    at = vector_of(spec.bone_lengths, spec.breadth)
    columns = []
    for step in SMALL * np.eye(len(at)):
        ahead, behind = sizes_of(spec_from(at + step)), sizes_of(spec_from(at - step))
        columns.append([(a - b) / (2 * SMALL) for a, b in zip(ahead, behind, strict=True)])
    return Sizes(*(np.stack(parts, axis=-1) for parts in zip(*columns, strict=True)))
