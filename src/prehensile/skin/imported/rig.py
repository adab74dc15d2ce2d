"""Somebody else's skinned hand (glTF, joints named as rigs' are) as one of ours.

The file's joints get a hand of ours that has them in the same places (`skeleton_fit`); its mesh,
weights and pictures become a rig for it. In the bind pose the file's vertices are where they were.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

import numpy as np

from prehensile.errors import FileError, InputError, UnknownNameError
from prehensile.files.gltf import GltfFile
from prehensile.files.inside import Neighbours
from prehensile.files.opened import parsing, said_of
from prehensile.hand.hand import Hand
from prehensile.hand.segments import FOREARM, PALM, digit_segments
from prehensile.hand.spec import SIDES, Side
from prehensile.hand.webxr_joints import joint_tree, webxr_joints
from prehensile.kinematics.forward import segment_transforms
from prehensile.lie import se3
from prehensile.skin.eigenskin.file import FittedSkin
from prehensile.skin.imported.corrections import corrected_by_keys
from prehensile.skin.imported.examples import FileSkin, file_skin
from prehensile.skin.imported.gltf_skin import SkinnedMesh, read_skinned_mesh
from prehensile.skin.imported.joints import flesh_ends, imported_joints
from prehensile.skin.imported.material import Look, imported_look
from prehensile.skin.imported.mesh_source import MeshSource
from prehensile.skin.imported.nails import drawn_nails, nails_by_place
from prehensile.skin.imported.named_joints import named_joints
from prehensile.skin.imported.one_hand import one_hand
from prehensile.skin.imported.report import ImportReport
from prehensile.skin.imported.rig_names import OWN_NAMES, SUFFIXES, RigNames, read_rig_names
from prehensile.skin.imported.skeleton import SkeletonFit, fitted_skeleton, skeleton_side
from prehensile.skin.imported.surface import Surface, imported_surface
from prehensile.skin.paint.tones import DEFAULT_TONE, TONES
from prehensile.skin.rig.rig import Rig
from prehensile.skin.rig.weights import strongest_joints

SHORTEST, LONGEST = 0.12, 0.25
"""[m] Of hands, from the wrist to the tip joint of the middle finger along its bones."""
UNITS = {"metres": 1.0, "centimetres": 0.01, "millimetres": 0.001}
"""[m] Units that files are in, the usual one first."""


@dataclass(frozen=True, eq=False)
class ImportedHand:
    """A hand of ours that wears somebody else's mesh."""

    hand: Hand
    """one of ours, its joints where the file has them"""
    rig: Rig = field(repr=False)
    """its mesh, weights and pictures"""
    bind_q: np.ndarray
    """(23,) [rad] angles of ``hand`` in the file's bind pose"""
    report: ImportReport
    skin: FileSkin = field(repr=False)
    """its mesh as the file has it: what examples are examples of"""
    source: MeshSource
    """where it came from"""
    fitted: FittedSkin | None = field(default=None, repr=False)
    """the corrections that ``rig`` has from the file's shape keys; None without such"""


def imported_hand(
    path: str | Path, side: Side | None = None, names: RigNames | str | Path | None = None
) -> ImportedHand:
    """Read a skinned hand from a ``.gltf`` or ``.glb`` file.

    Args:
        path: of the file, or of a file of names that says which; what it names must lie beside it.
        side: which hand it must be, or is wanted of a body; whatever it is, if left out.
        names: which of its bones is which joint, or a file that says so
            (:mod:`prehensile.skin.imported.rig_names`); by its own names if left out.

    Raises:
        UnknownNameError: no such side.
        FileError: unreadable, not a skinned hand, or the other hand; the message says what to do.
    """
    if side is not None and side not in SIDES:
        raise UnknownNameError("hand side", str(side), SIDES)
    path, names = _mesh_and_names(Path(path), names)
    wanted = side or names.side
    file = GltfFile(path)
    with parsing(path, "gltf"):
        mesh = read_skinned_mesh(file, wanted, names)
        if (
            wanted is not None
            and len({name.side for name in mesh.names if name.joint} - {None}) > 1
        ):
            mesh = one_hand(mesh, wanted)
        look = imported_look(file, mesh)
    with said_of(path):
        found = _imported(mesh, look, path.name, wanted)
    return replace(
        found, source=MeshSource(str(path), file.digest, found.hand.side, dict(names.joints))
    )


def _mesh_and_names(path: Path, names: RigNames | str | Path | None) -> tuple[Path, RigNames]:
    """The mesh, which a file of names may name in its place."""
    if path.suffix not in SUFFIXES:
        if isinstance(names, RigNames):
            return path, names
        return path, OWN_NAMES if names is None else read_rig_names(names)
    if names is not None:
        raise InputError(f"{path} is itself a file of names: give the mesh, or no other names.")
    read = read_rig_names(path)
    if read.model is None:
        raise FileError(f'{path} does not say which mesh it names: add model = "hand.glb".')
    with said_of(path):
        Neighbours(path).find(read.model)
    return path.parent / read.model, read


def _imported(mesh: SkinnedMesh, look: Look, name: str, wanted: Side | None) -> ImportedHand:
    joints = imported_joints(mesh)
    unit = _unit(joints.places)
    places = {joint: UNITS[unit] * p for joint, p in joints.places.items()}
    vertices = UNITS[unit] * mesh.vertices
    side = _side(mesh, places, wanted)
    fit = fitted_skeleton(places, side, flesh_ends(vertices, joints.weights, places))
    vertices = se3.apply(fit.T_palm_file, vertices)
    poses = segment_transforms(fit.hand, fit.q)
    owner = np.array(joint_tree(fit.hand).segments)[joints.weights.argmax(axis=1)]
    drawn = drawn_nails(mesh, vertices, owner, poses)
    uv = np.zeros((len(vertices), 2)) if look.uv is None else look.uv
    surface = imported_surface(
        vertices,
        mesh.faces,
        None if mesh.normals is None else mesh.normals @ fit.T_palm_file[:3, :3].T,
        _bones(fit),
    )
    held = np.column_stack([joints.weights, drawn.on, look.painted, look.paint, uv])
    scaled = [] if unit == "metres" else [f"it is in {unit}; scaled by {UNITS[unit]:g} to metres"]
    rig = _rig(surface, surface.origin @ held, look, fit, bool(drawn.on.any()))
    to_palm = fit.T_palm_file @ np.diag([*[UNITS[unit]] * 3, 1.0])
    skin = file_skin(surface, rig, fit.q, to_palm, mesh.keys)
    learned = corrected_by_keys(skin, fit.hand, name)
    report = ImportReport(
        file=name,
        side=side,
        source_triangles=len(mesh.faces),
        triangles=len(rig.faces),
        fit_mm={joint: 1e3 * error for joint, error in fit.error.items()},
        nails=drawn.found,
        pictures=look.pictures,
        repairs=(*scaled, *joints.repairs, *surface.repairs),
        notes=(*mesh.notes, *joints.notes, *surface.notes, *look.notes, *learned.notes),
    )
    named = named_joints(mesh, joints, fit, to_palm)
    rig = replace(rig, corrections=learned.corrections, named=named)
    source = MeshSource(name, "", side)
    return ImportedHand(fit.hand, rig, fit.q, report, skin, source, learned.fitted)


def _unit(places: Mapping[str, np.ndarray]) -> str:
    """The unit in which a hand is as long as hands are."""
    chain = (PALM, *digit_segments("middle"), "middle-finger-tip")
    points = np.stack([places[name] for name in chain])
    length = float(np.linalg.norm(np.diff(points, axis=0), axis=1).sum())
    for unit, size in UNITS.items():
        if SHORTEST <= size * length <= LONGEST:
            return unit
    raise InputError(
        f"its hand is {length:.3g} long from wrist to middle fingertip; expected {SHORTEST:g} to "
        f"{LONGEST:g} m, or that in centimetres or millimetres: scale it"
    )


def _side(mesh: SkinnedMesh, places: Mapping[str, np.ndarray], wanted: Side | None) -> Side:
    """Which hand it is: by shape, which its names and the caller must not contradict."""
    named: set[Side] = {name.side for name in mesh.names if name.joint and name.side}
    by_name = named.pop() if len(named) == 1 else None
    by_shape = skeleton_side(places)
    if by_shape and by_name and by_shape != by_name:
        raise InputError(
            f"its joints are named as those of a {by_name} hand, but they are a {by_shape} hand's "
            "by shape: rename them, or mirror the hand"
        )
    side = by_shape or by_name or wanted
    if side is None:
        raise InputError(
            "its joints do not show whether it is a right or a left hand: end their names in _R or "
            "_L, or say which with --hand right or --hand left"
        )
    if wanted is not None and wanted != side:
        raise InputError(
            f"it is a {side} hand, and a {wanted} one was asked for: use --hand {side}, or mirror "
            "the mesh"
        )
    return side


def _bones(fit: SkeletonFit) -> np.ndarray:
    """Ends (B, 2, 3) [m] of the bones in the bind pose, the forearm's included."""
    poses, tree = segment_transforms(fit.hand, fit.q), joint_tree(fit.hand)
    T = np.stack([poses[name] for name in tree.segments]) @ tree.T_segment_joint
    at = T[:, :3, 3]
    arm = np.array([-fit.hand.segments[FOREARM].length, 0.0, 0.0])
    pairs = [(at[parent], at[k]) for k, parent in enumerate(tree.parents) if parent >= 0]
    return np.array([(arm, at[0]), *pairs])


def _rig(surface: Surface, held: np.ndarray, look: Look, fit: SkeletonFit, has_nails: bool) -> Rig:
    poses, tree = segment_transforms(fit.hand, fit.q), joint_tree(fit.hand)
    T_palm_joint = np.stack([poses[name] for name in tree.segments]) @ tree.T_segment_joint
    count = len(webxr_joints()[0])
    weights, drawn, painted, paint, uv = np.split(held, count + np.array([0, 1, 2, 5]), axis=1)
    joints, shares = strongest_joints(weights, np.arange(count))
    nails = drawn[:, 0] > 0.5 if has_nails else nails_by_place(fit.hand, poses, surface.vertices)
    tone = TONES[DEFAULT_TONE]
    bare = np.where(nails[:, None], tone.nail, tone.back)
    return Rig(
        tree=tree,
        inverse_bind=se3.inverse(T_palm_joint),
        vertices=surface.vertices.astype(np.float32),
        normals=surface.normals.astype(np.float32),
        faces=surface.faces.astype(np.uint32),
        joints=joints,
        weights=shares,
        nails=nails,
        colors=np.where(painted > 0.5, paint, bare).astype(np.float32),
        uv=None if look.uv is None else uv.astype(np.float32),
        material=look.material,
    )
