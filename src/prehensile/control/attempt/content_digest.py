"""A digest of what things are made of: equal numbers, equal digest, whatever they are called."""

import hashlib
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from typing import Any

import numpy as np

COSMETIC = {"Object": ("name", "color"), "GraspStyle": ("about",), "Ask": ("progress", "tell")}
"""Fields that change no grasp: what a thing is called and how it looks, and who is told"""


def content_digest(*things: Any) -> bytes:
    """Of arrays, numbers, words, and whatever consists of them.

    Raises:
        TypeError: something that nobody can say the content of.
    """
    digest = hashlib.sha256()
    pending = list(reversed(things))
    while pending:
        thing = pending.pop()
        parts = _parts(thing)
        digest.update(repr((type(thing).__name__, len(parts))).encode())
        if isinstance(thing, np.ndarray):
            digest.update(repr((thing.dtype.str, thing.shape)).encode() + thing.tobytes())
        elif not parts:
            digest.update(repr(thing).encode())
        pending += reversed(parts)
    return digest.digest()


def _parts(thing: Any) -> list[Any]:
    """What it consists of; nothing for what is digested itself."""
    if thing is None or isinstance(thing, bool | int | float | str | bytes | np.ndarray):
        return []
    if isinstance(thing, Mapping):
        return [part for item in thing.items() for part in item]
    names = getattr(thing, "_fields", None)
    if isinstance(thing, tuple) and names is not None:
        named = zip(names, thing, strict=True)
    elif isinstance(thing, tuple | list):
        return list(thing)
    elif is_dataclass(thing):
        named = ((field.name, getattr(thing, field.name)) for field in fields(thing))
    else:
        raise TypeError(f"{type(thing).__name__} has no content that could be digested")
    beside = COSMETIC.get(type(thing).__name__, ())
    return [part for name, value in named if name not in beside for part in (name, value)]
