"""Clips from animated glTF nodes alone: what is left when a program has dropped our extras."""

from typing import Any

import numpy as np

from prehensile.errors import InputError
from prehensile.files.glb import GlbFile
from prehensile.hand.hand import Hand
from prehensile.hand.measured_spec import measured_spec
from prehensile.hand.segments import FOREARM, PALM
from prehensile.hand.webxr_joints import R_BONE_WEBXR, joint_tree
from prehensile.kinematics.hinge_angles import angles_from_rotations
from prehensile.lie import se3, so3
from prehensile.motion.clip import BodyTrack, Clip, HandTrack
from prehensile.motion.contacts import ContactTrack
from prehensile.motion.frame_limit import check_frames
from prehensile.motion.y_up import z_up

PLACES = ("translation", "rotation", "scale")
"""What an animation changes of a node's place."""
MAX_DEPTH = 200
"""Nodes below one another; deeper is a cycle."""
UNEVEN = 1e-3
"""Share by which a scale may differ between axes or times: what programs leave of rounding."""


class NoSkinnedHandError(InputError):
    """A file whose skins are not those of our hands."""


def clip_from_nodes(file: GlbFile) -> Clip:
    """Hands, meshes and motion of the first animation.

    Raises:
        NoSkinnedHandError: no skin with the WebXR joints below a forearm.
        InputError: one that is damaged; hands or bodies scaled unevenly or mirrored from above;
            bodies that change their size.
    """
    motion = NodeMotion(file)
    hands, inside = [], set()
    for skin in file.list("skins"):
        names = {file.item("nodes", k).get("name"): k for k in skin["joints"]}
        if PALM not in names or names[PALM] in inside:
            continue  # no hand, or another skin of one that was found
        inside |= motion.below(names[PALM])
        hands.append(_hand_track(motion, names))
    if not hands:
        raise NoSkinnedHandError(
            "it is not a GLB of ours: it has neither our extras nor a skin with the WebXR joint "
            f"{PALM!r}; convert other animations to a clip yourself"
        )
    bodies = [
        _body_track(motion, k, node)
        for k, node in enumerate(file.list("nodes"))
        if "mesh" in node and "skin" not in node and k not in inside
    ]
    frames = len(motion.time)
    return Clip(
        time=motion.time,
        hands=tuple(hands),
        bodies=tuple(bodies),
        contacts=ContactTrack.empty(frames),
        finger_force=np.zeros((frames, len(hands), 5)),
        palm_force=np.zeros((frames, len(hands))),
        meta={"note": "read from animated nodes; forces were not in the file"},
    )


def angles_from_nodes(hand: Hand, local: dict[str, np.ndarray]) -> np.ndarray:
    """Joint angles (T, dof) [rad] from the joints as they stand to their parents.

    Args:
        hand: whose joints.
        local: joint name → (T, 4, 4) in its parent joint's frame, WebXR axes; the first joint's
            parent is the forearm.
    """
    tree = joint_tree(hand)
    R = R_BONE_WEBXR
    world: list[np.ndarray] = []
    segments: dict[str, np.ndarray] = {}
    for name, parent, segment, T in zip(
        tree.names, tree.parents, tree.segments, tree.T_segment_joint, strict=True
    ):
        turned = R @ local[name][:, :3, :3] @ R.T
        world.append(turned if parent < 0 else world[parent] @ turned)
        segments.setdefault(segment, world[-1] @ T[:3, :3].T)
    segments.setdefault(FOREARM, np.eye(3))
    rotations = {
        name: np.swapaxes(segments[above], -1, -2) @ segments[name]
        for name, above in ((s.name, s.parent) for s in hand.segments.values())
        if above is not None and name in segments
    }
    return angles_from_rotations(hand, rotations)


class NodeMotion:
    """Nodes of a file and where they are at all times of its first animation.

    A node's place is ``T S``: a rigid motion after a scale along its own axes, which makes all that
    hangs on it larger or smaller. Poses are the rigid motions alone.
    """

    def __init__(self, file: GlbFile):
        self.file = file
        self._nodes = file.list("nodes")
        self.parent = {
            child: k for k, n in enumerate(self._nodes) for child in n.get("children", [])
        }
        self._tracks: dict[tuple[int, str], tuple[np.ndarray, np.ndarray, bool]] = {}
        """node and path → times (n,), values (n, width), and whether they hold until the next"""
        times = [np.zeros(1)]
        for animation in file.list("animations")[:1]:
            for channel in animation["channels"]:
                if channel["target"]["path"] not in PLACES:
                    continue  # weights of morph targets move no node
                sampler = animation["samplers"][channel["sampler"]]
                curve = sampler.get("interpolation", "LINEAR")
                if curve not in ("LINEAR", "STEP"):
                    raise InputError("it holds curves other than LINEAR and STEP")
                time = file.array(sampler["input"])[:, 0].astype(float)
                values = file.array(sampler["output"]).astype(float)
                if len(time) != len(values) or not len(time) or (np.diff(time) <= 0).any():
                    raise InputError("an animation's times and values do not fit each other")
                check_frames(len(time))
                key = (channel["target"].get("node", -1), channel["target"]["path"])
                self._tracks[key] = time, values, curve == "STEP"
                times.append(time)
        # The finest track gives the frames; others are read between their own.
        self.time = max(times, key=len)

    def local(self, k: int) -> np.ndarray:
        """``T_parent_node`` (T, 4, 4), rigid; in the parent's units of length."""
        node = self.file.item("nodes", k)
        if "matrix" in node:
            return np.broadcast_to(_split(node["matrix"])[0], (len(self.time), 4, 4))
        pose = np.empty((len(self.time), 7))
        pose[:, :3] = self._values(k, "translation", node.get("translation", [0, 0, 0]))
        turns = self._values(k, "rotation", node.get("rotation", [0, 0, 0, 1]))
        pose[:, 3:] = turns[:, [3, 0, 1, 2]]
        return se3.from_pose7(pose)

    def scale(self, k: int) -> np.ndarray:
        """(T, 3) along a node's own axes."""
        node = self.file.item("nodes", k)
        if "matrix" in node:
            return np.broadcast_to(_split(node["matrix"])[1], (len(self.time), 3))
        return self._values(k, "scale", node.get("scale", [1, 1, 1]))

    def world(self, k: int) -> np.ndarray:
        """``T_scene_node`` (T, 4, 4), rigid [m].

        Raises:
            InputError: a node above it is scaled unevenly or mirrored, which leaves no rotation.
        """
        for above in self.above(k):
            scale = self.scale(above)
            if not (np.ptp(scale, axis=1) <= UNEVEN * scale.min(axis=1)).all():
                name = self._nodes[above].get("name", above)
                raise InputError(
                    f"the node {name!r} mirrors what hangs on it, or scales it unevenly; apply its "
                    "scale in the program that wrote the file"
                )
        return self._placed(k)

    def place(self, k: int) -> np.ndarray:
        """(T, 3) [m] where a node is in the scene, however those above it are scaled."""
        return self._placed(k)[:, :3, 3]

    def above(self, k: int) -> list[int]:
        """The nodes that one hangs on, its parent first."""
        nodes: list[int] = []
        while k in self.parent:
            k = self.parent[k]
            nodes.append(k)
            if len(nodes) > MAX_DEPTH:
                raise InputError("its nodes are their own parents")
        return nodes

    def below(self, k: int) -> set[int]:
        """A node and all under it."""
        found: set[int] = set()
        todo = [k]
        while todo:
            k = todo.pop()
            if k not in found:
                found.add(k)
                todo += self.file.item("nodes", k).get("children", [])
        return found

    def _placed(self, k: int) -> np.ndarray:
        T = self.local(k)
        for above in self.above(k):
            T = T.copy()
            T[:, :3, 3] *= self.scale(above)
            T = self.local(above) @ T
        return T

    def _values(self, k: int, path: str, rest: list[float]) -> np.ndarray:
        if (k, path) not in self._tracks:
            return np.broadcast_to(np.array(rest, float), (len(self.time), len(rest)))
        time, values, holds = self._tracks[k, path]
        if time is self.time or np.array_equal(time, self.time):
            return values
        at = np.clip(np.searchsorted(time, self.time, side="right") - 1, 0, len(time) - 1)
        if holds:
            return values[at]
        after = np.minimum(at + 1, len(time) - 1)
        step = np.where(after > at, time[after] - time[at], 1.0)
        part = np.clip((self.time - time[at]) / step, 0, 1)
        if path == "rotation":
            return so3.slerp(values[at], values[after], part)
        return values[at] + part[:, None] * (values[after] - values[at])


def _split(matrix: Any) -> tuple[np.ndarray, np.ndarray]:
    """Rigid motion (4, 4) and scale (3,) of a node's matrix, a mirror as three negative scales."""
    T = np.array(matrix, float).reshape(4, 4).T.copy()
    x, y, z = T[:3, :3].T
    scale = np.linalg.norm(T[:3, :3], axis=0) * np.sign(np.cross(x, y) @ z)
    if scale.all():
        T[:3, :3] /= scale
    if not np.abs(T[:3, :3].T @ T[:3, :3] - np.eye(3)).max() < UNEVEN:  # NaN too
        raise InputError("a node's matrix is more than a turn, a shift and a scale")
    return T, scale


def _hand_track(motion: NodeMotion, names: dict[Any, int]) -> HandTrack:
    wrist = names[PALM]
    if wrist not in motion.parent:
        raise NoSkinnedHandError(f"the joint {PALM!r} hangs on no node that could be the forearm")
    forearm = motion.parent[wrist]
    local = {name: motion.local(k) for name, k in names.items()}
    spec = measured_spec(_rest_positions(motion, names))
    hand = spec.build()
    pose = z_up(motion.world(forearm), R_BONE_WEBXR)
    node = motion.file.item("nodes", forearm)
    return HandTrack(
        name=str(node.get("name") or spec.side),
        model=spec.to_json(),
        joint_names=hand.joint_names,
        q=angles_from_nodes(hand, local),
        T_world_forearm=se3.to_pose7(pose),
    )


def _rest_positions(motion: NodeMotion, names: dict[Any, int]) -> dict[str, np.ndarray]:
    """Joints (3,) [m] in the palm frame, in the first frame."""
    to_palm = np.linalg.inv(motion.world(names[PALM])[0])
    points = {name: (to_palm @ motion.world(k)[0])[:3, 3] for name, k in names.items()}
    return {name: R_BONE_WEBXR @ p for name, p in points.items()}


def _body_track(motion: NodeMotion, k: int, node: dict[str, Any]) -> BodyTrack:
    primitive = motion.file.item("meshes", node["mesh"])["primitives"][0]
    vertices = motion.file.array(primitive["attributes"]["POSITION"])
    if "indices" in primitive:
        faces = motion.file.array(primitive["indices"]).reshape(-1, 3)
    else:
        faces = np.arange(len(vertices)).reshape(-1, 3)
    T, name = motion.world(k), str(node.get("name") or f"body-{k}")
    scale = np.prod([motion.scale(n) for n in (k, *motion.above(k))], axis=0)
    if not (np.ptp(scale, axis=0) <= UNEVEN * np.abs(scale).max()).all():
        raise InputError(f"the body {name!r} changes its size, and bodies of a clip are rigid")
    if scale[0].prod() < 0:
        faces = faces[:, ::-1]  # a mirror turns them inside out
    return BodyTrack(
        name=name,
        vertices=(vertices * scale[0]).astype(np.float32),
        faces=faces.astype(np.int32),
        pose=se3.to_pose7(z_up(T)),
        color=_color(motion.file, primitive),
    )


def _color(file: GlbFile, primitive: dict[str, Any]) -> np.ndarray:
    """Colour (3,) sRGB of a primitive's material."""
    if "material" not in primitive:
        return np.array([0.8, 0.8, 0.8])
    surface = file.item("materials", primitive["material"]).get("pbrMetallicRoughness", {})
    light = np.clip(np.array(surface.get("baseColorFactor", [1, 1, 1, 1]), float)[:3], 0, 1)
    return np.where(light <= 0.0031308, 12.92 * light, 1.055 * light ** (1 / 2.4) - 0.055)
