"""How an arm carried the hand: the way of the wrist, from the palm's markers.

Angles are found as if the forearm were held still. Where the wrist goes further than markers stray
that is wrong, and every sample of a carry is too far from the hand to be believed. Markers are then
seen from where the wrist is, and the forearm moves with it.
"""

from collections.abc import Mapping
from dataclasses import replace

import numpy as np

from prehensile.capture.recording.stream import Stream
from prehensile.compliance.recorded.digit_chain import Glued
from prehensile.hand.segments import PALM
from prehensile.kinematics.fit.rigid import rigid_fit
from prehensile.motion.smoothing import smooth

CARRIED = 0.01
"""[m] from its usual place that the wrist must go; an arm that rests on a table stays within"""
SLOW_HZ = 12.0
"""[Hz] filter of the way: what is faster is left to the angles, as where an arm is held"""


def carried_way(stream: Stream, glued: Mapping[str, Glued]) -> np.ndarray | None:
    """(T, 3) [m] of the wrist from where it is most of the time; None if it stays there.

    Args:
        stream: of markers.
        glued: by channel; those on the palm tell.
    """
    names = [n for n in stream.channels if n in glued and glued[n].segment == PALM]
    if len(names) < 3:
        return None
    seen = stream.values[:, [stream.channels.index(name) for name in names]]
    there = np.isfinite(seen).all((1, 2))
    if there.sum() < 2:
        return None
    own = np.array([glued[name].point for name in names])
    T = rigid_fit(own, seen[there], np.ones((int(there.sum()), len(names))))
    rows = np.flatnonzero(there)
    every = np.arange(len(seen))
    wrist = np.stack([np.interp(every, rows, column) for column in T[:, :3, 3].T], axis=1)
    rate = stream.measured_rate
    way = smooth(wrist, rate, min(SLOW_HZ, 0.4 * rate)) - np.median(wrist, axis=0)
    # A marker that flips for a moment is no carry.
    far = np.percentile(np.linalg.norm(way, axis=1), 99)
    return way if far > CARRIED else None


def stilled(stream: Stream, way: np.ndarray) -> Stream:
    """The markers as seen from a wrist that went a way (T, 3) [m]."""
    return replace(stream, values=stream.values - way[:, None])
