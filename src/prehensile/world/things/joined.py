"""Solids put together: unions, cuts and hulls of closed meshes, by manifold3d."""

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from prehensile.world.objects.object import FloatArray

if TYPE_CHECKING:
    from manifold3d import Manifold

Mesh = tuple[FloatArray, NDArray[np.int32]]
"""Vertices (V, 3) [m] and faces (F, 3), counter-clockwise seen from outside."""


def joined(*meshes: Mesh) -> Mesh:
    """The union of closed meshes that overlap."""
    return mesh_of(sum((solid(m) for m in meshes[1:]), solid(meshes[0])))


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
    found = made.to_mesh64()
    vertices = np.asarray(found.vert_properties, dtype=np.float64)[:, :3]
    return vertices, np.asarray(found.tri_verts).astype(np.int32)
