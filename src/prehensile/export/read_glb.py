"""GLBs read to clips: ours exactly from their extras, others from their animated nodes."""

from pathlib import Path
from typing import Any

from prehensile.atomic import scratch_folder
from prehensile.errors import FileError, InputError
from prehensile.export.glb_nodes import NoSkinnedHandError, clip_from_nodes
from prehensile.export.webxr_keypoints import clip_from_webxr_nodes, stands_as_ours
from prehensile.files.glb import GlbFile
from prehensile.files.opened import one_line, parsing
from prehensile.motion.clip import Clip
from prehensile.motion.clip_files import npz


def load(path: str | Path) -> Clip:
    """Read a GLB of ours, or any with a hand of WebXR's joint names. Safe on a stranger's file.

    Where another program kept the motion and dropped the extras, hands come from the 25 WebXR
    joints and their sizes from the bones; forces are then gone, and of the bodies their normals'
    creases stay as doubled vertices.

    Raises:
        FileError: missing, damaged, hostile, or without hands that we know.
    """
    file = GlbFile(path)
    with parsing(path, "glb"):
        extras = _extras(file)
        return _from_nodes(file) if extras is None else _exact(file, extras)


def _from_nodes(file: GlbFile) -> Clip:
    """By rotations where the nodes stand as ours do; else by where the joints are."""
    try:
        clip = clip_from_nodes(file)
    except NoSkinnedHandError:
        return clip_from_webxr_nodes(file)
    return clip if stands_as_ours(file, clip) else clip_from_webxr_nodes(file)


def _extras(file: GlbFile) -> dict[str, Any] | None:
    extras = file.json.get("extras")
    ours = extras.get("prehensile") if isinstance(extras, dict) else None
    return ours if isinstance(ours, dict) and "clip" in ours else None


def _exact(file: GlbFile, extras: dict[str, Any]) -> Clip:
    if extras.get("version") != 1:
        raise InputError(
            f"its extras have version {extras.get('version')!r}, this Prehensile reads 1; "
            "upgrade with pip install -U prehensile"
        )
    data = file.view(extras["clip"])
    with scratch_folder() as folder:
        inner = folder / "clip.npz"
        inner.write_bytes(data)
        try:
            return npz.load(inner)
        except FileError as error:
            # Nobody knows the temporary file: only the reason is of use.
            raise InputError(f"its clip: {one_line(str(error).partition(': ')[2])}") from error
