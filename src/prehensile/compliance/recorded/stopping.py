"""How long before or after its force begins a finger stops: the lag between motion and force.

What lands on a thing that stands still loses speed along the force, at once. Where motion and force
run by clocks that nobody brought together, the loss is elsewhere. It is found to a hundredth of a
second, which is no alignment, but tells that one is missing.
"""

from typing import TYPE_CHECKING

import numpy as np

from prehensile.capture.recording.recording import Touch
from prehensile.kinematics.forward import segment_transforms
from prehensile.lie import se3

if TYPE_CHECKING:
    from prehensile.compliance.recorded.session import Session

LONGEST_S = 0.4
"""[s] that is looked for, either way"""
STEP_S = 0.01
"""[s] between lags that are tried"""
SLOPE_S = 0.03
"""[s] over which a speed is taken, before and after"""
MOST_TOUCHES, FEWEST_TOUCHES = 12, 4
"""that are looked at, spread evenly; with fewer nothing is said"""
LAGS = STEP_S * np.arange(-round(LONGEST_S / STEP_S), round(LONGEST_S / STEP_S) + 1)


def stopping(session: "Session") -> np.ndarray | None:
    """(lags,) [m/s] median loss of speed along the force, at `LAGS` after each onset.

    None where touches are too few.
    """
    step = float(np.median(np.diff(session.time)))
    count = max(2, round(SLOPE_S / step))
    touches = [t for t in session.touches if session.loads[t.contact].force.shape[1] == 3]
    some = np.unique(np.linspace(0, len(touches) - 1, MOST_TOUCHES).round().astype(int))
    found = [_losses(session, touches[k], step, count) for k in some] if touches else []
    found = [one for one in found if one is not None]
    return np.median(found, axis=0) if len(found) >= FEWEST_TOUCHES else None


def _losses(session: "Session", touch: Touch, step: float, count: int) -> np.ndarray | None:
    """(lags,) [m/s] of one touch; None where motion or force are not known."""
    load, time = session.loads[touch.contact], session.time
    pressing = (time > touch.settled) & (time < touch.settled + 0.15) & load.sound
    reach = LONGEST_S + SLOPE_S + step
    rows = np.flatnonzero(np.abs(time - touch.onset) < reach)
    q = session.motion.q[rows]
    there = np.isfinite(q).all(axis=1)
    if not pressing.any() or len(rows) < 3 * count or there.mean() < 0.9:
        return None
    force = load.force[pressing].mean(axis=0)
    T, segment = session.motion.T_world_forearm, load.place.segment
    poses = segment_transforms(
        session.hand, np.nan_to_num(q), T if T.ndim == 2 else T[rows], segment
    )
    points = np.broadcast_to(np.asarray(load.place.point, float), (len(rows), 3))
    way = se3.apply(poses[segment], points) @ (force / max(float(np.linalg.norm(force)), 1e-12))
    way = np.interp(time[rows], time[rows][there], way[there])
    centred = np.arange(count) - (count - 1) / 2
    speed = np.correlate(way, centred / (centred @ centred) / step, "valid")
    loss = speed[count:] - speed[:-count]
    return np.interp(LAGS, time[rows][count : count + len(loss)] - touch.onset, loss)
