"""Pushes of a recording: a platform under a resting finger that was let go (Kry 2005, 4.2.2).

The platform's own markers say when. What a reaction takes, some 90 ms, begins only after it.
"""

from typing import NamedTuple

import numpy as np

from prehensile.capture.recording.recording import Recording
from prehensile.compliance.recorded.session import Session
from prehensile.compliance.recorded.windows import moved_joints
from prehensile.compliance.tip.perturbation import LEAD_S, smoothed
from prehensile.compliance.tip.plate import Plate, plate_of, touched

LEAST_RISE = 0.002
"""[m] of a platform that was let go"""
QUICK_S = 0.06
"""[s] in which it has risen"""
BEGUN = 0.03
"""of the rise, below which it has not begun"""
BEFORE_S, AFTER_S, ANSWER_S = 0.3, 0.25, 0.12
"""[s] either side of the release that are kept, and in which the finger answers"""
LEAST_SEEN = 0.7
"""share of the answer's samples that have angles; a push with less is left out"""
FEWEST = 20
"""samples at rest that have"""


class Push(NamedTuple):
    """One release, N samples at even times; changes are from the rest before it."""

    released: float
    """[s] by the master's clock"""
    time: np.ndarray
    """(N,) [s] from the release; rest before it is negative"""
    z: np.ndarray
    """(N,) [m] rise of the fingertip along the platform's normal, of `touching`"""
    force: np.ndarray
    """(N,) [N] along the normal, on the finger"""
    posture: np.ndarray
    """(dof,) [rad] at rest"""
    bend: np.ndarray
    """(N, n) [rad] change of the chain's joints; NaN where they were hidden"""
    torque: np.ndarray
    """(N, n) [Nm] change of the platform's torque at them"""
    lever: np.ndarray
    """(3, dof) [m/rad] of the touched point, at rest"""
    normal: np.ndarray
    """(3,) unit, world"""


def pushes_of(recording: Recording, session: Session) -> tuple[Push, ...]:
    """Every release of the platform; none where there is no platform, or it never rises."""
    plate = plate_of(recording, session)
    if plate is None:
        return ()
    columns = [session.hand.joint_index(name) for name in moved_joints(session)]
    found = [_push(session, plate, at, columns) for at in releases(session.time, plate.height)]
    return tuple(push for push in found if push is not None)


def releases(time: np.ndarray, height: np.ndarray) -> list[int]:
    """Samples at which a platform, whose height (T,) [m] is given, begins to rise quickly."""
    step = float(np.median(np.diff(time)))
    quick = max(2, round(QUICK_S / step))
    if len(height) <= 2 * quick:
        return []
    calm = smoothed(time, height)
    rise = calm[quick:] - calm[:-quick]
    found, k = [], 0
    while k < len(rise):
        if rise[k] < LEAST_RISE:
            k += 1
            continue
        top = k + int(np.argmax(rise[k : k + quick]))  # the quick stretch that holds the most of it
        low = float(np.median(calm[max(0, top - quick) : top + 1]))
        high = float(np.median(calm[top + quick : top + 2 * quick]))
        first = max(0, top - quick // 2)
        begun = np.flatnonzero(calm[first : top + quick] < low + BEGUN * (high - low))
        if len(begun) and high - low >= LEAST_RISE:
            found.append(first + int(begun[-1]))
        k = top + 2 * quick
    return found


def _push(session: Session, plate: Plate, at: int, columns: list[int]) -> Push | None:
    time = session.time - session.time[at]
    rows = np.flatnonzero((time >= -BEFORE_S) & (time <= AFTER_S))
    t, q = time[rows], session.motion.q[rows]
    seen = np.asarray(np.isfinite(q).all(1))
    resting, answer = t < -LEAD_S, (t >= -LEAD_S) & (t <= ANSWER_S)
    if (seen & resting).sum() < FEWEST or t[-1] < ANSWER_S or seen[answer].mean() < LEAST_SEEN:
        return None
    bend = np.where(seen[:, None], q, np.nan)
    q = np.stack([np.interp(t, t[seen], column[seen]) for column in q.T], axis=1)
    calm = np.stack([smoothed(t, column) for column in q.T], axis=1)
    posture = q[resting & seen].mean(0)
    now = touched(session, plate, rows, calm)
    there = touched(session, plate, rows[:1], posture[None])
    torque = np.einsum("tij,ti->tj", now.J, now.force)[:, columns]
    return Push(
        float(session.time[at]),
        t,
        (q - posture) @ (plate.normal @ there.J[0]),
        now.force @ plate.normal,
        posture,
        (bend - posture)[:, columns],
        torque - torque[resting].mean(0),
        there.J[0],
        plate.normal,
    )
