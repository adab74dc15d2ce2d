"""Digits that close until they touch, and then press: what every grasp by setpoints does."""

import numpy as np

from prehensile.hand.hand import Hand
from prehensile.hand.joints import DIGITS, joint_digits
from prehensile.world.observation import Observation

TOUCH = 0.25
"""[N] at which a closing digit stops"""
CLOSING_SPEED = 1.4
"""[rad/s] of the fastest joint"""
OVERCLOSE = np.radians(35)
"""[rad] past the corpus pose, for objects that are smaller than the one it was made for"""
LONGEST_LEAD = 0.2
"""[rad] that a setpoint may run ahead of its joint"""
SQUEEZE_LIMIT = np.radians(60)
"""[rad] that is added to every flexing joint to press, at most"""


class DigitClosing:
    """How far each digit has closed and how much it presses, in one world or in many.

    A digit moves along the straight line from its open to its closed pose and on, and stops where
    it first touches. Pressing adds one common angle to all joints that flex.

    Args:
        hand: whose digits.
        q_open: (dof,) [rad]
        q_closed: (dof,) [rad]
    """

    def __init__(self, hand: Hand, q_open: np.ndarray, q_closed: np.ndarray):
        self._digit = joint_digits(hand.joint_names)
        flexes = [name.endswith("flex") for name in hand.joint_names]
        self._flexes = ((self._digit >= 0) & flexes).astype(float)
        self.travel = q_closed - q_open + OVERCLOSE * self._flexes
        """(dof,) [rad] from open to where the closing ends, if nothing is touched"""
        self.seconds = 1.0
        """[s] from open to there"""
        self.reset(())

    def reset(self, worlds: tuple[int, ...]) -> None:
        """Open, in as many worlds."""
        self.closed = np.zeros((*worlds, len(DIGITS)))
        """(..., 5) share of the way"""
        self.stopped = np.zeros((*worlds, len(DIGITS)), dtype=bool)
        """(..., 5) whether the digit has touched something, or come to its end"""
        self.squeeze = np.zeros(worlds)
        """(...,) [rad] added to press"""

    @property
    def way(self) -> float:
        """[rad] of the digits' joint that goes farthest."""
        return float(np.abs(self.travel[self._digit >= 0]).max())

    def beyond(self, q: np.ndarray) -> np.ndarray:
        """(..., dof) [rad] where the joints are wanted, for a hand that is ``q`` (dof,) open."""
        share = np.where(self._digit >= 0, self.closed[..., self._digit], 1.0)
        return q + share * self.travel + self.squeeze[..., None] * self._flexes

    def stop_at_touch(self, obs: Observation, where: np.ndarray) -> None:
        """Note which digits have come to something, or to their end, in these worlds (...,)."""
        self.stopped |= where[..., None] & ((obs.finger_force > TOUCH) | (self.closed >= 1))

    def close(
        self, obs: Observation, wanted: np.ndarray, where: np.ndarray, thumb_waits: np.ndarray
    ) -> None:
        """One step further, for digits that have not stopped.

        Args:
            obs: now.
            wanted: (..., dof) [rad] setpoints so far.
            where: (...,) worlds in which the hand closes.
            thumb_waits: (...,) worlds in which the thumb does not move yet.
        """
        # A digit that another one blocks waits: wound up, it would strike when it comes free.
        lag = np.abs(wanted - obs.q)
        lags = [lag[..., self._digit == d].max(axis=-1, initial=0) for d in range(len(DIGITS))]
        halted = ~where[..., None] | self.stopped | (np.stack(lags, axis=-1) > LONGEST_LEAD)
        halted[..., 0] |= thumb_waits
        step = obs.timestep / self.seconds
        self.closed = np.where(halted, self.closed, np.minimum(self.closed + step, 1))

    def press(
        self, obs: Observation, missing: np.ndarray, gain: float, speed: float, where: np.ndarray
    ) -> None:
        """One step harder or softer.

        Args:
            obs: now.
            missing: (...,) [N] of the grip that is wanted.
            gain: [rad/(N s)] of setpoint per newton that is missing.
            speed: [rad/s] at most.
            where: (...,) worlds in which the hand presses.
        """
        rate = np.clip(gain * missing, -speed, speed)
        squeezed = np.clip(self.squeeze + rate * obs.timestep, 0, SQUEEZE_LIMIT)
        self.squeeze = np.where(where, squeezed, self.squeeze)

    def open(self, share: float, angle: float, where: np.ndarray) -> None:
        """Back by a share of the way, and by an angle [rad] of the pressing."""
        self.closed = np.where(where[..., None], np.maximum(self.closed - share, 0), self.closed)
        self.squeeze = np.where(where, np.maximum(self.squeeze - angle, 0), self.squeeze)


def measured_grip(obs: Observation) -> np.ndarray:
    """(...,) [N] sum of the normal forces of fingers and palm."""
    return obs.finger_force.sum(axis=-1) + obs.palm_force
