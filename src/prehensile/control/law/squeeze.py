"""A grip in newtons: wanted fingertip forces → joint torques → a reference pose.

Andrews 2014, section 5.4.3: torques are the forces at the pads through the transposed Jacobian, and
a torque over a spring's stiffness is how far to move its rest. The reference pose then gives the
grip and the springs keep the hand compliant about it.
"""

import math
from typing import Literal, NamedTuple

import numpy as np

from prehensile.control.law.gains import Gains
from prehensile.errors import InputError, UnknownNameError
from prehensile.hand.hand import Hand
from prehensile.hand.joints import DIGITS
from prehensile.kinematics.forward import pad_positions
from prehensile.kinematics.jacobian import pad_jacobians
from prehensile.world.world import Observation

Opposed = Literal["thumb", "palm"]
OPPOSED = ("thumb", "palm")
"""What fingers may press against."""
TOUCH = 0.02
"""[N] at which a digit counts as touching"""
SETTLE = 0.3
"""[s] in which the forces grow"""
TRIM = 0.55
"""[s] after it, in which their sum is trimmed"""
TRIM_SECONDS = 0.15
"""[s] time constant of the trimming"""
LEAST_TRIM, MOST_TRIM = 0.1, 8.0
"""Factors by which the torque is trimmed, at least and at most."""
THUMB_SHARE = 2.0
"""What the thumb presses with, of a finger's force, against the palm: it stands nearly alone"""
LONGEST_CLOSE = 1.5
"""[s] that digits without contact are waited for"""
LEAST_SPRING = 50.0
"""[1/(s² N)] Springs weaker than this for each newton would need a reference pose more than two
radians away."""


class Squeeze(NamedTuple):
    """What the control law needs."""

    hold: np.ndarray
    """(dof,) [rad] where the springs would be at ease"""
    torque: np.ndarray
    """(dof,) [Nm] to press with there"""


def pad_forces(
    hand: Hand,
    q: np.ndarray,
    T_world_forearm: np.ndarray,
    grip: float,
    opposed: Opposed = "thumb",
    share: np.ndarray | None = None,
) -> np.ndarray:
    """Forces that the five pads exert, (5, 3) [N], world, magnitudes adding up to about ``grip``.

    Against the thumb, each finger and the thumb press along the line between their pads: whatever
    the pose, forces and moments balance. Against the palm, each pad presses along its own normal
    and the palm takes the other half.

    Args:
        hand: that presses.
        q: (dof,) [rad]
        T_world_forearm: (4, 4)
        grip: [N] sum of normal forces on the object.
        opposed: to what the fingers press.
        share: (5,) of each pad's force against the palm; equal if left out.
    """
    if opposed not in OPPOSED:
        raise UnknownNameError("opposition", str(opposed), OPPOSED)
    pads, normals = pad_positions(hand, q, T_world_forearm)
    fingers = len(DIGITS) - 1
    if opposed == "palm":
        share = np.ones(len(DIGITS)) if share is None else share
        return grip / 2 * (share / share.sum())[:, None] * normals
    towards = pads[:1] - pads[1:]
    forces = np.zeros((len(DIGITS), 3))
    forces[1:] = grip / 2 / fingers * towards / np.linalg.norm(towards, axis=1, keepdims=True)
    forces[0] = -forces[1:].sum(axis=0)
    return forces


def squeeze_torque(
    hand: Hand, q: np.ndarray, T_world_forearm: np.ndarray, forces: np.ndarray
) -> np.ndarray:
    """Joint torques (dof,) [Nm] for forces (5, 3) [N] of the pads on an object: Σ Jᵀ f."""
    J = pad_jacobians(hand, q, T_world_forearm)[:, :3]
    return np.einsum("ixj,ix->j", J, forces)


class ForceSqueeze:
    """Turns the pose in which a hand touches into a reference pose that presses as asked.

    Until every digit touches, or for `LONGEST_CLOSE`, the setpoints close the hand. Then the pose
    is kept and the forces grow to the wanted grip; against the palm, digits that touch nothing do
    not press. Contacts that are not at the pads press more or less than meant: meanwhile the sum
    is trimmed to what is measured, and then left alone, so that what is held stays still.

    Args:
        hand: that presses.
        grip: [N] sum of normal forces on the object.
        opposed: to what the fingers press.
        after: [s] of closing, whatever touches; until every digit touches if left out.
    """

    def __init__(
        self, hand: Hand, grip: float, opposed: Opposed = "thumb", after: float | None = None
    ):
        if not 0 < grip < math.inf:
            raise InputError(f"grip is {grip!r} N; expected a number above 0.")
        if opposed not in OPPOSED:
            raise UnknownNameError("opposition", str(opposed), OPPOSED)
        self.grip = float(grip)
        self._hand = hand
        self._opposed: Opposed = opposed
        self._after = after
        self.reset()

    def reset(self) -> None:
        """Forget the last grasp."""
        self._hold: np.ndarray | None = None
        self._torque: np.ndarray | None = None
        self._began = self._touched = math.inf
        self._trim = 1.0

    def regrip(self, newtons: float, obs: Observation) -> None:
        """Press this hard from now on, and trim the sum to what is measured."""
        self.grip = newtons
        if self._hold is not None:
            self._touched = float(obs.time) - SETTLE

    def take_over(self, obs: Observation) -> None:
        """The hand has closed already: press from its present pose, at once in full."""
        self._hold = obs.q.copy()
        self._began = self._touched = float(obs.time) - SETTLE

    def check(self, gains: Gains) -> None:
        """Refuse springs whose reference pose would be turns away.

        Raises:
            InputError: with the strength that is needed.
        """
        if gains.spring < LEAST_SPRING * self.grip:
            needed = math.ceil(LEAST_SPRING * self.grip / gains.stiffness)
            raise InputError(
                f"a grip of {self.grip:g} N needs stiffer springs than strength "
                f"{gains.strength:g} gives: {needed} or more."
            )

    def __call__(self, obs: Observation) -> Squeeze | None:
        """What to press with at this observation, while gripping; None while still closing."""
        time = float(obs.time)
        if self._began == math.inf:
            self._began = time
        if self._hold is None:
            if not self._closed(obs, time - self._began):
                return None
            self._hold, self._touched = obs.q.copy(), time
        if self._torque is None:
            self._torque = self._torque_per_newton(obs)
        elapsed = time - self._touched
        if SETTLE < elapsed < SETTLE + TRIM:
            measured = float(obs.finger_force.sum() + obs.palm_force)
            missing = 1 - measured / self.grip
            trim = self._trim * (1 + missing * obs.timestep / TRIM_SECONDS)
            self._trim = min(max(trim, LEAST_TRIM), MOST_TRIM)
        asked = min(elapsed / SETTLE, 1.0) * self._trim * self.grip
        return Squeeze(self._hold, asked * self._torque)

    def _closed(self, obs: Observation, elapsed: float) -> bool:
        if self._after is not None:
            return elapsed >= self._after
        return bool((obs.finger_force > TOUCH).all()) or elapsed >= LONGEST_CLOSE

    def _torque_per_newton(self, obs: Observation) -> np.ndarray:
        """(dof,) [Nm/N] once, where it touches: moving the whole hand does not change it."""
        share = (obs.finger_force > TOUCH) * np.array([THUMB_SHARE, 1, 1, 1, 1])
        if not share.any():
            share = None
        T = np.eye(4)
        forces = pad_forces(self._hand, obs.q, T, 1.0, self._opposed, share)
        return squeeze_torque(self._hand, obs.q, T, forces)
