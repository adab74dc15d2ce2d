"""The mean hand's coarsest skin, and how every other hand wears it.

All hands have the same faces, in the same order, over the same places of the body: what is
painted on one, or learned about one, fits all. ``tools/make_skin_template.py`` makes the file.
"""

import io
from dataclasses import dataclass
from functools import cache
from importlib import resources

import numpy as np

from prehensile.cache import code_digest
from prehensile.hand.hand import Hand
from prehensile.hand.joints import FINGERS
from prehensile.hand.skeleton import metacarpal_ends
from prehensile.hand.spec import HandSpec
from prehensile.mesh.remesh import relaxed
from prehensile.skin.flesh.palm import finger_webs
from prehensile.skin.flesh.rest import RestFlesh
from prehensile.skin.template.atlas import corner_uv
from prehensile.skin.template.coarse import coarse_skin, edge_lengths
from prehensile.skin.template.nails import rim_vertices, settled

FILE = "data/template.npz"
WHOLE = 65535
"""Places are stored as 16 bits: steps of 3 µm, and of a fiftieth of a texel."""
ROUNDS = 10
"""Of making the vertices even on another hand's flesh."""


@dataclass(frozen=True, eq=False)
class Template:
    """A closed mesh of the mean right hand, bind pose, palm frame."""

    vertices: np.ndarray
    """(V, 3) [m]"""
    faces: np.ndarray
    """(F, 3) uint32, anticlockwise from outside"""
    on_nail: np.ndarray
    """(F,) bool: a nail's"""
    uv_corner: np.ndarray
    """(F, 3, 2) float32 place of each face's corners in the atlas"""
    sources: str
    """digest of what made it, as from :func:`sources_digest`"""


@cache
def template() -> Template:
    """The one that is shipped."""
    data = resources.files("prehensile.skin").joinpath(FILE).read_bytes()
    with np.load(io.BytesIO(data)) as file:
        return Template(
            _placed(file["vertices"], file["bounds"]),
            file["faces"].astype(np.uint32),
            file["on_nail"],
            (file["uv_corner"] / WHOLE).astype(np.float32),
            str(file["sources"]),
        )


def made_template() -> dict[str, np.ndarray]:
    """The arrays of the file, made anew."""
    flesh = RestFlesh(HandSpec.mean("right").build())
    v, faces, on_nail = coarse_skin(flesh)
    bounds = np.stack([v.min(axis=0), v.max(axis=0)])
    whole = np.rint((v - bounds[0]) / (bounds[1] - bounds[0]) * WHOLE).astype(np.uint16)
    uv = corner_uv(flesh, _placed(whole, bounds), faces)
    return {
        "bounds": bounds,
        "vertices": whole,
        "faces": faces.astype(np.uint16),
        "on_nail": on_nail,
        "uv_corner": np.rint(uv.astype(float) * WHOLE).astype(np.uint16),
        "sources": np.array(sources_digest()),
    }


def _placed(whole: np.ndarray, bounds: np.ndarray) -> np.ndarray:
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


def sources_digest() -> str:
    """Of the code that makes the file: a change there makes it stale."""
    return code_digest("skin.template.coarse") + code_digest("skin.template.atlas")
