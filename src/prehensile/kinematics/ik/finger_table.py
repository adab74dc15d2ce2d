"""The constants of planar fingers that the solvers read: one record per finger.

A finger is two bones and a point carried by the third, in the flexion plane: x along the straight
finger, y towards the palm. With the PIP angle θ and the DIP angle λθ its distance from the knuckle
obeys (Duits 2015, equation 5, with the point's own angle φ added)

    d² = C + 2 L_PP L_IP cos θ + 2 L_PP L_DP cos((1+λ)θ + φ) + 2 L_IP L_DP cos(λθ + φ).

It is longest at the bend θ₀ (zero when φ is) and falls from there on.
"""

from math import pi

import numpy as np

from prehensile.errors import InputError

FINGER = np.dtype(
    (
        np.record,
        [
            ("first", float),  # [m] L_PP
            ("second", float),  # [m] L_IP
            ("x", float),  # [m] of the point, along the distal bone
            ("y", float),  # [m] of the point, palmar of that bone
            ("phi", float),  # [rad] φ, the angle of (x, y)
            ("straight", float),  # [rad] θ₀
            ("longest", float),  # [m] d(θ₀)
            ("rate", float),  # B of equation (9)
            ("least", float),  # [rad] least bend θ − θ₀
            ("most", float),  # [rad] most bend θ − θ₀
            ("near", float),  # [m] d at the most bend
            ("far", float),  # [m] d at the least bend
        ],
    )
)
"""A finger's constants. Records, because compiled code takes one array of them in a tenth of the
time that a NamedTuple of twelve arrays costs a call."""

BISECTIONS = 60
"""halve an interval of a radian down to rounding"""


def finger_table(
    lengths: np.ndarray,
    ratio: float,
    anchor: float | None,
    tip_angle: float,
    bend: tuple[float, float],
) -> np.ndarray:
    """(M,) of FINGER, for ``lengths`` (M, 3) [m]; arguments as in `FingerIK`, already checked.

    Without an anchor the approximation agrees at the most bend.
    """
    table = np.empty(len(lengths), FINGER)
    table["first"], table["second"] = lengths[:, 0], lengths[:, 1]
    table["x"] = lengths[:, 2] * np.cos(tip_angle)
    table["y"] = lengths[:, 2] * np.sin(tip_angle)
    table["phi"] = tip_angle
    low, high = (np.full(len(table), angle) for angle in bend)
    table["straight"] = 0.0
    if tip_angle != 0:
        table["straight"] = _turn(table, ratio, np.full(len(table), -tip_angle), 0 * low)
        rises = slope(table, ratio, high) > 0
        high = np.where(rises, _turn(table, ratio, high, 0 * high), high)
    low = np.maximum(low, table["straight"])
    if (high <= low).any():
        raise InputError(
            f"bend from {bend[0]:g} to {bend[1]:g} rad leaves no range in which the finger gets "
            "shorter as it bends; give 0 to at most π / (1 + ratio)."
        )
    table["longest"] = distance(table, ratio, table["straight"])
    at = high if anchor is None else anchor / (1 + ratio)  # (16): θ_PIP + θ_DIP = θ_U
    ahead = np.minimum(distance(table, ratio, at) / table["longest"], 1.0)
    table["rate"] = np.arccos(ahead) / (at - table["straight"])  # (9)
    table["least"] = low - table["straight"]
    table["most"] = high - table["straight"]
    table["near"] = distance(table, ratio, high)
    table["far"] = distance(table, ratio, low)
    return table


def point(
    table: np.ndarray | np.record, pip: np.ndarray, dip: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    """X and y [m] of the point at any angles with the MCP joint straight: (2), (3)."""
    end = pip + dip
    x = table["first"] + table["second"] * np.cos(pip)
    y = table["second"] * np.sin(pip)
    c, s = np.cos(end), np.sin(end)
    return x + table["x"] * c - table["y"] * s, y + table["x"] * s + table["y"] * c


def distance(table: np.ndarray, ratio: float, pip: np.ndarray | float) -> np.ndarray:
    """d(θ) [m] of coupled fingers: the square root of (5), taken from the point itself."""
    bend = np.broadcast_to(pip, len(table))
    return np.hypot(*point(table, bend, ratio * bend))


def slope(table: np.ndarray, ratio: float, pip: np.ndarray) -> np.ndarray:
    """Derivative of d²/2 by θ [m²/rad] of coupled fingers."""
    l1, l2, phi = table["first"], table["second"], table["phi"]
    l3 = np.hypot(table["x"], table["y"])
    return -(
        l1 * l2 * np.sin(pip)
        + (1 + ratio) * l1 * l3 * np.sin((1 + ratio) * pip + phi)
        + ratio * l2 * l3 * np.sin(ratio * pip + phi)
    )


def _turn(table: np.ndarray, ratio: float, rising: np.ndarray, falling: np.ndarray) -> np.ndarray:
    """θ at which d² turns, between one where it rises and one where it falls, by bisection."""
    for _ in range(BISECTIONS):
        middle = 0.5 * (rising + falling)
        rises = slope(table, ratio, middle) > 0
        rising = np.where(rises, middle, rising)
        falling = np.where(rises, falling, middle)
    return falling


FULL_BEND = pi
"""[rad] (6): θ_PIP + θ_DIP when the distal bone is parallel to the proximal one"""
