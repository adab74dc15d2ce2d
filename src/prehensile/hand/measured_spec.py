"""The sizes of a hand from where its joints are: the way back from somebody else's file."""

from collections.abc import Mapping
from dataclasses import replace
from math import hypot, sqrt

import numpy as np

from prehensile.errors import InputError
from prehensile.hand.anthropometry import CARPUS_OF_METACARPAL
from prehensile.hand.joints import DIGITS, FINGERS
from prehensile.hand.segments import WEBXR_DIGIT, digit_segments
from prehensile.hand.skeleton import (
    BASE_X_OF_MIDDLE,
    FAN_OF_BREADTH,
    KNUCKLE_Y_OF_BREADTH,
    KNUCKLE_Z_OF_BREADTH,
)
from prehensile.hand.spec import HandSpec


def measured_spec(joints: Mapping[str, np.ndarray]) -> HandSpec:
    """A mean hand's mechanics on the bones of a file.

    Inverts `skeleton.metacarpal_ends`: exact for a hand of ours, save how the last bone and the
    flesh beyond it share their length, which no joint shows and no motion needs.

    Args:
        joints: WebXR name → (3,) [m] position of the moving joints and tips, palm frame, any pose
            (bones are measured joint to joint).

    Raises:
        InputError: a joint is missing, or the sizes are not a hand's.
    """
    wanted = [n for d in DIGITS for n in (*digit_segments(d), f"{WEBXR_DIGIT[d]}-tip")]
    missing = [name for name in wanted if name not in joints]
    if missing:
        raise InputError(f"the hand lacks the joints {', '.join(missing)}.")
    knuckles = {finger: joints[digit_segments(finger)[0]] for finger in FINGERS}
    across = knuckles["index"][1] - knuckles["little"][1]
    breadth = abs(across) / (KNUCKLE_Y_OF_BREADTH["index"] - KNUCKLE_Y_OF_BREADTH["little"])
    spec = HandSpec.mean("right" if across > 0 else "left")
    lengths = np.array(spec.bone_lengths)
    middle = float(knuckles["middle"][0]) / (1 + CARPUS_OF_METACARPAL)
    for row, digit in enumerate(DIGITS):
        names = (*digit_segments(digit), f"{WEBXR_DIGIT[digit]}-tip")
        points = np.stack([joints[name] for name in names])
        bones = np.linalg.norm(np.diff(points, axis=0), axis=1)
        # The tip's share of flesh as in the mean hand.
        last = lengths[row, 3:] * bones[-1] / lengths[row, 3:].sum()
        if digit == "thumb":
            lengths[row] = [bones[0], bones[1], 0.0, *last]
            continue
        base_x = CARPUS_OF_METACARPAL * middle * BASE_X_OF_MIDDLE[digit]
        sideways = hypot(FAN_OF_BREADTH[digit], KNUCKLE_Z_OF_BREADTH[digit]) * breadth
        forward = float(knuckles[digit][0]) - base_x
        lengths[row] = [sqrt(forward**2 + sideways**2), bones[0], bones[1], *last]
    return replace(spec, bone_lengths=lengths, breadth=float(breadth))
