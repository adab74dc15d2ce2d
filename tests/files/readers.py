"""Every reader of files that users give us, by the kind that it asks the door for."""

import json
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from prehensile.appearance.fit.folder import read_forces
from prehensile.appearance.model import file as blush
from prehensile.capture.recording.packed import load as load_packed
from prehensile.capture.recording.recording import Recording
from prehensile.capture.recording.recovered import recovered
from prehensile.capture.recording.table import read_description
from prehensile.compliance.recorded.edited_touches import read_touches
from prehensile.control.example.style import load_style
from prehensile.errors import FileError, InputError, PrehensileError
from prehensile.export import read_glb
from prehensile.files.bvh import read_bvh_file
from prehensile.files.foreign_arrays import read_foreign_arrays
from prehensile.files.glb import GlbFile
from prehensile.files.gltf import GltfFile
from prehensile.files.photo import photo_size, read_photo
from prehensile.files.table import read_table
from prehensile.files.tekscan import read_tekscan
from prehensile.forks.models.from_mjcf import from_mjcf
from prehensile.forks.models.load import load_mechanism
from prehensile.forks.models.urdf_graph import check_urdf
from prehensile.hand.compliance import HandCompliance
from prehensile.hand.loaded.load import load_hand
from prehensile.hand.loaded.mapping import read_mapping
from prehensile.hand.loaded.source_model import read_source_model
from prehensile.hand.parse import parse_hand
from prehensile.holds.library.library import read_library
from prehensile.holds.library.record import read_result
from prehensile.motion.clip import Clip
from prehensile.motion.clip_files import npz, read_bvh
from prehensile.motion.mocap.c3d import read_c3d
from prehensile.motion.mocap.joint_angles import read_csv_angles
from prehensile.motion.mocap.marker_names import read_marker_file
from prehensile.motion.mocap.name_map import read_name_map
from prehensile.motion.mocap.qualisys_tsv import read_qualisys_tsv
from prehensile.motion.mocap.read import import_motion
from prehensile.motion.mocap.wrist_path import read_wrist_path
from prehensile.skin.eigenskin import file as eigenskin
from prehensile.skin.eigenskin.obj_folder import TABLE, read_obj_examples, read_obj_vertices
from prehensile.skin.eigenskin.packed import unpack_examples
from prehensile.skin.imported.rig import imported_hand
from prehensile.skin.tissue.record import MODEL, read_examples, read_model
from prehensile.world.nan_guard import replay
from prehensile.world.objects.mesh_file import load_mesh_object


class Reader(NamedTuple):
    """One function that opens a file."""

    kind: str
    name: str
    """of a file that it would take"""
    read: Callable[[Path], object]
    any_bytes: bool = False
    """whatever the file holds may be right"""
    refuses: type[PrehensileError] = FileError
    """how it refuses bytes that mean nothing"""

    def __repr__(self) -> str:
        read = self.read.func if isinstance(self.read, partial) else self.read
        return f"{read.__module__.removeprefix('prehensile.')}.{read.__name__}-{self.name}"


def gltf_with_buffer(path: Path) -> GltfFile:
    """A document beside ``path`` that keeps its numbers there."""
    return _beside(path, buffers=[{"uri": path.name, "byteLength": 4}])


def gltf_with_picture(path: Path) -> bytes:
    """A document beside ``path`` that has it as a picture."""
    from prehensile.files.opened import parsing

    document = _beside(path, images=[{"uri": path.name}])
    with parsing(path.with_name("beside.gltf"), "gltf"):
        return document.image(0)


def mesh_with_buffer(path: Path) -> object:
    """A mesh beside ``path`` that keeps its numbers there."""
    _beside_text(path, buffers=[{"uri": path.name, "byteLength": 4}])
    return load_mesh_object(path.with_name("beside.gltf"))


def _beside(path: Path, **document: Any) -> GltfFile:
    return GltfFile(_beside_text(path, **document))


def _beside_text(path: Path, **document: Any) -> Path:
    place = path.with_name("beside.gltf")
    place.write_text(json.dumps({"asset": {"version": "2.0"}, **document}))
    return place


def obj_examples(path: Path) -> object:
    """The folder of a table of poses."""
    return read_obj_examples(path.parent, np.zeros(23))


def tissue_model(path: Path) -> object:
    """The folder of a tissue's model."""
    return read_model(path.parent)


def tissue_examples(path: Path) -> object:
    """The folder of a tissue's model, read whole."""
    return read_examples(path.parent)


def mechanism(path: Path) -> object:
    """A model file of a mechanism."""
    return load_mechanism(str(path))


def hand(path: Path) -> object:
    """The command line's ``--hand``."""
    return parse_hand(str(path))


def hold_result(path: Path) -> object:
    """What a search left; one that has not been made is no mistake."""
    if not path.exists():
        raise FileError(f"cannot read {path}: it is not there.") from FileNotFoundError(path)
    return read_result(path, 0)


READERS = [
    Reader("journal", "a.h5.journal", recovered),
    Reader("bvh", "a.bvh", read_bvh_file),
    Reader("bvh", "a.bvh", read_bvh.load),
    Reader("bvh", "a.bvh", Clip.load),
    Reader("bvh", "a.bvh", import_motion),
    Reader("bvh", "a.bvh", read_wrist_path),
    Reader("c3d", "a.c3d", read_c3d),
    Reader("c3d", "a.c3d", Recording.load),
    Reader("c3d", "a.c3d", import_motion),
    Reader("compliance", "a.json", HandCompliance.load),
    Reader("csv", "a.csv", read_table),
    Reader("csv", "a.csv", Recording.load),
    Reader("csv", "a.csv", read_csv_angles),
    Reader("csv", "a.csv", import_motion),
    Reader("csv", "a.csv", read_wrist_path),
    Reader("force_table", "forces.csv", read_forces),
    Reader("glb", "a.glb", GlbFile),
    Reader("glb", "a.glb", read_glb.load),
    Reader("glb", "a.glb", Clip.load),
    Reader("glb", "a.glb", import_motion),
    Reader("gltf", "a.gltf", GltfFile),
    Reader("gltf", "a.glb", GltfFile),
    Reader("gltf", "a.glb", imported_hand),
    Reader("gltf_buffer", "a.bin", gltf_with_buffer, any_bytes=True),
    Reader("gltf_picture", "a.png", gltf_with_picture, any_bytes=True),
    Reader("hand", "a.json", hand),
    Reader("hdf5", "a.h5", Recording.load),
    Reader("hold_library", "a.json", read_library),
    Reader("hold_result", "a.json", hold_result),
    Reader("joint_map", "a.toml", read_name_map),
    Reader("mapping", "a.toml", read_mapping),
    Reader("mapping", "a.json", read_mapping),
    Reader("mapping", "a.toml", load_hand),
    Reader("marker_names", "a.toml", read_marker_file),
    *(Reader("mesh", f"a{suffix}", load_mesh_object) for suffix in (".glb", ".gltf", ".ply")),
    Reader("mesh", "a.off", load_mesh_object),
    # These two skip what they do not know, and find no triangles.
    *(Reader("mesh", f"a{s}", load_mesh_object, refuses=InputError) for s in (".obj", ".stl")),
    Reader("mesh", "a.bin", mesh_with_buffer, any_bytes=True),
    Reader("mesh", "a.obj", read_obj_vertices),
    Reader("model", "a.xml", read_source_model),
    Reader("model", "a.urdf", load_hand),
    Reader("model", "a.xml", hand),
    Reader("model", "a.urdf", check_urdf, any_bytes=True),  # MuJoCo says what is wrong
    Reader("model", "a.xml", from_mjcf),
    Reader("model", "a.urdf", mechanism),
    Reader("npz", "a.npz", npz.load),
    Reader("npz", "a.npz", npz.frame_count),
    Reader("npz", "a.npz", Clip.load),
    Reader("npz", "a.npy", read_foreign_arrays),
    Reader("npz", "a.npz", import_motion),
    Reader("npz", "a.npy", import_motion),
    Reader("npz", "a.npz", read_wrist_path),
    Reader("npz", "a.npz", eigenskin.load),
    Reader("npz", "a.npz", blush.load),
    Reader("npz", "a.npz", replay),
    Reader("packed_examples", "a.npz", unpack_examples),
    Reader("photo", "a.jpg", read_photo),
    Reader("photo", "a.png", photo_size),
    Reader("pose_table", TABLE, obj_examples),
    Reader("solved_tissue", MODEL, tissue_model),
    Reader("solved_tissue", MODEL, tissue_examples),
    Reader("style", "a.json", load_style),
    Reader("table_description", "a.json", read_description),
    Reader("tekscan", "a.csv", read_tekscan),
    Reader("touches", "a.json", read_touches),
    Reader("tsv", "a.tsv", read_qualisys_tsv),
    Reader("tsv", "a.tsv", import_motion),
    Reader("tsv", "a.tsv", Recording.load),
    Reader("xdf", "a.xdf", Recording.load),
    Reader("zip", "a.zip", load_packed),
]
