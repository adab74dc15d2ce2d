"""How stiff joints are with relaxed muscles: what an active hand's stiffness is set beside."""

from typing import NamedTuple

from prehensile.hand.joints import JOINT_FACTS

FINGERS, WRIST = "Tsakonas et al. 2023", "Formica et al. 2012"
"""who measured them"""


class Tissue(NamedTuple):
    """One joint's passive stiffness."""

    stiffness: float
    """[Nm/rad] mean of all people"""
    deviation: float | None
    """[Nm/rad] between people; None where it is not known"""


_DEVIATIONS = {
    "index": (0.0437753, 0.0127159, 0.00635933, 0.00132666),
    "middle": (0.0635451, 0.0137002, 0.00773509, 0.00136967),
    "ring": (0.0657024, 0.0112961, 0.00420546, 0.00119854),
    "little": (0.0214524, 0.00635345, 0.00203802, 0.000949386),
}
"""[Nm/rad] of abduction and of MCP, PIP and DIP flexion, 20 to 23 people"""
_DEGREES = ("mcp_abd", "mcp_flex", "pip_flex", "dip_flex")


def passive_tissue(joint: str) -> Tissue | None:
    """Of a joint of our hand; None for the thumb's, which nobody measured, and for others'."""
    digit, _, degree = joint.partition("_")
    if joint not in JOINT_FACTS or digit == "thumb":
        return None
    mean = JOINT_FACTS[joint].stiffness
    if digit == "wrist":
        return Tissue(mean, None)
    return Tissue(mean, _DEVIATIONS[digit][_DEGREES.index(degree)])
