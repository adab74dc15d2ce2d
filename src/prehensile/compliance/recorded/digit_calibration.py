"""Sizes, places of markers and slip of skin on one digit, found from a whole recording.

One joint's angle leaks into the next one's where a bone's length is wrong: a millimetre of the
proximal phalanx, 13 mm before the next marker, adds 8 % of the knuckle's motion to the PIP joint's.
So what `kinematics.fit` finds from some frames of the whole hand is refined for the digit that
touches, over many slow instants, the forearm held still:

    min Σ |seen − marker(q, s)|² / σ² + (s − s₀)ᵀ Σ₀⁻¹ (s − s₀)

with s the digit's bones (how adults differ as the prior), places of its markers and
of the palm's, where the wrist is, and how far skin slips along each segment as its joint bends. The
angles of every instant are eliminated.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np

from prehensile.capture.sensors.markers import Markers
from prehensile.compliance.recorded.digit_chain import DigitChain, Glued
from prehensile.hand.anthropometry import SIZE_SHARE
from prehensile.hand.hand import Hand
from prehensile.hand.joints import DIGITS
from prehensile.hand.segments import PALM, TIP_SEGMENT
from prehensile.kinematics.fit.bones import MEAN, SPREAD, spec_from, vector_of

NOISE_M = 1.5e-4
"""[m] of a filtered marker against its segment: what the filter leaves, and skin besides slip"""
SLIP = 2.0e-3
"""[m/rad] standard deviation of slip"""
FOREARM_M = 0.02
"""[m] how far the wrist may be from where the palm's mean has it"""
SIZE_KNOWN = 0.4
"""standard deviation of the size factor after the whole hand was seen"""
STEPS, SETTLED = 12, 1e-6
"""[m]"""
H = 1e-6
"""of differences"""


@dataclass(frozen=True, eq=False)
class DigitCalibration:
    """S shared numbers of one digit, and how sure they are."""

    hand: Hand
    digit: str
    names: tuple[str, ...]
    """markers of the palm and of the digit"""
    segments: tuple[str, ...]
    """that carry them"""
    cells: tuple[int, ...]
    """of the sizes that are free, in `vector_of`"""
    prior: np.ndarray
    """(S,) middle"""
    s: np.ndarray
    """(S,): sizes [m], places [m], slips [m/rad] of the digit's markers, the wrist [m]"""
    covariance: np.ndarray
    """(S, S)"""

    @property
    def slipping(self) -> list[int]:
        """Markers that slip."""
        return [m for m, segment in enumerate(self.segments) if segment != PALM]

    def worn(self, s: np.ndarray) -> tuple[Hand, dict[str, Glued]]:
        """The hand and its markers for some shared numbers (S,)."""
        hand = self.hand
        if self.cells:
            sizes = _sizes(hand)
            sizes[list(self.cells)] = s[: len(self.cells)]
            hand = replace(spec_from(sizes), side=hand.side).build()
        first, M = len(self.cells), len(self.names)
        points = s[first : first + 3 * M].reshape(M, 3)
        slips = np.zeros(M)
        slips[self.slipping] = s[first + 3 * M : -3]
        told = zip(self.names, self.segments, points, slips, strict=True)
        return hand, {n: Glued(segment, point, float(slip)) for n, segment, point, slip in told}

    def forearm(self, T: np.ndarray) -> np.ndarray:
        """(4, 4) turned as it was, at the wrist that was found."""
        held = T.copy()
        held[:3, 3] = self.s[-3:]
        return held


def free_sizes(digit: str) -> tuple[int, ...]:
    """Cells of `vector_of` that move a digit's markers and its tip: its bones."""
    table = np.zeros((len(DIGITS), 5))
    table[DIGITS.index(digit)] = 1.0
    return tuple(np.flatnonzero(vector_of(table, 0.0)).tolist())


def calibrate_digit(
    hand: Hand,
    glued: Mapping[str, Glued],
    digit: str,
    seen: Mapping[str, np.ndarray],
    T: np.ndarray,
    q: np.ndarray,
    known: bool = False,
    palm_known: bool = False,
) -> DigitCalibration:
    """Refine a digit.

    Args:
        hand: as found from the whole hand, or known.
        glued: where the markers are, as far as is known.
        digit: that touches.
        seen: (N, 3) [m] of each marker on the palm and the digit, at slow instants; no NaN.
        T: (4, 4) of the forearm.
        q: (N, n) [rad] of the digit's chain, to begin with.
        known: whether only slips are free, sizes and places being known.
        palm_known: whether the palm's markers and the wrist are, from another digit.
    """
    names = tuple(seen)
    segments = tuple(glued[name].segment for name in names)
    cells = () if known else free_sizes(digit)
    points = np.array([glued[name].point for name in names])
    slipping = [m for m, segment in enumerate(segments) if segment != PALM]
    middle, spread = _prior(hand, cells)
    places = _place_spread(names)
    places[[known or (palm_known and segment == PALM) for segment in segments]] = 0.0
    prior = np.concatenate([middle, points.ravel(), np.zeros(len(slipping)), T[:3, 3]])
    free = np.zeros((len(prior),) * 2)
    free[: len(cells), : len(cells)] = spread
    wrist = 0.0 if palm_known else FOREARM_M
    rest = np.concatenate([places.ravel(), np.full(len(slipping), SLIP), np.full(3, wrist)])
    free[len(cells) :, len(cells) :] = np.diag(rest**2)
    calibration = DigitCalibration(hand, digit, names, segments, cells, prior, prior, free)
    shown = np.stack([seen[name] for name in names], axis=1)
    return _refined(calibration, shown, T, q, free)


def _refined(
    start: DigitCalibration, shown: np.ndarray, T: np.ndarray, q: np.ndarray, free: np.ndarray
) -> DigitCalibration:
    open_ = np.flatnonzero(np.diagonal(free) > 0)
    pull = np.linalg.inv(free[np.ix_(open_, open_)])
    s, q, N = start.s.copy(), q.copy(), len(q)
    first = len(start.cells)
    s[:first] = _sizes(start.hand)[list(start.cells)]
    A = pull
    for _ in range(STEPS):
        at, J = marker_points(start, s, q, T)
        by_shared = np.stack(
            [(marker_points(start, s + H * e, q, T)[0] - at) / H for e in np.eye(len(s))[open_]], -1
        ).reshape(N, -1, len(open_))
        J = J.reshape(N, -1, q.shape[1])
        off = (shown - at).reshape(N, -1, 1)
        both = np.concatenate([by_shared, off], axis=-1)
        # Angles eliminated: what of the columns no change of angles makes.
        angles = np.linalg.solve(np.swapaxes(J, 1, 2) @ J, np.swapaxes(J, 1, 2) @ both)
        left = both - J @ angles
        S, r = left[..., :-1].reshape(-1, len(open_)), left[..., -1].ravel()
        A = S.T @ S / NOISE_M**2 + pull
        step = np.linalg.solve(A, S.T @ r / NOISE_M**2 + pull @ (start.prior - s)[open_])
        s[open_] += step
        q += np.clip(angles[..., -1] - angles[..., :-1] @ step, -0.3, 0.3)
        if np.abs(step).max() < SETTLED:
            break
    covariance = np.zeros_like(free)
    covariance[np.ix_(open_, open_)] = np.linalg.inv(A)
    return replace(start, s=s, covariance=covariance)


def marker_points(
    calibration: DigitCalibration, s: np.ndarray, q: np.ndarray, T: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    """Markers (N, M, 3) [m] and their derivatives by angles (N, M, 3, n), for shared numbers."""
    hand, glued = calibration.worn(s)
    held = T.copy()
    held[:3, 3] = s[-3:]
    chain = DigitChain(hand, TIP_SEGMENT[calibration.digit])
    return chain.markers(q, [glued[name] for name in calibration.names], held)


def _sizes(hand: Hand) -> np.ndarray:
    return vector_of(np.array(hand.spec.bone_lengths, float), hand.spec.breadth)


def _prior(hand: Hand, cells: tuple[int, ...]) -> tuple[np.ndarray, np.ndarray]:
    """Middle (c,) [m] and covariance (c, c) of some sizes, the whole hand's size being known."""
    at = list(cells)
    factor = float(np.mean((_sizes(hand) - MEAN) / SPREAD))
    own = SPREAD[at]
    spread = (1 - SIZE_SHARE) * np.diag(own**2) + SIZE_KNOWN**2 * SIZE_SHARE * np.outer(own, own)
    return MEAN[at] + own * factor, spread


def _place_spread(names: tuple[str, ...]) -> np.ndarray:
    """(M, 3) [m]"""
    sites = Markers().sites
    return np.array([sites[n].spread if n in sites else (4e-3,) * 3 for n in names])
