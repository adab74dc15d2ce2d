"""Where on a hand a marker is glued, as far as its name tells."""

from dataclasses import dataclass

import numpy as np

from prehensile.hand.hand import Hand
from prehensile.hand.segments import PALM
from prehensile.hand.skeleton import PALM_THICKNESS_OF_BREADTH

MARKER_HEIGHT = 0.004
"""[m] of a marker's centre above the skin: half a marker and its base."""


@dataclass(frozen=True)
class MarkerSite:
    """A guess at a marker's place, and how far off it may be."""

    segment: str
    """WebXR name of the segment that carries it"""
    along: float
    """share of the segment's length, from its near end"""
    across: float = 0.0
    """half breadths towards the thumb's side of a right hand's palm (+y of the segment)"""
    out: float = 1.0
    """half depths out of the back; 1 is on the skin of the back, −1 on the palmar side"""
    spread: tuple[float, float, float] = (0.008, 0.004, 0.004)
    """[m] standard deviation along, across and out"""

    @property
    def on_palm(self) -> bool:
        """Whether no joint of the hand moves it."""
        return self.segment == PALM


def site_offset(hand: Hand, site: MarkerSite) -> np.ndarray:
    """The guess as a point (3,) [m] in the frame of its segment, of a right hand."""
    segment = hand.segment(site.segment)
    if site.on_palm:
        breadth = 0.5 * hand.spec.breadth
        depth = PALM_THICKNESS_OF_BREADTH * breadth
    else:
        near, far = segment.radii
        breadth = depth = near + site.along * (far - near)
    lift = MARKER_HEIGHT * np.sign(site.out)
    return np.array([site.along * segment.length, site.across * breadth, site.out * depth + lift])
