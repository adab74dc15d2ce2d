"""How soft the joints of a recording session are, with intervals, and why some cannot be told."""

from dataclasses import dataclass, field

import numpy as np

from prehensile.compliance.joints.coupling import Coupling, joint_coupling
from prehensile.compliance.joints.force_law import ForceLaw, force_law
from prehensile.compliance.joints.joint_fit import JointFit, Springs, fit_joints, score_gains
from prehensile.compliance.joints.reasons import (
    Alone,
    contacts_alone,
    first_reasons,
    more_reasons,
)
from prehensile.compliance.joints.uncertainty import Uncertainty, log_covariance
from prehensile.compliance.model.inertia import mass_matrix
from prehensile.compliance.model.literature import likely_compliance
from prehensile.compliance.recorded.session import Session
from prehensile.compliance.recorded.windows import (
    ContactWindow,
    contact_windows,
    moved_joints,
)
from prehensile.errors import InputError
from prehensile.hand.compliance import ROOT_COMPLIANCE, ROOT_NAMES, HandCompliance

BEFORE_S, AFTER_S = 1.3, 0.4
"""[s] most before an onset, and after the end of its vibration"""
SHORT_S = 0.3, 0.2
"""[s] the same for references that are parabolas and more"""
LEAST_BEND = 0.3
"""median bend that is expected, over one sample's noise: a joint with less is not estimated"""
LEAST_ARM = 0.008
"""[m] lever arm of the whole force below which it passes too close by to tell anything"""
WIDEST = 0.45
"""standard deviation of log c above which a joint is not reported"""
FEWEST = 3
"""contacts that a joint is told from"""
ROUNDS = 2


@dataclass(frozen=True)
class Options:
    """What is believed beforehand; each can be switched off."""

    inertia: bool = True
    """the hand has its masses; massless as in the thesis if not"""
    prior: float = 1.0
    """standard deviation of log c about the thesis's tables; 0 for no prior"""
    moves: bool = True
    """references are moves of minimum jerk and more; parabolas and more if not"""
    neighbours: bool = True
    """a neighbour that lands in between leaves out the joints that both digits share"""
    coupling: float = 0.0
    """standard deviation of correlations between joints about none; 0 for a diagonal compliance"""


@dataclass(frozen=True, eq=False)
class Estimate:
    """K contacts, n joints on the way to what was touched."""

    session: Session
    joints: tuple[str, ...]
    compliance: np.ndarray
    """(n,) [rad/Nm]; NaN where it is not reported"""
    deviation: np.ndarray
    """(n,) standard deviation of log c"""
    covariance: np.ndarray
    """(n, n) of log c"""
    reason: tuple[str, ...]
    """(n,) why a joint is not reported; empty where it is"""
    windows: tuple[ContactWindow, ...]
    by_contact: np.ndarray
    """(K, n) [rad/Nm] of each contact alone"""
    by_contact_deviation: np.ndarray
    """(K, n) standard deviation, relative"""
    contact_reason: tuple[tuple[str, ...], ...]
    """(K, n) why a contact says nothing about a joint"""
    fit: JointFit | None = None
    fitted: tuple[str, ...] = field(default=())
    """the joints of ``fit``"""
    sure: Uncertainty | None = None
    """of them, by source"""
    coupling: Coupling | None = None
    """between them, where it was asked for"""
    parts: tuple["Estimate", ...] = ()
    """a digit each, with its fit, where it was put together from several"""

    @property
    def with_fits(self) -> tuple["Estimate", ...]:
        """Itself, or the parts that it was put together from."""
        return self.parts or (self,)

    @property
    def reported(self) -> np.ndarray:
        """(n,)"""
        return np.isfinite(self.compliance)

    @property
    def accepted(self) -> np.ndarray:
        """(K, n)"""
        return np.array([[not reason for reason in row] for row in self.contact_reason])

    def interval(self, share: float = 0.9) -> np.ndarray:
        """(n, 2) [rad/Nm]"""
        from scipy.special import ndtri

        z = float(ndtri(0.5 + share / 2)) * self.deviation
        return self.compliance[:, None] * np.exp(np.stack([-z, z], axis=1))

    def force_correlation(self) -> np.ndarray:
        """(n,) of each contact's stiffness with its planned force (4.2.1); NaN where unknown."""
        planned = np.array([window.planned for window in self.windows])
        found = np.full(len(self.joints), np.nan)
        for j in range(len(self.joints)):
            good = self.accepted[:, j] & (self.by_contact[:, j] > 0)
            if good.sum() > 3:
                found[j] = np.corrcoef(1 / self.by_contact[good, j], planned[good])[0, 1]
        return found

    def force_laws(self) -> tuple[ForceLaw | None, ...]:
        """(n,) of each joint's stiffness with planned force (Hajian); None where unknown."""
        planned = np.array([window.planned for window in self.windows])
        laws: list[ForceLaw | None] = []
        for j in range(len(self.joints)):
            good = self.accepted[:, j] & np.isfinite(self.by_contact[:, j])
            told = self.reported[j] and good.sum() > 3
            own = self.by_contact[good, j], self.by_contact_deviation[good, j], planned[good]
            laws.append(force_law(float(self.compliance[j]), *own) if told else None)
        return tuple(laws)

    def hand_compliance(self) -> HandCompliance:
        """What ``hand.json`` holds; joints that were not told have the thesis's values."""
        hand, task = self.session.hand, self.session.task
        diagonal = np.array([likely_compliance(name, task) for name in hand.joint_names])
        n = hand.dof + len(ROOT_NAMES)
        covariance, known = np.zeros((n, n)), np.zeros(n, bool)
        rows = [hand.joint_index(name) for name in self.joints]
        told = [k for k in range(len(rows)) if self.reported[k]]
        for k in told:
            diagonal[rows[k]], known[rows[k]] = self.compliance[k], True
        at = [rows[k] for k in told]
        C = np.diag(np.append(diagonal, np.full(3, ROOT_COMPLIANCE)))
        for one in self.with_fits:
            if one.coupling is not None:
                mine = [k for k in told if self.joints[k] in one.fitted]
                named = [one.fitted.index(self.joints[k]) for k in mine]
                own = np.ix_([rows[k] for k in mine], [rows[k] for k in mine])
                C[own] = one.coupling.compliance(self.compliance[mine], named)
        covariance[np.ix_(at, at)] = self.covariance[np.ix_(told, told)]
        return HandCompliance(
            (*hand.joint_names, *ROOT_NAMES),
            C,
            covariance,
            known,
            task,
            hand.side,
            meta={"reasons": dict(zip(self.joints, self.reason, strict=True))},
        )


def estimate_compliance(session: Session, options: Options = Options()) -> Estimate:
    """Estimate all joints on the way to what a session touched.

    Raises:
        InputError: nothing can be told at all, and what that usually means.
    """
    joints = moved_joints(session)
    before, after = (BEFORE_S, AFTER_S) if options.moves else SHORT_S
    windows = contact_windows(session, joints, before, after, from_rest=options.moves)
    likely = np.array([likely_compliance(name, session.task) for name in joints])
    reasons = first_reasons(session, windows, joints, options.neighbours)
    told = _told(windows, likely)
    if not told.any():
        raise InputError("forces are too small against the noise of the angles to tell anything.")
    names = [joint for joint, tells in zip(joints, told, strict=True) if tells]
    cut = [
        w._replace(q=w.q[:, told], torque=w.torque[:, told], arms=w.arms[:, told]) for w in windows
    ]
    springs = Springs(
        likely[told],
        options.prior or np.inf,
        _inertia(session, cut, names) if options.inertia else None,
        session.hand.spec.damping[[session.hand.joint_index(name) for name in names]],
        moves=options.moves,
    )
    mine = reasons[:, told]
    fit = fit_joints(cut, springs, mine == "")
    alone = contacts_alone(fit)
    for _ in range(ROUNDS - 1):
        if not more_reasons(fit, alone, mine):
            break
        fit = fit_joints(cut, springs, mine == "", fit)
        alone = contacts_alone(fit)
    more_reasons(fit, alone, mine)
    kept = alone.ratio[mine == ""]
    if kept.size and (kept < 0).mean() > 0.5:
        raise InputError(
            "compliance is negative in most contacts: usually the force's direction or the hand's "
            "kinematics are not what the recording says."
        )
    reasons[:, told] = mine
    gains = score_gains(fit, springs, mine == "")
    sure = log_covariance(session, cut, names, fit, gains)
    coupling = None
    if options.coupling > 0:
        coupling = joint_coupling(fit, springs, mine == "", options.coupling)
    return _gathered(session, joints, told, windows, fit, sure, alone, coupling, reasons)


def _told(windows: tuple[ContactWindow, ...], likely: np.ndarray) -> np.ndarray:
    """(n,) joints that bend visibly if they are as soft as usual."""
    bend = np.median([np.abs(w.torque).max(0) for w in windows], axis=0) * likely
    steps = np.concatenate([np.diff(w.q, 2, axis=0) for w in windows]) / np.sqrt(6)
    noise = 1.4826 * np.nanmedian(np.abs(steps), axis=0)
    arm = np.median([_arm(w) for w in windows], axis=0)
    return (bend > LEAST_BEND * noise) & (arm > LEAST_ARM)


def _inertia(session: Session, windows: list[ContactWindow], joints: list[str]) -> np.ndarray:
    at = np.stack([w.smooth[int(np.abs(w.time).argmin())] for w in windows])
    rows = [session.hand.joint_index(name) for name in joints]
    return mass_matrix(session.hand, at)[:, rows][:, :, rows]


def _gathered(
    session: Session,
    joints: tuple[str, ...],
    told: np.ndarray,
    windows: tuple[ContactWindow, ...],
    fit: JointFit,
    sure: Uncertainty,
    alone: Alone,
    coupling: Coupling | None,
    reasons: np.ndarray,
) -> Estimate:
    n, at = len(joints), np.flatnonzero(told)
    compliance, covariance = np.full(n, np.nan), np.full((n, n), np.nan)
    covariance[np.ix_(at, at)] = sure.total
    deviation = np.sqrt(np.diagonal(covariance))
    why = ["torque too small: the force passes close by"] * n
    for k, j in enumerate(at):
        if (reasons[:, j] == "").sum() < FEWEST:
            why[j] = f"fewer than {FEWEST} contacts tell anything"
        elif deviation[j] > WIDEST:
            why[j] = "the interval is wider than the value"
        else:
            why[j], compliance[j] = "", fit.compliance[k]
    single, single_spread = np.full((2, len(windows), n), np.nan)
    single[:, at], single_spread[:, at] = alone.ratio * fit.compliance, alone.deviation
    reasons[:, ~told] = "torque too small"
    return Estimate(
        session, joints, compliance, deviation, covariance, tuple(why), windows, single,
        single_spread, tuple(tuple(row) for row in reasons), fit,
        tuple(joints[j] for j in at), sure, coupling,
    )  # fmt: skip


def _arm(window: ContactWindow) -> np.ndarray:
    """(n,) [m] lever arm of the whole force: torque over force, late in the window."""
    late = window.time > 0.5 * window.time[-1]
    force = max(window.planned, 1e-6)
    return np.abs(window.torque[late]).max(0) / force
