"""A hand's skin made: the template laid onto its flesh, cut finer and laid onto it again."""

from dataclasses import replace

import numpy as np

from prehensile.hand.hand import Hand
from prehensile.mesh.remesh import relaxed
from prehensile.mesh.subdivide import loop_subdivision
from prehensile.skin.flesh.rest import RestFlesh
from prehensile.skin.template.atlas import finer_uv, welded_uv
from prehensile.skin.template.edge_lengths import edge_lengths
from prehensile.skin.template.nails import rim_vertices, settled
from prehensile.skin.template.shipped import template
from prehensile.skin.template.skin_mesh import SkinMesh
from prehensile.skin.template.worn import worn_template

SHADING = 0.75
"""Detail of the normals over that of the vertices."""


def fitted_skin(hand: Hand, level: int) -> SkinMesh:
    """The right hand's skin of these sizes: the template laid onto its flesh."""
    flesh = right_flesh(hand)
    shape = template()
    mesh = refined(flesh, worn_template(flesh), shape.faces, shape.on_nail, level)
    uv, uv_faces = welded_uv(shape.faces, shape.uv_corner)
    for _ in range(level):
        uv, uv_faces = finer_uv(uv, uv_faces)
    return replace(mesh, uv=uv, uv_faces=uv_faces)


def right_flesh(hand: Hand) -> RestFlesh:
    """The flesh of a hand, or of the right hand that it is the mirror image of."""
    return RestFlesh(hand if hand.side == "right" else hand.spec.mirrored().build())


def refined(
    flesh: RestFlesh, v: np.ndarray, faces: np.ndarray, on_nail: np.ndarray, level: int
) -> SkinMesh:
    """A coarsest mesh cut finer and laid onto the flesh again at each level.

    Args:
        flesh: a right hand's.
        v: (V, 3) [m] vertices on it.
        faces: (F, 3), anticlockwise seen from outside.
        on_nail: (F,) bool: faces of nails.
        level: how many times to cut: 0, 1 or 2.
    """
    edges = edge_lengths(flesh, v)
    rim = rim_vertices(on_nail, faces, len(v))
    for _ in range(level):
        finer, faces = loop_subdivision(faces, len(v))
        v, edges = np.asarray(finer @ v), 0.5 * np.asarray(finer @ edges)
        on_nail = np.tile(on_nail, 4)
        rim = rim_vertices(on_nail, faces, len(v))
        v = settled(flesh, v, edges, rim, 1)
        v = settled(flesh, relaxed(v, faces, edges), edges, rim)
    # Light shows finer relief than the faces can follow.
    normals = flesh.gradient(v, SHADING * edges)
    normals /= np.linalg.norm(normals, axis=1, keepdims=True)
    return SkinMesh(
        v.astype(np.float32),
        normals.astype(np.float32),
        faces.astype(np.uint32),
        np.where(rim, 0, flesh.nail_depth(v)).astype(np.float32),
    )
