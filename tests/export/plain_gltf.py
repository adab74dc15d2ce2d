"""A reader of GLB written for the tests from the specification alone, sharing nothing with ours:
nodes, animation and linear blend skinning, with SciPy's rotations.
"""

import json
import struct

import numpy as np
from scipy.spatial.transform import Rotation

WIDTH = {"SCALAR": 1, "VEC2": 2, "VEC3": 3, "VEC4": 4, "MAT4": 16}
KIND = {5121: "<u1", 5123: "<u2", 5125: "<u4", 5126: "<f4"}


class PlainGltf:
    def __init__(self, path):
        data = path.read_bytes()
        assert struct.unpack_from("<4sII", data) == (b"glTF", 2, len(data))
        size, kind = struct.unpack_from("<I4s", data, 12)
        assert kind == b"JSON"
        self.json = json.loads(data[20 : 20 + size])
        self.binary = data[28 + size :]
        self.nodes = self.json["nodes"]
        self.parent = {c: k for k, n in enumerate(self.nodes) for c in n.get("children", [])}

    def array(self, index):
        accessor = self.json["accessors"][index]
        view = self.json["bufferViews"][accessor["bufferView"]]
        width, kind = WIDTH[accessor["type"]], KIND[accessor["componentType"]]
        flat = np.frombuffer(self.binary, kind, accessor["count"] * width, view["byteOffset"])
        return flat.reshape(-1, width).astype(float)

    def pose_at_key(self, k):
        """World matrix of every node at key frame ``k`` of the animation."""
        now = [dict(node) for node in self.nodes]
        animation = self.json["animations"][0]
        for channel in animation["channels"]:
            sampler = animation["samplers"][channel["sampler"]]
            target = channel["target"]
            now[target["node"]][target["path"]] = self.array(sampler["output"])[k]
        local = []
        for node in now:
            T = np.eye(4)
            T[:3, 3] = node.get("translation", [0, 0, 0])
            T[:3, :3] = Rotation.from_quat(node.get("rotation", [0, 0, 0, 1])).as_matrix()
            local.append(T)

        def world(i):
            return world(self.parent[i]) @ local[i] if i in self.parent else local[i]

        return [world(i) for i in range(len(now))]

    def named(self, name):
        return next(i for i, node in enumerate(self.nodes) if node.get("name") == name)

    def vertices_at_key(self, name, k):
        """World vertices of the mesh of the node ``name`` at key frame ``k``."""
        world, i = self.pose_at_key(k), self.named(name)
        attributes = self.json["meshes"][self.nodes[i]["mesh"]]["primitives"][0]["attributes"]
        points = self.array(attributes["POSITION"])
        points = np.column_stack([points, np.ones(len(points))])
        if "skin" not in self.nodes[i]:
            return (points @ world[i].T)[:, :3]
        skin = self.json["skins"][self.nodes[i]["skin"]]
        inverse = self.array(skin["inverseBindMatrices"]).reshape(-1, 4, 4).transpose(0, 2, 1)
        maps = np.stack([world[j] for j in skin["joints"]]) @ inverse
        joints = self.array(attributes["JOINTS_0"]).astype(int)
        weights = self.array(attributes["WEIGHTS_0"])
        blended = np.einsum("vk,vkij->vij", weights, maps[joints])
        return np.einsum("vij,vj->vi", blended, points)[:, :3]
