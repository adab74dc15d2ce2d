"""What errors that all contacts share do to angles and torques: of calibration, and of places.

A bone that is a millimetre too long, skin that slips, a fingertip that touches a little further on:
each moves angles and lever arms in every contact alike, so that no number of contacts averages it
away. To first order, by differences, at some instants of each window.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np

from prehensile.compliance.recorded.digit_calibration import DigitCalibration, marker_points
from prehensile.compliance.recorded.digit_chain import DigitChain
from prehensile.compliance.recorded.levers import load_levers
from prehensile.compliance.recorded.session import Session
from prehensile.compliance.recorded.windows import ContactWindow
from prehensile.hand.hand import Hand
from prehensile.hand.segments import TIP_SEGMENT

PLACE_M = 1.0e-3
"""[m] standard deviation of where on its segment a contact is, along each axis"""
NODES = 5
"""instants of a window"""
H = 1e-5
"""of differences [m], [m/rad]"""


class SharedErrors(NamedTuple):
    """S errors, K windows, n joints."""

    time: np.ndarray
    """(K, NODES) [s] of the windows"""
    angle: np.ndarray
    """(K, NODES, n, S) [rad] a unit of each"""
    arms: np.ndarray
    """(K, NODES, n, 3, S) [m] the same, of the lever arms of the touch's own place"""
    covariance: np.ndarray
    """(S, S)"""


class _Instants(NamedTuple):
    """Rows of all windows, one after another."""

    session: Session
    q: np.ndarray
    T: np.ndarray
    contact: np.ndarray
    """(rows,) names"""
    sample: np.ndarray
    """(rows,) of the session"""
    joints: Sequence[str]

    def arms(self, hand: Hand, q: np.ndarray, moved: Mapping[str, np.ndarray]) -> np.ndarray:
        """(rows, n, 3) [m] of each row's own contact, its place moved."""
        found = np.zeros((len(q), len(self.joints), 3))
        columns = [hand.joint_index(name) for name in self.joints]
        for name, load in self.session.loads.items():
            mine = self.contact == name
            if mine.any():
                T = self.T[mine] if self.T.ndim == 3 else self.T
                J = load_levers(hand, q[mine], T, load, self.sample[mine], moved.get(name))[0]
                found[mine] = np.swapaxes(J[:, :, columns], 1, 2)
        return found


def shared_errors(
    session: Session, windows: Sequence[ContactWindow], joints: Sequence[str]
) -> SharedErrors:
    """Errors of the session's calibration, and of each contact's place."""
    at = [np.linspace(0, len(w.time) - 1, NODES).astype(int) for w in windows]
    time = np.stack([w.time[rows] for w, rows in zip(windows, at, strict=True)])
    T = session.motion.T_world_forearm
    zeros = np.array([[w.zero] for w in windows])
    sample = session.time.searchsorted((time + zeros).ravel()).clip(0, len(session.time) - 1)
    if T.ndim == 3:
        T = T[sample]
    here = _Instants(
        session,
        np.concatenate([w.smooth[rows] for w, rows in zip(windows, at, strict=True)]),
        T,
        np.repeat([w.touch.contact for w in windows], NODES),
        sample,
        joints,
    )
    base = here.arms(session.hand, here.q, {})
    still = np.zeros(base.shape[:2])
    found, spreads = [], []
    for calibration in session.motion.calibrations:
        found += _calibrations(here, calibration, base)
        spreads.append(calibration.covariance)
    for name in session.loads:
        for axis in np.eye(3):
            arms = here.arms(session.hand, here.q, {name: H * axis})
            found.append((still, (arms - base) / H))
            spreads.append(np.array([[PLACE_M**2]]))
    covariance, first = np.zeros((len(found), len(found))), 0
    for block in spreads:
        covariance[first : first + len(block), first : first + len(block)] = block
        first += len(block)
    shape = len(windows), NODES, len(joints)
    return SharedErrors(
        time,
        np.stack([one for one, _ in found], -1).reshape(*shape, -1),
        np.stack([one for _, one in found], -1).reshape(*shape, 3, len(found)),
        covariance,
    )


def _calibrations(
    here: _Instants, calibration: DigitCalibration, base: np.ndarray
) -> list[tuple[np.ndarray, np.ndarray]]:
    """What a unit of each shared number changes: angles (rows, n) and arms (rows, n, 3)."""
    hand, T = here.session.hand, here.T
    assert T.ndim == 2, "markers tell of a forearm that is held still"
    chain = DigitChain(hand, TIP_SEGMENT[calibration.digit])
    own = here.q[:, chain.columns]
    s = calibration.s
    at, J = marker_points(calibration, s, own, T)
    J = J.reshape(len(own), -1, own.shape[1])
    back = np.linalg.solve(np.swapaxes(J, 1, 2) @ J, np.swapaxes(J, 1, 2))
    columns = [hand.joint_index(name) for name in here.joints]
    found, sure = [], np.diagonal(calibration.covariance) == 0
    for k in range(len(s)):
        if sure[k]:
            found.append((np.zeros(base.shape[:2]), np.zeros_like(base)))
            continue
        moved = s + H * np.eye(len(s))[k]
        shift = (marker_points(calibration, moved, own, T)[0] - at).reshape(len(own), -1, 1)
        q = here.q.copy()
        q[:, chain.columns] -= (back @ shift)[..., 0]
        worn = calibration.worn(moved)[0] if k < len(calibration.cells) else hand
        found.append((((q - here.q) / H)[:, columns], (here.arms(worn, q, {}) - base) / H))
    return found
