"""Labels on the wrong markers: exchanged at some frame, or all along.

At a frame, two labels trade places: each marker is then where the other was. All along, only the
hand tells: it fits clearly better with the two exchanged.
"""

from collections.abc import Mapping
from itertools import combinations
from typing import NamedTuple

import numpy as np

from prehensile.hand.hand import Hand
from prehensile.hand.joints import DIGITS
from prehensile.hand.segments import digit_segments, group_of_segment
from prehensile.kinematics.fit.marker_calibration import calibrate
from prehensile.kinematics.fit.marker_site import MarkerSite, site_offset
from prehensile.kinematics.fit.markers import SIDE_FRAMES, MarkerFit, calibration_frames

LEAP = 0.008
"""[m] Between neighbouring frames; slower markers have not been exchanged."""
NEARER = 0.35
"""Share of the leap that is left when the labels are exchanged back."""
CURED = 0.88
"""Share of the strain that is left when the right pair is exchanged back."""
WORST = 4
"""Markers of which every pair is questioned: those that sit oddest or fit worst."""


class Swap(NamedTuple):
    """Two markers whose labels are exchanged."""

    first: str
    second: str
    frame: int | None
    """from which on; None if all along"""


def swap_at_a_frame(names: tuple[str, ...], points: np.ndarray) -> Swap | None:
    """The first frame at which two labels trade places.

    Args:
        names: the M markers.
        points: (N, M, 3) [m], NaN where hidden.
    """
    leap = np.linalg.norm(np.diff(points, axis=0), axis=-1)
    frames = np.flatnonzero((leap > LEAP).sum(1) >= 2)
    for frame in frames:
        for i, j in combinations(np.flatnonzero(leap[frame] > LEAP), 2):
            now, then = points[frame], points[frame + 1]
            crossed = np.linalg.norm(then[i] - now[j]) + np.linalg.norm(then[j] - now[i])
            if crossed < NEARER * (leap[frame, i] + leap[frame, j]):
                return Swap(names[i], names[j], int(frame) + 1)
    return None


def swap_all_along(
    sites: Mapping[str, MarkerSite], fit: MarkerFit, points: np.ndarray
) -> Swap | None:
    """The pair of a finished fit's markers that fits far better when exchanged back.

    Markers on the palm are not asked: their names do not say where on it they are.

    Args:
        sites: as given to the fit.
        fit: what the fit found.
        points: (N, M, 3) [m], NaN where hidden.
    """
    seen = np.asarray(np.isfinite(points).all(-1))
    few = calibration_frames(seen, SIDE_FRAMES)
    mirror = np.array([1.0, -1.0 if fit.hand.side == "left" else 1.0, 1.0])
    shown = np.where(seen[few][..., None], points[few] * mirror, 0.0)
    places = tuple(sites.values())
    before = calibrate(places, shown, seen[few], quick=True).strain
    best, pair = before, None
    for i, j in _questioned(fit):
        order = np.arange(len(places))
        order[[i, j]] = j, i
        strain = calibrate(places, shown[:, order], seen[few][:, order], quick=True).strain
        if strain < best:
            best, pair = strain, (i, j)
    if pair is None or best > CURED * before:
        return None
    return Swap(fit.names[pair[0]], fit.names[pair[1]], None)


def _questioned(fit: MarkerFit) -> list[tuple[int, int]]:
    """Pairs easily confused (one digit, or like places of neighbours), and all of the worst."""
    like = Hand()
    mirror = np.array([1.0, -1.0 if fit.hand.side == "left" else 1.0, 1.0])
    odd = [
        np.linalg.norm((offset * mirror - site_offset(like, site)) / site.spread)
        for offset, site in zip(fit.offsets, fit.sites, strict=True)
    ]
    seen = np.isfinite(fit.residual)
    # A marker that was never seen is off by nothing.
    off = np.sqrt(np.nansum(fit.residual**2, axis=0) / np.maximum(seen.sum(axis=0), 1))
    score = np.array(odd) / np.median(odd) + off / np.median(off[seen.any(axis=0)])
    moving = [m for m, site in enumerate(fit.sites) if not site.on_palm]
    worst = sorted(moving, key=lambda m: -score[m])[:WORST]
    place = {m: _place(fit.sites[m]) for m in moving}
    return [
        (i, j)
        for i, j in combinations(moving, 2)
        if {i, j} <= set(worst)
        or place[i][0] == place[j][0]
        or (abs(place[i][0] - place[j][0]) == 1 and place[i][1] == place[j][1])
    ]


def _place(site: MarkerSite) -> tuple[int, int]:
    """Row of the digit, and which of its segments."""
    digit = group_of_segment(site.segment)
    return DIGITS.index(digit), digit_segments(digit).index(site.segment)
