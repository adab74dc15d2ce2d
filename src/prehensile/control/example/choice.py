"""Which styles suit an object: by its size, its shape and its weight, best first.

A *power* grip, in the palm, where strength or a firm seat is wanted; a *precision* grip, between
thumb and fingertips, where the thing is small or will be turned between the fingers. Long things
are wrapped or held between thumb and fingers side by side, compact ones between digits all round,
as a disk or a ball; what is small is held by the fewer digits the smaller it is; what is thin and
flat between the thumb and the index's side. (Napier 1956 and Cutkosky 1989 are known for such
divisions; they were not read for this file.) Of almost ten thousand grasps at work, size and mass
of the object told most of which grip was taken, 96 of 100 were on places 7 cm thick or less, large
and heavy things were held by power grips, and below 2 cm and 20 g six of ten by precision grips
(Feix, Bullock & Dollar 2014, both parts, as their abstracts say). So: the lengths and masses below
follow those figures where they give any, and otherwise what a hand can reach: a fingertip is 16 mm
wide, and two pads hold about 0.1 kg without pain, three 0.3.

Every list ends with the wrap of the whole hand, which holds nearly anything: a style that fails
falls back to the next.
"""

from typing import NamedTuple

import numpy as np

from prehensile.control.example.style import DEFAULT_STYLE
from prehensile.world.objects.object import Object

SMALL = 0.06
"""[m] longest side, under which things are held without the palm"""
TINY = 0.03
"""[m] longest side, under which there is room for two fingertips only"""
THIN = 0.006
"""[m] thickness of cards and keys"""
FLAT = 0.02
"""[m] thickness of what is flat, and taken between thumb and fingers side by side"""
STICK, FINGERTIP = 0.025, 0.016
"""[m] across, of pens and brushes; and of those that three round fingertips do not get under where
they lie on a table, so that two take them"""
BAR = 0.06
"""[m] across, of bars that thumb and fingers side by side take from above"""
SLENDER = 4.0
"""Length over girth of what is long"""
ROUND = 0.8
"""Ratio of two sides, from which something is about round there"""
LOW = 0.5
"""Height over width of disks"""
SPAN = 0.1
"""[m] that a hand spans from above"""
HAND_LIGHT, PEN_LIGHT, TIP_LIGHT = 0.3, 0.08, 0.1
"""[kg] that three fingertips hold well; that a stick may have to be held like a pen; that two
fingertips hold"""
TIPS_LIGHT = 0.5
"""[kg] that a few digits hold by a handle, or of something low"""


class Shape(NamedTuple):
    """What of an object the choice looks at."""

    longest: float
    """[m]"""
    middle: float
    """[m]"""
    thinnest: float
    """[m]"""
    mass: float
    """[kg]"""

    @classmethod
    def of(cls, obj: Object) -> "Shape":
        """By its own axes."""
        thinnest, middle, longest = (float(v) for v in np.sort(obj.extents))
        return cls(longest, middle, thinnest, float(obj.mass))


def usual_styles(obj: Object, by_handle: float | None = None) -> tuple[str, ...]:
    """Which of `style.STYLES` suit an object, best first.

    Args:
        obj: what is taken.
        by_handle: [m] across, of the handle that it is taken by; None if by none.
    """
    shape = Shape.of(obj)
    found = styles_for(shape)
    if by_handle is not None:
        found = (*found, *(s for s in styles_for_handle(by_handle, shape.mass) if s not in found))
    return (*(s for s in found if s != DEFAULT_STYLE), DEFAULT_STYLE)


def styles_for_handle(girth: float, mass: float) -> tuple[str, ...]:
    """Names of styles for a handle of some girth [m], of something that weighs so much [kg]."""
    if girth > 2 * FLAT:
        return ("wrap",)
    if mass > TIPS_LIGHT:
        return ("wrap", "quadpod")
    return ("quadpod", "wrap") if mass <= HAND_LIGHT else ("wrap", "tripod", "quadpod")


def styles_for(s: Shape) -> tuple[str, ...]:
    """Names of styles, best first; the rules in the order in which they are asked."""
    flat = s.thinnest <= FLAT and s.middle >= 2 * s.thinnest
    disk = s.middle >= ROUND * s.longest and s.thinnest <= LOW * s.longest
    if s.thinnest <= THIN and flat and s.mass <= TIP_LIGHT:
        return ("lateral", "tip_pinch", "tripod")
    if s.longest < SMALL and s.mass <= HAND_LIGHT:
        return ("tip_pinch", "tripod") if s.longest <= TINY else ("tripod", "tip_pinch")
    if s.middle <= STICK and s.mass <= PEN_LIGHT:
        thin = s.middle <= FINGERTIP
        return ("tip_pinch", "tripod") if thin else ("tripod", "tip_pinch", "quadpod")
    if disk and s.longest <= SPAN and s.mass <= HAND_LIGHT:
        return ("disk", "quadpod")
    if s.thinnest >= ROUND * s.longest and s.longest <= SPAN:
        return ("sphere", "disk") if s.mass <= HAND_LIGHT else ("sphere",)
    if s.thinnest >= ROUND * s.middle and s.middle <= SPAN and s.mass <= TIP_LIGHT:
        return ("disk", "sphere") if s.longest < 2 * s.middle else ("quadpod",)
    if s.thinnest <= 2 * FLAT and s.mass <= TIPS_LIGHT and not s.longest >= SLENDER * s.middle:
        return ("quadpod", "tripod")
    if disk and s.longest > SPAN and s.mass <= TIPS_LIGHT:  # a bowl's wall, near its rim
        return ("quadpod",)
    if s.middle <= BAR and s.mass <= HAND_LIGHT:
        return ("quadpod", "wrap")
    return ()
