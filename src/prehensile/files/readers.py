"""Every reader of files that somebody gives us, by name: the door's table.

::

    reader = READERS["hand_model"]
    reader.read(folder / reader.file)

`Reader.read` takes the path of one file, of the name `Reader.file` (a suffix decides how some are
read), and either returns what is in it or raises a `PrehensileError` of one line; nothing else
comes out of it, whatever the bytes are. A reader is imported when it is first called, as in
:mod:`prehensile.motion.formats`: the rooms that read stand below this one.

Some readers want neighbours of the file. ``through`` names the file that is handed to the reader
where this is not the file in question but one that refers to it (the ``.gltf`` of a buffer). A
reader of a folder is handed the folder of the file.
"""

import importlib
from collections.abc import Callable, Mapping
from operator import attrgetter
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple


class Reader(NamedTuple):
    """One way by which a stranger's file comes in."""

    kind: str
    """one of `prehensile.files.limits.KINDS`, which has its limit of size"""
    file: str
    """name of a file that it takes"""
    call: str
    """``module:function`` or ``module:Class.method``, inside ``prehensile``"""
    given: str = "path"
    """what it is handed: the ``path``, the same as ``text``, or the path's ``folder``"""
    options: Mapping[str, object] = MappingProxyType({})
    """further arguments"""
    through: str = ""
    """a neighbour that refers to the file, handed over in its place"""
    any_bytes: bool = False
    """whatever the file holds may be right"""
    if_absent: bool = False
    """a file that is not there is no mistake"""
    left_out: bool = False
    """what is wrong with it is a warning, and its neighbour is read without it"""

    def function(self) -> Callable[..., object]:
        """What it calls, imported now."""
        module, _, name = self.call.partition(":")
        return attrgetter(name)(importlib.import_module(f"prehensile.{module}"))

    def read(self, path: str | Path) -> object:
        """What is in a file, or one line why it cannot be read.

        Raises:
            PrehensileError: whatever is wrong with the file.
        """
        path = Path(path)
        handed = path.with_name(self.through) if self.through else path
        what = {"path": handed, "text": str(handed), "folder": path.parent}[self.given]
        return self.function()(what, **self.options)


READERS = {
    "journal": Reader("journal", "a.h5.journal", "capture.recording.recovered:recovered"),
    "bvh": Reader("bvh", "a.bvh", "files.bvh:read_bvh_file"),
    "bvh_clip": Reader("bvh", "a.bvh", "motion.clip:Clip.load"),
    "bvh_motion": Reader("bvh", "a.bvh", "motion.mocap.read:import_motion"),
    "bvh_wrist": Reader("bvh", "a.bvh", "motion.mocap.wrist_path:read_wrist_path"),
    "c3d": Reader("c3d", "a.c3d", "motion.mocap.c3d:read_c3d"),
    "c3d_recording": Reader("c3d", "a.c3d", "capture.recording.recording:Recording.load"),
    "c3d_motion": Reader("c3d", "a.c3d", "motion.mocap.read:import_motion"),
    "compliance": Reader("compliance", "a.json", "hand.compliance:HandCompliance.load"),
    "table": Reader("csv", "a.csv", "files.table:read_table"),
    "sparse_table": Reader("csv", "a.csv", "files.table:read_sparse_table"),
    "csv_recording": Reader("csv", "a.csv", "capture.recording.recording:Recording.load"),
    "csv_angles": Reader("csv", "a.csv", "motion.mocap.joint_angles:read_csv_angles"),
    "csv_motion": Reader("csv", "a.csv", "motion.mocap.read:import_motion"),
    "csv_wrist": Reader("csv", "a.csv", "motion.mocap.wrist_path:read_wrist_path"),
    "force_table": Reader("force_table", "forces.csv", "appearance.fit.folder:read_forces"),
    "glb": Reader("glb", "a.glb", "files.glb:GlbFile"),
    "glb_clip": Reader("glb", "a.glb", "motion.clip:Clip.load"),
    "glb_motion": Reader("glb", "a.glb", "motion.mocap.read:import_motion"),
    "glb_wrist": Reader("glb", "a.glb", "motion.mocap.wrist_path:read_wrist_path"),
    "gltf": Reader("gltf", "a.gltf", "files.gltf:GltfFile"),
    "glb_as_gltf": Reader("gltf", "a.glb", "files.gltf:GltfFile"),
    "skinned_hand": Reader("gltf", "a.glb", "skin.imported.rig:imported_hand"),
    "skinned_hand_gltf": Reader("gltf", "a.gltf", "skin.imported.rig:imported_hand"),
    "rig_names": Reader("rig_names", "a.toml", "skin.imported.rig_names:read_rig_names"),
    "rig_names_json": Reader("rig_names", "a.json", "skin.imported.rig_names:read_rig_names"),
    "named_hand": Reader("rig_names", "a.toml", "skin.imported.rig:imported_hand"),
    "gltf_buffer": Reader(
        "gltf_buffer", "a.bin", "files.gltf:GltfFile", through="beside.gltf", any_bytes=True
    ),
    "gltf_picture": Reader(
        "gltf_picture", "a.png", "skin.imported.rig:imported_hand",
        through="beside.glb", any_bytes=True,
    ),
    "hand": Reader("hand", "a.json", "hand.parse:parse_hand", "text"),
    "hdf5_recording": Reader("hdf5", "a.h5", "capture.recording.recording:Recording.load"),
    "hold_library": Reader("hold_library", "a.json", "holds.library.library:read_library"),
    "hold_result": Reader(
        "hold_result", "a.json", "holds.library.record:read_result",
        options={"seed": 0}, if_absent=True,
    ),
    "joint_map": Reader("joint_map", "a.toml", "motion.mocap.name_map:read_name_map"),
    "leap_json": Reader("leap", "a.json", "motion.mocap.leap_json:read_leap_json"),
    "leap_lz": Reader("leap", "a.json.lz", "motion.mocap.leap_json:read_leap_json"),
    "leap_json_motion": Reader("leap", "a.json", "motion.mocap.read:import_motion"),
    "leap_lz_motion": Reader("leap", "a.lz", "motion.mocap.read:import_motion"),
    "marker_csv": Reader("csv", "a.csv", "motion.mocap.tables.marker_csv:read_marker_csv"),
    "marker_csv_motion": Reader("csv", "a.csv", "motion.mocap.read:import_motion"),
    "mapping": Reader("mapping", "a.toml", "hand.loaded.mapping:read_mapping"),
    "mapping_json": Reader("mapping", "a.json", "hand.loaded.mapping:read_mapping"),
    "mapped_hand": Reader("mapping", "a.toml", "hand.loaded.load:load_hand"),
    "marker_names": Reader("marker_names", "a.toml", "motion.mocap.marker_names:read_marker_file"),
    "mesh_glb": Reader("gltf", "a.glb", "world.objects.surface:read_surface"),
    "mesh_gltf": Reader("gltf", "a.gltf", "world.objects.surface:read_surface"),
    "mesh_obj": Reader("mesh", "a.obj", "world.objects.surface:read_surface"),
    "mesh_off": Reader("mesh", "a.off", "world.objects.surface:read_surface"),
    "mesh_ply": Reader("mesh", "a.ply", "world.objects.surface:read_surface"),
    "mesh_stl": Reader("mesh", "a.stl", "world.objects.surface:read_surface"),
    "mesh_material": Reader(
        "material", "a.mtl", "world.objects.surface:read_surface",
        through="beside.obj", any_bytes=True, left_out=True,
    ),
    "mesh_picture": Reader(
        "gltf_picture", "a.png", "world.objects.surface:read_surface",
        through="beside.obj", any_bytes=True, left_out=True,
    ),
    "mesh_buffer": Reader(
        "gltf_buffer", "a.bin", "world.objects.surface:read_surface",
        through="beside.gltf", any_bytes=True,
    ),
    "obj_vertices": Reader("mesh", "a.obj", "skin.eigenskin.obj_folder:read_obj_vertices"),
    "hand_model": Reader("model", "a.xml", "hand.loaded.source_model:read_source_model"),
    "hand_urdf": Reader("model", "a.urdf", "hand.loaded.load:load_hand"),
    "hand_xml": Reader("model", "a.xml", "hand.parse:parse_hand", "text"),
    "urdf_graph": Reader(
        # MuJoCo says what is wrong with what is no XML.
        "model", "a.urdf", "forks.models.urdf_graph:check_urdf", any_bytes=True
    ),
    "mechanism_xml": Reader("model", "a.xml", "forks.models.from_mjcf:from_mjcf"),
    "mechanism_urdf": Reader(
        "model", "a.urdf", "forks.models.load:load_mechanism", "text", options={"stiffness": 1.0}
    ),
    "clip": Reader("npz", "a.npz", "motion.clip:Clip.load"),
    "clip_frames": Reader("npz", "a.npz", "motion.clip_files.npz:frame_count"),
    "npy": Reader("npz", "a.npy", "files.foreign_arrays:read_foreign_arrays"),
    "npz": Reader("npz", "a.npz", "files.foreign_arrays:read_foreign_arrays"),
    "angles_npz": Reader("npz", "a.npz", "motion.mocap.read:import_motion"),
    "keypoints_npy": Reader(
        "npz", "a.npy", "motion.mocap.read:import_motion", options={"rate_hz": 100.0}
    ),
    "leap_npz": Reader("npz", "a.npz", "motion.mocap.read:import_motion"),
    "mano_npz": Reader(
        "npz", "a.npz", "motion.mocap.read:import_motion",
        options={"side": "right", "flat_hand_mean": True},
    ),
    "adroit_npz": Reader("npz", "a.npz", "motion.mocap.read:import_motion"),
    "wrist_npz": Reader("npz", "a.npz", "motion.mocap.wrist_path:read_wrist_path"),
    "eigenskin": Reader("npz", "a.npz", "skin.eigenskin.file:load"),
    "blush": Reader("npz", "a.npz", "appearance.model.file:load"),
    "synergies": Reader("npz", "a.npz", "synergy.file:load"),
    "sensor_forces": Reader("npz", "a.npz", "synergy.force_samples:read_forces"),
    "policy": Reader("npz", "a.npz", "manipulate.learn.policy:Policy.load"),
    "learning": Reader("npz", "a.npz", "manipulate.learn.checkpoint:load_progress"),
    "bad_state": Reader("npz", "a.npz", "world.nan_guard:replay"),
    "packed_examples": Reader(
        "packed_examples", "a.npz", "skin.eigenskin.packed:unpack_examples"
    ),
    "plans": Reader("plans", "a.json", "control.attempt.shipped_plans:read_plans"),
    "photo": Reader("photo", "a.jpg", "files.pictures.photo:read_photo"),
    "photo_size": Reader("photo", "a.png", "files.pictures.photo:photo_size"),
    "obj_examples": Reader(
        "pose_table", "poses.csv", "skin.eigenskin.obj_folder:read_obj_examples", "folder",
        options={"q_rest": (0.0,) * 23},
    ),
    "tissue_model": Reader("solved_tissue", "model.npz", "skin.tissue.record:read_model", "folder"),
    "tissue_examples": Reader(
        "solved_tissue", "model.npz", "skin.tissue.record:read_examples", "folder"
    ),
    "style": Reader("style", "a.json", "control.example.style:load_style"),
    "table_description": Reader(
        "table_description", "a.json", "capture.recording.table:read_description"
    ),
    "tekscan": Reader("tekscan", "a.csv", "files.tekscan:read_tekscan"),
    "touches": Reader("touches", "a.json", "compliance.recorded.edited_touches:read_touches"),
    "tsv": Reader("tsv", "a.tsv", "motion.mocap.qualisys_tsv:read_qualisys_tsv"),
    "tsv_motion": Reader("tsv", "a.tsv", "motion.mocap.read:import_motion"),
    "tsv_recording": Reader("tsv", "a.tsv", "capture.recording.recording:Recording.load"),
    "xdf_recording": Reader("xdf", "a.xdf", "capture.recording.recording:Recording.load"),
    "zip_recordings": Reader("zip", "a.zip", "capture.recording.packed:load"),
}  # fmt: skip
"""By name. Several rows may call the same function for files of different content."""
