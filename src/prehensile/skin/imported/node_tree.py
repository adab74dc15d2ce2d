"""The nodes that a rig's joints hang on, as a glTF file has them."""

from typing import Any, NamedTuple

import numpy as np

from prehensile.errors import InputError
from prehensile.files.gltf import GltfFile
from prehensile.lie import so3

MAX_DEPTH = 200
"""Nodes below one another; deeper is a cycle."""


class NodeTree(NamedTuple):
    """Joints and all nodes above them, parents first."""

    names: tuple[str, ...]
    parents: tuple[int, ...]
    """row of the node above; −1 for none"""
    local: np.ndarray
    """(N, 4, 4) node → its parent, as the file stands; joints may be bound in another pose"""
    joints: tuple[int, ...]
    """row of each joint"""

    def joint_parents(self) -> tuple[int, ...]:
        """The next joint above each one (−1: none); nodes between that are none are passed over."""
        of_row = {row: k for k, row in enumerate(self.joints)}
        found = []
        for row in self.joints:
            row = self.parents[row]
            while row >= 0 and row not in of_row:
                row = self.parents[row]
            found.append(of_row.get(row, -1))
        return tuple(found)

    def of(self, joints: list[int]) -> "NodeTree":
        """The same for some of the joints alone, in this order."""
        rows = sorted({above for k in joints for above in self._path(self.joints[k])})
        at = {row: k for k, row in enumerate(rows)} | {-1: -1}
        return NodeTree(
            tuple(self.names[row] for row in rows),
            tuple(at[self.parents[row]] for row in rows),
            self.local[rows],
            tuple(at[self.joints[k]] for k in joints),
        )

    def _path(self, row: int) -> list[int]:
        path = []
        while row >= 0:
            path.append(row)
            row = self.parents[row]
        return path


def read_node_tree(file: GltfFile, joints: list[int]) -> NodeTree:
    """The nodes of a skin's joints, and those above.

    Raises:
        InputError: nodes are their own parents, or stand nowhere.
    """
    above = {
        child: k for k, node in enumerate(file.list("nodes")) for child in node.get("children", [])
    }
    found: dict[int, None] = {}
    for k in joints:
        path = [k]
        while path[-1] in above:
            path.append(above[path[-1]])
            if len(path) > MAX_DEPTH:
                raise InputError("its nodes are their own parents")
        found |= dict.fromkeys(reversed(path))
    order = list(found)
    row = {node: k for k, node in enumerate(order)}
    nodes = [file.item("nodes", k) for k in order]
    return NodeTree(
        tuple(str(node.get("name", "")) for node in nodes),
        tuple(row.get(above.get(k, -1), -1) for k in order),
        np.stack([_local(node) for node in nodes]),
        tuple(row[k] for k in joints),
    )


def _local(node: dict[str, Any]) -> np.ndarray:
    """Node → parent (4, 4); the identity where what the file says cannot be."""
    if "matrix" in node:
        T = np.array(node["matrix"], float).reshape(4, 4).T
    else:
        T = np.eye(4)
        x, y, z, w = (float(v) for v in node.get("rotation", (0, 0, 0, 1)))
        scale = np.array(node.get("scale", (1, 1, 1)), float)
        T[:3, :3] = so3.from_quat(np.array([w, x, y, z])) * scale
        T[:3, 3] = node.get("translation", (0, 0, 0))
    if not np.isfinite(T).all() or abs(np.linalg.det(T[:3, :3])) < 1e-18:
        return np.eye(4)  # only the axes of what is written come from it
    return T
