"""What goes into an estimation: windows about touches, which joints may be told, their springs."""

from typing import NamedTuple

import numpy as np

from prehensile.compliance.joints.joint_fit import Springs
from prehensile.compliance.joints.options import Options
from prehensile.compliance.joints.reasons import first_reasons
from prehensile.compliance.model.inertia import mass_matrix
from prehensile.compliance.model.literature import likely_compliance
from prehensile.compliance.recorded.releases import release_windows
from prehensile.compliance.recorded.session import Session
from prehensile.compliance.recorded.windows import (
    ContactWindow,
    contact_windows,
    moved_joints,
)
from prehensile.errors import InputError

BEFORE_S, AFTER_S = 1.3, 0.4
"""[s] most before an onset, and after the end of its vibration"""
SHORT_S = 0.3, 0.2
"""[s] the same for references that are parabolas and more"""
LEAST_BEND = 0.3
"""median bend that is expected, over one sample's noise: a joint with less is not estimated"""
LEAST_ARM = 0.008
"""[m] lever arm of the whole force below which it passes too close by to tell anything"""


class Prepared(NamedTuple):
    """K windows; n joints on the way to what was touched, m of them to be fitted."""

    joints: tuple[str, ...]
    """n"""
    windows: tuple[ContactWindow, ...]
    """of n joints"""
    reasons: np.ndarray
    """(K, n) of str, what is known before any fit"""
    told: np.ndarray
    """(n,) which are fitted"""
    cut: tuple[ContactWindow, ...]
    """of the m joints"""
    springs: Springs
    """of them"""

    @property
    def planned(self) -> np.ndarray:
        """(K,) [N]"""
        return np.array([window.planned for window in self.windows])

    @property
    def names(self) -> tuple[str, ...]:
        """(m,)"""
        return tuple(j for j, tells in zip(self.joints, self.told, strict=True) if tells)


def usual_window(options: Options) -> float:
    """[s] after a vibration, where nobody says how much."""
    return AFTER_S if options.moves else SHORT_S[1]


def prepared(session: Session, options: Options, after: float) -> Prepared:
    """Cut a session at its touches.

    Args:
        session: whose.
        options: what is believed.
        after: [s] the end of each vibration that a window lasts.

    Raises:
        InputError: no touch has motion on both sides, or forces are too small.
    """
    joints = moved_joints(session)
    before = BEFORE_S if options.moves else SHORT_S[0]
    windows = contact_windows(session, joints, before, after, from_rest=options.moves)
    if options.releases:
        windows += release_windows(session, joints, after)
    likely = np.array([likely_compliance(name, session.task) for name in joints])
    told = _told(windows, likely)
    if not told.any():
        raise InputError("forces are too small against the noise of the angles to tell anything.")
    rows = [session.hand.joint_index(name) for name in np.array(joints)[told]]
    cut = tuple(
        w._replace(q=w.q[:, told], torque=w.torque[:, told], arms=w.arms[:, told]) for w in windows
    )
    planned = np.array([window.planned for window in windows])
    springs = Springs(
        likely[told],
        options.prior or np.inf,
        _inertia(session, windows, rows) if options.inertia else None,
        session.hand.spec.damping[rows],
        moves=options.moves,
        over=planned - planned.mean() if options.force_law else None,
    )
    reasons = first_reasons(session, windows, joints, options.neighbours)
    return Prepared(joints, windows, reasons, told, cut, springs)


def _told(windows: tuple[ContactWindow, ...], likely: np.ndarray) -> np.ndarray:
    """(n,) joints that bend visibly if they are as soft as usual."""
    bend = np.median([np.abs(w.torque).max(0) for w in windows], axis=0) * likely
    steps = np.concatenate([np.diff(w.q, 2, axis=0) for w in windows]) / np.sqrt(6)
    noise = 1.4826 * np.nanmedian(np.abs(steps), axis=0)
    arm = np.median([_arm(w) for w in windows], axis=0)
    return (bend > LEAST_BEND * noise) & (arm > LEAST_ARM)


def _inertia(session: Session, windows: tuple[ContactWindow, ...], rows: list[int]) -> np.ndarray:
    at = np.stack([w.smooth[int(np.abs(w.time).argmin())] for w in windows])
    return mass_matrix(session.hand, at)[:, rows][:, :, rows]


def _arm(window: ContactWindow) -> np.ndarray:
    """(n,) [m] lever arm of the whole force: torque over force, late in the window."""
    late = window.time > 0.5 * window.time[-1]
    force = max(window.planned, 1e-6)
    return np.abs(window.torque[late]).max(0) / force
