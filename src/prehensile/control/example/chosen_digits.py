"""A style whose digits do not all take part: those that are not chosen stay open."""

from dataclasses import replace

import numpy as np

from prehensile.control.example.grasp_style import GraspStyle
from prehensile.control.law.setpoints import GRIP, OPEN, Setpoints
from prehensile.errors import InputError
from prehensile.hand.joints import DIGITS, joint_digits


def with_digits(style: GraspStyle, fingers: tuple[str, ...]) -> GraspStyle:
    """The style with these digits alone, thumb to little.

    Raises:
        InputError: digits that take no part in the style.
    """
    idle = [digit for digit in fingers if digit not in style.fingers]
    if idle:
        take = "takes" if len(idle) == 1 else "take"
        raise InputError(
            f"{', '.join(idle)} {take} no part in {style.name!r}, which is a grasp by "
            f"{', '.join(style.fingers)}: choose among them, or leave the pose to the hand."
        )
    if fingers == style.fingers:
        return style
    digit = joint_digits(style.setpoints.joint_names)
    back = np.array([d >= 0 and DIGITS[d] not in fingers for d in digit])
    angle, rate = style.setpoints.angle.copy(), style.setpoints.rate.copy()
    angle[GRIP, back], rate[GRIP, back] = angle[OPEN, back], 0.0
    setpoints = Setpoints(style.setpoints.joint_names, angle, rate)
    kind = "pinch" if len(fingers) == 2 else "tripod"
    return replace(
        style,
        setpoints=setpoints,
        fingers=fingers,
        kind=style.kind if "thumb" not in fingers or style.kind != "power" else kind,
    )
