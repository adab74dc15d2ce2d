"""Which points of a hand a keypoint tracker reports, and in which order.

Every layout is a choice from OpenXR's 26 joints, named as in WebXR. A joint lies at the near end of
the bone it is named after: ``index-finger-phalanx-proximal`` is the index knuckle,
``thumb-metacarpal`` the thumb's saddle joint.
"""

from itertools import pairwise
from typing import Literal

import numpy as np

from prehensile.errors import UnknownNameError
from prehensile.hand.joints import DIGITS, FINGERS
from prehensile.hand.segments import PALM, WEBXR_DIGIT, digit_segments

Layout = Literal["mediapipe", "webxr", "openxr", "leap"]

PALM_CENTRE = "palm"
"""OpenXR's extra joint: the middle of the middle finger's metacarpal."""


def digit_points(digit: str) -> tuple[str, ...]:
    """The four points a digit moves: its three joints and its tip."""
    return (*digit_segments(digit), f"{WEBXR_DIGIT[digit]}-tip")


def metacarpal_base(finger: str) -> str:
    """The near end of a finger's metacarpal, at the wrist; fixed to the palm."""
    return f"{WEBXR_DIGIT[finger]}-metacarpal"


KNUCKLES = tuple(digit_segments(finger)[0] for finger in FINGERS)

WEBXR: tuple[str, ...] = (
    PALM,
    *digit_points("thumb"),
    *(name for f in FINGERS for name in (metacarpal_base(f), *digit_points(f))),
)
LAYOUTS: dict[str, tuple[str, ...]] = {
    "mediapipe": (PALM, *(name for digit in DIGITS for name in digit_points(digit))),
    "webxr": WEBXR,
    "openxr": (PALM_CENTRE, *WEBXR),
    "leap": tuple(name for digit in DIGITS for name in digit_points(digit)),
}
"""Layout → point names in its order. Leap has no wrist: four points a digit, thumb to little."""

ALL_POINTS = LAYOUTS["openxr"]

CONVENTIONS = (PALM_CENTRE, *(metacarpal_base(finger) for finger in FINGERS))
"""Points inside the palm, which no tracker sees: makers put them centimetres apart."""
HEARSAY = 0.1
"""Their weight in a fit, against 1: enough to stand in for a wrist that is not seen."""


def layout_points(layout: str) -> tuple[str, ...]:
    """The point names of a layout in its order.

    Raises:
        UnknownNameError: no such layout.
    """
    if layout not in LAYOUTS:
        raise UnknownNameError("keypoint layout", str(layout), LAYOUTS)
    return LAYOUTS[layout]


def trust(names: tuple[str, ...]) -> np.ndarray:
    """(K,) the weight of each point's distance in a fit."""
    return np.array([HEARSAY if name in CONVENTIONS else 1.0 for name in names])


def layout_links(layout: str) -> tuple[tuple[int, int], ...]:
    """Pairs of points that a bone joins, as positions in the layout; to draw or to measure."""
    names = layout_points(layout)
    links = []
    for digit in DIGITS:
        chain = [PALM, *digit_points(digit)]
        if digit in FINGERS:
            chain.insert(1, metacarpal_base(digit))
        here = [names.index(name) for name in chain if name in names]
        links += pairwise(here)
    return tuple(links)
