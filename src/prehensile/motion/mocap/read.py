"""Use my mocap: any recording that we can read, as a clip of our hand.

`read_motion` looks at the suffix, then at what is inside:

====================  ============================================================================
``.c3d``, ``.tsv``    optical markers (`marker_clip`)
``.bvh``              ours exactly; a stranger's by its joints' positions (`foreign_bvh`)
``.glb``              ours exactly; others with WebXR joint names by their positions
``.csv``              markers (`marker_csv`), wrist, thumb and index alone (`three_points`), or
                      joint angles by name (`joint_angles`)
``.json``, ``.lz``    frames of a Leap sensor, plain or packed (`leap_json`)
``.npz``, ``.npy``    a clip of ours; keypoints; Leap joints; MANO poses; Adroit demonstrations;
                      joint angles by name (`arrays`)
====================  ============================================================================
"""

import importlib
from pathlib import Path
from typing import TYPE_CHECKING, Any

from prehensile.errors import InputError, UnknownNameError

if TYPE_CHECKING:
    from prehensile.motion.clip import Clip
    from prehensile.motion.mocap.imported import Imported

READERS = {
    ".c3d": "prehensile.motion.mocap.c3d",
    ".tsv": "prehensile.motion.mocap.qualisys_tsv",
    ".bvh": "prehensile.motion.mocap.foreign_bvh",
    ".glb": "prehensile.motion.mocap.glb",
    ".csv": "prehensile.motion.mocap.tables.csv_file",
    ".json": "prehensile.motion.mocap.leap_json",
    ".lz": "prehensile.motion.mocap.leap_json",
    ".npz": "prehensile.motion.mocap.arrays",
    ".npy": "prehensile.motion.mocap.arrays",
}
"""Suffix → module with ``import_file(path, options) -> Imported``, imported when it is needed."""
SMOOTH_HZ = 12.0
"""Fingers move below 10 Hz; faster is the noise of cameras."""


def read_motion(path: str | Path, **options: Any) -> "Clip":
    """A recording as a clip; ``clip.meta["import"]`` says how well it went.

    Args:
        path: the file.
        **options: fields of :class:`prehensile.motion.mocap.options.Options`.

    Raises:
        FileError: missing, empty, damaged, or of a kind that is not read.
        InputError: what is in it does not fit, with what to do.
    """
    return import_motion(path, **options).clip


def import_motion(path: str | Path, **options: Any) -> "Imported":
    """As `read_motion`, with residuals per point and frame."""
    from prehensile.motion.frame_limit import check_frames
    from prehensile.motion.mocap.options import Options

    chosen = Options(**options)
    path = Path(path)
    module = READERS.get(path.suffix.lower())
    if module is None:
        raise UnknownNameError("file suffix for mocap", path.suffix, READERS)
    try:
        result: Imported = importlib.import_module(module).import_file(path, chosen)
        check_frames(result.clip.n_frames)
        return _smoothed(result, path, chosen.smooth_hz)
    except InputError as error:
        raise InputError(f"{path.name}: {error}") from error


def _smoothed(result: "Imported", path: Path, cutoff: float | None) -> "Imported":
    """With the filter [Hz] that was asked for, or the usual one for measured points."""
    from prehensile.motion.mocap.imported import with_report
    from prehensile.motion.smoothing import smooth_clip

    clip = result.clip
    rate = (clip.n_frames - 1) / clip.duration if clip.n_frames > 1 else 0.0
    if cutoff is None:
        cutoff = SMOOTH_HZ if result.residual is not None and rate > 3 * SMOOTH_HZ else 0
    if cutoff:
        clip = smooth_clip(clip, cutoff)
    more = {"file": path.name, "smoothed_hz": float(cutoff), "frames": clip.n_frames}
    return result._replace(clip=with_report(clip, **more))
