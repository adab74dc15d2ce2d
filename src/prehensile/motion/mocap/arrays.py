"""Recordings kept as arrays (NPZ, NPY): what they are is told by their names and shapes."""

from pathlib import Path

from prehensile.errors import InputError, PrehensileError
from prehensile.files.foreign_arrays import read_foreign_arrays
from prehensile.motion.clip_files import npz
from prehensile.motion.mocap.adroit import imported_take, takes_of
from prehensile.motion.mocap.imported import Imported, imported_clip
from prehensile.motion.mocap.joint_angles import angles_from_arrays, imported_angles
from prehensile.motion.mocap.keypoint_import import (
    imported_leap,
    imported_points,
    is_leap,
    points_name,
)
from prehensile.motion.mocap.mano import imported_mano, is_mano
from prehensile.motion.mocap.options import Options


def import_file(path: Path, chosen: Options) -> Imported:
    """A clip of ours, Adroit demonstrations, Leap joints, MANO poses, keypoints or joint angles.

    Raises:
        FileError: as `read_foreign_arrays`.
        InputError: the arrays are none of these, or do not fit.
    """
    try:
        clip = npz.load(path)
    except PrehensileError:
        arrays = read_foreign_arrays(path)
    else:
        return imported_clip(clip, "clip")
    if takes_of(arrays):
        return imported_take(arrays, chosen)
    if is_leap(arrays):
        return imported_leap(arrays, chosen)
    if is_mano(arrays):
        return imported_mano(arrays, chosen)
    name = points_name(arrays)
    if name is not None:
        return imported_points(arrays, name, chosen)
    try:
        return imported_angles(angles_from_arrays(arrays), chosen)
    except InputError as error:
        kinds = ", ".join(f"{n} {a.shape}" for n, a in list(arrays.items())[:4])
        raise InputError(
            f"its arrays ({kinds}) are no clip, keypoints, Leap joints, MANO poses or joint "
            f"angles: {error}"
        ) from error
