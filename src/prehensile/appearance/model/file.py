"""A fitted `BlushModel` as NPZ: nothing outside needed to use it, and nothing in it is run.

Version 1. The array ``header`` is JSON: what the model is, how it was made, and the counts from
which the type and shape of every other array follow. Anything else in the file, or an array of
another type or shape, and the file is refused.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any

import numpy as np

from prehensile.appearance.model.law import MOST_CENTRES, RadialLaw
from prehensile.appearance.model.model import COMPONENTS, TEXTURE_SIZE, VIEWS, BlushModel
from prehensile.errors import InputError
from prehensile.files.array_header import HeadedArrays, Layout, header_count, header_value

SHIPPED = "data/blush.npz"
"""The model in the package; made by ``tools/make_blush.py``."""
FORMAT = HeadedArrays("prehensile.blush", 1)
FINEST = 0.002
"""Step of blood, as a change of −ln of a colour, in which a texture is kept: half a level of a
picture of 256 levels where it is bright."""
MOST_STEPS = 30_000
"""so that steps fit into 16 bits"""
PROBES = 257
"""Loads between none and the largest, where a law is asked how far its coefficients go."""


@dataclass(frozen=True, eq=False)
class FittedBlush:
    """A model, and where it comes from."""

    model: BlushModel
    command: str
    """command line that made it"""
    seed: int = 0
    record: Mapping[str, Any] = field(default_factory=dict)
    """JSON: of how many photographs it is made, and how well they are met"""


@cache
def shipped_blush() -> FittedBlush | None:
    """The one in the package; None if it has none."""
    file = resources.files("prehensile.appearance").joinpath(SHIPPED)
    if not file.is_file():
        return None
    with resources.as_file(file) as path:
        return load(path)


def save(fitted: FittedBlush, path: str | Path) -> None:
    """Write a model; the same one gives the same bytes.

    Raises:
        InputError: its law is not a `RadialLaw`, the only kind that files hold.
        FileError: the file cannot be written.
    """
    model, law = fitted.model, fitted.model.law
    if not isinstance(law, RadialLaw):
        raise InputError(f"a blush file holds a RadialLaw, not a {type(law).__name__}.")
    header = {
        "views": list(model.views),
        "space": model.space,
        "blanch_s": float(model.blanch_s),
        "refill_s": float(model.refill_s),
        "paste": model.zero is not None,
        "law": {
            "inputs": list(law.inputs),
            "radial": law.radial,
            "turn": float(law.turn),
            "first": float(law.first),
            "centres": len(law.centres),
        },
        "command": fitted.command,
        "seed": int(fitted.seed),
        "record": dict(fitted.record),
    }
    units = texture_units(model.textures, law)
    steps = np.rint(model.textures.astype(float) / units).astype(np.int16)
    arrays = {
        "pigment": model.pigment,
        "units": units,
        "textures": _packed(steps),
        "mask": _packed(np.rint(255 * np.clip(model.mask, 0, 1)).astype(np.uint8)[..., None]),
        **{name: getattr(law, name) for name in _LAW_ARRAYS},
    }
    if model.zero is not None:
        arrays["zero"] = _packed(model.zero)
    FORMAT.write(path, header, arrays)


def load(path: str | Path) -> FittedBlush:
    """Read a model. Safe on a stranger's file.

    Raises:
        FileError: missing, damaged, hostile, not a blush, or of a newer version.
    """
    with FORMAT.reading(path, _layout) as (header, arrays):
        units = arrays["units"]
        if not (np.isfinite(units).all() and (units >= 0).all()):
            raise InputError("its eigentextures have a step that is not a number from 0 up")
        kind = header_value(header, "law", dict)
        law = RadialLaw(
            inputs=_names(kind, "inputs"),
            radial=header_value(kind, "radial", str),
            turn=_number(kind, "turn"),
            first=_number(kind, "first"),
            **{name: arrays[name] for name in _LAW_ARRAYS},
        )
        model = BlushModel(
            pigment=arrays["pigment"],
            textures=(_unpacked(arrays["textures"]) * units).astype(np.float32),
            mask=_unpacked(arrays["mask"])[..., 0].astype(np.float32) / 255,
            law=law,
            views=_names(header, "views"),
            space=header_value(header, "space", str),
            blanch_s=_number(header, "blanch_s"),
            refill_s=_number(header, "refill_s"),
            zero=_unpacked(arrays["zero"]) if "zero" in arrays else None,
        )
        return FittedBlush(
            model=model,
            command=header_value(header, "command", str),
            seed=header_value(header, "seed", int),
            record=header_value(header, "record", dict),
        )


def texture_units(textures: np.ndarray, law: RadialLaw) -> np.ndarray:
    """(4,) value of one step of each eigentexture.

    Where its coefficient is largest one step is :data:`FINEST` of blood; those that never count
    for much are kept in few steps, and pack well.
    """
    share = np.linspace(0, 1, PROBES)[:, None]
    line = law.lower + share * (law.upper - law.lower)
    ends = np.array([law.lower, law.upper])
    corners = np.stack(np.meshgrid(*ends.T, indexing="ij"), axis=-1).reshape(-1, ends.shape[1])
    reach = np.abs(law.coefficients(np.concatenate([line, corners]))).max(axis=0)
    largest = np.abs(textures).max(axis=(0, 1)).astype(float)
    # No finer than 16 bits hold; a component without coefficient still keeps its shape.
    return np.maximum(
        np.where(reach > 0, FINEST / np.maximum(reach, 1e-12), largest / 100),
        largest / MOST_STEPS,
    ).clip(min=1e-12)


_LAW_ARRAYS = ("lower", "upper", "scales", "centres", "weights", "tail")


def _layout(header: Mapping[str, Any]) -> Layout:
    """Type and shape of every array but the header, as it says."""
    views = _names(header, "views")
    if not 1 <= len(views) <= len(VIEWS):
        raise InputError(f"its header holds {len(views)} views")
    width = TEXTURE_SIZE * len(views)
    law = header_value(header, "law", dict)
    d, n = len(_names(law, "inputs")), header_count(law, "centres", MOST_CENTRES)
    layout: dict[str, tuple[type[np.generic], tuple[int, ...]]] = {
        "pigment": (np.float64, (3,)),
        "units": (np.float64, (COMPONENTS,)),
        "textures": (np.int16, (COMPONENTS, TEXTURE_SIZE, width)),
        "mask": (np.uint8, (1, TEXTURE_SIZE, width)),
        "lower": (np.float64, (d,)),
        "upper": (np.float64, (d,)),
        "scales": (np.float64, (d,)),
        "centres": (np.float64, (n, d)),
        "weights": (np.float64, (n, COMPONENTS)),
        "tail": (np.float64, (1 + d, COMPONENTS)),
    }
    if header.get("paste") not in (True, False):
        raise InputError("its header does not say whether there is a picture to paste")
    if header["paste"]:
        layout["zero"] = (np.uint8, (3, TEXTURE_SIZE, width))
    return layout


def _packed(picture: np.ndarray) -> np.ndarray:
    """(C, H, W) of (H, W, C): each channel apart, each number less the one before, modulo."""
    planes = np.ascontiguousarray(np.moveaxis(picture, -1, 0))
    return np.diff(planes, axis=-1, prepend=planes.dtype.type(0))


def _unpacked(planes: np.ndarray) -> np.ndarray:
    """(H, W, C) of what :func:`_packed` made; whole numbers wrap round as they did there."""
    return np.moveaxis(np.cumsum(planes, axis=-1, dtype=planes.dtype), 0, -1)


def _names(mapping: Any, key: str) -> tuple[str, ...]:
    found = header_value(mapping, key, list)
    if len(found) > 16 or not all(isinstance(name, str) for name in found):
        raise InputError(f"its header has no {key!r} that are a few names")
    return tuple(found)


def _number(mapping: Any, key: str) -> float:
    value = mapping.get(key)
    return float(value) if type(value) is int else header_value(mapping, key, float)
