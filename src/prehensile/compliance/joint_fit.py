"""One estimation over all contacts and joints: θ(t) = smooth reference + what the springs give.

Every contact has its own reference (`smooth_reference`), the compliances are shared. Noise of the
joints goes together (a marker on one segment turns two joints, in opposite ways) and is weighed so.
Solved by Gauss–Newton steps on logarithms; between them the data choose how smooth references are.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from prehensile.compliance.inertia import damping_of, response
from prehensile.compliance.smooth_reference import ROUGHNESS, likelihoods, reference_basis
from prehensile.compliance.windows import ContactWindow

STEPS = 12
SETTLED = 1e-3
"""largest change of a logarithm at which it stops"""
LONGEST_STEP = 0.7
"""of a logarithm: no step more than doubles or halves"""
ROUGHNESS_SPREAD = 1.5 * np.log(10)
"""standard deviation of a contact's log ρ from its joint's: moves are fast and slow"""
DIFFERENCE = 1e-4
"""of a logarithm, for derivatives"""


@dataclass(frozen=True, eq=False)
class Springs:
    """What is known before, and what is free: logarithms of c (n,) and of damping ratios (n,)."""

    guess: np.ndarray
    """(n,) [rad/Nm] where to begin, and the prior's middle"""
    spread: float
    """standard deviation of log c about it; infinite for no prior"""
    inertia: np.ndarray | None = None
    """(K, n, n) [kg m²] of each contact; None for a massless hand"""
    ratio: float = 0.7
    """middle of the damping ratios (Table 4.4's m, b and k make 0.83 and 0.89; Hajian 0.3–0.8)"""
    ratio_spread: float = 0.4


@dataclass(frozen=True, eq=False)
class JointFit:
    """K contacts, n joints."""

    compliance: np.ndarray
    """(n,) [rad/Nm]"""
    ratio: np.ndarray
    """(n,) damping ratios; 0 for a massless hand"""
    information: np.ndarray
    """(K, p, p) of each contact about the logarithms of compliances, then of ratios"""
    score: np.ndarray
    """(K, p) of each contact at the solution"""
    prior: np.ndarray
    """(p,) information from before"""
    noise: np.ndarray
    """(n,) [rad] standard deviation of one sample"""
    correlation: np.ndarray
    """(n, n) of the noise"""
    roughness: np.ndarray
    """(K, n) ρ of each reference"""
    bent: tuple[np.ndarray, ...]
    """K of (N, n) [rad] by which the springs gave way, at every sample of the window"""


class _Data:
    """Windows turned to the coordinates of their references."""

    def __init__(self, windows: Sequence[ContactWindow], springs: Springs):
        self.windows, self.springs = windows, springs
        self.n = windows[0].q.shape[1]
        self.bases = [reference_basis(w.time[w.used]) for w in windows]
        self.seen = [b.rotate @ w.q[w.used] for b, w in zip(self.bases, windows, strict=True)]
        longest = max(len(w.time) for w in windows)
        self.torque = np.stack(
            [np.pad(w.torque, ((0, longest - len(w.time)), (0, 0)), "edge") for w in windows]
        )
        self.step = float(np.median(np.diff(windows[0].time)))

    def bent(self, p: np.ndarray) -> np.ndarray:
        """(K, N, n) [rad]"""
        c, n = np.exp(p[: self.n]), self.n
        M = self.springs.inertia
        if M is None:
            return c * self.torque
        B = damping_of(M, 1 / c, np.exp(p[n:]))
        return response(M, np.broadcast_to(1 / c, B.shape), B, self.torque, self.step)

    def turned(self, bent: np.ndarray) -> list[np.ndarray]:
        """K of (m, n): the same in the references' coordinates."""
        return [
            basis.rotate @ one[: len(w.time)][w.used]
            for basis, one, w in zip(self.bases, bent, self.windows, strict=True)
        ]

    def derivatives(self, p: np.ndarray, here: np.ndarray) -> list[np.ndarray]:
        """K of (m, n, len(p))"""
        if self.springs.inertia is None:
            return [each[:, :, None] * np.eye(self.n) for each in self.turned(here)]
        columns = [self.turned((self.bent(p + step) - here) / DIFFERENCE)
                   for step in DIFFERENCE * np.eye(len(p))]  # fmt: skip
        return [np.stack(each, axis=-1) for each in zip(*columns, strict=True)]


def fit_joints(
    windows: Sequence[ContactWindow], springs: Springs, accepted: np.ndarray
) -> JointFit:
    """Estimate.

    Args:
        windows: K contacts of n joints.
        springs: what is free.
        accepted: (K, n) which contacts say something about which joints.
    """
    data, n = _Data(windows, springs), windows[0].q.shape[1]
    dynamic = springs.inertia is not None
    middle = np.log(np.concatenate([springs.guess, np.full(n, springs.ratio)]))
    prior = np.repeat([springs.spread, springs.ratio_spread], n) ** -2.0
    middle, prior = (middle, prior) if dynamic else (middle[:n], prior[:n])
    p = middle.copy()
    for _ in range(STEPS):
        here = data.bent(p)
        left = [s - b for s, b in zip(data.seen, data.turned(here), strict=True)]
        noise, rho = _roughness(data, left, accepted)
        weights = [
            1 / np.sqrt(noise * (1 + rho[k] * data.bases[k].spread[:, None]))
            for k in range(len(windows))
        ]
        correlation = _correlation(left, weights, accepted)
        slopes = data.derivatives(p, here)
        information, score = _normal(left, slopes, weights, correlation, accepted)
        step = np.linalg.solve(
            information.sum(0) + np.diag(prior) + 1e-9 * np.eye(len(p)),
            score.sum(0) + prior * (middle - p),
        )
        p = p + np.clip(step, -LONGEST_STEP, LONGEST_STEP)
        if np.abs(step).max() < SETTLED:
            break
    bent = data.bent(p)
    return JointFit(
        compliance=np.exp(p[:n]),
        ratio=np.exp(p[n:]) if dynamic else np.zeros(n),
        information=information,
        score=score,
        prior=prior,
        noise=np.sqrt(noise),
        correlation=correlation,
        roughness=rho,
        bent=tuple(one[: len(w.time)] for one, w in zip(bent, windows, strict=True)),
    )


def _roughness(
    data: _Data, left: list[np.ndarray], accepted: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    """Noise variance (n,) and ρ (K, n): a joint's own, and each contact's about it."""
    K, n = accepted.shape
    noise, rho = np.ones(n), np.zeros((K, n))
    for j in range(n):
        rows = [k for k in range(K) if accepted[k, j]] or list(range(K))
        squares = np.concatenate([left[k][:, j] ** 2 for k in rows])
        spread = np.concatenate([data.bases[k].spread for k in rows])
        best = ROUGHNESS[int(np.argmax(likelihoods(squares, spread, None)))]
        noise[j] = (squares / (1 + best * spread)).mean()
        far = (np.log(ROUGHNESS + 1e-6) - np.log(best + 1e-6)) / ROUGHNESS_SPREAD
        for k in range(K):
            each = likelihoods(left[k][:, j] ** 2, data.bases[k].spread, noise[j])
            rho[k, j] = ROUGHNESS[int(np.argmax(each - 0.5 * far**2))]
        whole = np.concatenate(
            [left[k][:, j] ** 2 / (1 + rho[k, j] * data.bases[k].spread) for k in rows]
        )
        noise[j] = whole.mean()
    return noise, rho


def _correlation(
    left: list[np.ndarray], weights: list[np.ndarray], accepted: np.ndarray
) -> np.ndarray:
    """(n, n) of the joints' noise, from contacts in which all are accepted."""
    n = accepted.shape[1]
    rows = [k for k in range(len(left)) if accepted[k].all()]
    if n == 1 or not rows:
        return np.eye(n)
    white = np.concatenate([left[k] * weights[k] for k in rows])
    found = white.T @ white / len(white)
    size = np.sqrt(np.diagonal(found))
    return 0.98 * found / np.outer(size, size) + 0.02 * np.eye(n)


def _normal(
    left: list[np.ndarray],
    slopes: list[np.ndarray],
    weights: list[np.ndarray],
    correlation: np.ndarray,
    accepted: np.ndarray,
) -> tuple[np.ndarray, np.ndarray]:
    """Information (K, p, p) and score (K, p) of every contact."""
    count = slopes[0].shape[-1]
    information, score = np.zeros((len(left), count, count)), np.zeros((len(left), count))
    for k, (e, D, w) in enumerate(zip(left, slopes, weights, strict=True)):
        a = np.flatnonzero(accepted[k])
        if not a.size:
            continue
        mix = np.linalg.inv(np.linalg.cholesky(correlation[np.ix_(a, a)]))
        white = (e * w)[:, a] @ mix.T
        slope = np.einsum("ij,mjp->mip", mix, (D * w[:, :, None])[:, a])
        information[k] = np.einsum("mip,miq->pq", slope, slope)
        score[k] = np.einsum("mip,mi->p", slope, white)
    return information, score
