"""The mean hand's coarsest skin, and how every other hand wears it.

All hands have the same faces, in the same order, over the same places of the body: what is
painted on one, or learned about one, fits all. ``tools/make_skin_template.py`` makes the file.
"""

import io
from dataclasses import dataclass
from functools import cache
from importlib import resources

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

FILE = "data/template.npz"
"""Beside the package ``prehensile.skin``; made by ``tools/make_skin_template.py``."""
WHOLE = 65535
"""Places are stored as 16 bits: steps of 3 µm, and of a fiftieth of a texel."""
ROUNDS = 10
"""Rounds of making the vertices even on another hand's flesh."""


@dataclass(frozen=True, eq=False)
class Template:
    """A closed mesh of the mean right hand, bind pose, palm frame."""

    vertices: np.ndarray
    """(V, 3) [m]"""
    faces: np.ndarray
    """(F, 3) uint32, anticlockwise from outside"""
    on_nail: np.ndarray
    """(F,) bool: faces of nails"""
    uv_corner: np.ndarray
    """(F, 3, 2) float32 place of each face's corners in the atlas"""
    sources: str
    """digest of the code that made it, see :mod:`prehensile.skin.template.make.sources`"""


@cache
def template() -> Template:
    """The template that the package holds."""
    data = resources.files("prehensile.skin").joinpath(FILE).read_bytes()
    with np.load(io.BytesIO(data)) as file:
        return Template(
            placed(file["vertices"], file["bounds"]),
            file["faces"].astype(np.uint32),
            file["on_nail"],
            (file["uv_corner"] / WHOLE).astype(np.float32),
            str(file["sources"]),
        )


def placed(whole: np.ndarray, bounds: np.ndarray) -> np.ndarray:
    """Points (N, 3) [m] of whole numbers between the two corners (2, 3) of a box."""
    return bounds[0] + whole * ((bounds[1] - bounds[0]) / WHOLE)


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
