"""Styles of grasping by name, from a file, or fitted to a recording."""

import json
from importlib import resources
from pathlib import Path

from prehensile.control.example.grasp_style import GraspStyle
from prehensile.errors import UnknownNameError
from prehensile.files.bounded_text import parse_json
from prehensile.files.opened import opened, said_of

RECORDED = ("leap_grab", "leap_pinch", "door_handle")
"""Fitted to recordings."""
STYLES = (
    *RECORDED,
    *("tip_pinch", "tripod", "quadpod", "lateral", "hook", "wrap", "disk", "sphere"),
)
"""Shipped with the package; those that nobody recorded come from poses of the corpus."""
DEFAULT_STYLE = "leap_grab"
"""The whole hand."""


def load_style(what: str | Path) -> GraspStyle:
    """A style by name, from a ``.json`` file, or fitted to a recording of one hand.

    Args:
        what: one of `STYLES`, a file that holds `GraspStyle.to_json`, or anything that
            `prehensile.motion.mocap.read.read_motion` reads.

    Raises:
        UnknownNameError: neither the name of a style nor a file.
        FileError, InputError: a file that cannot be read, or shows no grasp.
    """
    if str(what) in STYLES:
        found = resources.files("prehensile.control").joinpath(f"data/{what}.json")
        return GraspStyle.from_json(json.loads(found.read_text("utf-8")))
    path = Path(what)
    if not path.suffix and not path.exists():
        raise UnknownNameError("example", str(what), (*STYLES, "or a file"))
    if path.suffix != ".json":
        from prehensile.control.example.fit_style import style_of_recording  # here: loads mocap

        return style_of_recording(path)
    with opened(path, "style") as file:
        data = parse_json(file.read())
    with said_of(path):
        return GraspStyle.from_json(data)
