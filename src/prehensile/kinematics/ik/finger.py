"""A finger in its flexion plane: tip position → joint angles, in closed form or exactly.

Duits 2015, "A closed-form solution for human finger positioning": equations (2), (3), (5) and
(8)–(16). Three corrections: θ_MCP by atan2 (the paper's arccos loses its sign and six digits),
no solution also when d < |m − L_DP|, and (15) as printed rather than line 9 of the pseudo-code.
"""

from math import pi
from typing import Any, Literal, NamedTuple

import numpy as np

from prehensile.errors import InputError, UnknownNameError
from prehensile.fast_path import kernels
from prehensile.kinematics.ik.finger_table import FULL_BEND, finger_table, slope

Reach = Literal["error", "nearest"]
REACHES = ("error", "nearest")

ANCHOR, SAFE_ANCHOR = pi, 11 * pi / 12
"""[rad] θ_U: π has the smallest worst case, 11π/12 the smallest mean deviations (paper, 5.2). The
closed form always finds a pose with either; below 11π/12 it may not."""
COUPLING = 2 / 3
"""λ of equation (1)"""
EXACT_STEPS, CAREFUL_STEPS, TURNING_STEPS = 3, 8, 40
"""Halley steps that reach rounding: for fingers; for whatever else (pads, which lie off the bone,
couplings below 0.1, other proportions than people have); and for a pad bent so far that it begins
to leave the knuckle again, where a step only cuts the error to a third."""
NEAR_TURNING = 0.25
"""Slope of d² at the most bend over that at half of it, below which the turn is near."""
FINGER_SHAPE = (0.1, 3.0)
"""L_IP / L_PP and L_DP / L_PP of what counts as a finger; adults have 0.3 to 0.9."""
LONGEST_BONE = 0.5
"""[m] Anything longer is a slip of units."""
FARTHEST_TARGET = 2.0
"""[m] Anything farther is a slip of units, not something to reach for."""
REACH_TOLERANCE = 1e-12
"""[m] A target this far outside is reached: rounding."""


class PlanarPose(NamedTuple):
    """Angles that place a fingertip, and how far off it stays."""

    angles: np.ndarray
    """(..., 3) [rad] MCP, PIP, DIP; flexion positive"""
    miss: np.ndarray
    """(...,) [m] target beyond reach (positive) or too near (negative); 0 when reached"""


class FingerIK:
    """Angles of a three-bone finger whose DIP joint follows its PIP joint, θ_DIP = λ θ_PIP.

    The closed form approximates the distance by one cosine, θ_PIP = arccos(d / L_T) / B (11), and
    lets θ_DIP close the triangle (15): the tip is exact, the ratio is off by 0.05 in the mean. With
    ``exact`` a fixed number of Halley steps in u = θ² follow: then the ratio holds too, and in a
    batch it costs no more. See ``docs/ik.md`` for why they converge.

    The plane: x along the straight finger, y towards the palm, origin at the MCP joint.

    Args:
        lengths: (..., 3) [m] L_PP, L_IP, L_DP, the last up to the point to place.
        ratio: λ, above 0 up to 1.
        anchor: θ_U [rad], at which approximation and truth agree; turn it towards 11π/12 for a
            smaller mean deviation. It only changes the closed form.
        exact: hold the ratio too.
        tip_angle: φ [rad] of the point to place about the DIP joint, palmar of the distal bone; 0
            for a point on the bone.
        bend: least and most θ_PIP [rad]; 0 to π / (1 + λ) if left out (7).

    Raises:
        InputError: a length, ratio or angle outside its range.
    """

    def __init__(
        self,
        lengths: Any,
        ratio: float = COUPLING,
        anchor: float = ANCHOR,
        exact: bool = False,
        tip_angle: float = 0.0,
        bend: tuple[float, float] | None = None,
    ):
        bones = check_numbers("bone lengths", lengths, 3)
        bad = ~((bones > 0) & (bones <= LONGEST_BONE))
        if bad.any():
            raise InputError(
                f"a bone is {bones[bad][0]:g} m long; expected above 0, at most {LONGEST_BONE:g} m."
            )
        self.ratio = _within("coupling ratio", ratio, 0, 1, "(0, 1]")
        self.anchor = _within("anchor angle", anchor, 0, 1.5 * pi, "(0, 3π/2] rad")
        self.tip_angle = float(tip_angle)
        if not 0 <= self.tip_angle < pi / 2:
            raise InputError(f"tip angle is {tip_angle:g} rad; expected 0 to below π/2.")
        self.exact = exact
        bend = (0.0, FULL_BEND / (1 + self.ratio)) if bend is None else bend
        if not -pi / 2 <= bend[0] < bend[1] <= pi:
            raise InputError(
                f"bend is {bend[0]:g} to {bend[1]:g} rad; expected a range within -π/2 to π."
            )
        self._batch = bones.shape[:-1]
        flat = bones.reshape(-1, 3)
        # Exactly solved, the guess is best anchored at the end of the range: with the default, π.
        at = None if exact else self.anchor
        self.table = finger_table(flat, self.ratio, at, self.tip_angle, bend)
        self.steps = self._steps(flat)
        self._bones = bones

    def _steps(self, bones: np.ndarray) -> int:
        shape = bones[:, 1:] / bones[:, :1]
        usual = ((shape >= FINGER_SHAPE[0]) & (shape <= FINGER_SHAPE[1])).all()
        if self.tip_angle == 0:
            return EXACT_STEPS if usual and self.ratio >= 0.1 else CAREFUL_STEPS
        straight, most = self.table["straight"], self.table["most"]
        end, half = (slope(self.table, self.ratio, straight + k * most) for k in (1.0, 0.5))
        return TURNING_STEPS if (end > NEAR_TURNING * half).any() else CAREFUL_STEPS

    @property
    def bend(self) -> tuple[np.ndarray, np.ndarray]:
        """(...,), (...,) [rad] least and most θ_PIP: ``bend``, cut to where d falls with it."""
        straight = self.table["straight"]
        least, most = (straight + self.table[k] for k in ("least", "most"))
        return least.reshape(self._batch), most.reshape(self._batch)

    @property
    def nearest(self) -> np.ndarray:
        """(...,) [m] distance of the tip from the MCP joint when fully bent."""
        return self.table["near"].reshape(self._batch)

    @property
    def farthest(self) -> np.ndarray:
        """(...,) [m] distance of the tip from the MCP joint when straight."""
        return self.table["far"].reshape(self._batch)

    def solve(self, target: Any, reach: Reach = "error") -> PlanarPose:
        """Angles that bring the tip to a target.

        Args:
            target: (..., 2) [m] in the flexion plane; its leading axes broadcast with those of the
                lengths.
            reach: what to do about targets out of reach: ``error``, or ``nearest`` for the finger
                that points at the target as near as it gets.

        Raises:
            InputError: a target that is not finite, farther than 2 m, of a wrong shape, or out of
                reach; the message says by how many millimetres.
        """
        if reach not in REACHES:
            raise UnknownNameError("reach", str(reach), REACHES)
        angles, miss = self.attempt(target)
        # The exact solver always finds a pose.
        if not self.exact and (lost := np.isnan(angles[..., 1])).any():
            raise InputError(
                f"the closed form has no pose for {lost.sum()} of {lost.size} targets with the "
                f"anchor {self.anchor:.4g} rad; take 11π/12 to π, or exact=True."
            )
        if reach == "error":
            self._check_reached(np.asarray(target, dtype=float), miss)
        return PlanarPose(angles, miss)

    def attempt(self, target: Any) -> PlanarPose:
        """As :meth:`solve` with ``nearest``, but NaN where the closed form closes no triangle."""
        goal = check_numbers("target", target, 2)
        check_near(goal)
        batch, table = goal.shape[:-1], self.table
        if self._batch:
            goal, table = self._fit(goal)
            batch = goal.shape[:-1]
        goal = np.ascontiguousarray(goal).reshape(-1, 2)
        angles, miss = np.empty((len(goal), 3)), np.empty(len(goal))
        if self.exact:
            kernels("kinematics.ik").exact(table, self.ratio, self.steps, goal, angles, miss)
        else:
            kernels("kinematics.ik").closed_form(table, goal, angles, miss)
        return PlanarPose(angles.reshape(*batch, 3), miss.reshape(batch))

    def _fit(self, goal: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Goals and the table's rows for them, batch axes broadcast."""
        try:
            batch = np.broadcast_shapes(goal.shape[:-1], self._batch)
        except ValueError:
            raise InputError(
                f"target {goal.shape} and bone lengths {self._bones.shape} have batch axes that "
                "do not fit each other."
            ) from None
        table = self.table
        if self._batch != batch and len(table) > 1:
            rows = np.arange(len(table)).reshape(self._batch)
            table = table[np.broadcast_to(rows, batch).ravel()]
        return np.broadcast_to(goal, (*batch, 2)), table

    def _check_reached(self, goal: np.ndarray, miss: np.ndarray) -> None:
        if not miss.size or np.abs(miss).max() <= REACH_TOLERANCE:
            return
        worst = np.unravel_index(np.abs(miss).argmax(), miss.shape)
        at = np.broadcast_to(goal, (*miss.shape, 2))[worst]
        off = miss[worst]
        near, far = (np.broadcast_to(v, miss.shape)[worst] for v in (self.nearest, self.farthest))
        raise InputError(
            f"target {np.array2string(at, precision=4)} m is {1e3 * abs(off):.3g} mm "
            f"{'beyond' if off > 0 else 'inside'} the finger's reach of {1e3 * near:.1f} to "
            f"{1e3 * far:.1f} mm; move it, or take reach='nearest'."
        )

    def forward(self, angles: Any) -> np.ndarray:
        """Tip (..., 2) [m] at angles (..., 3) [rad], any coupling: equations (2) and (3)."""
        a = np.cumsum(check_numbers("angles", angles, 3), axis=-1)
        a[..., 2] += self.tip_angle
        x = (self._bones * np.cos(a)).sum(-1)
        return np.stack([x, (self._bones * np.sin(a)).sum(-1)], axis=-1)


def check_near(target: np.ndarray) -> None:
    """Refuse targets (N, k) [m] that no hand is meant to reach for."""
    far = np.abs(target).max(initial=0.0)
    if far > FARTHEST_TARGET:
        raise InputError(
            f"a target is {far:g} m away; expected at most {FARTHEST_TARGET:g} m "
            "(are these millimetres?)."
        )


def check_numbers(what: str, values: Any, last: int) -> np.ndarray:
    """``values`` as float64 (..., last), all finite."""
    try:
        array = np.asarray(values, dtype=float)
    except (TypeError, ValueError):
        raise InputError(f"{what}: something else than numbers; expected (..., {last}).") from None
    if array.ndim == 0 or array.shape[-1] != last:
        raise InputError(f"{what}: shape {array.shape}; expected (..., {last}).")
    if not np.isfinite(array).all():
        bad = array[~np.isfinite(array).all(axis=-1)][0]
        raise InputError(f"{what}: {bad} is not finite; expected metres or radians.")
    return array


def _within(what: str, value: float, above: float, most: float, text: str) -> float:
    if not (isinstance(value, int | float | np.number) and above < value <= most):
        raise InputError(f"{what} is {value}; expected a number in {text}.")
    return float(value)
