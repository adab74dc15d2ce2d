"""Where the nails of somebody else's hand are: where its maker set them apart, or where nails are.

Nails are known by name, or as islands of the texture that lie on the backs of the fingertips; else
they are drawn where a hand of this size has them.
"""

from typing import NamedTuple

import numpy as np

from prehensile.hand.hand import Hand
from prehensile.hand.segments import TIP_SEGMENT
from prehensile.lie import se3
from prehensile.skin.imported.gltf_skin import SkinnedMesh

ISLANDS = 4
"""Digits that must have an island of their own before islands are believed to be nails."""
LARGEST = 0.25
"""Share of the last segment's surface that a nail may have; people's have about a tenth."""
FLAT = 0.5
"""Share of a nail's surface that looks to the back; a closed fingertip has none to spare."""
ROUNDNESS, BREADTH, LENGTH, HEIGHT = 3, 0.36, 0.92, 0.25
"""Shape of a nail that nobody drew: exponent of its outline; half breadth over the sum of the last
segment's half breadths; half length and least height over the last of these half breadths."""


class Nails(NamedTuple):
    """Which vertices are nails."""

    on: np.ndarray
    """(V,) bool: vertices on a nail"""
    found: str
    """how they were told: ``by name``, ``by texture island`` or ``by place``"""


def drawn_nails(
    mesh: SkinnedMesh, vertices: np.ndarray, owner: np.ndarray, poses: dict[str, np.ndarray]
) -> Nails:
    """The nails that the mesh's maker set apart; none of the vertices where that is not so.

    Args:
        mesh: as the file has it.
        vertices: (V, 3) [m] of it, palm frame.
        owner: (V,) the segment's name that carries most of each vertex.
        poses: segment name → (4, 4) in the bind pose, palm frame.
    """
    named = _by_name(mesh, len(vertices))
    if named.any() and not named.all():
        return Nails(named, "by name")
    islands = _by_island(mesh, vertices, owner, poses)
    return Nails(islands, "by texture island" if islands.any() else "by place")


def nails_by_place(hand: Hand, poses: dict[str, np.ndarray], vertices: np.ndarray) -> np.ndarray:
    """(V,) of bool: a square with round corners on each last segment's back, which ends just short
    of its tip; arguments as above.
    """
    on = np.zeros(len(vertices), bool)
    for name in TIP_SEGMENT.values():
        segment = hand.segments[name]
        p = se3.apply(se3.inverse(poses[name]), vertices)
        base, head = segment.radii
        half, reach = BREADTH * (base + head), LENGTH * head
        x, y = (p[:, 0] - (segment.length - reach)) / reach, p[:, 1] / half
        outline = np.abs(x) ** ROUNDNESS + np.abs(y) ** ROUNDNESS
        on |= (outline < 1) & (p[:, 2] > HEIGHT * head)
    return on


def _by_name(mesh: SkinnedMesh, count: int) -> np.ndarray:
    on = np.zeros(count, bool)
    for part in mesh.parts:
        if "nail" in str(part.material.get("name", "")).lower() or (
            len(mesh.parts) > 1 and "nail" in part.name.lower()
        ):
            on[mesh.faces[part.faces]] = True
    return on


def _by_island(
    mesh: SkinnedMesh, vertices: np.ndarray, owner: np.ndarray, poses: dict[str, np.ndarray]
) -> np.ndarray:
    """Islands wholly on one last segment, its back side up; the largest of each digit."""
    from scipy.sparse import csr_array
    from scipy.sparse.csgraph import connected_components

    on = np.zeros(len(vertices), bool)
    if mesh.uv is None:
        return on
    # Vertices that differ by their normals only are one island's.
    keys = np.round(np.column_stack([vertices, mesh.uv]) * 1e6)
    _, row = np.unique(keys, axis=0, return_inverse=True)
    row = row.reshape(-1)
    ends = row[mesh.faces[:, [[0, 1], [1, 2], [2, 0]]].reshape(-1, 2)]
    graph = csr_array((np.ones(len(ends)), tuple(ends.T)), shape=(row.max() + 1,) * 2)
    island = connected_components(graph, directed=False)[1][row]
    corners = vertices[mesh.faces]
    across = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    area, of_face = np.linalg.norm(across, axis=1), island[mesh.faces[:, 0]]
    digits = 0
    for name in TIP_SEGMENT.values():
        mine = np.unique(island[owner == name])
        alone = [k for k in mine if (owner[island == k] == name).all()]
        most = LARGEST * area[(owner[mesh.faces] == name).all(axis=1)].sum()
        small = [k for k in alone if area[of_face == k].sum() < most]
        backs = [k for k in small if _faces(across[of_face == k], poses[name][:3, 2])]
        if backs:
            on |= island == max(backs, key=lambda k: int((island == k).sum()))
            digits += 1
    return on if digits >= ISLANDS else np.zeros_like(on)


def _faces(across: np.ndarray, back: np.ndarray) -> bool:
    """Whether a patch with these cross products (F, 3) is a sheet that looks to the back."""
    looks = across.sum(axis=0)
    return bool(looks @ back > FLAT * np.linalg.norm(across, axis=1).sum())
