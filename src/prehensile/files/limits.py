"""How much one file may hold, so that a stranger's cannot fill the memory."""

from typing import NamedTuple

MIB, GIB = 1024**2, 1024**3

SMALL = 10_000_000
"""[bytes] of a file that takes at most 1 GB of memory and 20 s of one core until it is accepted or
refused"""

MAX_FRAMES = 200_000
"""Half an hour at 120 Hz. An animation file holds every frame in memory where it is opened."""

MAX_VALUES = 60_000_000
"""Coordinates in one recording: an hour of 50 markers at 100 Hz takes 54 million."""

MAX_FACES = 2_000_000
"""Triangles of a mesh: more than any scanner gives a thing that a hand holds."""


class Kind(NamedTuple):
    """One kind of file that :func:`prehensile.files.opened.opened` lets in."""

    name: str
    """with its article, as messages have it: "it is not …, or damaged" """
    most_bytes: int
    """of the file as it lies on the disk"""
    advice: str = ""
    """a sentence on what to do about a damaged one"""


KINDS = {
    "bvh": Kind("a BVH file", GIB),
    "c3d": Kind("a C3D file", GIB),
    "compliance": Kind("a JSON file of a hand's compliance", MIB),
    "csv": Kind("a table of numbers", GIB),
    "force_table": Kind("a table of photographs and forces", MIB),
    "glb": Kind("a GLB file", GIB),
    "gltf": Kind("a glTF file", 320 * MIB),
    "gltf_buffer": Kind("a buffer of a glTF file", 256 * MIB),
    "gltf_picture": Kind("a picture", 64 * MIB),
    "hand": Kind("a JSON file of a hand", 256 * MIB),
    "hdf5": Kind("an HDF5 file", GIB),
    "hold_library": Kind("a JSON file of grasps for holds", 16 * MIB),
    "hold_result": Kind(
        "a JSON file of a grasp for a hold", MIB, "Remove it to have it made anew."
    ),
    "journal": Kind("a journal of a recording", GIB),
    "joint_map": Kind("a TOML file", MIB),
    "leap": Kind("a recording of a Leap sensor", 256 * MIB),
    "mapping": Kind("a TOML or JSON file", MIB),
    "marker_names": Kind("a TOML file", MIB),
    "material": Kind("a library of materials (MTL)", MIB),
    "mesh": Kind("a mesh", GIB, "Open it in a 3-D editor and export it again."),
    "model": Kind("an MJCF or URDF file", 64 * MIB),
    "npz": Kind("an NPZ file", GIB),
    "packed_examples": Kind("an NPZ file of example shapes", GIB),
    "photo": Kind("a JPG or PNG photograph", 64 * MIB, "Export it anew."),
    "plans": Kind("a JSON file of planned grasps", 16 * MIB),
    "pose_table": Kind("a table of poses", 64 * MIB),
    "rig_names": Kind("a TOML or JSON file", MIB),
    "solved_tissue": Kind("solved tissue", GIB, "Remove it to have it made anew."),
    "style": Kind("a JSON file of a grasp style", 16 * MIB),
    "tekscan": Kind("a table of Tekscan frames", 256 * MIB),
    "table_description": Kind("a JSON description of a table", MIB),
    "touches": Kind("a JSON file of touches", 16 * MIB),
    "tsv": Kind("a Qualisys TSV", GIB),
    "xdf": Kind("an XDF file", GIB),
    "zip": Kind("a ZIP of recordings", GIB),
}
"""Every kind of file that users give us; what reads one names its kind."""
