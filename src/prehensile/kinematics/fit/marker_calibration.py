"""Whose hand is this, and where do the markers sit? Both from the recording itself.

Shared by all frames: one size factor g and 20 residuals e of the bones and the breadth,

    s = s̄ + σ (√0.7 g + √0.3 e),        g, e ~ N(0, 1)

(how adults differ, `hand.anthropometry`), and three coordinates of every marker on its segment,
about the place its name tells. They are refined with the poses of some frames (`shared_fit`). Two
markers a finger do not show each of its joints: what they leave open is decided by the coupling
θ_DIP = ⅔ θ_PIP, the relaxed pose, and these spreads.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from prehensile.hand.anthropometry import SIZE_SHARE
from prehensile.hand.spec import HandSpec
from prehensile.kinematics.fit.bones import MEAN, SPREAD, bounds, size_derivatives, spec_from
from prehensile.kinematics.fit.descent import Lean, Linearised, Problem, descend, relaxing
from prehensile.kinematics.fit.keypoint_chain import KeypointChain
from prehensile.kinematics.fit.marker_readout import MarkerReadout
from prehensile.kinematics.fit.marker_site import MarkerSite, site_offset
from prehensile.kinematics.fit.rigid import rigid_fit
from prehensile.kinematics.fit.shared import Prior, refine
from prehensile.lie import se3

COUPLING_PULL, EASE_PULL = 0.015, 0.003
"""[m/rad] 10 degrees off the coupling count as much as a marker that is 2.6 mm off. Markers on a
straight finger hardly show its flexion: without these pulls it would shake by 8 degrees."""
TRUST = 0.006
"""[m] How far the markers of one frame may be off for the sake of one standard deviation of a size
or of an offset."""
MOST_DEVIATIONS = 3.5
PALM_TRUST_FIRST = 0.2
"""Weight of the palm's markers while nobody knows where on it they are."""
FIRST_FLEXIONS = (0.3, 1.0, 2.0)
"""Multiples of the relaxed pose from which the calibration starts; the best one wins."""
EASE_ROUNDS = 12

_OF_SIZE, _OF_ONE = np.sqrt(SIZE_SHARE), np.sqrt(1 - SIZE_SHARE)
_SIZES = 1 + len(MEAN)


class Calibration(NamedTuple):
    """A right hand with markers on it."""

    spec: HandSpec
    sites: tuple[MarkerSite, ...]
    offsets: np.ndarray
    """(M, 3) [m] in the frames of their segments"""
    rms: float
    """[m] root mean square distance of the markers in the frames used"""
    strain: float
    """[m] the same with all that the pose, the sizes and the offsets are off what is expected"""

    def readout(self) -> MarkerReadout:
        """The markers as points of a fit."""
        return MarkerReadout(KeypointChain(self.spec.build()), self.sites, self.offsets)


def marker_pull(chain: KeypointChain, ease: float = 1.0) -> Lean:
    """What the angles do where the markers leave them open; ``ease`` times as strongly."""
    return relaxing(chain, ease * COUPLING_PULL, ease * EASE_PULL)


def calibrate(
    sites: Sequence[MarkerSite],
    points: np.ndarray,
    seen: np.ndarray,
    spec: HandSpec | None = None,
    quick: bool = False,
    ease: float = 1.0,
    trust: float = TRUST,
) -> Calibration:
    """The right hand and the offsets with which a recording fits best.

    Args:
        sites: of the M markers.
        points: (N, M, 3) [m], anything finite where not seen.
        seen: (N, M) of bool.
        spec: a right hand whose sizes are known; only the offsets are then found.
        quick: a third of the work, to compare what fits with what does not.
        ease: of `marker_pull`.
        trust: [m] as `TRUST`.
    """
    sites = tuple(sites)
    like = HandSpec.mean() if spec is None else spec
    guess = np.stack([site_offset(like.build(), site) for site in sites])
    prior = _prior(sites, guess, spec is not None, trust)

    def hand_of(s: np.ndarray) -> HandSpec:
        return like if spec is not None else spec_from(_sizes(s))

    def problem_of(s: np.ndarray) -> Problem:
        chain = KeypointChain(hand_of(s).build())
        readout = MarkerReadout(chain, sites, s[_SIZES:].reshape(-1, 3))
        return Problem(readout, points, seen, marker_pull(chain, ease))

    def by_shared(problem: Problem, at: Linearised) -> np.ndarray:
        readout = problem.readout
        assert isinstance(readout, MarkerReadout)
        by_offset = readout.offset_jacobian(at.placed)
        by_offset = by_offset.reshape(*by_offset.shape[:3], -1)
        by_size = np.zeros((*by_offset.shape[:3], _SIZES))
        if spec is None:
            by_bone = readout.size_jacobian(at.placed, size_derivatives(problem.chain.hand.spec))
            scaled = by_bone * SPREAD
            by_size[..., 0] = _OF_SIZE * scaled.sum(-1)
            by_size[..., 1:] = _OF_ONE * scaled
        return np.concatenate([by_size, by_offset], axis=-1)

    fits = []
    for flexion in FIRST_FLEXIONS[1:2] if quick else FIRST_FLEXIONS:
        s, T, angles = _start(sites, guess, points, seen, problem_of, flexion)
        fits.append(refine(problem_of, by_shared, prior, s, T, angles, EASE_ROUNDS))
    best = min(fits, key=lambda fit: fit.problem.cost(fit.T, fit.angles).sum())
    fit = best if quick else refine(problem_of, by_shared, prior, best.s, best.T, best.angles)
    cost = fit.problem.cost(fit.T, fit.angles).sum() + (prior.off(fit.s) ** 2).sum()
    strain = float(np.sqrt(cost / fit.problem.seen.sum()))
    offsets = fit.s[_SIZES:].reshape(-1, 3)
    return Calibration(hand_of(fit.s), sites, offsets, fit.rms(), strain)


def _start(
    sites: tuple[MarkerSite, ...],
    guess: np.ndarray,
    points: np.ndarray,
    seen: np.ndarray,
    problem_of,
    flexion: float,
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Shared numbers, palm poses and angles to start from: the hand half closed over the points."""
    s = np.concatenate([np.zeros(_SIZES), guess.ravel()])
    problem = problem_of(s)
    chain, readout = problem.chain, problem.readout
    angles = np.clip(chain.rest * [1.0, flexion, flexion, flexion], chain.lower, chain.upper)
    angles = np.tile(angles, (len(points), 1, 1))
    own = readout.points(chain.place(angles[:1]))[0]
    on_palm = np.array([site.on_palm for site in sites])
    T = rigid_fit(own, points, seen * np.where(on_palm, PALM_TRUST_FIRST, 1.0))
    # Where the palm's markers are only the recording tells: names say as much as "on its back".
    local = se3.apply(se3.inverse(T)[:, None], points)
    local = np.where(seen[..., None], local, np.nan)
    offsets = guess.copy()
    for m in np.flatnonzero(on_palm & seen.any(0)):
        offsets[m] = np.nanmedian(local[:, m], axis=0)
    s[_SIZES:] = offsets.ravel()
    T, angles = descend(problem_of(s), T, angles, steps=8)
    return s, T, angles


def _sizes(s: np.ndarray) -> np.ndarray:
    """(20,) [m] of shared numbers."""
    return np.clip(MEAN + SPREAD * (_OF_SIZE * s[0] + _OF_ONE * s[1:_SIZES]), *bounds(1.0))


def _prior(sites: tuple[MarkerSite, ...], guess: np.ndarray, known: bool, trust: float) -> Prior:
    spread = np.array([site.spread for site in sites]).ravel()
    mean = np.concatenate([np.zeros(_SIZES), guess.ravel()])
    pull = np.concatenate([np.full(_SIZES, trust), trust / spread])
    reach = np.concatenate([np.ones(_SIZES), spread]) * MOST_DEVIATIONS
    if known:
        reach[:_SIZES] = 0.0
    return Prior(mean, pull, mean - reach, mean + reach)
