"""Figure 5.6 of Kry 2005: one captured grasp of a box, played on other things."""

from pathlib import Path

import numpy as np

from prehensile.draw.film_strips import draw_film_strips
from prehensile.figures.synthesis.captured_grasp import (
    EYE,
    FRICTION,
    CapturedGrasp,
    captured_grasp,
    played_on,
    small_box,
    told_times,
)
from prehensile.motion.clip import Clip
from prehensile.world.catalogue import load_object

THINGS = ("apple", "bulb")
"""of the catalogue"""
TILE = (240, 250)


def draw_another_object(path: Path) -> Path:
    """Box, apple and bulb in rows."""
    grasp = captured_grasp()
    return draw_film_strips(played_clips(grasp), told_times(grasp), path, TILE, np.array(EYE))


def played_clips(grasp: CapturedGrasp) -> dict[str, Clip]:
    """The grasp on its own box, on the apple and on the bulb."""
    things = [small_box(), *(load_object(name, friction=FRICTION) for name in THINGS)]
    return {thing.name: played_on(thing, grasp).clip for thing in things}
