"""Examples of somebody else's hand: its shape keys, or OBJ meshes with the same vertices."""

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from prehensile.errors import InputError
from prehensile.hand.hand import Hand
from prehensile.lie import se3
from prehensile.mesh.repair import welded_rows
from prehensile.skin.eigenskin.blend import SkinBlend, blend_of_rig, posed
from prehensile.skin.eigenskin.examples import SkinExamples
from prehensile.skin.eigenskin.obj_folder import read_obj_examples
from prehensile.skin.imported.key_names import key_pose
from prehensile.skin.imported.shape_keys import ShapeKeys
from prehensile.skin.imported.surface import Surface
from prehensile.skin.rig.rig import Rig

if TYPE_CHECKING:
    from scipy.sparse import csr_array


@dataclass(frozen=True, eq=False)
class FileSkin:
    """A hand's mesh as its file has it, not made finer: what examples are examples of."""

    T_palm_file: np.ndarray
    """(4, 4) the file's frame and unit → the palm's [m]"""
    blend: SkinBlend
    """its vertices that faces use, one for all that lie together"""
    vertex: np.ndarray
    """(V,) number of each of them in the file"""
    file_count: int
    """vertices in the file"""
    carry: "csr_array"
    """(W, V) each vertex of the rig as a mean of these"""
    keys: ShapeKeys


def file_skin(
    surface: Surface, rig: Rig, q_rest: np.ndarray, T_palm_file: np.ndarray, keys: ShapeKeys
) -> FileSkin:
    """The file's own mesh, by the rig that was made of it.

    Args:
        surface: of the rig.
        rig: in the palm.
        q_rest: (23,) [rad] of its bind pose.
        T_palm_file: (4, 4) the file's frame and unit → the palm's [m].
        keys: of the file.
    """
    from scipy.sparse import csr_array

    origin, whole = surface.origin, blend_of_rig(rig, q_rest)
    count = surface.file_count
    kept = np.flatnonzero(np.diff(origin.indptr) == 1)  # the file's own come first
    in_file = origin.indices[origin.indptr[kept]]
    row = welded_rows(whole.rest[kept])
    first = np.unique(row, return_index=True)[1]
    place = np.zeros(count, int)
    place[in_file] = row
    weld = csr_array((np.ones(len(row)), (in_file, row)), shape=(count, len(first)))
    blend = SkinBlend(
        whole.rest[kept][first],
        place[surface.file_faces],
        whole.q_rest,
        whole.segments,
        whole.weights[kept][first],
    )
    carry = csr_array(origin @ weld)
    return FileSkin(T_palm_file, blend, in_file[first], count, carry, keys)


def key_examples(skin: FileSkin, hand: Hand) -> SkinExamples:
    """The file's shape keys, whose names say their poses.

    Raises:
        InputError: a pose that no hand can take.
    """
    q = np.stack([key_pose(name, skin.blend.q_rest) for name in skin.keys.names])
    moved = skin.keys.displacements[:, skin.vertex] @ skin.T_palm_file[:3, :3].T
    shapes = posed(skin.blend.maps(hand, q), skin.blend.rest + moved)  # keys act before the bones
    return SkinExamples(skin.blend, hand, skin.keys.names, q, shapes, one_sided=True)


def obj_examples(skin: FileSkin, hand: Hand, folder: str | Path) -> SkinExamples:
    """OBJ meshes in the file's frame and unit, with its vertices in its order.

    Raises:
        FileError, InputError, UnknownNameError: as `read_obj_examples`; another number of vertices.
    """
    names, q, shapes = read_obj_examples(folder, skin.blend.q_rest)
    if shapes.shape[1] != skin.file_count:
        raise InputError(
            f"{names[0]} has {shapes.shape[1]} vertices and the hand mesh {skin.file_count}; "
            "examples must have the vertices of the mesh, in its order."
        )
    shapes = se3.apply(skin.T_palm_file, shapes[:, skin.vertex])
    return SkinExamples(skin.blend, hand, names, q, shapes, one_sided=True)
