"""The coarsest mesh of a hand's skin, made from its flesh alone.

Slow, as triangles are moved one by one: the mean hand's is shipped as the template that every
other hand wears (:mod:`prehensile.skin.template.shipped`).
"""

import numpy as np

from prehensile.mesh.remesh import isotropic_mesh
from prehensile.skin.flesh.rest import RestFlesh
from prehensile.skin.flesh.surface import projected, zero_level
from prehensile.skin.template.edge_lengths import edge_lengths
from prehensile.skin.template.make.nails import snapped_to_nails

START_CELL = 0.032
"""[hand breadths] Cells of the grid that the first mesh is taken from."""
ROUNDS = 8
"""Rounds of making the triangles even."""


def coarse_skin(flesh: RestFlesh) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """A closed mesh of about 3 500 faces.

    Returns:
        Vertices (V, 3) [m], faces (F, 3) anticlockwise from outside, and which are a nail's (F,).
    """
    v, faces = zero_level(flesh, START_CELL * flesh.hand.spec.breadth)

    def wished(p: np.ndarray) -> np.ndarray:
        return edge_lengths(flesh, p)

    def laid_on(p: np.ndarray) -> np.ndarray:
        return projected(flesh, p, wished(p), 1)

    v, faces = isotropic_mesh(v, faces, wished, laid_on, ROUNDS)
    return snapped_to_nails(flesh, v, faces, wished(v))
