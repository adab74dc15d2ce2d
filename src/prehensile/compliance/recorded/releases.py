"""Touches that are broken, cut out: the springs let go of what they had given way.

About a release the reference is the move away from what was touched, from the rest before it; the
finger's own reaction is part of it. What a force held bent when the window begins is one level with
the reference, so that only the change of the torque tells.
"""

from collections.abc import Sequence

import numpy as np

from prehensile.compliance.recorded.session import Session
from prehensile.compliance.recorded.windows import ContactWindow, cut_window, from_move

BEFORE_S, AFTER_S = 0.8, 0.3
"""[s] most before a release, and after it: what comes later is another move"""


def release_windows(
    session: Session, joints: Sequence[str], settled: float
) -> tuple[ContactWindow, ...]:
    """Cut a session at the ends of its touches.

    Args:
        session: whose.
        joints: names, n of them.
        settled: [s] after a touch's vibration that belong to its onset: no sample counts twice.
    """
    found: list[ContactWindow] = []
    for touch in session.touches:
        first = max(touch.end - BEFORE_S, touch.settled + settled)
        rows = np.flatnonzero((session.time >= first) & (session.time <= touch.end + AFTER_S))
        window = None
        if len(rows):
            rows = from_move(session, rows, touch.end)
            window = cut_window(session, touch, joints, rows, released=True)
        if window is not None:
            found.append(window)
    return tuple(found)
