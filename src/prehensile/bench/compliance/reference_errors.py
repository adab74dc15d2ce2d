"""How far the reference trajectory lies from the lab's own, while something is touched.

What is compared, at every fifth sample between onset and end of every touch that was found, spoiled
ones too: each joint on the way to what was touched, told or not. Digits' joints by their angles.
The wrist's three by the rotation between palm and palm in the world, about the palm's axes: no
marker is on the forearm, so that the angle at which a wrist is straight is anybody's choice.
"""

from collections.abc import Iterable
from typing import Any, NamedTuple

import numpy as np

from prehensile.bench.compliance.kept_sessions import Kept
from prehensile.compliance.joints.estimate import Estimate
from prehensile.compliance.told.reference import FILTERED, Smoothing, reference_trajectory
from prehensile.hand.segments import PALM
from prehensile.kinematics.forward import segment_transforms
from prehensile.lie import se3, so3

ABOUT = ("wrist_pro", "wrist_flex", "wrist_dev")
"""joints whose axes are nearest to the palm's x, y and z"""
EVERY = 5
"""samples of which one is compared"""


class ReferenceError(NamedTuple):
    """One session."""

    joints: tuple[str, ...]
    squares: np.ndarray
    """(n,) [deg²] mean of each joint"""

    @property
    def rms(self) -> float:
        """[deg] of all joints together."""
        return float(np.sqrt(self.squares.mean()))


def reference_error(found: Estimate, kept: Kept, smoothing: Smoothing = FILTERED) -> ReferenceError:
    """Set the reference of an estimate beside the truth."""
    session = found.session
    clip = reference_trajectory(session, found.hand_compliance(), smoothing, found)
    rows = _touching(session.time, [(t.onset, t.end) for t in session.touches])
    own, hand = clip.hands[0].q[rows], session.hand
    pose = clip.hands[0].T_world_forearm[rows]
    true = kept.truth.reference.at(session.time[rows])[0]
    at = kept.truth.clip.time.searchsorted(session.time[rows]).clip(0, kept.truth.clip.n_frames - 1)
    off = np.degrees(own - true)
    palms = [
        segment_transforms(hand, q, se3.from_pose7(forearm), PALM)[PALM][:, :3, :3]
        for q, forearm in ((own, pose), (true, kept.truth.clip.hands[0].T_world_forearm[at]))
    ]
    turned = np.degrees(so3.log(np.swapaxes(palms[1], -1, -2) @ palms[0]))
    off[:, [hand.joint_index(name) for name in ABOUT]] = turned
    columns = [hand.joint_index(name) for name in found.joints]
    return ReferenceError(found.joints, (off[:, columns] ** 2).mean(axis=0))


def reference_figures(errors: Iterable[ReferenceError]) -> dict[str, Any]:
    """``reference_rms_deg`` over all sessions and joints; nothing where there is none."""
    several = list(errors)
    if not several:
        return {}
    squares = np.concatenate([one.squares for one in several])
    return {"reference_rms_deg": float(np.sqrt(squares.mean()))}


def _touching(time: np.ndarray, spans: list[tuple[float, float]]) -> np.ndarray:
    """Samples within some spans of time, thinned."""
    inside = np.zeros(len(time), bool)
    for onset, end in spans:
        inside |= (time >= onset) & (time <= end)
    return np.flatnonzero(inside)[::EVERY]
