"""One hand of a mesh that is a whole body's: what its joints carry, and nothing else."""

from dataclasses import replace

import numpy as np

from prehensile.errors import InputError
from prehensile.hand.segments import PALM
from prehensile.hand.spec import Side
from prehensile.skin.imported.gltf_skin import MeshPart, SkinnedMesh
from prehensile.skin.imported.shape_keys import ShapeKeys

CARRIED = 0.05
"""Share of a vertex that the hand's joints must carry: a little of the forearm comes along."""


def one_hand(mesh: SkinnedMesh, side: Side) -> SkinnedMesh:
    """The part of a body's mesh that is its ``side`` hand.

    Raises:
        InputError: nothing hangs on that hand.
    """
    rows = _rows(mesh, side)
    wrist = next((k for k in rows if mesh.names[k].joint == PALM), rows[0])
    new = np.full(len(mesh.names), rows.index(wrist))  # what the arm carries goes with the wrist
    new[rows] = np.arange(len(rows))
    inside = np.isin(mesh.joints, rows)
    share = (mesh.weights * inside).sum(axis=1)
    kept = share > CARRIED * np.maximum(mesh.weights.sum(axis=1), 1e-12)
    faces = kept[mesh.faces].all(axis=1)
    if not faces.any():
        raise InputError(f"no part of its mesh hangs on the joints of the {side} hand")
    vertices = np.unique(mesh.faces[faces])
    parts, start = [], 0
    for part in mesh.parts:
        count = int(faces[part.faces].sum())
        if count:
            parts.append(MeshPart(part.name, part.material, slice(start, start + count)))
            start += count

    def cut(values: np.ndarray | None) -> np.ndarray | None:
        return None if values is None else values[vertices]

    return replace(
        mesh,
        vertices=mesh.vertices[vertices],
        faces=np.searchsorted(vertices, mesh.faces[faces]),
        normals=cut(mesh.normals),
        uv=cut(mesh.uv),
        colors=cut(mesh.colors),
        joints=new[mesh.joints[vertices]],
        weights=mesh.weights[vertices],
        names=tuple(mesh.names[k] for k in rows),
        labels=tuple(mesh.labels[k] for k in rows),
        tree=mesh.tree.of(rows),
        bind=mesh.bind[rows],
        parts=tuple(parts),
        keys=ShapeKeys(
            mesh.keys.names, mesh.keys.displacements[:, vertices], mesh.keys.others
        ),
        notes=(
            *mesh.notes,
            f"the {side} hand of a body with {len(mesh.names)} joints; the rest is left out",
        ),
    )  # fmt: skip


def _rows(mesh: SkinnedMesh, side: Side) -> list[int]:
    """Joints of the hand, and all that hang on them."""
    own = [name.joint is not None and name.side == side for name in mesh.names]
    parents = mesh.parents
    rows = []
    for k in range(len(own)):
        at = k
        while at >= 0 and not own[at]:
            at = parents[at]
        if at >= 0:
            rows.append(k)
    return rows
