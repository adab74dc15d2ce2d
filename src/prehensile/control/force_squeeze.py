"""A grip in newtons: wanted fingertip forces → joint torques → a reference pose.

Andrews 2014, section 5.4.3: torques are the forces at the pads through the transposed Jacobian, and
a torque over a spring's stiffness is how far to move its rest. The reference pose then gives the
grip and the springs keep the hand compliant about it.
"""

import math
from typing import Literal, NamedTuple

import numpy as np

from prehensile.control.gains import Gains
from prehensile.errors import InputError, UnknownNameError
from prehensile.hand.hand import Hand
from prehensile.hand.joints import DIGITS
from prehensile.kinematics.forward import pad_positions
from prehensile.kinematics.jacobian import pad_jacobians
from prehensile.lie import se3
from prehensile.world.world import Observation

Opposed = Literal["thumb", "palm"]
OPPOSED = ("thumb", "palm")
TOUCH = 0.02
"""[N] at which a digit counts as touching"""
SETTLE = 0.5
"""[s] in which the forces grow"""
TRIM = 1.0
"""[s] after it, in which their sum is trimmed"""
TRIM_SECONDS = 0.2
"""[s] time constant of the trimming"""
LEAST_TRIM, MOST_TRIM = 0.2, 5.0
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
    hand: Hand, q: np.ndarray, T_world_forearm: np.ndarray, grip: float, opposed: Opposed = "thumb"
) -> np.ndarray:
    """Forces that the five pads exert, (5, 3) [N], world, magnitudes adding up to about ``grip``.

    Against the thumb, each finger and the thumb press along the line between their pads: whatever
    the pose, forces and moments balance. Against the palm, each pad presses along its own normal
    and the palm takes the other half.

    Args:
        hand: whose.
        q: (dof,) [rad]
        T_world_forearm: (4, 4)
        grip: [N] sum of normal forces on the object.
        opposed: to what the fingers press.
    """
    if opposed not in OPPOSED:
        raise UnknownNameError("opposition", str(opposed), OPPOSED)
    pads, normals = pad_positions(hand, q, T_world_forearm)
    fingers = len(DIGITS) - 1
    if opposed == "palm":
        return grip / 2 / len(DIGITS) * normals
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
    is kept and the forces grow to the wanted grip. Contacts that are not at the pads press more or
    less than meant: meanwhile the sum is trimmed to what is measured, and then left alone, so that
    what is held stays still.

    Args:
        hand: whose.
        grip: [N] sum of normal forces on the object.
        opposed: to what the fingers press.
    """

    def __init__(self, hand: Hand, grip: float, opposed: Opposed = "thumb"):
        if not 0 < grip < math.inf:
            raise InputError(f"grip is {grip!r} N; expected a number above 0.")
        if opposed not in OPPOSED:
            raise UnknownNameError("opposition", str(opposed), OPPOSED)
        self.grip = float(grip)
        self._hand = hand
        self._opposed: Opposed = opposed
        self.reset()

    def reset(self) -> None:
        """Forget the last grasp."""
        self._hold: np.ndarray | None = None
        self._began = self._touched = math.inf
        self._trim = 1.0

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
            touching = bool((obs.finger_force > TOUCH).all())
            if not touching and time - self._began < LONGEST_CLOSE:
                return None
            self._hold, self._touched = obs.q.copy(), time
        elapsed = time - self._touched
        if SETTLE < elapsed < SETTLE + TRIM:
            measured = float(obs.finger_force.sum() + obs.palm_force)
            missing = 1 - measured / self.grip
            trim = self._trim * (1 + missing * obs.timestep / TRIM_SECONDS)
            self._trim = min(max(trim, LEAST_TRIM), MOST_TRIM)
        T = se3.from_pose7(obs.forearm)
        asked = min(elapsed / SETTLE, 1.0) * self._trim * self.grip
        forces = pad_forces(self._hand, obs.q, T, asked, self._opposed)
        return Squeeze(self._hold, squeeze_torque(self._hand, obs.q, T, forces))
