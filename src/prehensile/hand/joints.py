"""The 23 degrees of freedom by name: signs, anatomical limits, passive springs and dampers.

Flexion is positive; abduction is positive away from the middle finger (for the middle finger,
towards the thumb; for the thumb, away from the palm); ulnar deviation and pronation are positive.
The same joint vector on the other side is the mirror image.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import radians

import numpy as np

DIGITS = ("thumb", "index", "middle", "ring", "little")
FINGERS = DIGITS[1:]

WRIST_JOINTS = ("wrist_flex", "wrist_dev", "wrist_pro")
THUMB_JOINTS = ("thumb_cmc_abd", "thumb_cmc_flex", "thumb_mp_flex", "thumb_ip_flex")
JOINT_NAMES: tuple[str, ...] = (
    *WRIST_JOINTS,
    *THUMB_JOINTS,
    *(
        f"{finger}_{joint}"
        for finger in FINGERS
        for joint in ("mcp_abd", "mcp_flex", "pip_flex", "dip_flex")
    ),
)


@dataclass(frozen=True)
class JointFacts:
    """What is known of one joint of a mean adult."""

    lower: float
    """Anatomical limit [rad]."""
    upper: float
    """Anatomical limit [rad]."""
    stiffness: float
    """Passive tissue stiffness about ``rest`` [Nm/rad]."""
    damping: float
    """Passive tissue damping [Nms/rad]."""
    rest: float
    """Where the passive spring is at ease: the relaxed hand [rad]."""


def _facts(lower: float, upper: float, stiffness: float, damping: float, rest: float) -> JointFacts:
    return JointFacts(radians(lower), radians(upper), stiffness, damping, radians(rest))


# Limits: Sancho-Bru et al. 2003 (fingers, thumb); active ranges of 25 adults (wrist flexion and
# deviation); forearm rotation is the textbook 80 degrees either way.
# Finger stiffness and damping: means over 20-23 people, Tsakonas et al. 2023. The thumb was not
# measured there: MP and IP take the index finger's MCP and PIP, the CMC the index finger's
# abduction value, whose lever and tissue are the nearest. Wrist: about the passive means of
# Formica et al. 2012, with a damping ratio near 0.3 for a 0.4 kg hand.
JOINT_FACTS: dict[str, JointFacts] = {
    "wrist_flex": _facts(-79, 54, 1.0, 0.02, 0),
    "wrist_dev": _facts(-14, 29, 1.9, 0.03, 0),
    "wrist_pro": _facts(-80, 80, 0.7, 0.01, 0),
    "thumb_cmc_abd": _facts(-30, 60, 0.115422, 0.00294783, 15),
    "thumb_cmc_flex": _facts(-25, 35, 0.115422, 0.00294783, 0),
    "thumb_mp_flex": _facts(-10, 80, 0.0366211, 0.00102784, 12),
    "thumb_ip_flex": _facts(-15, 80, 0.0143778, 0.000393943, 15),
    "index_mcp_abd": _facts(-15, 42, 0.115422, 0.00294783, 3),
    "index_mcp_flex": _facts(0, 90, 0.0366211, 0.00102784, 22),
    "index_pip_flex": _facts(0, 100, 0.0143778, 0.000393943, 30),
    "index_dip_flex": _facts(-10, 90, 0.00290392, 7.99462e-05, 12),
    "middle_mcp_abd": _facts(-8, 35, 0.122181, 0.00356039, 0),
    "middle_mcp_flex": _facts(0, 90, 0.0382871, 0.00119828, 26),
    "middle_pip_flex": _facts(0, 100, 0.0178152, 0.000523777, 34),
    "middle_dip_flex": _facts(-10, 90, 0.00309233, 8.63066e-05, 14),
    "ring_mcp_abd": _facts(-14, 20, 0.0997318, 0.00253865, 2),
    "ring_mcp_flex": _facts(0, 90, 0.0260675, 0.000814959, 29),
    "ring_pip_flex": _facts(0, 100, 0.0130392, 0.000372957, 37),
    "ring_dip_flex": _facts(-20, 90, 0.00281008, 7.21755e-05, 15),
    "little_mcp_abd": _facts(-40, 30, 0.0369048, 0.00103273, 5),
    "little_mcp_flex": _facts(0, 90, 0.0127079, 0.000407633, 30),
    "little_pip_flex": _facts(0, 100, 0.00497328, 0.00012607, 38),
    "little_dip_flex": _facts(-30, 90, 0.00174485, 4.36088e-05, 15),
}


def joint_array(field: str) -> np.ndarray:
    """One field of ``JOINT_FACTS`` for all joints, in the order of ``JOINT_NAMES``. (23,)"""
    return np.array([getattr(JOINT_FACTS[name], field) for name in JOINT_NAMES])


def joint_degrees() -> dict[str, tuple[str, ...]]:
    """Joints that bend skin → their degrees of freedom, the thumb's first."""
    found: dict[str, tuple[str, ...]] = {}
    for name in JOINT_NAMES:
        if name not in WRIST_JOINTS:
            joint = name.rpartition("_")[0]
            found[joint] = (*found.get(joint, ()), name)
    return found


def joint_digits(names: Sequence[str]) -> np.ndarray:
    """(n,) which of `DIGITS` each joint belongs to; -1 for the wrist."""
    prefixes = (name.partition("_")[0] for name in names)
    return np.array([DIGITS.index(p) if p in DIGITS else -1 for p in prefixes])
