"""Joints of a hand that grasps: every digit told from its own landings, with the forces of all.

A resistor tells one number of a force; what the balance of the object leaves open of the other two
is in `Load.spread`, and makes the interval of a joint wider the more its torque hangs on that.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import NamedTuple

import numpy as np

from prehensile.compliance.joints.estimate import WIDEST, Estimate, estimate_compliance
from prehensile.compliance.joints.force_law import ForceLaw
from prehensile.compliance.joints.options import USUAL, Options
from prehensile.compliance.recorded.digit_session import digit_session, touched_digits
from prehensile.compliance.recorded.session import Session
from prehensile.compliance.recorded.windows import ContactWindow, moved_joints
from prehensile.errors import InputError

UNKNOWN_FORCE = "torque too uncertain: it hangs on forces that were not measured"
SHARED = "shared by all fingers, and what a table bears of the object is not known"
ELSEWHERE = "a touch of another digit"
MODEL = 0.07
"""relative error of what the balance of a grasp leaves out, where it tells forces: with it errors
over deviations are one in the root mean square, on the lab's `lift` of seeds 0 to 9"""


class GraspEstimate(NamedTuple):
    """Of a session in which several digits touched."""

    whole: Estimate
    """all joints; the fits are those of its parts"""
    digits: Mapping[str, Estimate]
    """each digit's joints and the wrist's, with the fits"""


def estimate_grasps(session: Session, options: Options = USUAL) -> GraspEstimate:
    """Estimate the joints of every digit that touched.

    The wrist is not told: fingers of a grasp push against each other, and of what is left over
    nobody knows how much the table bears.

    Raises:
        InputError: nothing can be told of any digit, with what was said of the last.
    """
    options = replace(options, releases=False)  # a grasp's fingers let go together
    found: dict[str, Estimate] = {}
    said = "no digit touches anything."
    for digit in touched_digits(session):
        try:
            one = estimate_compliance(digit_session(session, digit), options)
        except InputError as error:
            said = str(error)
            continue
        found[digit] = _own_only(_with_forces(one), digit)
    if not found:
        raise InputError(said)
    return GraspEstimate(_whole(session, found), found)


def estimate_session(session: Session, options: Options = USUAL) -> Estimate:
    """Estimate whatever a session touched: with one digit, or with several of them.

    Raises:
        InputError: nothing can be told at all, and what that usually means.
    """
    if len(touched_digits(session)) > 1:
        return estimate_grasps(session, options).whole
    return estimate_compliance(session, options)


def torque_deviation(estimate: Estimate) -> np.ndarray:
    """(n,) relative deviation of the torques late in the windows, by what forces leave open.

    The median over contacts: grips of one session go wrong alike.
    """
    each = [_relative(estimate.session, window) for window in estimate.windows]
    return np.median(each, axis=0)


def _relative(session: Session, window: ContactWindow) -> np.ndarray:
    load = session.loads[window.touch.contact]
    if load.spread is None:
        return np.zeros(window.torque.shape[1])
    late = window.time > 0.5 * window.time[-1]
    rows = np.clip(np.searchsorted(session.time, window.touch.onset + window.time[late]), 0,
                   len(session.time) - 1)  # fmt: skip
    arms = window.arms[late]
    variance = np.einsum("tji,tik,tjk->tj", arms, load.spread[rows], arms)
    size = np.abs(window.torque[late]).mean(0)
    return np.sqrt(variance.mean(0)) / np.maximum(size, 1e-9)


def _with_forces(estimate: Estimate) -> Estimate:
    """With what is not known of the forces in the intervals, and joints left out for it."""
    open_ = np.minimum(torque_deviation(estimate), 3.0)
    more = open_**2 + np.where(open_ > 0, MODEL**2, 0.0)
    covariance = estimate.covariance + np.diag(more)
    deviation = np.sqrt(np.diagonal(covariance))
    wide = estimate.reported & (deviation > WIDEST)
    reason = tuple(UNKNOWN_FORCE if wide[k] else reason for k, reason in enumerate(estimate.reason))
    compliance = np.where(wide, np.nan, estimate.compliance)
    return replace(
        estimate, compliance=compliance, deviation=deviation, covariance=covariance, reason=reason
    )


def _own_only(estimate: Estimate, digit: str) -> Estimate:
    """Without what other digits have a part in."""
    own = np.array([name.startswith(f"{digit}_") for name in estimate.joints])
    return replace(
        estimate,
        compliance=np.where(own, estimate.compliance, np.nan),
        reason=tuple(r if own[k] else SHARED for k, r in enumerate(estimate.reason)),
        contact_reason=tuple(
            tuple(r if own[k] else SHARED for k, r in enumerate(row))
            for row in estimate.contact_reason
        ),
    )


def _whole(session: Session, found: Mapping[str, Estimate]) -> Estimate:
    """All digits side by side: a contact of one says nothing of the others."""
    joints = moved_joints(session)
    n, K = len(joints), sum(len(one.windows) for one in found.values())
    compliance, deviation = np.full(n, np.nan), np.full(n, np.nan)
    covariance = np.zeros((n, n))  # digits are told apart from each other
    reason = ["nothing can be told of this digit"] * n
    by_contact, spread = np.full((2, K, n), np.nan)
    why = np.full((K, n), ELSEWHERE, dtype=object)
    windows: list[ContactWindow] = []
    laws: list[ForceLaw | None] = [None] * n
    for one in found.values():
        at = np.array([joints.index(name) for name in one.joints])
        rows = np.arange(len(windows), len(windows) + len(one.windows))
        compliance[at], deviation[at] = one.compliance, one.deviation
        covariance[np.ix_(at, at)] = one.covariance
        for k, j in enumerate(at):
            reason[j] = one.reason[k]
            laws[j] = one.laws[k] if one.laws and one.reported[k] else None
        by_contact[np.ix_(rows, at)], spread[np.ix_(rows, at)] = (
            one.by_contact, one.by_contact_deviation,
        )  # fmt: skip
        why[np.ix_(rows, at)] = np.array(one.contact_reason, dtype=object)
        windows += [_widened(window, at, n) for window in one.windows]
    return Estimate(
        session, joints, compliance, deviation, covariance, tuple(reason), tuple(windows),
        by_contact, spread, tuple(tuple(row) for row in why), parts=tuple(found.values()),
        laws=tuple(laws) if any(laws) else (),
    )  # fmt: skip


def _widened(window: ContactWindow, at: np.ndarray, n: int) -> ContactWindow:
    """A window with columns for n joints; NaN and nought where it has none."""
    N = len(window.time)
    q, torque, arms = np.full((N, n), np.nan), np.zeros((N, n)), np.zeros((N, n, 3))
    q[:, at], torque[:, at], arms[:, at] = window.q, window.torque, window.arms
    return window._replace(q=q, torque=torque, arms=arms)
