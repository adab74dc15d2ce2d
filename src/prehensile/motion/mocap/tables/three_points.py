"""Reach-to-grasp data: a wrist, a thumb and an index finger, three points and no more.

They tell where the hand is, which way it reaches and how far it opens. Everything else follows the
opening: of a path of poses from the closed pinch to the wide hand, the one whose thumb and index
finger are as far apart, and as far from the wrist; the hand is then laid over the three points.
"""

from itertools import pairwise

import numpy as np

from prehensile.errors import InputError
from prehensile.hand.corpus import corpus
from prehensile.hand.hand import Hand
from prehensile.kinematics.fit.keypoint_layout import LAYOUTS
from prehensile.kinematics.fit.keypoints import hand_keypoints
from prehensile.lie import se3
from prehensile.motion.mocap.digit_names import words_of
from prehensile.motion.mocap.gaps import fill_gaps
from prehensile.motion.mocap.imported import Imported, one_hand_clip, residual_report
from prehensile.motion.mocap.length_unit import POINT_UNITS, unit_by_size
from prehensile.motion.mocap.options import ANY_SIDE, Options
from prehensile.motion.mocap.tables.marker_csv import MarkerTable
from prehensile.motion.y_up import z_up

PARTS = ("wrist", "thumb", "index")
REACH = 0.15
"""[m] from the wrist to the index fingertip of a mean hand that reaches, to guess units by."""
PATH = ("tip_pinch", "neutral", "precision_disk")
"""Poses of the corpus, from closed to wide open."""
STEPS = 250
"""Poses between two of them: openings half a millimetre apart."""
SIDE_WEIGHT = 0.3
"""of the distances from the wrist, which differ with the size of the hand; 1 is the opening's."""
NOTE = (
    "wrist, thumb and index only: where the hand is and how far it opens is measured; its joints "
    "and the other fingers follow the pinch of a hand of mean size"
)


def three_points(names: tuple[str, ...]) -> dict[str, str] | None:
    """Wrist, thumb and index → the marker's name; None where a recording has other markers too."""
    found: dict[str, str] = {}
    for name in names:
        words = words_of(name)
        part = words.digit or ("wrist" if {"wrist", "hand", "palm"} & set(words.rest) else None)
        if part is not None and (part not in PARTS or part in found):
            return None
        if part is not None:
            found[part] = name
    return found if len(found) == len(PARTS) else None


def imported_three_points(table: MarkerTable, named: dict[str, str], chosen: Options) -> Imported:
    """A hand that opens and closes as three points say.

    Args:
        table: of markers.
        named: which of them are wrist, thumb and index.
        chosen: how to read them.

    Raises:
        InputError: no times; no frame that shows all three; all three in one place.
    """
    raw = table.points[:, [table.names.index(named[part]) for part in PARTS]]
    raw = np.where(np.isfinite(raw).all(-1, keepdims=True), raw, np.nan)
    reach = np.linalg.norm(raw[:, 2] - raw[:, 0], axis=1)
    if not np.isfinite(reach).any() or not np.nanmedian(reach) > 0:
        raise InputError("no frame shows wrist and index finger apart from each other.")
    notes, metres = [NOTE], chosen.metres() or table.metres
    if metres is None:
        metres, note = unit_by_size(float(np.nanmedian(reach)), REACH, POINT_UNITS)
        notes.append(note)
    recording = table.recording(metres, chosen.rate_hz)
    filled = fill_gaps(metres * raw, recording.rate_hz, chosen.longest_gap)
    kept = np.asarray(np.isfinite(filled.points).all((1, 2)))
    if not kept.any():
        raise InputError("no frame shows wrist, thumb and index finger together.")
    told = words_of(named["index"]).side
    if chosen.side == ANY_SIDE and told is None and chosen.hand is None:
        notes.append("taken as a right hand: three points do not tell (--side left)")
    hand = chosen.own_hand(told)
    points = filled.points[kept]
    if chosen.up == "y":
        points = points @ z_up(np.eye(4))[:3, :3].T
    q, own = _opened(hand, points)
    T = np.stack([_laid(mine, seen) for mine, seen in zip(own, points, strict=True)])
    residual = np.linalg.norm(se3.apply(T[:, None], own) - points, axis=-1)
    names = tuple(named[part] for part in PARTS)
    report = {
        "format": "three points",
        "side": hand.side,
        "rate_hz": recording.rate_hz,
        "points": list(names),
        "unmapped": [name for name in table.names if name not in names],
        "filled_frames": filled.frames,
        "lost_frames": int((~kept).sum()),
        **residual_report(names, residual),
        "notes": notes,
    }
    clip = one_hand_clip(recording.time[kept], hand, q, se3.to_pose7(T), report)
    return Imported(clip, names, residual)


def _opened(hand: Hand, points: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Poses (T, dof) of the path whose wrist and tips are as far apart as ``points`` (T, 3, 3) [m],
    and where these then are (T, 3, 3) [m], palm frame.
    """
    from scipy.spatial import KDTree

    corners = [corpus()[name].q for name in PATH]
    share = np.linspace(0, 1, STEPS)[:, None]
    path = np.concatenate([(1 - share) * a + share * b for a, b in pairwise(corners)])
    path = np.clip(path, hand.lower, hand.upper)
    own = _three(hand, path)
    nearest = KDTree(_apart(own)).query(_apart(points))[1]
    return path[nearest], own[nearest]


def _apart(points: np.ndarray) -> np.ndarray:
    """Distances (T, 3) between wrist, thumb and index tip, the opening counting most."""
    sides = np.linalg.norm(points - np.roll(points, 1, axis=1), axis=-1)
    return sides * [SIDE_WEIGHT, SIDE_WEIGHT, 1.0]  # index–wrist, wrist–thumb, thumb–index


def _three(hand: Hand, q: np.ndarray) -> np.ndarray:
    """Wrist, thumb tip and index tip (T, 3, 3) [m], palm frame."""
    layout = LAYOUTS["mediapipe"]
    rows = [layout.index(name) for name in ("wrist", "thumb-tip", "index-finger-tip")]
    still = np.tile(np.eye(4), (len(q), 1, 1))
    return hand_keypoints(hand, q, still, "mediapipe")[:, rows]


def _laid(own: np.ndarray, seen: np.ndarray) -> np.ndarray:
    """The motion (4, 4) that brings three points (3, 3) nearest to three others (Kabsch)."""
    a, b = own - own.mean(axis=0), seen - seen.mean(axis=0)
    u, _, v = np.linalg.svd(b.T @ a)
    T = np.eye(4)
    T[:3, :3] = u @ np.diag([1.0, 1.0, np.sign(np.linalg.det(u @ v)) or 1.0]) @ v
    T[:3, 3] = seen.mean(axis=0) - T[:3, :3] @ own.mean(axis=0)
    return T
