"""Was the object put down? It stands where it should and stays there."""

from typing import NamedTuple

import numpy as np

from prehensile.lie import se3, so3
from prehensile.motion.clip import Clip

FARTHEST_OFF = 0.01
"""[m] that it may stand from where it should, at most"""
MOST_ASKEW = np.radians(10)
"""[rad] that it may be turned from how it should stand, at most"""
ROUND = 0.02
"""Share by which the spread of points along two axes may differ in what is round"""
AFTER = 1.0
"""[s] after the order to let go, from when on it is looked at"""
STILL_MOVED, STILL_TURNED = 0.001, np.radians(1)
"""[m] and [rad] that it may move and turn once it is looked at, at most"""


class Put(NamedTuple):
    """How something was put down."""

    ok: bool
    reason: str
    """what is wrong; empty if nothing is"""
    away: float
    """[m] of its middle from where it should be, at the end"""
    askew: float
    """[rad] from how it should stand, at the end"""


def judge_put(clip: Clip, body: str) -> Put | None:
    """Judge a clip whose ``meta["put"]`` (7,) says where the body should stand at the end; None for
    any other.

    A ball may lie any way, and what is round about an axis may be turned about it.
    """
    where, let_go_at = clip.meta.get("put"), clip.meta.get("let_go_at")
    if where is None:
        return None
    if let_go_at is None:
        return Put(False, "it was lost before it was put down", np.inf, np.inf)
    track = clip.body(body)
    T = se3.from_pose7(track.pose[clip.time >= let_go_at + AFTER])
    if not len(T):
        return Put(False, "the clip ends too soon after it was let go of", np.inf, np.inf)
    wanted = se3.from_pose7(np.array(where, dtype=float))
    middle = np.append(track.vertices.mean(axis=0), 1.0)
    away = float(np.linalg.norm(((T[-1] - wanted) @ middle)[:3]))
    askew = _askew(track.vertices[track.faces], wanted[:3, :3].T @ T[-1][:3, :3])
    rolled, turned = np.transpose([se3.apart(T[-1], t) for t in T]).max(axis=1)
    reason = ""
    if askew > MOST_ASKEW:
        reason = f"it stands {np.degrees(askew):.0f}° askew, or lies"
    elif away > FARTHEST_OFF:
        reason = f"it stands {away * 1e3:.0f} mm off"
    elif rolled > STILL_MOVED or turned > STILL_TURNED:
        reason = "it still moves a second after it was let go of"
    return Put(not reason, reason, away, askew)


def _askew(triangles: np.ndarray, turn: np.ndarray) -> float:
    """[rad] by which a turn (3, 3) shows of an object with these triangles (F, 3, 3): axes along
    which its surface is spread alike do not count.
    """
    sides = triangles[:, 1:] - triangles[:, :1]
    area = np.linalg.norm(np.cross(sides[:, 0], sides[:, 1]), axis=1)
    spread, axes = np.linalg.eigh(np.cov(triangles.mean(axis=1).T, aweights=area))
    alike = np.diff(spread) < ROUND * spread[1:]
    if alike.all():
        return 0.0
    if alike.any():
        axis = axes[:, 2] if alike[0] else axes[:, 0]
        return float(np.arccos(np.clip(abs(axis @ turn @ axis), 0, 1)))
    return float(np.linalg.norm(so3.log(turn)))
