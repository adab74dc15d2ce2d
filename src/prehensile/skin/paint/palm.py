"""Paint of palm, back and wrist: the lines, the veins, the blood of mounds and knuckles."""

import numpy as np

from prehensile.hand.joints import FINGERS
from prehensile.hand.skeleton import metacarpal_ends
from prehensile.skin.flesh.palm import palm_lines, wrist_relief
from prehensile.skin.flesh.relief import smooth_line
from prehensile.skin.flesh.rest import RestFlesh
from prehensile.skin.paint.maps import SkinMaps, line_mark, smoothstep

VEINS = (
    ((1.00, 0.02), (0.82, 0.00), (0.62, 0.06), (0.42, 0.16), (0.18, 0.24), (-0.2, 0.27)),
    ((1.02, 0.24), (0.80, 0.19), (0.60, 0.15), (0.44, 0.155)),
    ((0.95, -0.20), (0.78, -0.17), (0.60, -0.12), (0.40, -0.13), (0.16, -0.20), (-0.25, -0.21)),
    ((0.84, -0.37), (0.66, -0.31), (0.48, -0.26), (0.30, -0.17)),
    ((0.64, 0.05), (0.60, -0.03), (0.605, -0.115)),
    ((0.43, 0.16), (0.28, 0.04), (0.10, -0.02), (-0.15, 0.03), (-0.4, 0.02)),
)
"""Veins of the back, seen from above: x and y over hand breadth, from the fingers to the arm."""
MINOR_LINES = 26
"""Short lines of the palm besides the great ones."""


def paint_lines(
    maps: SkinMaps, flesh: RestFlesh, points: np.ndarray, normals: np.ndarray, wobble: np.ndarray
) -> None:
    """The palm's great creases, the short ones between them, and those of the wrist."""
    palm = np.flatnonzero(normals[:, 2] < -0.1)
    b = flesh.hand.spec.breadth
    length = float(flesh.digits["middle"].T[0, 3])
    great = palm_lines(b, length, flesh.on_skin)
    lines = [(line.line, 1.0, 0.0075) for line in great]
    lines += [(line.line, 0.6, 0.006) for line in wrist_relief(b, flesh.on_skin)[:2]]
    lines += _minor_lines(flesh, b, length)
    # Seen from below: the hollow of the palm lies deeper than the lines, which have no relief.
    flat = points[:, :2] + 0.0015 * b * wobble[:, None]
    for line, strength, width in lines:
        _draw_line(maps, palm, flat, line, strength, width * b)


def _draw_line(
    maps: SkinMaps,
    rows: np.ndarray,
    flat: np.ndarray,
    line: np.ndarray,
    strength: float,
    width: float,
) -> None:
    """On the texels ``rows``, whose places seen from below are ``flat`` (N, 2) [m]."""
    from scipy.spatial import KDTree

    margin = 5 * width
    low, high = line[:, :2].min(axis=0) - margin, line[:, :2].max(axis=0) + margin
    rows = rows[((flat[rows] > low) & (flat[rows] < high)).all(axis=1)]
    fine = _resampled(line, 0.3 * width)
    distance, nearest = map(np.asarray, KDTree(fine[:, :2]).query(flat[rows]))
    along = nearest / (len(fine) - 1)
    share = strength * smoothstep(0, 0.22, np.minimum(along, 1 - along))
    taper = width * (0.45 + 0.55 * share)
    maps.crease[rows] = np.maximum(maps.crease[rows], share * line_mark(distance, taper))
    maps.height[rows] -= 0.00016 * share * line_mark(distance, 1.5 * taper)


def _resampled(line: np.ndarray, step: float) -> np.ndarray:
    at = np.concatenate([[0], np.cumsum(np.linalg.norm(np.diff(line, axis=0), axis=1))])
    fine = np.linspace(0, at[-1], max(int(at[-1] / step), 2))
    return np.stack([np.interp(fine, at, line[:, k]) for k in range(3)], axis=1)


def _minor_lines(
    flesh: RestFlesh, b: float, length: float
) -> list[tuple[np.ndarray, float, float]]:
    rng = np.random.default_rng(11)
    found = []
    for _ in range(MINOR_LINES):
        middle = np.array([rng.uniform(0.15, 0.95) * length, rng.uniform(-0.36, 0.26) * b])
        turn = rng.normal(0.55 if middle[1] < 0 else -0.5, 0.55)
        half = rng.uniform(0.05, 0.14) * b
        along, aside = (
            np.array([np.cos(turn), np.sin(turn)]),
            np.array([-np.sin(turn), np.cos(turn)]),
        )
        bow = rng.normal(0, 0.12) * half
        corners = np.array([middle - half * along, middle + bow * aside, middle + half * along])
        line = flesh.on_skin(smooth_line(corners), -1)
        found.append((line, rng.uniform(0.2, 0.5), rng.uniform(0.0035, 0.005)))
    return found


def paint_back(
    maps: SkinMaps, flesh: RestFlesh, points: np.ndarray, normals: np.ndarray, wobble: np.ndarray
) -> None:
    """Veins, and blood and wrinkles over the knuckles."""
    from scipy.spatial import KDTree

    b = flesh.hand.spec.breadth
    back = smoothstep(0.3, 0.75, normals[:, 2])
    rows = np.flatnonzero(back > 0)
    flat = points[rows, :2] + 0.006 * b * wobble[rows, None] * [0.3, 1.0]
    for corners in VEINS:
        line = _resampled(smooth_line(np.array(corners) @ np.eye(2, 3) * b), 0.01 * b)
        reach = 0.07 * b
        found = KDTree(line[:, :2]).query(flat, distance_upper_bound=reach)
        distance, nearest = map(np.asarray, found)
        hit = np.isfinite(distance)
        along = nearest[hit] / (len(line) - 1)
        mark = smoothstep(0, 0.25, along) * line_mark(distance[hit], 0.024 * b)
        at = rows[hit]
        maps.vein[at] = np.maximum(maps.vein[at], back[at] * mark)
    maps.height[rows] += 0.00025 * maps.vein[rows]
    for finger in FINGERS:
        head = metacarpal_ends(flesh.hand.spec, finger)[1]
        s = (points[rows, :2] - head[:2] + [0.03 * b, 0]) / (0.10 * b)
        near = back[rows] * np.exp(-(s**2).sum(axis=1))
        maps.blood[rows] += 0.36 * near
        maps.mottle[rows] += 0.5 * near
        bowed = points[rows, 0] - 0.8 * s[:, 1] ** 2 * 0.02 * b + 0.006 * b * wobble[rows]
        fold = (0.5 + 0.5 * np.cos(2 * np.pi * bowed / (0.030 * b))) ** 2
        maps.height[rows] -= 0.00004 * fold * near


def paint_mounds(maps: SkinMaps, flesh: RestFlesh, points: np.ndarray, normals: np.ndarray) -> None:
    """Blood in the balls of thumb and little finger and below the fingers; a paler hollow."""
    b = flesh.hand.spec.breadth
    palm = smoothstep(0.0, -0.6, normals[:, 2])
    middle = float(flesh.digits["middle"].T[0, 3])
    mounds = [
        (0.38 * b, 0.30 * b, 0.26 * b, 0.35), (0.38 * b, -0.33 * b, 0.24 * b, 0.45),
        (0.96 * middle, -0.05 * b, 0.22 * b, 0.35), (0.93 * middle, 0.25 * b, 0.16 * b, 0.3),
        (0.85 * middle, -0.32 * b, 0.16 * b, 0.3), (0.62 * middle, -0.04 * b, 0.17 * b, -0.22),
    ]  # fmt: skip
    for x, y, reach, amount in mounds:
        squared = ((points[:, :2] - [x, y]) ** 2).sum(axis=1)
        maps.blood += amount * palm * np.exp(-squared / reach**2)
