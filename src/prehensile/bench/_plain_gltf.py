"""A player of GLB written from the specification alone, which shares nothing with our exporter.

Nodes, animation, sparse accessors, morph targets and linear blend skinning, with SciPy's rotations:
what any other program makes of a file.
"""

import json
import struct
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from scipy.spatial.transform import Rotation

WIDTH = {"SCALAR": 1, "VEC2": 2, "VEC3": 3, "VEC4": 4, "MAT4": 16}
KIND = {5121: "<u1", 5123: "<u2", 5125: "<u4", 5126: "<f4"}


class PlainGltf:
    """A glTF file read in the plainest way, to check what others read and write.

    Args:
        path: of a GLB with one animation, whose longest track gives the frames.
    """

    def __init__(self, path: Path):
        data = path.read_bytes()
        assert struct.unpack_from("<4sII", data) == (b"glTF", 2, len(data))
        size, kind = struct.unpack_from("<I4s", data, 12)
        assert kind == b"JSON"
        self.json: dict[str, Any] = json.loads(data[20 : 20 + size])
        self.binary = data[28 + size :]
        self.nodes: list[dict[str, Any]] = self.json["nodes"]
        self.parent = {c: k for k, n in enumerate(self.nodes) for c in n.get("children", [])}
        self.array = cache(self._array)

    def _array(self, index: int) -> np.ndarray:
        """An accessor's numbers (n, width)."""
        accessor = self.json["accessors"][index]
        shape = accessor["count"], WIDTH[accessor["type"]]
        kind = KIND[accessor["componentType"]]
        if "bufferView" in accessor:
            array = self._numbers(accessor, kind, *shape)
        else:
            array = np.zeros(shape)
        if "sparse" in accessor:
            sparse = accessor["sparse"]
            which = KIND[sparse["indices"]["componentType"]]
            rows = self._numbers(sparse["indices"], which, sparse["count"], 1)[:, 0].astype(int)
            array[rows] = self._numbers(sparse["values"], kind, sparse["count"], shape[1])
        return array

    def _numbers(self, place: dict[str, Any], kind: str, count: int, width: int) -> np.ndarray:
        view = self.json["bufferViews"][place["bufferView"]]
        start = view.get("byteOffset", 0) + place.get("byteOffset", 0)
        flat = np.frombuffer(self.binary, kind, count * width, start)
        return flat.reshape(count, width).astype(float)

    @property
    def times(self) -> np.ndarray:
        """(T,) [s] of the frames."""
        (animation,) = self.json["animations"]
        return max((self.array(s["input"])[:, 0] for s in animation["samplers"]), key=len)

    def nodes_at(self, k: int) -> list[dict[str, Any]]:
        """All nodes as the animation sets them at frame ``k``."""
        now = [dict(node) for node in self.nodes]
        (animation,) = self.json["animations"]
        for channel in animation["channels"]:
            sampler, target = animation["samplers"][channel["sampler"]], channel["target"]
            times, values = self.array(sampler["input"])[:, 0], self.array(sampler["output"])
            values = values.reshape(len(times), -1)
            if target["path"] == "weights":
                value = [np.interp(self.times[k], times, column) for column in values.T]
            else:
                assert np.array_equal(times, self.times)
                value = values[k]
            now[target["node"]][target["path"]] = value
        return now

    def pose_at_key(self, k: int) -> list[np.ndarray]:
        """World matrix of every node at frame ``k``."""
        local = []
        for node in self.nodes_at(k):
            T = np.eye(4)
            T[:3, 3] = node.get("translation", [0, 0, 0])
            T[:3, :3] = Rotation.from_quat(node.get("rotation", [0, 0, 0, 1])).as_matrix()
            local.append(T)

        def world(i: int) -> np.ndarray:
            return world(self.parent[i]) @ local[i] if i in self.parent else local[i]

        return [world(i) for i in range(len(local))]

    def named(self, name: str) -> int:
        """The node of this name."""
        return next(i for i, node in enumerate(self.nodes) if node.get("name") == name)

    def vertices_at_key(self, name: str, k: int) -> np.ndarray:
        """World vertices (V, 3) of the mesh of the node ``name`` at frame ``k``."""
        return self.surface_at_key(name, k)[0]

    def surface_at_key(self, name: str, k: int, part: int = 0) -> tuple[np.ndarray, np.ndarray]:
        """World vertices (V, 3) and unit normals (V, 3) of a primitive of a node at frame ``k``."""
        world, i = self.pose_at_key(k), self.named(name)
        mesh = self.json["meshes"][self.nodes[i]["mesh"]]
        primitive = mesh["primitives"][part]
        attributes = primitive["attributes"]
        points, normals = (self.array(attributes[a]).copy() for a in ("POSITION", "NORMAL"))
        targets = primitive.get("targets", [])
        weights = self.nodes_at(k)[i].get("weights", mesh.get("weights", [0.0] * len(targets)))
        for weight, target in zip(weights, targets, strict=True):
            points += weight * self.array(target["POSITION"])
            normals += weight * self.array(target["NORMAL"])
        maps = self._maps(i, attributes, world)
        points = np.einsum("vij,vj->vi", maps[..., :3], points) + maps[..., 3]
        normals = np.einsum("vij,vj->vi", maps[..., :3], normals)
        return points, normals / np.linalg.norm(normals, axis=1, keepdims=True)

    def _maps(self, i: int, attributes: dict[str, int], world: list[np.ndarray]) -> np.ndarray:
        """(V, 3, 4) from the mesh of node ``i`` to the world, of every vertex."""
        if "skin" not in self.nodes[i]:
            count = self.json["accessors"][attributes["POSITION"]]["count"]
            return np.broadcast_to(world[i][:3], (count, 3, 4))
        skin = self.json["skins"][self.nodes[i]["skin"]]
        inverse = self.array(skin["inverseBindMatrices"]).reshape(-1, 4, 4).transpose(0, 2, 1)
        maps = np.stack([world[j] for j in skin["joints"]]) @ inverse
        joints = self.array(attributes["JOINTS_0"]).astype(int)
        return np.einsum("vk,vkij->vij", self.array(attributes["WEIGHTS_0"]), maps[joints])[:, :3]
