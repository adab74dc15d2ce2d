"""Presses of a recording: how far a fingerpad gave way under which force (Kry 2005, 4.4).

Compression is how much lower the fingertip stands above the plate than at the touch. The thesis
takes the height of two markers on the nail; here it is that of the skin's lowest point, as the
whole finger's markers place it: a nail that tips is none that sinks. The plate flexes, so its own
markers count too.
"""

from typing import NamedTuple

import numpy as np

from prehensile.capture.recording.recording import Recording, Touch
from prehensile.compliance.recorded.session import Session
from prehensile.compliance.tip.fingerpad import phases
from prehensile.compliance.tip.perturbation import smoothed
from prehensile.compliance.tip.plate import Plate, plate_of, touched

HARD = 1.0
"""[N] that a press reaches at least; lighter touches are left out"""
NOISES = 5.0
"""standard deviations of a force at rest below which it is noise"""
FEWEST = 20
"""samples of a press"""


class Press(NamedTuple):
    """One press and release, N samples while the pad is touched."""

    touch: Touch
    time: np.ndarray
    """(N,) [s] from the onset"""
    force: np.ndarray
    """(N,) [N] along the plate's normal, on the finger"""
    depth: np.ndarray
    """(N,) [m] compression, less what it was on average; NaN where markers were hidden"""
    loading: np.ndarray
    """(N,) before it presses hardest"""
    unloading: np.ndarray
    """(N,) after"""


class Presses(NamedTuple):
    """All of a recording."""

    presses: tuple[Press, ...]
    flex: float
    """[m/N] of the plate under the finger"""
    least: float
    """[N] below which a force is the sensor's noise"""


def presses_of(recording: Recording, session: Session) -> Presses | None:
    """Every press that is hard enough; None where there is none, or no plate was recorded."""
    plate = plate_of(recording, session)
    if plate is None:
        return None
    mine = [touch for touch in session.touches if touch.contact == plate.load.contact.name]
    found = [seen for touch in mine if (seen := _seen(session, plate, touch)) is not None]
    if not found:
        return None
    flex = _flex(found)
    presses = tuple(_press(seen, flex) for seen in found)
    return Presses(presses, flex, NOISES * plate.load.noise)


class _Seen(NamedTuple):
    touch: Touch
    time: np.ndarray
    force: np.ndarray
    skin: np.ndarray
    """(N,) [m] height of the skin's lowest point; NaN where hidden"""
    plate: np.ndarray
    """(N,) [m] height of the plate's face there"""


def _seen(session: Session, plate: Plate, touch: Touch) -> _Seen | None:
    rows = np.flatnonzero((session.time >= touch.onset) & (session.time <= touch.end))
    q = session.motion.q[rows]
    there = np.isfinite(q).all(1)
    if there.sum() < FEWEST:
        return None
    t = session.time[rows] - touch.onset
    whole = np.stack([np.interp(t, t[there], column[there]) for column in q.T], axis=1)
    now = touched(session, plate, rows, whole)
    force = now.force @ plate.normal
    if force.max() < HARD:
        return None
    skin = np.where(there, now.point @ plate.normal, np.nan)
    return _Seen(touch, t, force, skin, plate.height_at(rows, now.point))


def _flex(found: list[_Seen]) -> float:
    """[m/N] by which the plate sinks: its heights against the force, each press about its mean."""
    force = np.concatenate([one.force - one.force.mean() for one in found])
    height = np.concatenate([one.plate - one.plate.mean() for one in found])
    return float(-(force @ height) / (force @ force))


def _press(seen: _Seen, flex: float) -> Press:
    """A press whose plate sinks in proportion to the force: smoother than its markers."""
    depth = -flex * seen.force - seen.skin
    loading, unloading = phases(smoothed(seen.time, seen.force))
    return Press(seen.touch, seen.time, seen.force, depth - np.nanmean(depth), loading, unloading)
