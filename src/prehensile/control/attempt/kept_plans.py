"""Plans are made once: what was searched and rehearsed is played at once the next time.

Kept in the user's cache, by what the object and the hand are made of, what is asked, and the code
that plans. Those of the catalogue's objects are shipped, made by ``tools/make_plans.py``.
"""

import json
import zipfile
import zlib
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import fields, replace
from functools import cache
from importlib import resources
from io import BytesIO
from typing import Any, NamedTuple

import numpy as np

from prehensile.cache import code_digest, keep, key_digest, recalled
from prehensile.control.attempt.attempt import Attempt
from prehensile.control.attempt.content_digest import content_digest
from prehensile.control.place.candidate import Candidate
from prehensile.control.place.stand import On
from prehensile.errors import PrehensileError
from prehensile.hand.hand import Hand

PLANNER = "control.grasp"
"""Module whose code, and that of all it uses, plans"""
SHIPPED = "data/plans.zip"
"""In ``control``: bytes by the digest of their key"""
SAID = ("rehearsed", "played", "fallback")
"""What a clip says of how its grasp was found"""
_anew: ContextVar[bool] = ContextVar("anew", default=False)
_collected: ContextVar[dict[str, bytes] | None] = ContextVar("collected", default=None)


class Plan(NamedTuple):
    """The way that was chosen."""

    candidate: Candidate
    controller: str
    style: str
    """name of the example's; empty for the sequence"""
    on: On
    said: dict[str, Any]
    """of the clip's `SAID`"""


def kept_attempt(
    key: bytes | None,
    search: Callable[[], Attempt | None],
    play: Callable[[Plan], Attempt | None],
) -> Attempt | None:
    """What a search finds; at once if it was found before.

    Args:
        key: from `plan_key`.
        search: finds a way, and plays it.
        play: plays a way that was found before; what it raises, or None, sends to the search.
    """
    plan = _known(key)
    if plan is not None:
        try:
            attempt = play(plan)
        except PrehensileError:  # a plan that fits no more fails no command
            attempt = None
        if attempt is not None:
            return replace(attempt, clip=replace(attempt.clip, meta=attempt.clip.meta | plan.said))
    attempt = search()
    if attempt is not None and key is not None:
        _keep(key, compressed(plan_of(attempt)))
    return attempt


@contextmanager
def planned_anew() -> Iterator[None]:
    """Within it nothing is taken from what was kept; for measuring how long planning takes."""
    token = _anew.set(True)
    try:
        yield
    finally:
        _anew.reset(token)


def is_anew() -> bool:
    """Whether nothing that was kept counts, `planned_anew`."""
    return _anew.get()


def plan_key(hand: Hand, *about: Any, planner: str = PLANNER) -> bytes | None:
    """What a plan depends on, with the code that makes it, by the module that plans; None if
    something has no content that could be digested: then nothing is kept.
    """
    spec, shapes = hand.spec, dict(hand.segments)
    limits = hand.joint_names, hand.lower, hand.upper
    try:
        content = content_digest(
            hand.side, limits, spec.stiffness, spec.damping, spec.rest, shapes, *about
        )
    except TypeError:
        return None
    return content + code_digest(planner).encode()


@contextmanager
def plans_collected() -> Iterator[dict[str, bytes]]:
    """Within it, all that is kept is collected as well, by the digest of its key; for shipping."""
    collected: dict[str, bytes] = {}
    token = _collected.set(collected)
    try:
        yield collected
    finally:
        _collected.reset(token)


def shipped_bytes(plans: dict[str, bytes], made_by: str) -> bytes:
    """A file of plans as it is shipped, whatever order they were made in; it says by what."""
    file = BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        archive.comment = made_by.encode()
        for name in sorted(plans):
            archive.writestr(zipfile.ZipInfo(name), plans[name])
    return file.getvalue()


@cache
def _shipped() -> Mapping[str, bytes]:
    """By name; empty where none are shipped."""
    file = resources.files("prehensile.control").joinpath(SHIPPED)
    return read_shipped(file.read_bytes()) if file.is_file() else {}


def read_shipped(data: bytes) -> Mapping[str, bytes]:
    """Bytes of plans by name, from those of their file; empty if they cannot be read."""
    try:
        with zipfile.ZipFile(BytesIO(data)) as archive:
            return {name: archive.read(name) for name in archive.namelist()}
    except Exception:  # plans are made again
        return {}


def _known(key: bytes | None) -> Plan | None:
    if key is None or is_anew():
        return None
    try:
        return _read(_shipped()[key_digest(key)])
    except Exception:  # not among them
        return recalled("plan", key, _read)


def _keep(key: bytes, data: bytes) -> None:
    if (collected := _collected.get()) is not None:
        collected[key_digest(key)] = data
    keep("plan", key, data)


def compressed(found: Any) -> bytes:
    """JSON, which keeps every bit of a number."""
    return zlib.compress(json.dumps(found).encode(), 9)


def decompressed(data: bytes) -> Any:
    """What `compressed` was given."""
    return json.loads(zlib.decompress(data))


def plan_of(attempt: Attempt) -> dict[str, Any]:
    """The way that an attempt went, for JSON; `plan_from` reads it."""
    way, meta = attempt.candidate, attempt.clip.meta
    return {
        "candidate": {field.name: _plain(getattr(way, field.name)) for field in fields(way)},
        "controller": meta["controller"],
        "style": meta.get("example", ""),
        "on": meta["on"],
        "said": {name: meta[name] for name in SAID if name in meta},
    }


def _plain(value: Any) -> Any:
    return value.tolist() if isinstance(value, np.ndarray | np.generic) else value


def _read(data: bytes) -> Plan:
    return plan_from(decompressed(data))


def plan_from(read: dict[str, Any]) -> Plan:
    """What `plan_of` wrote."""
    read = dict(read)
    way = {name: _array(value) for name, value in read.pop("candidate").items()}
    way["touched"] = np.reshape(way["touched"], (-1, 3))  # none at all have no shape in JSON
    return Plan(Candidate(**way), **read)


def _array(value: Any) -> Any:
    """Lists of numbers are arrays, others tuples."""
    if not isinstance(value, list):
        return value
    array = np.array(value)
    return array if array.dtype.kind in "bif" else tuple(value)
