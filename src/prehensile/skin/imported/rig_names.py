"""The small file that says which bone of somebody else's rig is which joint of a hand.

TOML or JSON, as for loaded hands. For rigs whose names tell nothing::

    model = "hand.glb"                      # beside this file; not needed where the mesh is given
    side = "right"                          # found from the shape
    prefix = "Bone"                         # that all names below leave out
    [joints]                                # WebXR's name = theirs
    wrist = ".000"
    thumb-metacarpal = ".001"
    index-finger-phalanx-proximal = ".005"

What it leaves out is told by the bones' own names, as without it.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from prehensile.errors import InputError, UnknownNameError
from prehensile.files.bounded_text import parse_json, parse_toml
from prehensile.files.opened import opened
from prehensile.hand.spec import SIDES, Side
from prehensile.hand.webxr_joints import webxr_joints
from prehensile.skin.imported.joint_names import JointName, read_joint_names

SUFFIXES = (".toml", ".json")
_KEYS = ("model", "side", "prefix", "joints")


@dataclass(frozen=True)
class RigNames:
    """Names of bones, checked against no rig yet."""

    name: str = ""
    """what to call it in messages"""
    joints: dict[str, str] = field(default_factory=dict)
    """WebXR's name → theirs, whole"""
    model: str | None = None
    """file of the mesh, as the names' file names it"""
    side: Side | None = None

    def read(self, labels: Sequence[str]) -> tuple[JointName, ...]:
        """What each bone of a rig is."""
        said = {theirs: ours for ours, theirs in self.joints.items()}
        found: list[JointName] = []
        for label, own in zip(labels, read_joint_names(labels), strict=True):
            side = own.side if self.side is None else self.side
            if label in said:
                found.append(JointName(said[label], side))
            elif own.joint in self.joints:
                found.append(JointName(None, side))
            else:
                found.append(JointName(own.joint, own.side))
        return tuple(found)

    def check(self, labels: Sequence[str]) -> None:
        """Refuse names of bones that no rig of a file has.

        Raises:
            UnknownNameError: one that it does not have.
        """
        for theirs in self.joints.values():
            if theirs not in labels:
                raise UnknownNameError(f"joint of the rig in {self.name}:", theirs, labels)


OWN_NAMES = RigNames()
"""The bones' own names say it all."""


def read_rig_names(path: str | Path) -> RigNames:
    """Read and check a file of names.

    Raises:
        FileError: missing, too large, not TOML or JSON.
        InputError: something in it does not fit; UnknownNameError: no joint of a hand.
    """
    path = Path(path)
    with opened(path, "rig_names") as file:
        parse = parse_json if path.suffix == ".json" else parse_toml
        data = parse(file.read())
    return rig_names_from(data, str(path))


def rig_names_from(data: object, name: str = "names") -> RigNames:
    """Names from what a file holds, or from the same written as a dict."""
    if not isinstance(data, dict):
        raise InputError(f"{name}: names of bones are a table, not a {type(data).__name__}.")
    for key in data:
        if key not in _KEYS:
            raise UnknownNameError(f"key in {name}:", str(key), _KEYS)
    given, side = data.get("joints"), data.get("side")
    prefix, model = data.get("prefix", ""), data.get("model")
    if not isinstance(given, dict) or not given:
        raise InputError(f'{name} names no joint: [joints] needs lines such as wrist = "Hand_R".')
    if side is not None and side not in SIDES:
        raise UnknownNameError(f"side in {name}:", str(side), SIDES)
    if not isinstance(prefix, str) or not isinstance(model, str | None):
        raise InputError(f"{name}: prefix and model are texts.")
    for ours, theirs in given.items():
        if ours not in webxr_joints()[0]:
            raise UnknownNameError(f"joint in {name}:", str(ours), webxr_joints()[0])
        if not isinstance(theirs, str):
            raise InputError(f"{name}: {ours} is {theirs!r:.60}; expected the name of a bone.")
    joints = {ours: prefix + theirs for ours, theirs in given.items()}
    if len(set(joints.values())) < len(joints):
        twice = next(t for t in joints.values() if list(joints.values()).count(t) > 1)
        raise InputError(f"{name} gives two joints to the bone {twice!r}.")
    return RigNames(name, joints, model, side)
