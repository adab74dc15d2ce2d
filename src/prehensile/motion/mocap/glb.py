"""Hands of a GLB: clips of ours as they are, others by their WebXR joints."""

from pathlib import Path

from prehensile.motion.clip import Clip
from prehensile.motion.mocap.imported import Imported, imported_clip
from prehensile.motion.mocap.options import Options


def import_file(path: Path, chosen: Options) -> Imported:
    """The clip of a GLB; it knows its own units, axes and times.

    Raises:
        FileError: missing, damaged, or without hands that we know.
        InputError: it shows no hand.
    """
    clip = Clip.load(path)
    if "keypoints" not in clip.meta:
        return imported_clip(clip, "glb")
    found = clip.meta["keypoints"]
    keep = ("residual_mm_median", "residual_mm_p95", "residual_mm_by_point")
    report = {name: found[name] for name in keep}
    return imported_clip(clip, "glb (joint positions)", **report, lost_frames=found["lost"])
