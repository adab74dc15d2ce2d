"""A folder of solved poses: one file each, whole or absent, so that work can be resumed.

``model.npz`` holds the tissue, ``poses/<name>.npz`` a balance, ``poses/<name>.failed.json`` why
there is none.
"""

import hashlib
import io
import json
from collections.abc import Collection
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from prehensile.atomic import atomic_path
from prehensile.errors import FileError, InputError
from prehensile.files.bounded_text import parse_json
from prehensile.files.foreign_arrays import foreign_arrays, texts
from prehensile.files.opened import opened
from prehensile.hand.spec import HandSpec
from prehensile.skin.tissue.mesh import TissueMesh
from prehensile.skin.tissue.model import TissueModel
from prehensile.skin.tissue.poses import ExamplePose

MODEL = "model.npz"
"""File of the tissue itself."""
POSES = "poses"
"""Subfolder of the solved poses."""
KIND = "solved_tissue"
"""Kind under which `files.opened` knows these files."""


@dataclass(frozen=True, eq=False)
class SolvedPose:
    """One balance of the tissue."""

    q: np.ndarray
    """(23,) [rad] joint angles"""
    skin: np.ndarray
    """(V, 3) float32 [m] vertices of the skin, palm frame"""
    nodes: np.ndarray
    """(N, 3) float32 [m] of the nodes that were solved"""
    volume_change: float
    """of the solved tissue, over its volume at rest"""
    seconds: float
    iterations: int


@dataclass(frozen=True, eq=False)
class Examples:
    """Everything solved in one folder."""

    hand: HandSpec
    rest: np.ndarray
    """(V, 3) [m] skin in the bind pose, palm frame"""
    faces: np.ndarray
    """(F, 3) triangles of the skin, anticlockwise seen from outside"""
    names: tuple[str, ...]
    groups: tuple[str, ...]
    """joint that each pose moves, or ``mixed``"""
    unseen: np.ndarray
    """(P,) bool: poses to judge by, not to learn from"""
    q: np.ndarray
    """(P, 23) [rad] joint angles"""
    skin: np.ndarray
    """(P, V, 3) float32 [m] skin in balance there, palm frame"""
    volume_change: np.ndarray
    """(P,) of the solved tissue, over its volume at rest"""
    seconds: np.ndarray
    """(P,) [s] that each solve took"""
    failed: dict[str, str]
    """name → reason of the poses without balance"""


def write_model(folder: Path, model: TissueModel, faces: np.ndarray) -> None:
    """Begin a folder, or find it begun with the same model, damaged files removed.

    Raises:
        InputError: it holds the examples of another skin.
    """
    mesh = model.mesh
    arrays = {
        "corners": mesh.corners,
        "tetrahedra": mesh.tetrahedra,
        "bone": mesh.bone,
        "segments": np.array(mesh.segments),
        "skin_count": np.array(mesh.skin_count),
        "weights": model.weights,
        "faces": np.asarray(faces),
        "hand": _hand_text(model),
    }
    digest = tissue_digest(model)
    path = folder / MODEL
    try:
        found = _model_digest(path)
    except FileError:
        found = None
    if found not in (None, digest):
        raise InputError(
            f"{folder} holds examples of another hand or skin; choose another --out, or "
            "remove that folder to begin anew."
        )
    if found is None:
        _write(path, {**arrays, "digest": np.array(digest)})
    _remove_damaged(folder, digest, found is None)


def tissue_digest(model: TissueModel) -> str:
    """Digest of what a balance depends on."""
    mesh = model.mesh
    return _digest(mesh.corners, mesh.tetrahedra, mesh.bone, _hand_text(model))


def _digest(*arrays: np.ndarray) -> str:
    digest = hashlib.sha256()
    for array in arrays:
        digest.update(np.ascontiguousarray(array).tobytes())
    return digest.hexdigest()


def _hand_text(model: TissueModel) -> np.ndarray:
    return np.array(json.dumps(model.hand.spec.to_json(), sort_keys=True))


def _model_digest(path: Path) -> str:
    """Which tissue a file holds.

    Raises:
        FileError: missing, or damaged.
    """
    with opened(path, KIND) as file:
        arrays = foreign_arrays(file)
        content = (arrays[name] for name in ("corners", "tetrahedra", "bone", "hand"))
        if str(arrays["digest"]) != _digest(*content):
            raise InputError("it is damaged")
        return str(arrays["digest"])


def _remove_damaged(folder: Path, digest: str, alone: bool) -> None:
    """Poses whose files cannot be read, or are of other tissue, are solved anew.

    ``alone``: nothing but their own files tells of which tissue they are.
    """
    for path in sorted((folder / POSES).glob("*")):
        try:
            if path.name.endswith(".failed.json"):
                _reason(path)
            elif path.suffix == ".npz":
                _solved(path, {digest} if alone else {digest, ""})
        except FileError:
            path.unlink()


def read_model(folder: Path) -> tuple[TissueModel, np.ndarray]:
    """The tissue of a folder and the skin's faces (F, 3).

    Raises:
        FileError: no such folder, or it is damaged.
    """
    with opened(folder / MODEL, KIND) as file:
        arrays = foreign_arrays(file)
        mesh = _mesh(arrays)
        spec = HandSpec.from_json(parse_json(str(arrays["hand"])))
        nodes = len(mesh.corners) + len(mesh.edges)
        weights = _floats(arrays, "weights", (nodes, len(mesh.segments)))
        faces = _rows_of(arrays, "faces", 3, mesh.skin_count)
    return TissueModel(spec.build(), mesh, weights), faces


def _mesh(arrays: dict[str, np.ndarray]) -> TissueMesh:
    """The tetrahedra of a file, whose numbers fit together."""
    corners = _floats(arrays, "corners", (len(np.atleast_1d(arrays["corners"])), 3))
    segments, skin_count = texts(arrays, "segments"), int(arrays["skin_count"])
    bone = arrays["bone"]
    if bone.shape != (len(corners),) or bone.dtype.kind != "i":
        raise InputError(f"its bone is {bone.dtype} {bone.shape}, not a number for each corner")
    if bone.size and not (bone.min() >= -1 and bone.max() < len(segments)):
        raise InputError(f"its bone names others than its {len(segments)} segments")
    if not 0 <= skin_count <= len(corners):
        raise InputError(f"it has {skin_count} corners on the skin of {len(corners)} in all")
    tetrahedra = _rows_of(arrays, "tetrahedra", 4, len(corners))
    return TissueMesh(corners, tetrahedra, bone, segments, skin_count)


def _floats(arrays: dict[str, np.ndarray], name: str, shape: tuple[int, ...]) -> np.ndarray:
    found = arrays[name]
    if found.dtype.kind != "f" or found.shape != shape:
        raise InputError(f"its {name} is {found.dtype} {found.shape}, not numbers {shape}")
    return found


def _rows_of(arrays: dict[str, np.ndarray], name: str, width: int, count: int) -> np.ndarray:
    """Rows (n, width) of numbers of corners, of which there are ``count``."""
    rows = arrays[name]
    if rows.ndim != 2 or rows.shape[1] != width or rows.dtype.kind not in "iu":
        raise InputError(f"its {name} are {rows.dtype} {rows.shape}, not rows of {width} corners")
    if rows.size and not (rows.min() >= 0 and rows.max() < count):
        raise InputError(f"its {name} have corners that are not there")
    return rows


def write_solved(folder: Path, pose: ExamplePose, solved: SolvedPose, tissue: str = "") -> None:
    """Record the balance of some tissue (its `tissue_digest`) in a pose."""
    about = {
        "group": np.array(pose.group),
        "unseen": np.array(pose.unseen),
        "tissue": np.array(tissue),
    }
    _write(folder / POSES / f"{pose.name}.npz", {**vars(solved), **about})


def write_failed(folder: Path, name: str, reason: str) -> None:
    """Record that a pose has no balance, and why."""
    with atomic_path(folder / POSES / f"{name}.failed.json") as path:
        path.write_text(json.dumps({"reason": reason}))


def read_solved(folder: Path, name: str) -> SolvedPose | None:
    """A recorded balance; None if there is none."""
    path = folder / POSES / f"{name}.npz"
    return _solved(path) if path.exists() else None


def _solved(path: Path, tissues: Collection[str] = ()) -> SolvedPose:
    """``tissues``: digests of that which it may be of; empty is what older files say.

    Raises:
        FileError: damaged, or of other tissue.
    """
    with opened(path, KIND) as file:
        arrays = foreign_arrays(file)
        if tissues and str(arrays.get("tissue", "")) not in tissues:
            raise InputError("it is of other tissue")
        return _pose(arrays)


def _pose(arrays: dict[str, np.ndarray]) -> SolvedPose:
    return SolvedPose(
        arrays["q"],
        arrays["skin"],
        arrays["nodes"],
        float(arrays["volume_change"]),
        float(arrays["seconds"]),
        int(arrays["iterations"]),
    )


def is_recorded(folder: Path, pose: ExamplePose) -> bool:
    """Whether a pose is solved, or known to fail."""
    stem = folder / POSES / pose.name
    return any(Path(f"{stem}{suffix}").exists() for suffix in (".npz", ".failed.json"))


def failures(folder: Path, poses: list[ExamplePose]) -> dict[str, str]:
    """Name → reason of those poses that have no balance."""
    found = {}
    for pose in poses:
        path = folder / POSES / f"{pose.name}.failed.json"
        if path.exists():
            found[pose.name] = _reason(path)
    return found


def read_examples(folder: Path) -> Examples:
    """All that was solved in a folder.

    Raises:
        FileError: no such folder, nothing solved in it, or a damaged file.
    """
    model, faces = read_model(folder)
    paths = sorted((folder / POSES).glob("*.npz"))
    if not paths:
        raise FileError(f"{folder} holds no solved pose; run prehensile skin examples first.")
    solved = [_example(path, model) for path in paths]
    failed = {
        path.name.removesuffix(".failed.json"): _reason(path)
        for path in sorted((folder / POSES).glob("*.failed.json"))
    }
    spec = model.hand.spec
    assert isinstance(spec, HandSpec)
    return Examples(
        hand=spec,
        rest=model.mesh.corners[: model.mesh.skin_count],
        faces=faces,
        names=tuple(path.stem for path in paths),
        groups=tuple(group for group, _, _ in solved),
        unseen=np.array([unseen for _, unseen, _ in solved]),
        q=np.stack([pose.q for _, _, pose in solved]),
        skin=np.stack([pose.skin for _, _, pose in solved]),
        volume_change=np.array([pose.volume_change for _, _, pose in solved]),
        seconds=np.array([pose.seconds for _, _, pose in solved]),
        failed=failed,
    )


def _write(path: Path, arrays: dict) -> None:
    buffer = io.BytesIO()
    np.savez_compressed(buffer, **arrays)
    with atomic_path(path) as temporary:
        temporary.write_bytes(buffer.getvalue())


def _example(path: Path, model: TissueModel) -> tuple[str, bool, SolvedPose]:
    """Group, whether it is left out of the fit, and the balance of one pose."""
    with opened(path, KIND) as file:
        arrays = foreign_arrays(file)
        pose = _pose(arrays)
        for name, shape in (("q", (model.hand.dof,)), ("skin", (model.mesh.skin_count, 3))):
            _floats(arrays, name, shape)
        return str(arrays["group"]), bool(arrays["unseen"]), pose


def _reason(path: Path) -> str:
    """Why a pose has no balance."""
    with opened(path, KIND) as file:
        return str(parse_json(file.read())["reason"])
