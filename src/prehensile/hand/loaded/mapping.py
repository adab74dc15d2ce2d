"""The small file that says which joint of somebody else's hand is which of ours.

TOML or JSON. Only ``[joints]`` is needed; the rest corrects what is found from geometry.
Names in the file may leave out a prefix that all joints and bodies of the model share::

    model = "right_hand.xml"        # beside this file; not needed where the model is given
    side = "right"                  # found from the thumb
    prefix = "rh_"
    [joints]                        # our name = theirs, or a table
    index_mcp_flex = "FFJ3"
    thumb_cmc_flex = {joint = "THJ5", sign = -1, zero = 0.2, scale = 1.0}
    [coupled]                       # their joint = which other one of theirs it follows
    FFJ1 = {follows = "FFJ2", ratio = 1.0, offset = 0.0}
    [fixed]                         # their joints that are not ours: where they stay [rad]
    LFJ5 = 0.0
    [palm]                          # in the frame of their palm body
    body = "palm"
    origin = [0, 0, 0]
    palmar = [0, -1, 0]
    forward = [0, 0, 1]
    [tips]                          # [m] in the frame of the finger's last body
    index = [0, 0, 0.026]
    [pads]
    [palmar]                        # directions, same frame
"""

import tomllib
from collections.abc import Iterable
from dataclasses import dataclass, field
from importlib import resources
from pathlib import Path
from typing import Any

import numpy as np

from prehensile.errors import InputError, UnknownNameError
from prehensile.files.bounded_text import parse_json, parse_toml
from prehensile.files.opened import opened
from prehensile.hand.joints import DIGITS, JOINT_NAMES
from prehensile.hand.loaded.source_model import Coupling, SourceModel
from prehensile.hand.spec import SIDES

SUFFIXES = (".toml", ".json")
PASSIVE = ("human", "model")
_KEYS = (
    "model", "side", "prefix", "passive", "joints", "coupled", "fixed", "palm", "tips", "pads",
    "palmar",
)  # fmt: skip
_PALM_KEYS = ("body", "origin", "palmar", "forward")


@dataclass(frozen=True)
class MappedJoint:
    """One of our joints on somebody else's hand."""

    joint: str
    """name of the joint in their model"""
    sign: int | None = None
    """+1 or −1; found from geometry if None"""
    zero: float = 0.0
    """[rad] their angle where ours is zero: the straight finger in line with the palm"""
    scale: float = 1.0
    """how far their joint goes for one radian of a human pose, when poses are carried over"""


@dataclass(frozen=True, eq=False)
class Mapping:
    """A mapping file, checked against no model yet."""

    name: str
    """what to call it in messages"""
    joints: dict[str, MappedJoint]
    """our name → theirs, in the order of JOINT_NAMES"""
    model: str | None = None
    """file of the model, as the mapping names it"""
    side: str | None = None
    prefixes: tuple[str, ...] = ("",)
    passive: str = "human"
    """whose springs and dampers the joints have at rest: our hand's, or the model's own"""
    coupled: tuple[Coupling, ...] = ()
    fixed: dict[str, float] = field(default_factory=dict)
    palm_body: str | None = None
    palm_origin: np.ndarray | None = None
    palm_palmar: np.ndarray | None = None
    palm_forward: np.ndarray | None = None
    tips: dict[str, np.ndarray] = field(default_factory=dict)
    pads: dict[str, np.ndarray] = field(default_factory=dict)
    palmar: dict[str, np.ndarray] = field(default_factory=dict)

    def prefix_for(self, joints: Iterable[str]) -> str:
        """The prefix with which most of its joints exist."""
        known = set(joints)
        count = {p: sum(p + m.joint in known for m in self.joints.values()) for p in self.prefixes}
        return max(self.prefixes, key=lambda p: count[p])

    def fits(self, model: SourceModel) -> bool:
        """Whether every joint it names is in the model."""
        prefix = self.prefix_for(model.joints)
        return all(prefix + m.joint in model.joints for m in self.joints.values())


def read_mapping(path: str | Path) -> Mapping:
    """Read and check a mapping file.

    Raises:
        FileError: missing, too large, not TOML or JSON.
        InputError: something in it does not fit; UnknownNameError: a name is not one of ours.
    """
    path = Path(path)
    with opened(path, "mapping") as file:
        parse = parse_json if path.suffix == ".json" else parse_toml
        data = parse(file.read())
    return mapping_from(data, str(path))


def packaged_mapping(model: SourceModel) -> Mapping | None:
    """The mapping of ours that fits the model, if there is one."""
    folder = resources.files("prehensile.hand").joinpath("data/mappings")
    for entry in sorted(folder.iterdir(), key=lambda e: e.name):
        mapping = mapping_from(tomllib.loads(entry.read_text("utf-8")), entry.name)
        if mapping.fits(model):
            return mapping
    return None


def mapping_from(data: object, name: str = "mapping") -> Mapping:
    """A mapping from what a file holds, or from the same written as a dict."""
    if not isinstance(data, dict):
        raise InputError(f"{name}: a mapping is a table, not a {type(data).__name__}.")
    for key in data:
        if key not in _KEYS:
            raise UnknownNameError(f"key in {name}:", str(key), _KEYS)
    if not data.get("joints"):
        raise InputError(f"{name} maps no joint: [joints] needs lines such as index_mcp_flex = …")
    given = _table(data, "joints", name)
    for ours in given:
        if ours not in JOINT_NAMES:
            raise UnknownNameError(f"joint in {name}:", ours, JOINT_NAMES)
    side, passive = data.get("side"), data.get("passive", "human")
    if side is not None and side not in SIDES:
        raise UnknownNameError("hand side", str(side), SIDES)
    if passive not in PASSIVE:
        raise UnknownNameError(f"value of passive in {name}:", str(passive), PASSIVE)
    prefix = data.get("prefix", "")
    if not isinstance(prefix, str | list):
        raise InputError(f"{name}: prefix is {prefix!r:.60}; give a text, or a list of texts.")
    prefixes = (prefix,) if isinstance(prefix, str) else tuple(str(p) for p in prefix)
    palm = _table(data, "palm", name)
    for key in palm:
        if key not in _PALM_KEYS:
            raise UnknownNameError(f"key of palm in {name}:", key, _PALM_KEYS)
    joints = {ours: _joint(given[ours], ours, name) for ours in JOINT_NAMES if ours in given}
    _refuse_twice(joints, name)
    model = data.get("model")
    return Mapping(
        name=name,
        joints=joints,
        model=None if model is None else str(model),
        side=side,
        prefixes=prefixes or ("",),
        passive=passive,
        coupled=tuple(_coupling(k, v, name) for k, v in _table(data, "coupled", name).items()),
        fixed={k: _number(v, k, name) for k, v in _table(data, "fixed", name).items()},
        palm_body=None if "body" not in palm else str(palm["body"]),
        palm_origin=_optional_vector(palm, "origin", name),
        palm_palmar=_optional_vector(palm, "palmar", name),
        palm_forward=_optional_vector(palm, "forward", name),
        tips=_by_digit(data, "tips", name),
        pads=_by_digit(data, "pads", name),
        palmar=_by_digit(data, "palmar", name),
    )


def _table(data: dict[str, Any], key: str, name: str) -> dict[str, Any]:
    table = data.get(key, {})
    if not isinstance(table, dict):
        raise InputError(f"{name}: {key} must be a table, not a {type(table).__name__}.")
    return table


def _joint(value: object, ours: str, name: str) -> MappedJoint:
    if isinstance(value, str):
        return MappedJoint(value)
    if not isinstance(value, dict) or not isinstance(value.get("joint"), str):
        raise InputError(f"{name}: {ours} must be a joint's name, or a table with joint = …")
    for key in value:
        if key not in ("joint", "sign", "zero", "scale"):
            raise UnknownNameError(f"key of {ours} in {name}:", key, MappedJoint.__annotations__)
    sign = value.get("sign")
    if sign not in (None, 1, -1):
        raise InputError(f"{name}: sign of {ours} is {sign!r:.60}; give 1 or -1.")
    zero = _number(value.get("zero", 0.0), f"zero of {ours}", name)
    return MappedJoint(
        value["joint"], sign, zero, _number(value.get("scale", 1.0), f"scale of {ours}", name)
    )


def _coupling(follower: str, value: object, name: str) -> Coupling:
    if not isinstance(value, dict) or not isinstance(value.get("follows"), str):
        raise InputError(f"{name}: coupled {follower} must say which joint it follows = …")
    ratio, offset = (
        _number(value.get(key, default), f"{key} of {follower}", name)
        for key, default in (("ratio", 1.0), ("offset", 0.0))
    )
    return Coupling(follower, value["follows"], ratio, offset)


def _number(value: object, what: str, name: str) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not np.isfinite(value):
        raise InputError(f"{name}: {what} is {value!r:.60}; expected a finite number.")
    return float(value)


def _vector(value: object, what: str, name: str) -> np.ndarray:
    if not isinstance(value, list) or len(value) != 3:
        raise InputError(f"{name}: {what} must be three numbers.")
    return np.array([_number(v, what, name) for v in value])


def _optional_vector(table: dict[str, Any], key: str, name: str) -> np.ndarray | None:
    return _vector(table[key], key, name) if key in table else None


def _by_digit(data: dict[str, Any], key: str, name: str) -> dict[str, np.ndarray]:
    table = _table(data, key, name)
    for digit in table:
        if digit not in DIGITS:
            raise UnknownNameError(f"digit of {key} in {name}:", digit, DIGITS)
    return {digit: _vector(v, f"{key} of {digit}", name) for digit, v in table.items()}


def _refuse_twice(joints: dict[str, MappedJoint], name: str) -> None:
    seen: dict[str, str] = {}
    for ours, mapped in joints.items():
        if mapped.joint in seen:
            raise InputError(
                f"{name} maps both {seen[mapped.joint]} and {ours} to the joint {mapped.joint!r}."
            )
        seen[mapped.joint] = ours
