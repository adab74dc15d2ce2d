"""`LoadedSpec`: somebody else's hand as numbers, the twin of `HandSpec`.

Everything that simulating and drawing needs is in it: no file is opened again, and reading one
from a stranger's clip only checks numbers.
"""

import json
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Self

import numpy as np
from numpy.typing import ArrayLike

from prehensile.errors import InputError
from prehensile.frozen import frozen
from prehensile.hand.follower import Follower
from prehensile.hand.joints import JOINT_NAMES
from prehensile.hand.segments import (
    FOREARM,
    PALM,
    Capsule,
    Segment,
    SegmentJoint,
    Solid,
    group_of_segment,
)
from prehensile.hand.spec import SIDES

if TYPE_CHECKING:
    from prehensile.hand.loaded.hand import LoadedHand

SCHEMA = "prehensile.loaded_hand/1"
MESH_UNIT = 1e-5
"""[m] Drawn vertices are kept as whole numbers of this."""
MOST_SEGMENTS, MOST_SOLIDS, MOST_FACES, MOST_POINTS = 100, 500, 200_000, 20_000
LARGEST = 10.0
"""[m or kg] of anything in a hand"""
MOST_ANYWHERE = 1e4
"""No number of a hand is as large, in whatever unit."""
PER_JOINT = ("lower", "upper", "stiffness", "damping", "rest", "scale")
SOLIDS = ("sphere", "capsule", "cylinder", "box", "ellipsoid", "hull")


@dataclass(frozen=True, eq=False)
class PaintedMesh:
    """Something drawn with a segment, in its frame."""

    vertices: np.ndarray
    """(V, 3) [m]"""
    faces: np.ndarray
    """(F, 3)"""
    color: np.ndarray
    """(3,) from 0 to 1"""


@dataclass(frozen=True, eq=False)
class LoadedSegment(Segment):
    """A segment of a loaded hand; ``shapes`` are capsules that cover its ``solids``, and mass and
    inertia may be zero where it is only a frame.
    """

    solids: tuple[Solid, ...] = ()
    """what collides, exactly"""
    meshes: tuple[PaintedMesh, ...] = ()
    """what is drawn"""

    @property
    def collides(self) -> tuple[Solid, ...]:
        """The exact shapes that collide, in the segment's frame."""
        return self.solids


@dataclass(frozen=True, eq=False)
class LoadedSpec:
    """A loaded hand as numbers; `load_hand` makes one from a model, `from_json` from a clip."""

    name: str
    side: str
    length: float
    """[m] from the wrist centre to the tip of the straight middle finger"""
    joint_names: tuple[str, ...]
    """the joints of ours that it has, in the order of JOINT_NAMES"""
    segments: dict[str, LoadedSegment]
    lower: np.ndarray
    """(dof,) [rad], like all that follow in our signs"""
    upper: np.ndarray
    stiffness: np.ndarray
    """(dof,) [Nm/rad] when no Command drives it"""
    damping: np.ndarray
    """(dof,) [Nms/rad]"""
    rest: np.ndarray
    """(dof,) [rad]"""
    scale: np.ndarray
    """(dof,) how far it goes for a radian of a human pose"""
    followers: tuple[Follower, ...] = ()
    excluded: tuple[tuple[str, str], ...] = ()
    """pairs of segments that never collide"""
    source: dict[str, str] = field(default_factory=dict)
    """our joint → the joint's own name"""
    rigid: tuple[str, ...] = ()
    """joints of the model that have no counterpart and are held where they are"""
    _json: dict[str, Any] = field(default_factory=dict, repr=False)

    @property
    def missing(self) -> tuple[str, ...]:
        """Joints of ours that it does not have, not even as followers."""
        had = {*self.joint_names, *(f.name for f in self.followers)}
        return tuple(name for name in JOINT_NAMES if name not in had)

    def build(self) -> "LoadedHand":
        """The hand that these numbers describe."""
        from prehensile.hand.loaded.hand import LoadedHand

        return LoadedHand(self)

    def to_json(self) -> dict[str, Any]:
        """A JSON-able description from which :meth:`from_json` makes an equal spec."""
        return self._json

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> Self:
        """Read :meth:`to_json`'s result. Numbers only: safe on a stranger's file.

        Raises:
            InputError: something is missing or is not what it should be.
        """
        if not isinstance(data, dict) or data.get("kind") != SCHEMA:
            found = data.get("kind") if isinstance(data, dict) else type(data).__name__
            raise InputError(f"not a loaded hand: kind is {found!r}, expected {SCHEMA!r}.")
        try:
            return cls._read(data)
        except (
            KeyError, TypeError, ValueError, AttributeError, OverflowError, InputError,
        ) as error:  # fmt: skip
            text = " ".join(str(error).split())[:200].rstrip(".")
            raise InputError(f"not a loaded hand: {type(error).__name__} {text}.") from None

    @classmethod
    def _read(cls, data: dict[str, Any]) -> Self:
        names = tuple(data["joints"])
        _demand(set(names) <= set(JOINT_NAMES) and len(set(names)) == len(names), "joint names")
        _demand(data["side"] in SIDES, "its side")
        followers = tuple(
            Follower(str(f["name"]), str(f["leader"]), *_numbers([f[k] for k in _FOLLOWER]))
            for f in data["followers"]
        )
        _demand(all(f.leader in names for f in followers), "couplings")
        segments = _read_segments(data["segments"], {*names, *(f.name for f in followers)})
        excluded = tuple((str(a), str(b)) for a, b in data["excluded"])
        _demand(all(s in segments for pair in excluded for s in pair), "excluded pairs")
        per_joint = {k: _array(data[k], (len(names),)) for k in PER_JOINT}
        _demand(bool((per_joint["lower"] < per_joint["upper"]).all()), "joint limits")
        _demand(min(per_joint[k].min() for k in ("stiffness", "damping")) >= 0, "gains")
        length = float(_array(data["length"], ()))
        _demand(0 < length < LARGEST, "its length")
        return cls(
            name=str(data["name"])[:200],
            side=data["side"],
            length=length,
            joint_names=names,
            segments=segments,
            followers=followers,
            excluded=excluded,
            source={str(k): str(v) for k, v in data["source"].items()},
            rigid=tuple(str(name) for name in data["rigid"]),
            _json=data,
            **per_joint,
        )

    def __eq__(self, other: object) -> bool:
        return isinstance(other, LoadedSpec) and self._json == other._json

    def __hash__(self) -> int:
        return hash(json.dumps(self._json, sort_keys=True))


_FOLLOWER = ("ratio", "offset", "lower", "upper")


def mesh_to_json(vertices: np.ndarray, faces: np.ndarray, color: Iterable[float]) -> dict[str, Any]:
    """A drawn mesh as whole numbers."""
    return {
        "vertices": np.round(vertices / MESH_UNIT).astype(int).ravel().tolist(),
        "faces": faces.astype(int).ravel().tolist(),
        "color": [round(float(c), 4) for c in color],
    }


def _read_segments(data: list[dict[str, Any]], joints: set[str]) -> dict[str, LoadedSegment]:
    _demand(isinstance(data, list) and 2 <= len(data) <= MOST_SEGMENTS, "number of segments")
    _demand(data[0]["name"] == FOREARM and data[0]["parent"] is None, "root")
    segments: dict[str, LoadedSegment] = {}
    moved: list[str] = []
    for entry in data:
        segment = _read_segment(entry)
        if segments:
            _demand(segment.parent in segments and segment.name not in segments, "tree")
        _demand("/" not in segment.name and segment.name.isprintable(), "names of segments")
        segments[segment.name] = segment
        moved += [joint.name for joint in segment.joints]
    _demand(PALM in segments, "palm")
    _demand(len(moved) == len(set(moved)) and set(moved) == joints, "joints")
    faces = sum(len(m.faces) for s in segments.values() for m in s.meshes)
    solids = sum(len(s.solids) for s in segments.values())
    _demand(faces <= MOST_FACES and solids <= MOST_SOLIDS, "size")
    return segments


def _read_segment(entry: dict[str, Any]) -> LoadedSegment:
    name = str(entry["name"])
    T = np.eye(4)
    T[:3] = _array(entry["T_parent_rest"], (3, 4))
    _demand(np.allclose(T[:3, :3] @ T[:3, :3].T, np.eye(3), atol=1e-6), "rotations")
    mass = float(_array(entry["mass"], ()))
    inertia = _array(entry["inertia"], (3, 3))
    small, medium, large = np.linalg.eigvalsh(inertia)
    _demand(mass >= 0 and np.allclose(inertia, inertia.T, rtol=1e-9), "masses")
    if mass > 0 or entry["joints"]:
        _demand(mass > 0 and small > 0 and small + medium >= large * (1 - 1e-9), "inertias")
    solids = tuple(_read_solid(s) for s in entry["solids"])
    return LoadedSegment(
        name=name,
        group=group_of_segment(name),
        parent=None if entry["parent"] is None else str(entry["parent"]),
        T_parent_rest=T,
        joints=tuple(SegmentJoint(str(j["name"]), _unit(j["axis"])) for j in entry["joints"]),
        length=float(_array(entry["length"], ())),
        radii=tuple(_array(entry["radii"], (2,)).tolist()),
        shapes=_covers(solids),
        mass=mass,
        com=_array(entry["com"], (3,)),
        inertia=inertia,
        pad=None if entry["pad"] is None else _array(entry["pad"], (3,)),
        solids=solids,
        meshes=tuple(_read_mesh(m) for m in entry["meshes"]),
    )


def _read_solid(entry: dict[str, Any]) -> Solid:
    kind = entry["kind"]
    _demand(kind in SOLIDS, "shapes")
    vertices = np.array(entry["vertices"], dtype=float).reshape(-1, 3)
    _demand(len(vertices) <= MOST_POINTS and (kind != "hull" or len(vertices) >= 4), "hulls")
    size = _array(entry["size"], (3,))
    _demand(kind == "hull" or 0 < size[0] < LARGEST, "shapes")
    _array(vertices, vertices.shape)
    return Solid(kind, _array(entry["pos"], (3,)), _unit(entry["quat"], 4), size, vertices)


def _read_mesh(entry: dict[str, Any]) -> PaintedMesh:
    vertices = np.array(entry["vertices"], dtype=np.int64).reshape(-1, 3) * MESH_UNIT
    faces = np.array(entry["faces"], dtype=np.int64).reshape(-1, 3)
    _array(vertices, vertices.shape)
    _demand(not faces.size or (faces.min() >= 0 and faces.max() < len(vertices)), "meshes")
    return PaintedMesh(vertices, faces, np.clip(_array(entry["color"], (3,)), 0, 1))


def _covers(solids: tuple[Solid, ...]) -> tuple[Capsule, ...]:
    from prehensile.hand.loaded.cover import cover

    return tuple(capsule for solid in solids for capsule in cover(solid))


def _unit(values: ArrayLike, size: int = 3) -> np.ndarray:
    vector = _array(values, (size,))
    _demand(abs(float(np.linalg.norm(vector)) - 1) < 1e-6, "unit vectors")
    return vector


def _numbers(values: list[float]) -> list[float]:
    return _array(values, (len(values),)).tolist()


def _array(values: ArrayLike, shape: tuple[int, ...]) -> np.ndarray:
    array = frozen(values, np.float64, shape, "an array")
    if array.size and np.abs(array).max() >= MOST_ANYWHERE:
        raise ValueError("a number is far too large")
    return array


def _demand(holds: bool, what: str) -> None:
    if not holds:
        raise ValueError(f"its {what.removeprefix('its ')} cannot be right")
