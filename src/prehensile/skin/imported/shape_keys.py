"""Shape keys of a skinned mesh (glTF's morph targets): displacements at rest, by name.

Only those are read whose names say a pose (`key_names`): they are examples of how the skin must
look there. Faces, fists and whatever else artists keep in keys stay where they are.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np

from prehensile.errors import InputError
from prehensile.files.gltf import GltfFile
from prehensile.skin.imported.key_names import says_pose

MOST_KEYS = 512
"""More poses than two hundred are a mistake; each takes a megabyte or more."""


@dataclass(frozen=True, eq=False)
class ShapeKeys:
    """Displacements of a mesh in the file's own frame and unit."""

    names: tuple[str, ...]
    """(K,) keys whose names say a pose"""
    displacements: np.ndarray
    """(K, V, 3) what each of them adds to the vertices"""
    others: tuple[str, ...]
    """names of keys that say none, and are not read"""


def read_shape_keys(
    file: GltfFile, pieces: list[tuple[dict[str, Any], int]], meshes: list[dict[str, Any]]
) -> ShapeKeys:
    """The keys of all pieces of a mesh; a key that only some have leaves the others as they are.

    Args:
        file: an opened glTF file.
        pieces: primitive and its number of vertices.
        meshes: the mesh that each piece belongs to, which has the names.

    Raises:
        InputError: too many keys, two of one name, or one with another number of vertices.
    """
    total = sum(count for _, count in pieces)
    found: dict[str, np.ndarray] = {}
    others: dict[str, None] = {}
    start = 0
    for (primitive, count), mesh in zip(pieces, meshes, strict=True):
        targets = primitive.get("targets", [])
        named = _names(mesh, len(targets))
        for name in named:
            if says_pose(name) and named.count(name) > 1:
                raise InputError(f"two of its shape keys are named {name!r}: remove one")
        for name, target in zip(named, targets, strict=True):
            if not says_pose(name):
                others[name] = None
                continue
            if name not in found and len(found) == MOST_KEYS:
                raise InputError(f"it has more than {MOST_KEYS} shape keys that name a pose")
            whole = found.setdefault(name, np.zeros((total, 3)))
            if "POSITION" in target:
                moved = file.numbers(target["POSITION"])
                if moved.shape != (count, 3):
                    raise InputError(
                        f"its shape key {name!r} has {len(moved)} vertices and the mesh {count}: "
                        "export them together"
                    )
                whole[start : start + count] = moved
        start += count
    stacked = np.stack(list(found.values())) if found else np.zeros((0, total, 3))
    return ShapeKeys(tuple(found), stacked, tuple(others))


def _names(mesh: dict[str, Any], count: int) -> list[str]:
    """The format has no place for them; everybody keeps them in the mesh's extras."""
    extras = mesh.get("extras")
    names = extras.get("targetNames", []) if isinstance(extras, dict) else []
    known = [str(name) for name in names] if isinstance(names, list) else []
    return [known[k] if k < len(known) else f"number {k}" for k in range(count)]
