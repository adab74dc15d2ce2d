"""Plans are made once: what was searched and rehearsed is played at once the next time.

Kept in the user's cache, by what the object and the hand are made of, what is asked, and the code
that plans. Those of the catalogue's objects are shipped, made by ``tools/make_plans.py``.
"""

import json
import zipfile
import zlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import fields
from functools import cache
from importlib import resources
from io import BytesIO
from typing import Any, NamedTuple, TypeVar

import numpy as np

from prehensile.cache import code_digest, keep, key_digest, recalled
from prehensile.control.attempt.content_digest import content_digest
from prehensile.control.place.candidate import Candidate
from prehensile.hand.hand import Hand

PLANNERS = "control.attempt.like_example", "control.attempt.by_sequence"
"""Modules whose code, and that of all they use, makes a plan"""
SHIPPED = "data/plans.zip"
"""In ``control``: bytes by the digest of their key"""
Read = TypeVar("Read")
_anew: ContextVar[bool] = ContextVar("anew", default=False)
_collected: ContextVar[dict[str, bytes] | None] = ContextVar("collected", default=None)


class Plan(NamedTuple):
    """What is worth playing, and what came of it."""

    ways: tuple[Candidate, ...]
    """best first, as many as are played at most; none where the hand cannot be laid"""
    rehearsed: int
    """how many were tried before"""


class Outcome(NamedTuple):
    """Which way of a plan was the best when it was played."""

    way: int
    """of the plan's"""
    half_done: bool
    """see `Judged`"""


@contextmanager
def planned_anew() -> Iterator[None]:
    """Within it nothing is taken from what was kept; for measuring how long planning takes."""
    token = _anew.set(True)
    try:
        yield
    finally:
        _anew.reset(token)


def plan_key(hand: Hand, *about: Any) -> bytes | None:
    """What a plan depends on, with the code that makes it; None if something has no content that
    could be digested: then nothing is kept.
    """
    spec, shapes = hand.spec, dict(hand.segments)
    limits = hand.joint_names, hand.lower, hand.upper
    try:
        content = content_digest(
            hand.side, limits, spec.stiffness, spec.damping, spec.rest, shapes, *about
        )
    except TypeError:
        return None
    return content + "".join(map(code_digest, PLANNERS)).encode()


def known_plan(key: bytes | None) -> Plan | None:
    """What was planned for this; None if nothing was, or it cannot be read."""
    return _known(key, _read_plan)


def known_outcome(key: bytes | None) -> Outcome | None:
    """What came of playing this; None if nobody did, or it cannot be read."""
    return _known(key, lambda data: Outcome(**json.loads(data)))


def keep_plan(key: bytes | None, plan: Plan) -> None:
    """For the next time."""
    ways = [{f.name: _plain(getattr(way, f.name)) for f in fields(way)} for way in plan.ways]
    _keep(key, zlib.compress(json.dumps({"ways": ways, "rehearsed": plan.rehearsed}).encode(), 9))


def keep_outcome(key: bytes | None, outcome: Outcome) -> None:
    """For the next time."""
    _keep(key, json.dumps(outcome._asdict()).encode())


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


def _known(key: bytes | None, read: Callable[[bytes], Read]) -> Read | None:
    if key is None or _anew.get():
        return None
    try:
        return read(_shipped()[key_digest(key)])
    except Exception:  # not among them
        return recalled("plan", key, read)


def _keep(key: bytes | None, data: bytes) -> None:
    if key is None:
        return
    if (collected := _collected.get()) is not None:
        collected[key_digest(key)] = data
    keep("plan", key, data)


def _plain(value: Any) -> Any:
    """For JSON, which keeps every bit of a number."""
    return value.tolist() if isinstance(value, np.ndarray | np.generic) else value


def _read_plan(data: bytes) -> Plan:
    read = json.loads(zlib.decompress(data))
    ways: Sequence[dict[str, Any]] = read["ways"]
    return Plan(tuple(Candidate(**_arrays(way)) for way in ways), int(read["rehearsed"]))


def _arrays(way: dict[str, Any]) -> dict[str, Any]:
    """Lists of numbers are arrays, others tuples."""
    return {
        name: _array(value) if isinstance(value, list) else value for name, value in way.items()
    }


def _array(value: list[Any]) -> Any:
    array = np.array(value)
    return array if array.dtype.kind in "bif" else tuple(value)
