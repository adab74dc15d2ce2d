"""`MovedTips`: fingertips moved by the closed form, each finger bent in its own way as before.

Four joints place three numbers. The closed form takes the coupled pose; a captured finger differs
from that by a habit, which is kept: q + IK(goal) − IK(where it is), corrected until it lands.
"""

from collections.abc import Sequence

import numpy as np

from prehensile.hand.hand import Hand
from prehensile.hand.joints import DIGITS
from prehensile.kinematics.forward import pad_positions
from prehensile.kinematics.ik.hand_target import HandTarget

ROUNDS = 4


class MovedTips:
    """For some digits of a hand.

    Args:
        hand: whose.
        digits: rows among thumb to little.
    """

    def __init__(self, hand: Hand, digits: Sequence[int] | np.ndarray):
        self.hand, self.rows = hand, [int(k) for k in digits]
        self.ik = HandTarget(hand, [DIGITS[k] for k in self.rows])
        self.columns = [hand.joint_index(name) for four in self.ik.joints for name in four]

    def pads(self, q: np.ndarray, T: np.ndarray) -> np.ndarray:
        """(..., k, 3) [m] where they are, world."""
        return pad_positions(self.hand, q, T)[0][..., self.rows, :]

    def moved(self, q: np.ndarray, T: np.ndarray, goals: np.ndarray) -> np.ndarray:
        """The joint vectors with the pads at goals, or as near as limits let them.

        Args:
            q: (..., dof) [rad]
            T: (..., 4, 4) T_world_forearm.
            goals: (..., k, 3) [m], world.
        """
        return self.carried_over(q, T, T, goals)

    def carried_over(
        self, q: np.ndarray, T_from: np.ndarray, T: np.ndarray, goals: np.ndarray
    ) -> np.ndarray:
        """As `moved`, from another forearm (..., 4, 4)."""
        columns = self.columns
        habit = (q - self.ik.place(q, self.pads(q, T_from), T_from, "nearest")[0])[..., columns]
        low, high = self.hand.lower[columns], self.hand.upper[columns]
        # Captured angles may lie a little outside; what does not move is not to be cut.
        low, high = np.minimum(low, q[..., columns]), np.maximum(high, q[..., columns])
        aim, out = goals.copy(), q.copy()
        for _ in range(ROUNDS):
            found = self.ik.place(q, aim, T, "nearest")[0][..., columns]
            out[..., columns] = np.clip(found + habit, low, high)
            aim = aim + goals - self.pads(out, T)
        return out
