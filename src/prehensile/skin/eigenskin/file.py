"""A fitted EigenSkin as NPZ: displacements in half precision, nothing outside needed to use it.

Version 1. The array ``header`` is JSON: what the model is of, how it was made, and the counts from
which the type and shape of every other array follow. Anything else in the file, or an array of
another type or shape, and the file is refused.
"""

import hashlib
import io
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any

import numpy as np

from prehensile.errors import InputError
from prehensile.files.archive import arrays_in
from prehensile.files.array_header import HeadedArrays, header_value
from prehensile.hand.joints import joint_degrees
from prehensile.hand.spec import HandSpec
from prehensile.mesh.normals import smooth_normals
from prehensile.skin.eigenskin.file_layout import (
    array_layout,
    checked_blend,
    checked_joints,
    index_type,
)
from prehensile.skin.eigenskin.model import EigenSkin, JointCorrection
from prehensile.skin.template.shipped import template

SHIPPED = "data/eigenskin.npz"
"""The model in the package; made by ``tools/make_eigenskin.py``."""
FORMAT = HeadedArrays("prehensile.eigenskin", 1)


@dataclass(frozen=True, eq=False)
class FittedSkin:
    """A model, and where it comes from."""

    model: EigenSkin
    hand: HandSpec
    """sizes of the hand on which it was fitted"""
    command: str
    """command line that made it"""
    seed: int
    record: Mapping[str, Any] = field(default_factory=dict)
    """JSON: how the examples were made and how well they are met"""
    template: str | None = None
    """digest of the template whose vertices it moves, empty for another mesh; found if left out"""

    def __post_init__(self) -> None:
        if self.template is None:
            own = np.array_equal(self.model.blend.faces, template().faces)
            object.__setattr__(self, "template", template_digest() if own else "")


@cache
def shipped_eigenskin() -> FittedSkin | None:
    """The one in the package; None if it has none, or if it was fitted to another template."""
    file = resources.files("prehensile.skin").joinpath(SHIPPED)
    if not file.is_file():
        return None
    with resources.as_file(file) as path:
        found = load(path)
    return found if found.template == template_digest() else None


@cache
def template_digest() -> str:
    """Digest of the vertices and faces of the template in the package, hexadecimal."""
    shape = template()
    digest = hashlib.sha256(shape.vertices.astype("<f4").tobytes())
    digest.update(shape.faces.astype("<u4").tobytes())
    return digest.hexdigest()


def save(fitted: FittedSkin, path: str | Path) -> None:
    """Write a model; the same one gives the same bytes.

    Raises:
        FileError: the file cannot be written.
    """
    FORMAT.write(path, *_content(fitted))


def packed(fitted: FittedSkin) -> bytes:
    """The bytes of a file of a model."""
    return FORMAT.packed(*_content(fitted))


def _content(fitted: FittedSkin) -> tuple[dict[str, Any], dict[str, np.ndarray]]:
    model, blend = fitted.model, fitted.model.blend
    header = {
        "vertices": len(blend.rest),
        "faces": len(blend.faces),
        "segments": blend.segments,
        "hand": fitted.hand.to_json(),
        "template": fitted.template,
        "command": fitted.command,
        "seed": int(fitted.seed),
        "record": dict(fitted.record),
        "joints": [_joint_header(joint) for joint in model.joints],
    }
    index = index_type(len(blend.rest))
    arrays = {
        "rest": blend.rest.astype(np.float32),
        "surface": blend.faces.astype(index),
        "q_rest": blend.q_rest.astype(np.float64),
        "weights": blend.weights.astype(np.float32),
        "support": _flat([joint.support for joint in model.joints]).astype(index),
    }
    for name, fields in (
        ("shift", [joint.displacements for joint in model.joints]),
        ("turn", [joint.normals for joint in model.joints]),
    ):
        # Each of full size 1: half precision then loses a 4000th of the largest, some micrometres.
        units = [np.abs(f).max(axis=(1, 2), initial=1e-30, keepdims=True) for f in fields]
        arrays[f"{name}_unit"] = _flat(units)
        arrays[name] = _flat([f / unit for f, unit in zip(fields, units, strict=True)]).astype(
            np.float16
        )
    own = [joint.coordinates for joint in model.joints]
    for name in ("centres", "factors", "tail"):
        arrays[name] = _flat([getattr(one, name) for one in own])
    arrays["singular_values"] = _flat([joint.singular_values for joint in model.joints])
    return header, arrays


def _joint_header(joint: JointCorrection) -> dict[str, Any]:
    return {
        "joint": joint.joint,
        "support": len(joint.support),
        "kept": len(joint.displacements),
        "examples": len(joint.coordinates.centres),
        "singular_values": len(joint.singular_values),
        "width": joint.coordinates.width,
        "kernel": joint.coordinates.kernel,
        "left_out": joint.coordinates.left_out,
    }


def load(path: str | Path) -> FittedSkin:
    """Read a model. Safe on a stranger's file.

    Raises:
        FileError: missing, damaged, hostile, not a fitted skin, or of a newer version.
    """
    with FORMAT.reading(path, array_layout) as (header, arrays):
        return _fitted(header, arrays)


def unpacked(data: bytes) -> FittedSkin:
    """The model that `packed` made these bytes of.

    Raises:
        InputError: they are something else.
    """
    with arrays_in(io.BytesIO(data)) as reader:
        return _fitted(*FORMAT.read(reader, array_layout))


def _fitted(header: dict[str, Any], arrays: Mapping[str, np.ndarray]) -> FittedSkin:
    for name, array in arrays.items():
        if not np.isfinite(array).all():
            raise InputError(f"its array {name!r} holds numbers that are not finite")
    blend = checked_blend(header, arrays)
    stamp = header_value(header, "template", str)
    if stamp == template_digest() and not np.array_equal(blend.faces, template().faces):
        raise InputError("it claims to be of our own skin, and has another one's faces")
    joints = checked_joints(header, arrays)
    normals = smooth_normals(blend.rest, blend.faces)
    without = tuple(name for name in joint_degrees() if name not in {j.joint for j in joints})
    return FittedSkin(
        model=EigenSkin(blend, normals, joints, without),
        hand=HandSpec.from_json(header_value(header, "hand", dict)),
        command=header_value(header, "command", str),
        seed=header_value(header, "seed", int),
        record=header_value(header, "record", dict),
        template=stamp,
    )


def _flat(arrays: Iterable[np.ndarray]) -> np.ndarray:
    """All numbers in one row, (N,)."""
    return np.concatenate([np.zeros(0), *(array.ravel() for array in arrays)])
