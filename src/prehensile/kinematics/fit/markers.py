"""From markers on the skin to joint angles, with what is needed found from the recording itself.

`fit_markers` calibrates bones and marker offsets on some frames (`marker_calibration`), then lays
the hand over the markers of every frame (`point_descent`). Where a digit's markers are hidden, its
angles lean towards those between the frames that show it.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from prehensile.errors import InputError, UnknownNameError
from prehensile.hand.hand import Hand
from prehensile.hand.joints import DIGITS
from prehensile.hand.loaded.hand import LoadedHand
from prehensile.hand.segments import group_of_segment
from prehensile.hand.spec import SIDES, HandSpec, Side
from prehensile.kinematics.fit.descent import Lean, Problem, descend
from prehensile.kinematics.fit.keypoint_chain import DIGIT_COLUMNS
from prehensile.kinematics.fit.keypoints import FIT_SIDES, FitSide
from prehensile.kinematics.fit.marker_calibration import TRUST, Calibration, calibrate, marker_pull
from prehensile.kinematics.fit.marker_site import MarkerSite
from prehensile.kinematics.fit.rigid import rigid_fit
from prehensile.lie import se3

CALIBRATION_FRAMES, SIDE_FRAMES = 60, 16
"""Frames, spread evenly over those that show most, for sizes and offsets and to tell the side."""
TELLING = 0.8
"""A side is believed when its residual is below this share of the other one's."""
NO_HAND = 0.012
"""[m] Root mean square distance above which the markers are not those of a hand."""
SPANS = (0.06, 0.45)
"""[m] between the outermost markers of a frame, from a small fist to a large spread hand."""
FEWEST, FEWEST_IN_FRAME = 6, 4
BETWEEN_PULL = 0.003
"""[m/rad] of hidden digits to the angles between the frames that show them"""
BLOCK = 2048
"""Frames fitted at once, so that memory stays below 100 MB."""


@dataclass(frozen=True, eq=False)
class MarkerFit:
    """A hand laid over markers. Poses and points are in the frame of the input."""

    hand: Hand
    """the given hand, or one with the recording's sizes"""
    names: tuple[str, ...]
    """the M markers"""
    sites: tuple[MarkerSite, ...]
    offsets: np.ndarray
    """(M, 3) [m] calibrated, in the frames of the segments that carry them"""
    q: np.ndarray
    """(N, 23) [rad] within ``hand``'s limits; the wrist joints are 0"""
    T_world_forearm: np.ndarray
    """(N, 4, 4) which is also the palm's pose"""
    points: np.ndarray
    """(N, M, 3) [m] the hand's own markers"""
    residual: np.ndarray
    """(N, M) [m] from the hand's marker to the seen one; NaN where it was hidden"""

    @property
    def median_residual(self) -> float:
        """[m] over all frames and markers seen."""
        return float(np.nanmedian(self.residual))


def fit_markers(
    sites: Mapping[str, MarkerSite],
    points: Any,
    side: FitSide = "auto",
    hand: Hand | None = None,
    ease: float = 1.0,
    trust: float = TRUST,
    frames: int = CALIBRATION_FRAMES,
) -> MarkerFit:
    """Joint angles and wrist poses whose markers come nearest to the given ones.

    Args:
        sites: marker → where it is glued, in the order of ``points``.
        points: (N, M, 3) [m] of successive frames; NaN marks a marker that was hidden.
        side: whose markers; ``auto`` fits both and takes the better one.
        hand: one whose sizes are known; the recording's own if left out.
        ease: how strongly angles are drawn to the coupling of the last two joints and to the
            relaxed hand. 1 is for two markers a finger, which do not show each of its joints; with
            one on every segment take 0.03.
        trust: [m] how far the markers of one frame may be off for one standard deviation of a size.
        frames: at most, from which sizes and offsets are found.

    Raises:
        UnknownNameError: no such side.
        InputError: another shape, infinite numbers, too few markers, another unit than metres, or
            markers that are not those of such a hand.
    """
    if side not in FIT_SIDES:
        raise UnknownNameError("side", str(side), FIT_SIDES)
    array, seen = checked_markers(sites, points)
    if hand is not None and isinstance(hand, LoadedHand):
        raise InputError(f"{hand!r} is a loaded hand; markers need one built from a HandSpec.")
    if hand is not None and side not in ("auto", hand.side):
        raise InputError(f"side is {side!r}, but the hand given is a {hand.side} one.")
    lost = np.flatnonzero(~enough_markers(sites, seen))
    if lost.size:
        raise InputError(
            f"{lost.size} of {len(seen)} frames show too few markers, first frame {lost[0]} with "
            f"{seen[lost[0]].sum()}; expected {FEWEST_IN_FRAME}, 3 of them on the palm or on first "
            "segments of digits. Leave such frames out."
        )
    places = tuple(sites.values())
    known = None if hand is None else hand.spec
    of = side if known is None else known
    chosen, calibration = _calibrated(places, array, seen, of, ease, trust, frames)
    left = chosen == "left"
    shown = _mirrored(array) if left else array
    T, angles = _fit(calibration, shown, seen, ease)
    own = calibration.readout().points(calibration.readout().chain.place(angles))
    own = se3.apply(T[:, None], own)
    if left:
        mirror = np.diag([1.0, -1.0, 1.0, 1.0])
        T, own = mirror @ T @ mirror, _mirrored(own)
    q = np.zeros((len(T), calibration.spec.build().dof))
    q[:, DIGIT_COLUMNS] = angles
    fitted = hand if hand is not None else replace(calibration.spec, side=chosen).build()
    return MarkerFit(
        hand=fitted,
        names=tuple(sites),
        sites=places,
        offsets=_mirrored(calibration.offsets) if left else calibration.offsets,
        q=q,
        T_world_forearm=T,
        points=own,
        residual=np.where(seen, np.linalg.norm(own - array, axis=-1), np.nan),
    )


def checked_markers(sites: Mapping[str, MarkerSite], points: Any) -> tuple[np.ndarray, np.ndarray]:
    """Points (N, M, 3) with zeros where hidden, and (N, M) which were seen.

    Raises:
        InputError: as in :func:`fit_markers`.
    """
    try:
        array = np.array(points, dtype=float)
    except (TypeError, ValueError):
        raise InputError("markers hold something else than numbers.") from None
    if array.ndim != 3 or array.shape[1:] != (len(sites), 3):
        raise InputError(f"markers have shape {array.shape}; expected (N, {len(sites)}, 3).")
    if len(sites) < FEWEST or not any(not site.on_palm for site in sites.values()):
        raise InputError(
            f"only {len(sites)} markers are on a known place of the hand "
            f"({', '.join(sites) or 'none'}); expected at least {FEWEST}, some on digits."
        )
    if not len(array):
        raise InputError("the recording has no frame.")
    if np.isinf(array).any():
        raise InputError("a marker's position is infinite; mark what was hidden with NaN.")
    seen = np.asarray(np.isfinite(array).all(-1))
    if not seen.any():
        raise InputError("all markers are hidden in all frames.")
    hidden = np.where(seen[..., None], array, np.nan)[seen.sum(1) >= FEWEST_IN_FRAME]
    array[~seen] = 0.0
    if len(hidden):
        span = float(np.median(np.nanmax(hidden, 1) - np.nanmin(hidden, 1), axis=0).max())
        if not SPANS[0] <= span <= SPANS[1]:
            raise InputError(
                f"the hand's markers are {span:.3g} m apart; expected {SPANS[0]:g} to "
                f"{SPANS[1]:g} m. Give their unit (mm or m)."
            )
    return array, seen


def enough_markers(sites: Mapping[str, MarkerSite], seen: np.ndarray) -> np.ndarray:
    """(N,) of bool: frames in which the markers seen (N, M) place the palm."""
    near = [
        site.on_palm or site.segment.endswith(("phalanx-proximal", "metacarpal"))
        for site in sites.values()
    ]
    return (seen[:, near].sum(1) >= min(3, sum(near))) & (seen.sum(1) >= FEWEST_IN_FRAME)


def calibration_frames(seen: np.ndarray, most: int) -> np.ndarray:
    """Rows, evenly spread over the frames that show most markers."""
    count = seen.sum(1)
    full = np.flatnonzero(count == count.max())
    if len(full) < most:
        full = np.sort(np.argsort(-count, kind="stable")[:most])
    return full[np.linspace(0, len(full) - 1, min(most, len(full))).astype(int)]


def _calibrated(
    sites: tuple[MarkerSite, ...],
    points: np.ndarray,
    seen: np.ndarray,
    of: FitSide | HandSpec,
    ease: float,
    trust: float,
    frames: int,
) -> tuple[Side, Calibration]:
    """The side, and the hand with its markers, as a right one."""
    known = of if isinstance(of, HandSpec) else None
    right = None if known is None else replace(known, side="right")

    def calibrated(one: Side, most: int) -> Calibration:
        few = calibration_frames(seen, most)
        shown = _mirrored(points[few]) if one == "left" else points[few]
        return calibrate(sites, shown, seen[few], right, ease=ease, trust=trust)

    off = {one: calibrated(one, SIDE_FRAMES).rms for one in SIDES}
    better = min(SIDES, key=lambda one: off[one])
    told = min(off.values()) <= TELLING * max(off.values())
    wanted: FitSide = of.side if isinstance(of, HandSpec) else of
    if wanted == "auto":
        if not told:
            raise InputError(
                f"right and left fit these markers alike ({1e3 * off['right']:.1f} and "
                f"{1e3 * off['left']:.1f} mm off): give the side."
            )
        wanted = better
    elif told and wanted != better:
        raise InputError(
            f"these are markers of a {better} hand ({1e3 * off[better]:.1f} mm off), not of a "
            f"{wanted} one ({1e3 * off[wanted]:.1f} mm): wrong side, a mirrored axis, or left "
            "and right names exchanged."
        )
    side: Side = "left" if wanted == "left" else "right"
    result = calibrated(side, frames)
    if result.rms > NO_HAND:
        raise InputError(
            f"no {side} hand fits these markers: the best is {1e3 * result.rms:.0f} mm off; "
            f"expected below {1e3 * NO_HAND:.0f} mm. Check names and unit."
        )
    return side, result


def _fit(
    calibration: Calibration, points: np.ndarray, seen: np.ndarray, ease: float
) -> tuple[np.ndarray, np.ndarray]:
    """Palm poses (N, 4, 4) and digit angles (N, 5, 4) of a right hand."""
    readout = calibration.readout()
    chain = readout.chain
    pull = marker_pull(chain, ease)
    angles = np.tile(chain.rest, (len(points), 1, 1))
    T = rigid_fit(readout.points(chain.place(angles[:1]))[0], points, seen.astype(float))
    for start in range(0, len(points), BLOCK):
        part = slice(start, start + BLOCK)
        problem = Problem(readout, points[part], seen[part], pull)
        T[part], angles[part] = descend(problem, T[part], angles[part])
    hidden = np.flatnonzero(~seen.all(1))
    if hidden.size:
        aim = _between(calibration.sites, angles, seen)[hidden].reshape(len(hidden), -1)
        lean = Lean(BETWEEN_PULL * np.eye(20), BETWEEN_PULL * aim)
        problem = Problem(readout, points[hidden], seen[hidden], lean)
        T[hidden], angles[hidden] = descend(problem, T[hidden], aim.reshape(-1, 5, 4))
    return T, angles


def _between(sites: tuple[MarkerSite, ...], angles: np.ndarray, seen: np.ndarray) -> np.ndarray:
    """Angles (N, 5, 4), where a digit's marker is hidden between those of the nearest frames."""
    result, frames = angles.copy(), np.arange(len(angles))
    for d, digit in enumerate(DIGITS):
        own = [m for m, site in enumerate(sites) if group_of_segment(site.segment) == digit]
        whole = seen[:, own].all(1)
        if whole.any() and not whole.all():
            for j in range(4):
                result[:, d, j] = np.interp(frames, frames[whole], angles[whole, d, j])
    return result


def _mirrored(points: np.ndarray) -> np.ndarray:
    return points * np.array([1.0, -1.0, 1.0])
