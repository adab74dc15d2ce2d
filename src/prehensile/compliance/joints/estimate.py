"""How soft the joints of a recording session are, with intervals, and why some cannot be told."""

from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from prehensile.compliance.joints.coupling import Coupling, joint_coupling
from prehensile.compliance.joints.force_law import ForceLaw, force_laws
from prehensile.compliance.joints.joint_fit import JointFit, fit_joints, score_gains
from prehensile.compliance.joints.options import USUAL, Options
from prehensile.compliance.joints.prepared import prepared, usual_window
from prehensile.compliance.joints.reasons import Alone, contacts_alone, more_reasons
from prehensile.compliance.joints.uncertainty import Uncertainty, log_covariance
from prehensile.compliance.joints.window_choice import chosen_window
from prehensile.compliance.model.literature import likely_compliance
from prehensile.compliance.recorded.session import Session
from prehensile.compliance.recorded.windows import ContactWindow
from prehensile.errors import InputError
from prehensile.hand.compliance import ROOT_COMPLIANCE, ROOT_NAMES, HandCompliance

WIDEST = 0.45
"""standard deviation of log c above which a joint is not reported"""
FEWEST = 3
"""contacts that a joint is told from"""


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
    laws: tuple[ForceLaw | None, ...] = ()
    """(n,) how stiffness grows with force, where it was asked for"""
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

    @property
    def onsets(self) -> np.ndarray:
        """(K,) windows about the beginning of a touch; the others are about its end."""
        return np.array([not window.released for window in self.windows])

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
            good = self.onsets & self.accepted[:, j] & (self.by_contact[:, j] > 0)
            if good.sum() > 3:
                found[j] = np.corrcoef(1 / self.by_contact[good, j], planned[good])[0, 1]
        return found

    def _meta(self) -> dict[str, Any]:
        meta: dict[str, Any] = {"reasons": dict(zip(self.joints, self.reason, strict=True))}
        if self.laws:
            pairs = zip(self.joints, self.laws, strict=True)
            meta["force_laws"] = {name: law.to_json() for name, law in pairs if law is not None}
        return meta

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
            meta=self._meta(),
        )


def estimate_compliance(session: Session, options: Options = USUAL) -> Estimate:
    """Estimate all joints on the way to what a session touched.

    Raises:
        InputError: nothing can be told at all, and what that usually means.
    """
    after = options.window or usual_window(options)
    if options.window == "auto":
        after = chosen_window(session, options)
    joints, windows, reasons, told, cut, springs = found = prepared(session, options, float(after))
    mine = reasons[:, told]
    fit = fit_joints(cut, springs, mine == "")
    alone = contacts_alone(fit)
    if more_reasons(fit, alone, mine):
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
    sure = log_covariance(session, cut, found.names, fit, gains)
    coupling = None
    if options.coupling > 0:
        coupling = joint_coupling(fit, springs, mine == "", options.coupling)
    whole = _gathered(session, joints, told, windows, fit, sure, alone, coupling, reasons)
    if not options.force_law:
        return whole
    laws = dict(zip(whole.fitted, force_laws(fit, found.planned.mean()), strict=True))
    told_laws = [laws.get(j) if ok else None for j, ok in zip(joints, whole.reported, strict=True)]
    return replace(whole, laws=tuple(told_laws))


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
    single[:, at], single_spread[:, at] = alone.ratio * fit.each, alone.deviation
    reasons[:, ~told] = "torque too small"
    return Estimate(
        session, joints, compliance, deviation, covariance, tuple(why), windows, single,
        single_spread, tuple(tuple(row) for row in reasons), fit,
        tuple(joints[j] for j in at), sure, coupling,
    )  # fmt: skip
