"""EigenSkin as morph targets: a clip's corrections for programs that know nothing but glTF.

glTF adds Σ w·target to a skin at rest and then blends it by its joints, which is equation 7.2 of
Kry (2005). A clip uses few of the shapes that a joint can have: its targets are the principal ones
of those. Weights run from 0 to 1, as Blender and game engines cut others off: a target leads from
one end of what happens in the clip to the other. The first end, the one nearer to no correction, is
part of the mesh; so is all that stays the same.
"""

from dataclasses import dataclass, replace

import numpy as np

from prehensile.files.gltf_writer import Gltf
from prehensile.hand.webxr_joints import R_BONE_WEBXR
from prehensile.skin.rig.corrections import Corrections
from prehensile.skin.rig.rig import Rig

MOST_TARGETS = 64
"""Of a hand: more are slow to play, and some programs refuse them."""
UNSEEN = 2e-5
"""[m] Targets are left out as long as they move no vertex farther than this, all together."""
FINEST = 5e-7
"""[m] A target leaves vertices alone that it moves less, unless it turns them."""
FINEST_TURN = 1e-3
"""A target leaves unit normals alone that it turns less."""
STRAIGHT = 1e-5
"""[m] A target whose way is straighter needs no keys in between."""
FRAMES_AT_ONCE = 1000


@dataclass(frozen=True, eq=False)
class Shape:
    """A change of the skin at rest, and how much of it there is."""

    name: str
    """joint and number, the strongest in the clip first: ``index_pip 0``"""
    rows: np.ndarray
    """(n,) vertices, ascending"""
    shift: np.ndarray
    """(n, 3) [m], palm frame"""
    turn: np.ndarray
    """(n, 3) added to the unit normals"""
    amount: np.ndarray
    """(T,) times that, at each frame"""

    @property
    def half_range(self) -> float:
        """Half the way between the smallest and the largest amount."""
        return float(np.ptp(self.amount)) / 2

    @property
    def moves(self) -> np.ndarray:
        """(n,) [m] farthest way of each vertex from the middle of the amount's range."""
        return self.half_range * _size(self.shift)


@dataclass(frozen=True, eq=False)
class BakedSkin:
    """A rig whose corrections have become targets."""

    rig: Rig
    """its skin where all weights are 0; no corrections"""
    targets: tuple[Shape, ...]
    """with amounts from 0 to 1"""
    error: float
    """[m] that what was left out moves a vertex, at most"""

    @property
    def weights(self) -> np.ndarray:
        """(T, n) float32, from 0 to 1."""
        return np.stack([target.amount for target in self.targets], axis=1).astype(np.float32)


def baked_skin(rig: Rig, q: np.ndarray, most: int = MOST_TARGETS) -> BakedSkin:
    """The targets that a clip needs, the strongest if they are too many.

    Args:
        rig: with or without corrections.
        q: (T, dof) [rad] of all frames.
        most: targets.
    """
    if rig.corrections is None:
        return BakedSkin(rig, (), 0.0)
    parts = np.array_split(q, -(-len(q) // FRAMES_AT_ONCE))
    a = np.concatenate([rig.corrections.coordinates(part) for part in parts])
    shapes = _principal_shapes(rig.corrections, a)
    kept, error = _kept(shapes, len(rig.vertices), most)
    vertices, normals = rig.vertices.astype(float), rig.normals.astype(float)
    for shape, keep in zip(shapes, kept, strict=True):
        fixed = _nearer_end(shape.amount) if keep else _middle(shape.amount)
        vertices[shape.rows] += fixed * shape.shift
        normals[shape.rows] += fixed * shape.turn
    # Normals count by their direction: one scale for the mesh's and all that is added to it.
    length = np.maximum(_size(normals), 1e-6)[:, None]
    return BakedSkin(
        replace(
            rig,
            vertices=vertices.astype(np.float32),
            normals=(normals / length).astype(np.float32),
            corrections=None,
        ),
        tuple(_target(s, length) for s, keep in zip(shapes, kept, strict=True) if keep),
        error,
    )


def _principal_shapes(own: Corrections, a: np.ndarray) -> list[Shape]:
    """Each joint's shapes, turned within their span so that as few as possible do most in a clip.

    Args:
        own: the corrections.
        a: (T, C) coordinates at all frames.
    """
    vertex = np.repeat(np.arange(len(own.start) - 1), np.diff(own.start))
    joints = [name.rpartition(" ")[0] for name in own.names]
    found = []
    for joint in dict.fromkeys(joints):
        columns = np.flatnonzero([name == joint for name in joints])
        entries = np.flatnonzero(np.isin(own.column, columns))
        rows, row = np.unique(vertex[entries], return_inverse=True)
        fields = np.zeros((len(columns), len(rows), 6))
        fields[np.searchsorted(columns, own.column[entries]), row] = own.entries[entries]
        mix = _principal_mix(fields[..., :3].reshape(len(columns), -1), a[:, columns])
        fields = np.einsum("kc,cri->kri", np.linalg.inv(mix), fields)
        amounts = (a[:, columns] @ mix).T
        found += [
            Shape(f"{joint} {k}", rows, field[:, :3], field[:, 3:], amount)
            for k, (field, amount) in enumerate(zip(fields, amounts, strict=True))
        ]
    return found


def _principal_mix(fields: np.ndarray, a: np.ndarray) -> np.ndarray:
    """M (n, n): coordinates a M belong to the orthonormal shapes M⁻¹ fields, the strongest first.

    Args:
        fields: (n, m) shapes.
        a: (T, n) coordinates; what they have in common is free, only their changes count.
    """
    size, axes = np.linalg.eigh(fields @ fields.T)
    root = axes * np.sqrt(np.maximum(size, max(1e-12 * size[-1], 1e-30)))
    changes = (a - a.mean(axis=0)) @ root
    return root @ np.linalg.eigh(changes.T @ changes)[1][:, ::-1]


def _kept(shapes: list[Shape], count: int, most: int) -> tuple[np.ndarray, float]:
    """Which shapes become targets, and how far [m] the others move any of ``count`` vertices.

    Of a shape that is left out the middle of its range is part of the mesh.
    """
    strength = np.array([shape.moves.max(initial=0) for shape in shapes])
    kept, off = np.ones(len(shapes), bool), np.zeros(count)
    for k in np.argsort(strength, kind="stable"):
        more = off.copy()
        more[shapes[k].rows] += shapes[k].moves
        if kept.sum() <= most and more.max() > UNSEEN and strength[k] > FINEST:
            break
        off, kept[k] = more, False
    return kept, float(off.max())


def _target(shape: Shape, length: np.ndarray) -> Shape:
    """The shape scaled so that its amounts run from 0 to 1; ``length`` (V, 1) of the normals."""
    near = _nearer_end(shape.amount)
    span = 2 * (_middle(shape.amount) - near)
    shift, turn = span * shape.shift, span * shape.turn / length[shape.rows]
    matters = (_size(shift) > FINEST) | (_size(turn) > FINEST_TURN)
    amount = np.clip((shape.amount - near) / span, 0, 1)
    return Shape(shape.name, shape.rows[matters], shift[matters], turn[matters], amount)


def _nearer_end(amount: np.ndarray) -> float:
    """The end of the range that is nearer to zero."""
    return float(min(amount.min(), amount.max(), key=abs))


def _middle(amount: np.ndarray) -> float:
    return float(amount.min() + amount.max()) / 2


def add_targets(gltf: Gltf, mesh: int, skin: BakedSkin) -> None:
    """Give a mesh of one primitive the targets, by name and with the weights of the first frame."""
    (primitive,) = gltf.item("meshes", mesh)["primitives"]
    count = len(skin.rig.vertices)
    primitive["targets"] = [sparse_target(gltf, count, target) for target in skin.targets]
    set_weights(gltf, mesh, skin)


def sparse_target(gltf: Gltf, count: int, target: Shape) -> dict[str, int]:
    """What a target adds to the positions and normals of ``count`` vertices."""
    position, normal = gltf.add_sparse(
        count, target.rows, target.shift @ R_BONE_WEBXR, target.turn @ R_BONE_WEBXR
    )
    return {"POSITION": position, "NORMAL": normal}


def set_weights(gltf: Gltf, mesh: int, skin: BakedSkin) -> None:
    """The names of a mesh's targets, and their weights at the first frame."""
    item = gltf.item("meshes", mesh)
    item["weights"] = skin.weights[0].tolist()
    item["extras"] = {"targetNames": [target.name for target in skin.targets]}


def key_frames(time: np.ndarray, skin: BakedSkin) -> np.ndarray:
    """Frames at which weights must be given: between them, all run straight enough.

    Args:
        time: (T,) [s].
        skin: with targets.
    """
    path = skin.weights * np.array([_size(target.shift).max() for target in skin.targets])
    keys, low, high = [0], -np.inf, np.inf
    for k in range(1, len(time)):
        slope, wide = _ahead(time, path, keys[-1], k)
        if (slope < low).any() or (slope > high).any():
            # The line to here would pass by a frame since the last key: it ended one before.
            keys.append(k - 1)
            slope, wide = _ahead(time, path, k - 1, k)
            low, high = -np.inf, np.inf
        low, high = np.maximum(low, slope - wide), np.minimum(high, slope + wide)
    return np.array([*keys, len(time) - 1])


def _ahead(time: np.ndarray, path: np.ndarray, key: int, k: int) -> tuple[np.ndarray, float]:
    """Slope (n,) from a key to frame ``k``, and how much lines that pass by it may differ."""
    passed = float(time[k] - time[key])
    return (path[k] - path[key]) / passed, STRAIGHT / passed


def _size(vectors: np.ndarray) -> np.ndarray:
    return np.linalg.norm(vectors, axis=-1)
