"""One estimation over all contacts and joints: θ(t) = smooth reference + what the springs give.

Every contact has its own reference (`smooth_reference`), the compliances are shared. The noise of
joints goes together (a marker on one segment turns two joints, in opposite ways) and is weighed so.
Solved by Gauss–Newton steps on logarithms of compliance and damping; between them the data choose
how smooth the references are.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from prehensile.compliance.joints.contact_fit import GRID_S, ContactFit
from prehensile.compliance.joints.smooth_reference import ROUGHNESS
from prehensile.compliance.model.inertia import damping_of, response, response_slopes
from prehensile.compliance.recorded.windows import ContactWindow

STEPS = 20
SETTLED = 5e-3
"""largest change of a logarithm at which it stops"""
LONGEST_STEP = 0.7
"""of a logarithm: no step more than doubles or halves"""
ROUGHNESS_SPREAD = 1.5 * np.log(10)
"""standard deviation of a contact's log ρ from its joint's: moves are fast and slow"""
PATIENCE, STIFF = 5, 1e-4
"""steps with that ρ before the data may choose: a wrong compliance must not pass for roughness"""
CHOOSING = 6
"""steps in which the data choose, one after another; then ρ is held, or it would go to and fro"""
LEAST_GROWN = 0.2
"""of a stiffness at the mean planned force, that it has at another"""
FEW_STEPS = PATIENCE + CHOOSING + 1
"""that tell how likely the data are, if not yet how soft the joints"""


@dataclass(frozen=True, eq=False)
class Springs:
    """What is known before, and what is free: logarithms of c (n,) and of damping ratios (n,).

    With ``over``, the growth g (n,) of each stiffness too: K = (1 + g · over) / c.
    """

    guess: np.ndarray
    """(n,) [rad/Nm] where to begin, and the prior's middle"""
    spread: float
    """standard deviation of log c about it; infinite for no prior"""
    inertia: np.ndarray | None = None
    """(K, n, n) [kg m²] of each contact; None for a massless hand"""
    tissue: np.ndarray | None = None
    """(n,) [Nms/rad] of passive tissue, which brakes the reference's own motion"""
    ratio: float = 0.6
    """middle of the damping ratios (Table 4.4's m, b and k make 0.83 and 0.89; Hajian 0.3–0.8)"""
    ratio_spread: float = 0.3
    moves: bool = True
    """references are moves of minimum jerk and more; parabolas and more if not"""
    over: np.ndarray | None = None
    """(K,) [N] planned force over the mean, with which stiffness grows; None where it does not"""
    growth_spread: float = 1.0
    """[1/N] standard deviation of that growth about none"""


@dataclass(frozen=True, eq=False)
class JointFit:
    """K contacts, n joints."""

    compliance: np.ndarray
    """(n,) [rad/Nm]"""
    ratio: np.ndarray
    """(n,) damping ratios; 0 for a massless hand"""
    information: np.ndarray
    """(K, p, p) of each contact about the logarithms of compliances, then of ratios, then growth"""
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
    contacts: tuple[ContactFit, ...]
    bent: np.ndarray
    """(K, N, n) [rad] by which inertia and springs gave way, on each contact's own grid"""
    growth: np.ndarray
    """(n,) [1/N] of stiffness with planned force; 0 where it is taken not to grow"""
    each: np.ndarray
    """(K, n) [rad/Nm] by that, in each contact"""


def fit_joints(
    windows: Sequence[ContactWindow],
    springs: Springs,
    accepted: np.ndarray,
    begin: JointFit | None = None,
    steps: int = STEPS,
) -> JointFit:
    """Estimate.

    Args:
        windows: K contacts of n joints.
        springs: what is free.
        accepted: (K, n) which contacts say something about which joints.
        begin: a fit of the same windows to go on from.
        steps: most that are taken.
    """
    K, n = accepted.shape
    dynamic = springs.inertia is not None
    grows = springs.over is not None
    middle = np.concatenate([np.log(springs.guess), np.full(n, np.log(springs.ratio)), np.zeros(n)])
    prior = np.repeat([springs.spread, springs.ratio_spread, springs.growth_spread], n) ** -2.0
    free = np.repeat([True, dynamic, grows], n)
    middle, prior = middle[free], prior[free]
    contacts = list(begin.contacts) if begin else [ContactFit(w, springs.moves) for w in windows]
    noise, correlation = _noise(contacts)
    rho, p = np.full((K, n), STIFF), middle.copy()
    if begin is not None:
        rho, p = begin.roughness, _parameters(begin, springs)
    elif springs.moves:
        bent = _bent(_pushes(contacts, springs, free=False), springs, p)
        for contact, one in zip(contacts, bent, strict=True):
            contact.guess_timing(one, noise)
    information, score = np.zeros((K, len(p), len(p))), np.zeros((K, len(p)))
    for turn in range(PATIENCE if begin else 0, steps):
        pushes = _pushes(contacts, springs)
        bent, slopes = _bent_and_slopes(contacts, pushes, springs, p)
        for contact, one, rough in zip(contacts, bent, rho, strict=True):
            contact.solve(one, noise, correlation, rough)
        if PATIENCE <= turn < PATIENCE + CHOOSING:
            rho = _roughness(contacts, bent, noise, accepted)
        information, score = np.zeros((K, len(p), len(p))), np.zeros((K, len(p)))
        for k, contact in enumerate(contacts):
            information[k], score[k] = contact.normal(
                bent[k], slopes[k], noise, correlation, rho[k], accepted[k]
            )
        if turn < PATIENCE:
            trust = _trust(contacts, bent, noise)
            information, score = information * trust[:, None, None], score * trust[:, None]
        step = np.linalg.solve(
            information.sum(0) + np.diag(prior) + 1e-9 * np.eye(len(p)),
            score.sum(0) + prior * (middle - p),
        )
        p = p + np.clip(step, -LONGEST_STEP, LONGEST_STEP)
        if turn >= PATIENCE + CHOOSING and np.abs(step).max() < SETTLED:
            break
    return JointFit(
        compliance=np.exp(p[:n]),
        ratio=np.exp(p[n : 2 * n]) if dynamic else np.zeros(n),
        information=information,
        score=score,
        prior=prior,
        noise=np.sqrt(noise),
        correlation=correlation,
        roughness=rho,
        contacts=tuple(contacts),
        bent=_bent(_pushes(contacts, springs), springs, p),
        growth=p[-n:] if grows else np.zeros(n),
        each=np.broadcast_to(_each(springs, p, n)[0], (K, n)),
    )


def fitted_slopes(fit: JointFit, springs: Springs) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """At the solution: what gives way (K, N, n) [rad], derivatives (K, N, n, p), and torques."""
    pushes = _pushes(fit.contacts, springs)
    p = _parameters(fit, springs)
    return *_bent_and_slopes(fit.contacts, pushes, springs, p), pushes


def score_gains(fit: JointFit, springs: Springs, accepted: np.ndarray) -> list[np.ndarray]:
    """Of each contact, (p, N, n) what an error of an angle in one bin adds to the score."""
    slopes, variance = fitted_slopes(fit, springs)[1], fit.noise**2
    rows = zip(fit.contacts, slopes, fit.roughness, accepted, strict=True)
    return [c.gain(one, variance, fit.correlation, rho, kept) for c, one, rho, kept in rows]


def _pushes(contacts: Sequence[ContactFit], springs: Springs, free: bool = True) -> np.ndarray:
    """(K, N, n) [Nm] on the contacts' grids, padded to the longest; inertia of the moves included.

    Args:
        contacts: K of them.
        springs: with the inertia.
        free: whether moves are known already.
    """
    longest = max(len(c.grid) for c in contacts)
    torque = np.zeros((len(contacts), longest, contacts[0].n))
    for k, contact in enumerate(contacts):
        push = contact.torque
        if free and springs.inertia is not None:
            tissue = np.zeros(contact.n) if springs.tissue is None else springs.tissue
            push = push - contact.reference_torque(springs.inertia[k], tissue)
        torque[k, : len(push)] = push
        torque[k, len(push) :] = push[-1]
    return torque


def _parameters(fit: JointFit, springs: Springs) -> np.ndarray:
    """(p,) of a fit."""
    free = [np.log(fit.compliance)]
    free += [] if springs.inertia is None else [np.log(fit.ratio)]
    return np.concatenate(free if springs.over is None else [*free, fit.growth])


def _each(springs: Springs, p: np.ndarray, n: int) -> tuple[np.ndarray, np.ndarray]:
    """Compliances (K or 1, n) [rad/Nm] of the contacts; how their logarithms change with growth."""
    c = np.exp(p[None, :n])
    if springs.over is None:
        return c, np.zeros_like(c)
    grown = np.maximum(1 + np.outer(springs.over, p[-n:]), LEAST_GROWN)
    return c / grown, -springs.over[:, None] / grown


def _bent(pushes: np.ndarray, springs: Springs, p: np.ndarray) -> np.ndarray:
    """(K, N, n) [rad] by which joints give way."""
    n = pushes.shape[-1]
    M, c = springs.inertia, _each(springs, p, n)[0]
    if M is None:
        return c[:, None] * pushes
    B = damping_of(M, 1 / c, np.exp(p[n : 2 * n]))
    return response(M, np.broadcast_to(1 / c, B.shape), B, pushes, GRID_S).bent


def _bent_and_slopes(
    contacts: Sequence[ContactFit], pushes: np.ndarray, springs: Springs, p: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    """The same and its derivatives (K, N, n, p); the short half of the contacts by itself."""
    n = pushes.shape[-1]
    M, (c, by_growth) = springs.inertia, _each(springs, p, n)
    bent, slopes = np.zeros_like(pushes), np.zeros((*pushes.shape, len(p)))
    if M is None:
        bent = c[:, None] * pushes
        slopes[..., :n] = bent[..., None] * np.eye(n)
    else:
        c = np.broadcast_to(c, (len(M), n))
        lengths = np.array([len(contact.grid) for contact in contacts])
        short = lengths <= np.median(lengths)
        for half in (short, ~short):
            if not half.any():
                continue
            last, K = int(lengths[half].max()), 1 / c[half]
            B = damping_of(M[half], K, np.exp(p[n : 2 * n]))
            found = response(M[half], K, B, pushes[half, :last], GRID_S)
            bent[half, :last] = found.bent
            slopes[half, :last, :, : 2 * n] = response_slopes(M[half], K, B, found, GRID_S)
    if springs.over is not None:
        slopes[..., -n:] = slopes[..., :n] * by_growth[:, None, None]
    return bent, slopes


def _noise(contacts: Sequence[ContactFit]) -> tuple[np.ndarray, np.ndarray]:
    """Variance (n,) of one sample's noise and its correlation (n, n), from steps between bins.

    From nothing slower: what a reference does not explain is no noise.
    """
    steps = np.concatenate([contact.noise_steps() for contact in contacts])
    size = 1.4826 * np.median(np.abs(steps), axis=0)
    calm = (np.abs(steps) < 4 * size).all(1)
    found = np.corrcoef((steps[calm] / size).T).reshape(len(size), len(size))
    return size**2, 0.98 * found + 0.02 * np.eye(len(size))


def _trust(contacts: Sequence[ContactFit], bent: np.ndarray, noise: np.ndarray) -> np.ndarray:
    """(K,) less for contacts whose residuals are larger than the median's."""
    left = [c.left(one) for c, one in zip(contacts, bent, strict=True)]
    sizes = np.array([float((one**2 / noise).mean()) for one in left])
    return np.minimum(1.0, (np.median(sizes) / sizes) ** 2)


def _roughness(
    contacts: Sequence[ContactFit], bent: np.ndarray, noise: np.ndarray, accepted: np.ndarray
) -> np.ndarray:
    """ρ (K, n): a joint's own, and each contact's about it."""
    each = np.stack([c.likelihoods(b, noise) for c, b in zip(contacts, bent, strict=True)])
    rho = np.zeros(accepted.shape)
    for j in range(accepted.shape[1]):
        rows = accepted[:, j] if accepted[:, j].any() else np.ones(len(accepted), bool)
        # The middle contact's, so that a few bad ones do not make all of them rough.
        best = int(np.median(np.argmax(each[rows, j], axis=1)))
        far = (np.log(ROUGHNESS) - np.log(ROUGHNESS[best])) / ROUGHNESS_SPREAD
        rho[:, j] = ROUGHNESS[np.argmax(each[:, j] - 0.5 * far**2, axis=1)]
    return rho
