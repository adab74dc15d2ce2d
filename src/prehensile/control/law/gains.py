"""The five numbers an animator sets: stiffness, damping, joint-limit stiffness, strength, and α.

Table 1 of Pollard & Zordan 2005. Gains are divided by inertia, so one number serves every joint.
"""

import math
from dataclasses import dataclass, replace

import numpy as np

from prehensile.errors import InputError
from prehensile.hand.hand import Hand
from prehensile.hand.joints import WRIST_JOINTS

STIFFNESS = {
    # [Nm/rad] In the ratio of the joints' lever arms to the fingertip, so that closing all joints
    # of a finger by the same angle presses with the pad and does not curl the tip.
    "wrist": 60.0,
    "cmc_abd": 2.0,
    "cmc_flex": 2.0,
    "mp_flex": 1.0,
    "ip_flex": 0.5,
    "mcp_abd": 1.5,
    "mcp_flex": 1.2,
    "pip_flex": 0.6,
    "dip_flex": 0.25,
}
RELAXATION = 0.05
"""[s] damping over stiffness: how fast a joint reaches its setpoint"""


@dataclass(frozen=True)
class Gains:
    """Springs and dampers of (3) and (5), per unit of joint inertia."""

    stiffness: float = 200.0
    """k_S [1/s²]"""
    damping: float = 50.0
    """k_D [1/s]"""
    limit: float = 5000.0
    """k_JL [1/s²]; zero leaves the soft joint limits out"""
    strength: float = 1.0
    """Multiplies k_S and k_D alike, so that a hand closes at the same pace and only presses
    harder. 1 is published: about 0.1 N a finger. Everyday objects need 30 to 100, that is
    0.3 to 1 Nm/rad at a knuckle, what Kry (2005) measured on people."""

    def __post_init__(self) -> None:
        for name in ("stiffness", "damping", "limit", "strength"):
            value = getattr(self, name)
            if not 0 <= value < math.inf:
                raise InputError(f"Gains.{name} is {value!r}; expected a number from 0 up.")
        if self.stiffness == 0 or self.strength == 0:
            raise InputError("Gains need a stiffness and a strength above 0.")

    @property
    def spring(self) -> float:
        """[1/s²] strength × k_S"""
        return self.strength * self.stiffness

    @property
    def damper(self) -> float:
        """[1/s] strength × k_D"""
        return self.strength * self.damping

    def stronger(self, factor: float) -> "Gains":
        """The same with another strength."""
        return replace(self, strength=factor)


GRASPS = Gains()
"""Table 1, first row."""
HANDSHAKE = Gains(stiffness=300.0, damping=60.0)
"""Table 1, second row."""
EVERYDAY = Gains(strength=60.0)
"""Strong enough for what stands on a table, whatever it weighs."""
STRENGTH_PER_NEWTON = 3.0
"""What a grip of so many newtons asks of the strength, so that what is heavy does not sag"""
SOFTEST, STIFFEST = 45.0, 120.0
"""Strengths that a grip asks for, at least and at most; at 30 things are held too, but in the lift
they sag as fast as if they slipped, and the slip reflex answers"""
BRISK = 60.0
"""Strength at least for an arm that goes its own way, and not gently: at 30 four things of eleven
are lost or put down askew, at 60 one"""


def gains_for(grip: float, softest: float = SOFTEST) -> Gains:
    """Springs that suit a grip [N], of a strength that is at least ``softest``."""
    return GRASPS.stronger(float(np.clip(STRENGTH_PER_NEWTON * grip, softest, STIFFEST)))


def joint_gains(hand: Hand) -> tuple[np.ndarray, np.ndarray]:
    """Stiffness (dof,) [Nm/rad] and damping (dof,) [Nms/rad] of every joint."""
    stiffness = np.array([_stiffness(name) for name in hand.joint_names])
    return stiffness, RELAXATION * stiffness


def _stiffness(joint: str) -> float:
    return STIFFNESS["wrist" if joint in WRIST_JOINTS else joint.partition("_")[2]]
