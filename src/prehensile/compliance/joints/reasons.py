"""Why a contact says nothing about a joint: before the fit, and after it."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from prehensile.compliance.joints.joint_fit import JointFit
from prehensile.compliance.recorded.session import Session
from prehensile.compliance.recorded.windows import ContactWindow, joints_to

LIGHT = 0.15
"""of the median planned force: what presses less tells nothing"""
AT_LIMIT = 0.025
"""[rad] from the end of a joint's range at which it is stiff for another reason (Figure 4.5)"""
MOST_LOST = 0.4
"""share of a window's samples that may be missing or saturated"""
BEFORE_LANDING = 0.1
"""[s] before an onset in which a neighbour must not land either"""
LITTLE = 0.15
"""of the median contact's information: its reference is too rough to be told (Figure 4.5)"""
ROUGH = 5e-4
"""[rad²] ρ times the noise's variance: a reference that turns by degrees in a tenth of a second"""
FAR = 4.0
"""standard deviations by which a contact may differ from the others"""

LOST = "saturated or missing samples"
WEAK = "torque too small"
NEIGHBOUR = "a neighbour lands in between"
END = "joint at the end of its range"
TURNS = "extrapolation fails: the reference is not smooth"
NEGATIVE = "extrapolation fails: negative result"
OTHER = "extrapolation fails: far from the other contacts"


class Alone(NamedTuple):
    """What each contact alone would say, (K, n) each."""

    ratio: np.ndarray
    """its own c over the common one"""
    deviation: np.ndarray
    """of that"""


def first_reasons(
    session: Session,
    windows: Sequence[ContactWindow],
    joints: Sequence[str],
    neighbours: bool = True,
) -> np.ndarray:
    """(K, n) of str, from what was measured alone; empty where nothing speaks against it.

    Args:
        session: whose.
        windows: K.
        joints: n names.
        neighbours: whether one that lands in between is a reason.
    """
    hand = session.hand
    reasons = np.full((len(windows), len(joints)), "", dtype=object)
    planned = np.array([window.planned for window in windows])
    columns = [hand.joint_index(name) for name in joints]
    for k, window in enumerate(windows):
        load = session.loads[window.touch.contact]
        if window.lost > MOST_LOST:
            reasons[k] = LOST
            continue
        if planned[k] < max(LIGHT * float(np.median(planned)), 3 * load.noise):
            reasons[k] = WEAK
            continue
        touching = window.smooth[np.abs(window.time) < 0.1][:, columns].mean(0)
        near = np.minimum(touching - hand.lower[columns], hand.upper[columns] - touching)
        for j in np.flatnonzero(near < AT_LIMIT).tolist():
            if not joints[j].startswith("wrist"):  # a forearm that nobody saw hides its range
                reasons[k, j] = END
        if neighbours:
            shared = _shared_with_landing(session, window)
            reasons[k, [name in shared for name in joints]] = NEIGHBOUR
    return reasons


def _shared_with_landing(session: Session, window: ContactWindow) -> set[str]:
    """Joints that the touch shares with a neighbour that lands within its window."""
    mine = joints_to(session.hand, session.loads[window.touch.contact].place.segment)
    shared: set[str] = set()
    for touch in session.touches:
        after = touch.onset - window.zero
        if touch.contact != window.touch.contact and -BEFORE_LANDING < after < window.time[-1]:
            shared |= mine & joints_to(session.hand, session.loads[touch.contact].place.segment)
    return shared


def contacts_alone(fit: JointFit) -> Alone:
    """Each contact's own answer, by one step from the common one."""
    n = len(fit.compliance)
    own = np.diagonal(fit.information, axis1=1, axis2=2)[:, :n]
    with np.errstate(divide="ignore", invalid="ignore"):
        return Alone(1 + fit.score[:, :n] / own, 1 / np.sqrt(own))


def more_reasons(fit: JointFit, alone: Alone, reasons: np.ndarray) -> bool:
    """Write reasons that only the fit tells into ``reasons`` (K, n); whether there are new ones."""
    new = False
    released = np.array([contact.window.released for contact in fit.contacts])
    for j in range(reasons.shape[1]):
        good = reasons[:, j] == ""
        if good.sum() < 4:
            continue
        ratio, spread = alone.ratio[:, j], alone.deviation[:, j]
        usual = _usual(spread**-2.0, good, released)
        between = 1.4826 * float(np.median(np.abs(ratio[good] - np.median(ratio[good]))))
        for k in np.flatnonzero(good):
            off = abs(ratio[k] - 1) / np.hypot(spread[k], min(between, 0.5))
            rough = fit.roughness[k, j] * fit.noise[j] ** 2 > ROUGH
            if rough or spread[k] ** -2.0 < LITTLE * usual[k]:
                reasons[k, j], new = TURNS, True
            elif off > FAR:
                reasons[k, j], new = NEGATIVE if ratio[k] < 0 else OTHER, True
    return new


def _usual(information: np.ndarray, good: np.ndarray, released: np.ndarray) -> np.ndarray:
    """(K,) the median of its like: a release tells more than an onset."""
    usual = np.full(len(good), np.nan)
    for like in (released, ~released):
        if (like & good).any():
            usual[like] = np.median(information[like & good])
    return usual
