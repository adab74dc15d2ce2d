"""Points of a hand's skin to be painted on, without an atlas."""

from functools import cache
from typing import NamedTuple

import numpy as np

from prehensile.hand.hand import Hand
from prehensile.mesh.normals import smooth_normals
from prehensile.skin.flesh.rest import RestFlesh
from prehensile.skin.template.shipped import template


class Places(NamedTuple):
    """Some of the mean right hand's skin."""

    flesh: RestFlesh
    points: np.ndarray
    """(N, 3) [m]"""
    normals: np.ndarray
    """(N, 3) unit"""


@cache
def skin_places() -> Places:
    """The template's vertices."""
    shape = template()
    vertices = shape.vertices.astype(float)
    return Places(RestFlesh(Hand()), vertices, smooth_normals(vertices, shape.faces))
