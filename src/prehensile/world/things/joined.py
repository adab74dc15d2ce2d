"""Solids put together: unions, cuts and hulls of closed meshes, by manifold3d."""

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from prehensile.world.objects.object import FloatArray

if TYPE_CHECKING:
    from manifold3d import Manifold, Mesh64

Mesh = tuple[FloatArray, NDArray[np.int32]]
"""Vertices (V, 3) [m] and faces (F, 3), counter-clockwise seen from outside."""


def joined(*meshes: Mesh) -> Mesh:
    """The union of closed meshes that overlap."""
    return mesh_of(sum((solid(m) for m in meshes[1:]), solid(meshes[0])))


def joined_named(**meshes: Mesh) -> tuple[Mesh, dict[str, NDArray[np.int32]]]:
    """The union of closed meshes that overlap, and the faces that came from each, by its name."""
    solids = {name: solid(mesh).as_original() for name, mesh in meshes.items()}
    first, *others = solids.values()
    found = sum(others, first).to_mesh64()
    length = np.diff(np.asarray(found.run_index, dtype=np.int64)) // 3
    origin = np.repeat(np.asarray(found.run_original_id, dtype=np.int64), length)
    named = {name: np.flatnonzero(origin == s.original_id()) for name, s in solids.items()}
    regions = {name: faces.astype(np.int32) for name, faces in named.items()}
    return arrays_of(found), regions


def cut(mesh: Mesh, *tools: Mesh) -> Mesh:
    """What is left of a closed mesh outside all the tools."""
    left = solid(mesh)
    for tool in tools:
        left -= solid(tool)
    return mesh_of(left)


def hulled(*meshes: Mesh) -> Mesh:
    """The convex hull around all the meshes."""
    import manifold3d

    return mesh_of(manifold3d.Manifold.batch_hull([solid(m) for m in meshes]))


def moved(mesh: Mesh, offset: tuple[float, float, float]) -> Mesh:
    """The mesh, shifted by ``offset`` (3,) [m]."""
    return mesh[0] + np.asarray(offset), mesh[1]


def turned_to(mesh: Mesh, axis: str) -> Mesh:
    """A mesh made along z, turned so that its z points along ``axis``: x, −x, y or −y."""
    x, y, z = mesh[0].T
    ways = {"x": (z, x, y), "-x": (-z, -x, y), "y": (x, z, -y), "-y": (x, -z, y)}  # rotations
    return np.stack(ways[axis], axis=1), mesh[1]


def solid(mesh: Mesh) -> "Manifold":
    """The mesh as manifold3d's solid."""
    import manifold3d  # here: only the things that are put together need it

    return manifold3d.Manifold(
        # 32 bits would round to 4 nm
        manifold3d.Mesh64(np.array(mesh[0]), mesh[1].astype(np.uint64))
    )


def mesh_of(made: "Manifold") -> Mesh:
    """Vertices and faces of manifold3d's solid."""
    return arrays_of(made.to_mesh64())


def arrays_of(found: "Mesh64") -> Mesh:
    """Vertices and faces of manifold3d's mesh."""
    vertices = np.asarray(found.vert_properties, dtype=np.float64)[:, :3]
    return vertices, np.asarray(found.tri_verts).astype(np.int32)
