"""From keypoints to joint angles: MediaPipe's 21, WebXR's 25, OpenXR's 26 and Leap's 20 points.

`fit_keypoints` lays a hand over the points of every frame: first by closed forms
(`keypoint_guess`), then by least squares over the wrist's pose and all joint angles within their
limits (`point_descent`). Unless a hand is given, its bones and breadth are found from the
recording itself (`bone_fit`).
"""

from dataclasses import dataclass, replace
from typing import Any, Literal

import numpy as np

from prehensile.errors import InputError, UnknownNameError
from prehensile.hand.hand import Hand
from prehensile.hand.joints import FINGERS
from prehensile.hand.loaded.hand import LoadedHand
from prehensile.hand.segments import PALM, TIP_SEGMENT, WEBXR_DIGIT
from prehensile.hand.skeleton import metacarpal_ends
from prehensile.hand.spec import HandSpec, Side
from prehensile.kinematics.fit.bones import fitted_spec, measured_sizes
from prehensile.kinematics.fit.descent import descend
from prehensile.kinematics.fit.keypoint_chain import DIGIT_COLUMNS, KeypointChain
from prehensile.kinematics.fit.keypoint_guess import ON_PALM, first_guess
from prehensile.kinematics.fit.keypoint_layout import (
    KNUCKLES,
    PALM_CENTRE,
    Layout,
    layout_points,
    metacarpal_base,
)
from prehensile.kinematics.fit.keypoint_readout import keypoint_problem
from prehensile.kinematics.forward import segment_transforms
from prehensile.lie import se3

FitSide = Literal["right", "left", "auto"]
SIDES: tuple[Side, Side] = ("right", "left")
FIT_SIDES = (*SIDES, "auto")

CALIBRATION_FRAMES, SIDE_FRAMES = 60, 16
"""Frames, evenly spread, from which a hand is measured and its side is told; more change its sizes
by 0.2 mm."""
TELLING = 0.95
"""A side is believed when its residual is below this share of the other one's."""
NO_HAND = 0.012
"""[m] Root mean square distance above which the points are not those of a hand."""
MOST_STRETCH = 1.5
"""[rad]"""
BLOCK = 2048
"""Frames fitted at once, so that memory stays below 100 MB."""


@dataclass(frozen=True, eq=False)
class KeypointFit:
    """A hand laid over keypoints. Poses and points are in the frame of the input."""

    hand: Hand
    """the given hand, or one with the recording's sizes"""
    layout: str
    """name of the points' layout"""
    q: np.ndarray
    """(..., 23) [rad] within ``hand``'s limits; the wrist joints are 0, for points do not show
    the forearm"""
    T_world_forearm: np.ndarray
    """(..., 4, 4) which is also the palm's pose"""
    points: np.ndarray
    """(..., K, 3) [m] the hand's own keypoints"""
    residual: np.ndarray
    """(..., K) [m] from the hand's keypoint to the seen one; NaN where it was not seen"""
    seen: np.ndarray
    """(..., K) of bool; False where a keypoint was missing"""

    @property
    def names(self) -> tuple[str, ...]:
        """The K keypoints' WebXR names, in the order of the layout."""
        return layout_points(self.layout)

    @property
    def median_residual(self) -> float:
        """[m] over all frames and keypoints seen."""
        return float(np.nanmedian(self.residual))

    def residual_by_point(self) -> dict[str, float]:
        """Keypoint → median residual [m] over the frames that saw it; NaN if none did."""
        rows = self.residual.reshape(-1, len(self.names)).T
        return {
            name: float(np.median(row[np.isfinite(row)])) if np.isfinite(row).any() else np.nan
            for name, row in zip(self.names, rows, strict=True)
        }


def hand_keypoints(
    hand: Hand,
    q: np.ndarray,
    T_world_forearm: np.ndarray | None = None,
    layout: Layout = "mediapipe",
) -> np.ndarray:
    """Where a hand's own keypoints are: (..., K, 3) [m], world.

    Args:
        hand: one of ours; loaded hands have other bones.
        q: (..., 23) [rad].
        T_world_forearm: (..., 4, 4), as in :func:`segment_transforms`.
        layout: which points, in which order.

    Raises:
        UnknownNameError: no such layout.
        InputError: a loaded hand, or a shape or number that does not fit.
    """
    names = layout_points(layout)
    _check_own(hand)
    poses = segment_transforms(hand, q, T_world_forearm)
    return np.stack([_keypoint(hand, name, poses) for name in names], axis=-2)


def fit_keypoints(
    points: Any,
    layout: Layout = "mediapipe",
    side: FitSide = "auto",
    hand: Hand | None = None,
    stretch: float = 0.0,
) -> KeypointFit:
    """Joint angles and wrist poses whose keypoints come nearest to the given ones.

    Args:
        points: (..., K, 3) [m] in any fixed frame; NaN marks a keypoint that was not seen.
        layout: ``mediapipe`` (K = 21), ``webxr`` (25), ``openxr`` (26) or ``leap`` (20: root,
            two joints and tip of the five digits).
        side: whose points; ``auto`` fits both and takes the better one.
        hand: fits this one; if left out, a hand of the recording's own size.
        stretch: [rad] how far joints may leave the hand's limits; the returned hand's are wider
            by as much. Fingers that bend backwards need about 0.5.

    Raises:
        UnknownNameError: no such layout or side.
        InputError: another shape, infinite numbers, too few points seen in a frame, another unit
            than metres, or points that are not those of a hand.
    """
    names = layout_points(layout)
    if side not in FIT_SIDES:
        raise UnknownNameError("side", str(side), FIT_SIDES)
    if not 0.0 <= stretch <= MOST_STRETCH:
        raise InputError(f"stretch is {stretch}; expected 0 to {MOST_STRETCH:g} rad.")
    array, seen = _checked_points(points, names, layout)
    batch = array.shape[:-2]
    array, seen = array.reshape(-1, len(names), 3), seen.reshape(-1, len(names))
    _check_enough(names, seen)
    if hand is None:
        spec = _calibrated(names, array, seen, side, stretch)
    else:
        _check_own(hand)
        if side not in ("auto", hand.side):
            raise InputError(f"side is {side!r}, but the hand given is a {hand.side} one.")
        measured_sizes(names, array, seen)  # refuses millimetres
        spec = _stretched(hand.spec, stretch)
    fitted = hand if hand is not None and stretch == 0 else spec.build()
    T, q = _fit(spec, names, array, seen)
    own = hand_keypoints(fitted, q, T, layout)
    residual = np.where(seen, np.linalg.norm(own - array, axis=-1), np.nan)
    return KeypointFit(
        hand=fitted,
        layout=layout,
        q=q.reshape(*batch, -1),
        T_world_forearm=T.reshape(*batch, 4, 4),
        points=own.reshape(*batch, -1, 3),
        residual=residual.reshape(*batch, -1),
        seen=seen.reshape(*batch, -1),
    )


def lost_frames(points: Any, layout: Layout = "mediapipe") -> np.ndarray:
    """(...,) of bool: frames of (..., K, 3) with too few keypoints to say where the palm is."""
    names = layout_points(layout)
    return ~_enough(names, _checked_points(points, names, layout)[1])


def _keypoint(hand: Hand, name: str, poses: dict[str, np.ndarray]) -> np.ndarray:
    """One keypoint (..., 3) in the world."""
    if name in poses:
        return poses[name][..., :3, 3]
    for digit, tip in TIP_SEGMENT.items():
        if name == f"{WEBXR_DIGIT[digit]}-tip":
            return se3.apply(poses[tip], np.array([hand.segments[tip].length, 0.0, 0.0]))
    finger = next((f for f in FINGERS if name == metacarpal_base(f)), "middle")
    base, head = metacarpal_ends(hand.spec, finger)
    point = 0.5 * (base + head) if name == PALM_CENTRE else base
    mirror = np.array([1.0, -1.0 if hand.side == "left" else 1.0, 1.0])
    return se3.apply(poses[PALM], mirror * point)


def _check_own(hand: Hand) -> None:
    if isinstance(hand, LoadedHand):
        raise InputError(
            f"{hand!r} is a loaded hand; keypoints need one built from a HandSpec. Fit the "
            "points without a hand, then carry the pose over with hand.transfer(fit.q)."
        )


def _checked_points(
    points: Any, names: tuple[str, ...], layout: str
) -> tuple[np.ndarray, np.ndarray]:
    """Points (..., K, 3) with zeros where not seen, and (..., K) which were."""
    try:
        array = np.array(points, dtype=float)
    except (TypeError, ValueError):
        raise InputError("keypoints hold something else than numbers.") from None
    wanted = (len(names), 3)
    if array.ndim < 2 or array.shape[-2:] != wanted:
        raise InputError(
            f"{layout} keypoints have shape {array.shape}; expected (..., {wanted[0]}, 3)."
        )
    if not array.size:
        raise InputError(f"keypoints have shape {array.shape}: no frame to fit.")
    if np.isinf(array).any():
        frame, k = np.argwhere(np.isinf(array).any(-1).reshape(-1, len(names)))[0]
        raise InputError(
            f"keypoint {names[k]} of frame {frame} is infinite; mark what was not seen with NaN."
        )
    seen = np.asarray(np.isfinite(array).all(-1))
    if not seen.any():
        raise InputError("all keypoints are NaN: nothing was seen.")
    array[~seen] = 0.0
    return array, seen


def _enough(names: tuple[str, ...], seen: np.ndarray) -> np.ndarray:
    """(...,) of bool: two knuckles and a point nearer the wrist place the palm."""
    knuckles = [k for k, name in enumerate(names) if name in KNUCKLES]
    behind = [k for k, name in enumerate(names) if name in ON_PALM and name not in KNUCKLES]
    return (seen[..., knuckles].sum(-1) >= 2) & seen[..., behind].any(-1)


def _check_enough(names: tuple[str, ...], seen: np.ndarray) -> None:
    lost = np.flatnonzero(~_enough(names, seen))
    if not lost.size:
        return
    there = [names[k] for k in np.flatnonzero(seen[lost[0]])]
    shown = ", ".join(there[:3]) + (", ..." if len(there) > 3 else "")
    nearer = f"the {PALM}" if PALM in names else "the thumb's root"
    raise InputError(
        f"{lost.size} of {len(seen)} frames show too little of the palm: frame {lost[0]} has "
        f"{len(there)} of {len(names)} keypoints ({shown or 'none'}); {nearer} and two knuckles "
        "are needed. Leave such frames out (lost_frames finds them)."
    )


def _calibrated(
    names: tuple[str, ...], points: np.ndarray, seen: np.ndarray, side: FitSide, stretch: float
) -> HandSpec:
    """A hand with the sizes that a recording shows."""

    def fitted(one: Side, most: int) -> tuple[HandSpec, float]:
        few = np.linspace(0, len(points) - 1, min(most, len(points))).astype(int)
        shown = _mirrored(points[few]) if one == "left" else points[few]
        return fitted_spec(names, shown, seen[few], stretch)

    if side == "auto":
        off = {one: fitted(one, SIDE_FRAMES)[1] for one in SIDES}
        side = min(SIDES, key=lambda one: off[one])
        if min(off.values()) > TELLING * max(off.values()):
            raise InputError(
                f"right and left fit these keypoints alike ({1e3 * off['right']:.2f} and "
                f"{1e3 * off['left']:.2f} mm off): give side='right' or side='left'."
            )
    spec, rms = fitted(side, CALIBRATION_FRAMES)
    if rms > NO_HAND:
        raise InputError(
            f"no {side} hand fits these keypoints: the best is {1e3 * rms:.0f} mm off in the mean; "
            f"expected below {1e3 * NO_HAND:.0f} mm. Check their order, unit and side."
        )
    return replace(spec, side=side)


def _stretched(spec: HandSpec, stretch: float) -> HandSpec:
    return replace(spec, lower=spec.lower - stretch, upper=spec.upper + stretch)


def _fit(
    spec: HandSpec, names: tuple[str, ...], points: np.ndarray, seen: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    """Palm poses (N, 4, 4) and joint vectors (N, 23). A left hand is fitted in a mirror."""
    left = spec.side == "left"
    shown = _mirrored(points) if left else points
    chain = KeypointChain((spec.mirrored() if left else spec).build())
    T, q = np.empty((len(points), 4, 4)), np.zeros((len(points), chain.hand.dof))
    for start in range(0, len(points), BLOCK):
        part = slice(start, start + BLOCK)
        problem = keypoint_problem(chain, names, shown[part], seen[part])
        guess = first_guess(chain, names, shown[part], seen[part])
        T[part], angles = descend(problem, *guess)
        q[part, DIGIT_COLUMNS] = angles
    if left:
        mirror = np.diag([1.0, -1.0, 1.0, 1.0])
        T = mirror @ T @ mirror
    return T, q


def _mirrored(points: np.ndarray) -> np.ndarray:
    return points * np.array([1.0, -1.0, 1.0])
