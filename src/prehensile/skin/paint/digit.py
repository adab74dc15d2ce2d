"""Paint of one digit: creases, wrinkles, blood, prints and the nail.

Lengths are over the digit's last half breadth r or in phases, as in `digit_flesh`; amounts are
ours, judged by eye.
"""

from dataclasses import dataclass

import numpy as np

from prehensile.skin.flesh.digit import NAIL_POWER, NEAR, ROOT_CREASE, Digit, nail_outline
from prehensile.skin.paint.maps import SkinMaps, line_mark, smoothstep

CREASE_WIDTH = 0.045
"""Half width of a painted crease over r."""
BALL = 3.5
"""Flesh within this many half breadths of the axis is turned as the thumb is."""
PRINT_PITCH = 0.00062
"""[m] between ridges of a fingerprint; true ones are nearer 0.5 mm, and finer than texels."""
LUNULA = {"thumb": 0.52, "index": 0.42, "middle": 0.40, "ring": 0.34, "little": 0.0}
"""How far a lunula reaches over the nail's half length; most little fingers show none."""


@dataclass(frozen=True, eq=False)
class DigitPlaces:
    """Texels on and around a digit, in its own terms."""

    rows: np.ndarray
    """(N,) numbers of these texels among all"""
    x: np.ndarray
    """(N,) [m] along the axis from the knuckle"""
    y: np.ndarray
    """(N,) [m] across the axis, in the plane of the nail"""
    dorsal: np.ndarray
    """(N,) −1 where the skin looks to the palm, 1 where to the back"""
    angle: np.ndarray
    """(N,) [rad] around the axis, 0 in the middle of the palmar side"""
    own: np.ndarray
    """(N,) 1 on the digit, 0 on the palm"""
    lean: np.ndarray
    """(N,) how far its back is the digit's own and not the palm's: the thumb is turned"""
    wobble: np.ndarray
    """(N,) noise, deviation about 1"""


def digit_places(
    digit: Digit, points: np.ndarray, normals: np.ndarray, wobble: np.ndarray
) -> DigitPlaces:
    """Texels at points (M, 3) [m] with unit normals (M, 3) that a digit's paint may touch."""
    local = (points - digit.T[:3, 3]) @ digit.T[:3, :3]
    x, y, z = local.T
    r = float(digit.radii[-1])
    start = 0.15 * float(digit.joints[np.searchsorted(digit.joints, 1e-9)])
    low, high = (float(digit.joints[0]), start) if digit.first < 0 else (start, 3 * start)
    reach = BALL if digit.first < 0 else NEAR
    rows = np.flatnonzero((np.hypot(y, z) < reach * r) & (x > low - r))
    x, y, z = local[rows].T
    beside = np.hypot(y, z) / r
    near = smoothstep(NEAR, 0.6 * NEAR, beside)
    return DigitPlaces(
        rows,
        x,
        y,
        normals[rows] @ digit.T[:3, 2],
        np.arctan2(y, -z),
        smoothstep(start, 3 * start, x) * near,
        smoothstep(low, high, x) * smoothstep(reach, 0.6 * reach, beside),
        wobble[rows],
    )


def paint_joints(maps: SkinMaps, digit: Digit, at: DigitPlaces) -> None:
    """Creases of the palmar side, wrinkles of the back, and the blood around both."""
    r, broad = float(digit.radii[-1]), float(digit.radii[1 if digit.first == 0 else 2])
    tip = digit.last
    for joint in np.arange(1.0, tip):
        x = float(digit.at(joint))
        double = joint < tip - 1
        # In the grooves of the flesh, which `digit_flesh` lays there.
        for shift in (-0.24, 0.14) if double else (-0.08,):
            _palmar_crease(maps, at, x + shift * broad, r, 1.0 if double else 0.8)
        _wrinkles(maps, at, x, r, 1.0 if double else 0.6)
        around = np.exp(-(((at.x - x) / (0.95 * r)) ** 2)) * at.own
        around *= smoothstep(0.0, 0.9, at.dorsal)
        maps.blood[at.rows] += (0.45 if double else 0.33) * around
        # Folded skin over the joint is a little darker too.
        maps.mottle[at.rows] += 0.7 * around
    if digit.first == 0:
        _palmar_crease(maps, at, float(digit.at(ROOT_CREASE)), r, 0.9)
    else:
        _palmar_crease(maps, at, float(digit.at(-0.12)), r, 0.8)
        _wrinkles(maps, at, 0.0, r, 0.4)


def _palmar_crease(maps: SkinMaps, at: DigitPlaces, x: float, r: float, depth: float) -> None:
    line = x - 0.06 * r * at.angle**2 + 0.035 * r * at.wobble
    share = depth * smoothstep(1.75, 0.9, np.abs(at.angle)) * at.lean
    mark = share * line_mark(at.x - line, CREASE_WIDTH * r)
    maps.crease[at.rows] = np.maximum(maps.crease[at.rows], mark)
    maps.height[at.rows] -= 0.00011 * share * line_mark(at.x - line, 1.6 * CREASE_WIDTH * r)
    # Side lines that run along with it.
    for offset, strength in ((-0.17, 0.35), (0.15, 0.30)):
        broken = np.clip(0.5 + 0.8 * at.wobble, 0, 1)
        fine = strength * share * broken * line_mark(at.x - line - offset * r, 0.03 * r)
        maps.crease[at.rows] = np.maximum(maps.crease[at.rows], fine)
        maps.height[at.rows] -= 0.00004 * fine


def _wrinkles(maps: SkinMaps, at: DigitPlaces, x: float, r: float, strength: float) -> None:
    """Loose skin over a joint, folded into arcs that open away from it."""
    back = smoothstep(0.25, 0.85, at.dorsal) * at.own
    s = (at.x - x) / r
    bowed = s * (1 - 0.22 * (at.y / r) ** 2) + 0.045 * at.wobble
    envelope = strength * back * np.exp(-((s / 0.52) ** 2))
    fold = 0.5 + 0.5 * np.cos(2 * np.pi * bowed / 0.235)
    groove = fold**3 * envelope
    maps.height[at.rows] -= 0.00010 * groove
    maps.crease[at.rows] = np.maximum(maps.crease[at.rows], 0.55 * groove)


def paint_pads(maps: SkinMaps, digit: Digit, at: DigitPlaces, pitch: np.ndarray) -> None:
    """Blood in the pads, and the ridges of the fingerprint; ``pitch`` (N,) [m] of a texel there."""
    r = float(digit.radii[-1])
    tip = digit.last
    palm = smoothstep(0.15, -0.6, at.dorsal) * at.own
    for phase in np.arange(tip - 0.5, 0.0, -1.0):
        last = phase > tip - 1
        centre = float(digit.at(phase)) + (0.35 * r if last else 0)
        soft = np.exp(-(((at.x - centre) / (1.05 * r)) ** 2))
        maps.blood[at.rows] += (0.75 if last else 0.25) * soft * palm
    end = smoothstep(float(digit.at(tip - 0.45)), float(digit.at(tip)), at.x)
    maps.blood[at.rows] += 0.25 * end * at.own * smoothstep(-0.2, 0.4, at.dorsal)
    # A whorl that opens into arches towards the joint.
    core = float(digit.at(tip - 0.42))
    across = r * at.angle
    along = at.x - core
    stretched = np.where(along > 0, 0.85 * along, 1.15 * along)
    radius = np.hypot(across, stretched)
    arch = -along + 0.35 * across**2 / r
    blend = smoothstep(0.25 * r, 1.05 * r, -along)
    spiral = radius + PRINT_PITCH * np.arctan2(across, stretched) / np.pi
    path = (1 - blend) * spiral + blend * (arch + 0.1 * r)
    ridge = np.cos(2 * np.pi * (path + 0.00010 * at.wobble) / PRINT_PITCH)
    pad = palm * smoothstep(float(digit.at(tip - 0.86)), float(digit.at(tip - 0.7)), at.x)
    # Ridges finer than two and a half texels would only shimmer.
    seen = smoothstep(2.4, 3.4, PRINT_PITCH / pitch)
    maps.height[at.rows] += 0.000012 * ridge * pad * seen
    maps.blood[at.rows] += 0.05 * ridge * pad * seen


def paint_nail(maps: SkinMaps, name: str, digit: Digit, at: DigitPlaces) -> None:
    """The plate with its lunula and free edge, the groove around it, the skin beside it."""
    middle, long, broad = nail_outline(digit)
    r = float(digit.radii[-1])
    u, v = (at.x - middle) / long, at.y / broad
    depth = 1 - (np.abs(u) ** NAIL_POWER + np.abs(v) ** NAIL_POWER) ** (1 / NAIL_POWER)
    above = smoothstep(-0.10, 0.12, at.dorsal) * (at.own > 0)
    depth = np.where(above > 0, depth, -1.0)
    nail = smoothstep(-0.02, 0.03, depth) * above
    maps.nail[at.rows] = np.maximum(maps.nail[at.rows], nail)
    reach = LUNULA[name]
    if reach:
        moon = np.hypot((u + 1.0) / reach, v / 0.62)
        maps.lunula[at.rows] = np.maximum(maps.lunula[at.rows], nail * smoothstep(1.1, 0.85, moon))
    end = u - 0.80 + 0.10 * v**2 + 0.006 * at.wobble
    maps.free_edge[at.rows] = np.maximum(maps.free_edge[at.rows], nail * smoothstep(0, 0.05, end))
    # The groove is deepest at the sides; at the root the cuticle covers it.
    side = line_mark(depth + 0.015, 0.045) * above
    rim = side * np.where(u > 0.75, 0.75, np.where(u < -0.7, 0.55, 0.8))
    maps.rim[at.rows] = np.maximum(maps.rim[at.rows], rim)
    maps.height[at.rows] *= 1 - nail
    fine = np.cos(2 * np.pi * at.y / 0.00115 + 2.0 * at.wobble) * 0.000004
    maps.height[at.rows] += nail * fine - 0.00008 * line_mark(depth + 0.01, 0.035) * above
    # Skin around the plate: a cuticle along the root, and fine folds that run around it.
    cuticle = line_mark(depth + 0.09, 0.05) * above * smoothstep(-0.2, -0.8, u)
    maps.crease[at.rows] = np.maximum(maps.crease[at.rows], 0.30 * cuticle)
    maps.height[at.rows] += 0.00004 * cuticle
    around = above * (1 - nail) * smoothstep(-0.75, -0.1, depth) * smoothstep(0.6, 0.0, u)
    maps.blood[at.rows] += 0.22 * around
    folds = np.cos(2 * np.pi * (depth + 0.02 * at.wobble) / 0.12) * around
    maps.height[at.rows] += 0.000010 * folds * smoothstep(0.0, -0.2, depth) * r / 0.008
