"""How every hand wears the template: carried by the bones, then settled on its own flesh."""

import numpy as np

from prehensile.hand.hand import Hand
from prehensile.hand.joints import FINGERS
from prehensile.hand.skeleton import metacarpal_ends
from prehensile.hand.spec import HandSpec
from prehensile.mesh.remesh import relaxed
from prehensile.skin.flesh.palm import finger_webs
from prehensile.skin.flesh.rest import RestFlesh
from prehensile.skin.template.edge_lengths import edge_lengths
from prehensile.skin.template.nails import rim_vertices, settled
from prehensile.skin.template.shipped import template

ROUNDS = 10
"""Rounds of making the vertices even on another hand's flesh."""


def worn_template(flesh: RestFlesh) -> np.ndarray:
    """The template's vertices (V, 3) [m] on the skin of another right hand."""
    shape = template()
    rim = rim_vertices(shape.on_nail, shape.faces, len(shape.vertices))
    v = _carried(shape.vertices, flesh.hand)
    edges = edge_lengths(flesh, v)
    v = settled(flesh, v, edges, rim)
    for _ in range(ROUNDS):
        v = settled(flesh, relaxed(v, shape.faces, edges), edges, rim, 1)
    return settled(flesh, v, edges, rim)


def _carried(vertices: np.ndarray, hand: Hand) -> np.ndarray:
    """Points (V, 3) [m] of the mean hand moved as its bones are to become another's.

    The smoothest map that takes the ends and sides of every bone to those of the other hand.
    """
    from scipy.interpolate import RBFInterpolator

    here, there = _landmarks(HandSpec.mean("right").build()), _landmarks(hand)
    return vertices + RBFInterpolator(here, there - here, kernel="cubic", degree=1)(vertices)


def _landmarks(hand: Hand) -> np.ndarray:
    """(N, 3) [m] joints, and the flesh beside them; the forearm's end."""
    flesh, b = RestFlesh(hand), hand.spec.breadth
    cross = np.array([[0, 0, 0], [0, 1, 0], [0, -1, 0], [0, 0, 1], [0, 0, -1]], float)
    found = []
    for digit in flesh.digits.values():
        for x, r in zip(digit.joints[:-1], digit.radii[:-1], strict=True):
            found.append(digit.point(r * cross + [x, 0, 0]))
        r = digit.radii[-1]
        found.append(digit.point(r * cross + [digit.joints[-1] - r, 0, 0]))
        found.append(digit.point(np.array([[digit.joints[-1], 0, 0]])))
    for finger in FINGERS:
        found.append(metacarpal_ends(hand.spec, finger)[0] + 0.2 * b * cross[[0, 3, 4]])
    for web in finger_webs(b, {f: flesh.digits[f] for f in FINGERS}):
        # Its edge: neighbours may differ in length, and the cleft goes with both.
        found.append(web.corners[:2].mean(axis=0) + 0.06 * b * cross[[0, 3, 4]])
    for x in (0.0, -0.5 * b):
        found.append(0.3 * b * cross + [x, 0, 0])
    return np.concatenate(found)
