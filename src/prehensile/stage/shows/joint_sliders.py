"""The stiffness of a finger's joints as sliders, each with the interval that was measured."""

from dataclasses import replace

import numpy as np

from prehensile.hand.compliance import HandCompliance
from prehensile.hand.joints import JOINT_NAMES, WRIST_JOINTS
from prehensile.stage.choices import slider
from prehensile.stage.messages import Control

MOST_SHOWN = 5
"""measured joints that stand before the fold"""
REACH, FARTHEST = 3.0, 10.0
"""A slider goes from a third of a value to three times as much; or as far as its interval, but not
beyond a tenth and ten times."""
WORDS = {
    "wrist_flex": ("Wrist", "k_WF"),
    "wrist_dev": ("Wrist sideways", "k_WD"),
    "wrist_pro": ("Forearm turning", "k_WP"),
    "cmc_abd": ("Thumb base sideways", "k_CA"),
    "cmc_flex": ("Thumb base", "k_CF"),
    "mp_flex": ("Thumb middle joint", "k_MP"),
    "ip_flex": ("Thumb end joint", "k_IP"),
    "mcp_abd": ("Knuckle sideways", "k_MA"),
    "mcp_flex": ("Knuckle", "k_MF"),
    "pip_flex": ("Middle joint", "k_PIP"),
    "dip_flex": ("End joint", "k_DIP"),
}
"""label and symbol by joint, without its finger"""


def chain(digit: str) -> list[str]:
    """The joints between forearm and a fingertip, as they come along the way."""
    return [name for name in JOINT_NAMES if name in WRIST_JOINTS or name.startswith(f"{digit}_")]


def joint_sliders(digit: str, told: HandCompliance, now: HandCompliance) -> list[Control]:
    """A slider for every joint that carries a fingertip; what was not measured is folded away.

    Args:
        digit: whose.
        told: as it was given: intervals, and what was measured.
        now: with the values that are set.
    """
    measured, assumed, intervals = [], [], told.interval()
    for joint in chain(digit):
        row = told.joint_names.index(joint)
        (measured if told.estimated[row] else assumed).append(
            _slider(joint, intervals[row], told, now)
        )
    shown = [replace(c, advanced=k >= MOST_SHOWN) for k, c in enumerate(measured)]
    return [*shown, *assumed]


def _slider(joint: str, interval: np.ndarray, told: HandCompliance, now: HandCompliance) -> Control:
    """``interval``: (2,) [rad/Nm]"""
    row = told.joint_names.index(joint)
    label, symbol = WORDS[joint if joint in WORDS else joint.partition("_")[2]]
    k, known = float(told.stiffness[row]), bool(told.estimated[row])
    high, low = (float(1 / c) for c in interval)
    made = slider(
        joint,
        label,
        float(now.stiffness[row]),
        (max(min(k / REACH, low), k / FARTHEST), min(max(k * REACH, high), k * FARTHEST)),
        f"{joint}: {k:.2f} Nm/rad, 90 % between {low:.2f} and {high:.2f}; by what was measured."
        if known
        else f"{joint}: {k:.2f} Nm/rad from tables; this recording does not tell it.",
        unit="Nm/rad",
        group="Stiffness, measured" if known else "Stiffness, from tables",
        symbol=symbol,
        advanced=not known,
    )
    return replace(made, likely=(low, high)) if known else made
