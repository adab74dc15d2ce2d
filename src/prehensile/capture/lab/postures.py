"""Postures in which an index finger touches a plate, the other digits out of its way."""

from collections.abc import Mapping
from types import MappingProxyType

import numpy as np

from prehensile.capture.lab.fingertip import lowest_point
from prehensile.errors import InputError
from prehensile.hand.hand import Hand

POSTURES: Mapping[str, tuple[float, float, float]] = MappingProxyType(
    {
        "stretched": (15, 8, 5),
        "sloping": (30, 14, 8),
        "arched": (45, 25, 12),
        "hooked": (55, 60, 30),
    }
)
"""[°] MCP, PIP and DIP; the wrist is bent so that the fingertip is on the plate. Lever arms of the
last joints change sign between the first and the last"""
REST = {
    "thumb_cmc_abd": -20.0,
    "thumb_cmc_flex": -15.0,
    "mcp_flex": 3.0,
    "pip_flex": 8.0,
    "dip_flex": 6.0,
}
"""[°] of the digits that do not touch: thumb beside the plank, fingers nearly straight above it"""
MARGIN = 0.08
"""[rad] to the ends of the index finger's joints, so that they can move either way"""
SPREAD = 4.0
"""[°] standard deviation from touch to touch"""


def touching_posture(
    hand: Hand,
    name: str,
    forearm: np.ndarray,
    height: float,
    rng: np.random.Generator | None = None,
    **fixed: float,
) -> np.ndarray:
    """(dof,) [rad] a posture with the index fingertip's lowest point at a height.

    Args:
        hand: whose.
        name: one of `POSTURES`.
        forearm: (4, 4) T_world_forearm.
        height: [m] of the plate, world.
        rng: varies the finger's joints; as listed if left out.
        fixed: [rad] joints of the index finger by the end of their names, in place of the table's.

    Raises:
        InputError: the wrist cannot bring the finger there.
    """
    q = np.zeros(hand.dof)
    for k, joint in enumerate(hand.joint_names):
        q[k] = np.radians(REST.get(joint, REST.get(joint.partition("_")[2], 0.0)))
    for kind, angle in zip(("mcp", "pip", "dip"), POSTURES[name], strict=True):
        varied = angle if rng is None else angle + SPREAD * rng.standard_normal()
        joint = f"{kind}_flex"
        k = hand.joint_index(f"index_{joint}")
        inside = np.clip(np.radians(varied), hand.lower[k] + MARGIN, hand.upper[k] - MARGIN)
        q[k] = fixed.get(joint, inside)
    q = np.clip(q, hand.lower, hand.upper)
    wrist = hand.joint_index("wrist_flex")
    low, high = hand.lower[wrist] + 0.05, hand.upper[wrist] - 0.05

    def above(angle: float) -> float:
        q[wrist] = angle
        return float(lowest_point(hand, q, forearm).world[2]) - height

    if above(low) < 0 or above(high) > 0:
        raise InputError(f"the finger does not reach the plate in posture {name!r}.")
    for _ in range(50):
        middle = (low + high) / 2
        low, high = (middle, high) if above(middle) > 0 else (low, middle)
    q[wrist] = high
    return q
