"""The mean hand's coarsest skin, which every other hand wears as well.

All hands have the same faces, in the same order, over the same places of the body: what is
painted on one, or learned about one, fits all. ``tools/make_skin_template.py`` makes the file.
"""

import io
from dataclasses import dataclass
from functools import cache
from importlib import resources

import numpy as np

FILE = "data/template.npz"
"""Beside the package ``prehensile.skin``; made by ``tools/make_skin_template.py``."""
WHOLE = 65535
"""Places are stored as 16 bits: steps of 3 µm, and of a fiftieth of a texel."""


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
