"""How sure the compliances are: every source of error has a term of its own.

Errors of angles and of force differ from contact to contact and average out; errors of sizes, of
places and of a sensor's gain are shared by all of them. Each is carried to log c by what it adds to
the score, to first order.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from prehensile.compliance.joints.joint_fit import JointFit
from prehensile.compliance.recorded.session import Session
from prehensile.compliance.recorded.shared_errors import shared_errors
from prehensile.compliance.recorded.windows import ContactWindow

FORCE_DEGREE = 3
"""of the polynomial that a smooth force's error is"""
MODEL = 0.01
"""relative error of what the model leaves out: other digits, flesh. Wrist and knuckle came out 0.5
and 1.2 % too stiff on development seeds 0 to 9"""
MODEL_CALIBRATED = 0.03
"""the same where sizes were found: the masses that go with them are not carried through"""
FOREARM_TURN = 0.23
"""[rad] standard deviation of a forearm's direction that nobody saw, about the axis of flexion:
what is deviation and what is pronation is as unsure. By likelihood on development seeds 0 to 9"""
TURNED = {"wrist_dev": "wrist_pro", "wrist_pro": "wrist_dev"}


class Uncertainty(NamedTuple):
    """(n, n) covariances of log c, by source."""

    angles: np.ndarray
    """noise of the angles, or the spread between contacts where that is more"""
    force: np.ndarray
    """noise of the forces"""
    shared: np.ndarray
    """sizes, places of markers, slip of skin, places of contacts"""
    sensor_gain: np.ndarray
    forearm: np.ndarray
    """direction of a forearm that nobody saw"""
    model: np.ndarray

    @property
    def total(self) -> np.ndarray:
        """(n, n)"""
        return sum(self, np.zeros_like(self.angles))


def log_covariance(
    session: Session,
    windows: Sequence[ContactWindow],
    joints: Sequence[str],
    fit: JointFit,
    gains: Sequence[np.ndarray],
) -> Uncertainty:
    """Of n joints.

    Args:
        session: whose.
        windows: K, of these joints alone.
        joints: n names.
        fit: of them.
        gains: `joint_fit.score_gains`.
    """
    n, p = len(fit.compliance), len(fit.prior)
    inverse = _inverse(fit)
    angles = angle_covariance(fit)[:n, :n]
    force = inverse @ _of_forces(windows, fit, gains) @ inverse
    errors = shared_errors(session, windows, joints)
    S = errors.covariance.shape[0]
    moved = np.zeros((p, S))
    for k, (window, contact, gain) in enumerate(zip(windows, fit.contacts, gains, strict=True)):
        angle = _at(contact.t, errors.time[k], errors.angle[k])
        arms = _at(contact.t, errors.time[k], errors.arms[k])
        push = _at(contact.t, window.time, window.forces[window.touch.contact])
        torque = np.einsum("tjis,ti->tjs", arms, push)
        moved += np.einsum("ptj,tjs->ps", gain, angle - fit.compliance[:, None] * torque)
    moved = inverse @ moved
    sensors = float(np.mean([session.loads[w.touch.contact].gain_deviation for w in windows]))
    return Uncertainty(
        0.5 * (angles + angles.T),
        force[:n, :n],
        (moved @ errors.covariance @ moved.T)[:n, :n],
        np.full((n, n), sensors**2),
        np.diag(_of_forearm(session, windows, joints) ** 2),
        (MODEL_CALIBRATED if session.calibrated else MODEL) ** 2 * np.eye(n),
    )


def angle_covariance(fit: JointFit) -> np.ndarray:
    """(p, p) of all that is free, by noise of angles or by the spread between contacts."""
    inverse = _inverse(fit)
    between = inverse @ (fit.score.T @ fit.score) @ inverse
    within = np.diagonal(inverse)
    wider = np.sqrt(np.maximum(within, np.diagonal(between)) / within)
    return inverse * np.outer(wider, wider)


def _inverse(fit: JointFit) -> np.ndarray:
    p = len(fit.prior)
    return np.linalg.inv(fit.information.sum(0) + np.diag(fit.prior) + 1e-9 * np.eye(p))


def _of_forces(
    windows: Sequence[ContactWindow], fit: JointFit, gains: Sequence[np.ndarray]
) -> np.ndarray:
    """(p, p) of the score: each contact's force is off by a polynomial of its own."""
    p = len(fit.prior)
    total = np.zeros((p, p))
    for window, contact, gain in zip(windows, fit.contacts, gains, strict=True):
        toward = -1.0 if window.released else 1.0  # where the touch is
        late = window.time[toward * window.time > 0]
        if len(late) <= FORCE_DEGREE + 1:
            continue
        scale = float(np.abs(late).max())
        R = np.linalg.qr(np.vander(late / scale, FORCE_DEGREE + 1))[1]
        course = np.vander(contact.t / scale, FORCE_DEGREE + 1) @ np.linalg.inv(R)
        course[toward * contact.t < 0] = 0.0
        arms = _at(contact.t, window.time, window.arms) * fit.compliance[:, None]
        H = np.einsum("ptj,tji,td->pid", gain, arms, course).reshape(p, -1)
        total += window.force_noise**2 * H @ H.T
    return total


def _of_forearm(
    session: Session, windows: Sequence[ContactWindow], joints: Sequence[str]
) -> np.ndarray:
    """(n,) deviation of log c of joints whose axis turns with the forearm."""
    found = np.zeros(len(joints))
    if not session.motion.calibrations:
        return found
    size = np.sqrt(np.mean([(w.torque**2).mean(0) for w in windows], axis=0))
    for j, name in enumerate(joints):
        other = TURNED.get(name)
        if other is not None:
            beside = size[joints.index(other)] if other in joints else size[j]
            found[j] = FOREARM_TURN * beside / size[j]
    return found


def _at(t: np.ndarray, times: np.ndarray, values: np.ndarray) -> np.ndarray:
    """Values (m, ...) at times (m,), at t (N,): straight lines between."""
    at = np.clip(np.searchsorted(times, t, "right") - 1, 0, len(times) - 2)
    part = (t - times[at]) / (times[at + 1] - times[at])
    part = np.clip(part, 0.0, 1.0).reshape(-1, *[1] * (values.ndim - 1))
    return (1 - part) * values[at] + part * values[at + 1]
