"""When a hand began to close on what it grasps.

Fingers move little and slowly before they land, some less than the noise of their angles; but all
of them begin together. So the motion of all joints is looked at along the way that they go when the
first finger lands, each weighed by its noise.
"""

from collections.abc import Sequence

import numpy as np

from prehensile.capture.recording.recording import Touch

LOOK_S = 1.3
"""[s] before the first landing in which a closing begins"""
LANDING_S = 0.2
"""[s] before the first landing that tell which way the joints go"""
MEAN_S = 0.04
"""[s] over which angles are averaged"""
RESTING = 0.08
"""share of the greatest speed below which the closing has not begun"""


def grasps(touches: Sequence[Touch]) -> list[list[Touch]]:
    """Touches, in order of onset, that go on together: fingers that land one after another."""
    found: list[list[Touch]] = []
    until = -np.inf
    for touch in sorted(touches, key=lambda touch: touch.onset):
        if touch.onset > until:
            found.append([])
        found[-1].append(touch)
        until = max(until, touch.end)
    return found


def closing_start(time: np.ndarray, q: np.ndarray, landing: float) -> float:
    """[s] when the move began that ends with a landing.

    Args:
        time: (T,) [s] even.
        q: (T, n) [rad] as measured; NaN where not.
        landing: [s] of the first finger.
    """
    rows = np.flatnonzero((time >= landing - LOOK_S) & (time <= landing))
    rows = rows[np.isfinite(q[rows]).all(1)]
    if len(rows) < 8:
        return landing - LOOK_S
    t, angles = time[rows], q[rows]
    width = max(1, round(MEAN_S / float(np.median(np.diff(t)))))
    noise = np.median(np.abs(np.diff(angles, axis=0)), axis=0) + 1e-6
    late = t >= landing - LANDING_S
    way = np.polyfit(t[late], angles[late] / noise, 1)[0] if late.sum() > 3 else np.ones(q.shape[1])
    along = (angles / noise) @ way
    # Straight lines over a short while: their slopes are the speed.
    n = len(along) // width
    if n < 4:
        return float(t[0])
    blocks, middle = along[-n * width :].reshape(n, width), t[-n * width :].reshape(n, width)
    speed = np.diff(blocks.mean(1)) / np.diff(middle.mean(1))
    speed = np.convolve(np.pad(speed, 1, "edge"), np.ones(3) / 3, "valid")
    at = 0.5 * (middle.mean(1)[1:] + middle.mean(1)[:-1])
    slow = np.flatnonzero(speed < RESTING * speed[-max(2, n // 3) :].max())
    return float(at[slow[-1]]) if slow.size else float(t[0])
