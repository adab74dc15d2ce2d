"""Stiffness of every joint of a finger that was pushed by surprise: (4.13) joint by joint.

A finger on a wrist is not one mass on one spring. In the 24 ms of Table 4.4 the palm, hundreds of
grams, hardly moves, and (4.13), were there no noise, finds nearly the finger's alone; in longer
windows the palm gives way while it is still speeding up, and (4.13) finds too little. Joint
by joint the equation is right: M δ̈ + B δ̇ + K δ = Jᵀ Δf about the rest before the push, with the
hand's own masses. The measured force drives it, and measured angles are what it must give:
nothing is differentiated.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from prehensile.compliance.model.inertia import damping_of, mass_matrix, response
from prehensile.compliance.tip.perturbation import LEAD_S
from prehensile.compliance.tip.pushes import Push
from prehensile.errors import InputError
from prehensile.hand.hand import Hand

PRIOR = 1.0
"""standard deviation of log c about the likely value: it only decides what is open"""
RATIO, RATIO_SPREAD = 0.6, 0.3
"""of damping, and of its logarithm: as for the joints of a contact"""
WINDOWS_S = (0.05, 0.06, 0.07, 0.08, 0.09, 0.10, 0.11)
"""[s] that are tried: people react after some 90 ms, and slowly at first"""
WORSE = 2.0
"""standard deviations of a mean square by which a longer window may fit worse than the best"""
LEAST_NOISE = 1e-5
"""[rad] of an angle: noise-free recordings are weighed as if they had this much"""


@dataclass(frozen=True, eq=False)
class PushedChain:
    """n joints, found from P pushes together."""

    joints: tuple[str, ...]
    compliance: np.ndarray
    """(n,) [rad/Nm]"""
    ratio: np.ndarray
    """(n,) of damping"""
    covariance: np.ndarray
    """(n, n) of log compliance"""
    seconds: float
    """of the window"""
    bent: np.ndarray
    """(P, N, n) [rad] what the model gives, from `LEAD_S` before the release on"""
    left: np.ndarray
    """(P, N, n) measured less that, over the noise at rest; NaN where hidden"""

    @property
    def misfit(self) -> float:
        """Mean square of what is left: 1 where the model is right and the noise as at rest."""
        return float(np.nanmean(self.left**2))


def chosen_chain(
    hand: Hand, pushes: Sequence[Push], joints: Sequence[str], likely: np.ndarray
) -> PushedChain:
    """The longest window that the model fits as well as any other; arguments as of `fit_chain`.

    A reaction is no answer of springs: from when it begins the misfit grows.
    """
    fits = [fit_chain(hand, pushes, joints, likely, seconds) for seconds in WINDOWS_S]
    best = min(fit.misfit for fit in fits)
    allowed = [best * (1 + WORSE * np.sqrt(2 / np.isfinite(fit.left).sum())) for fit in fits]
    return [fit for fit, most in zip(fits, allowed, strict=True) if fit.misfit <= most][-1]


def fit_chain(
    hand: Hand, pushes: Sequence[Push], joints: Sequence[str], likely: np.ndarray, seconds: float
) -> PushedChain:
    """Fit all pushes over a window from the release.

    Args:
        hand: whose masses.
        pushes: P of them.
        joints: names, n of them: the columns of a push.
        likely: (n,) [rad/Nm] compliance before anything is measured.
        seconds: window.

    Raises:
        InputError: no push.
    """
    from scipy.optimize import least_squares

    if not pushes:
        raise InputError("no push to fit.")
    columns, n = [hand.joint_index(name) for name in joints], len(joints)
    M = mass_matrix(hand, np.stack([push.posture for push in pushes]))[:, columns][:, :, columns]
    step = float(np.median(np.diff(pushes[0].time)))
    samples = 1 + round((LEAD_S + seconds) / step)
    bend, torque = (
        np.stack([getattr(push, what)[push.time >= -LEAD_S][:samples] for push in pushes])
        for what in ("bend", "torque")
    )
    weigh = _weights(pushes)
    used = np.isfinite(bend).all(-1)
    middle = np.log(np.concatenate([likely, np.full(n, RATIO)]))
    spread = np.repeat([PRIOR, RATIO_SPREAD], n)

    def given(p: np.ndarray) -> np.ndarray:
        stiffness, ratio = np.exp(-p[:n]), np.exp(p[n:])
        damping = damping_of(M.mean(0), stiffness, ratio)
        return response(M, stiffness, damping, torque, step).bent

    def left(p: np.ndarray) -> np.ndarray:
        rest = (bend - given(p))[used] @ weigh.T
        return np.concatenate([rest.ravel(), (p - middle) / spread])

    found = least_squares(left, middle, method="lm")
    rest = np.full_like(bend, np.nan)
    rest[used] = (bend - given(found.x))[used] @ weigh.T
    covariance = np.linalg.inv(found.jac.T @ found.jac)[:n, :n]
    c, ratio = np.exp(found.x[:n]), np.exp(found.x[n:])
    return PushedChain(tuple(joints), c, ratio, covariance, seconds, given(found.x), rest)


def _weights(pushes: Sequence[Push]) -> np.ndarray:
    """(n, n) W that makes the noise of angles (n,) white: WᵀW is its inverse covariance.

    Noise of neighbours goes together: a marker on one segment turns two joints, in opposite ways.
    """
    resting = np.concatenate([push.bend[push.time < -LEAD_S] for push in pushes])
    resting = resting[np.isfinite(resting).all(1)]
    S = resting.T @ resting / len(resting) + LEAST_NOISE**2 * np.eye(resting.shape[1])
    return np.linalg.inv(np.linalg.cholesky(S))
