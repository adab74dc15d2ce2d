"""Plans are made once: what was searched and rehearsed is played at once the next time.

Kept in the user's cache, by what the object and the hand are made of, what is asked, and the code
that plans. For what is not there yet, a shipped plan may serve (`shipped_plans`).
"""

import json
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import replace
from typing import Any

from prehensile.cache import code_digest, keep, kind_folder, recalled
from prehensile.control.attempt.attempt import Attempt
from prehensile.control.attempt.content_digest import content_digest
from prehensile.control.attempt.plan import Plan, plan_from_json, plan_of, plan_to_json
from prehensile.errors import PrehensileError
from prehensile.hand.hand import Hand

PLANNER = "control.grasp"
"""Module whose code, and that of all it uses, plans"""
_anew: ContextVar[bool] = ContextVar("anew", default=False)
_collected: ContextVar[list[Attempt] | None] = ContextVar("collected", default=None)
Play = Callable[[Plan], Attempt | None]
"""Plays a way that was found before."""


def kept_attempt(
    key: bytes | None,
    search: Callable[[], Attempt | None],
    play: Play,
    shipped: Callable[[], Plan | None] = lambda: None,
) -> Attempt | None:
    """What a search finds; at once if it was found before.

    Args:
        key: from `plan_key`.
        search: finds a way, and plays it.
        play: what it raises, or None, sends to the search.
        shipped: finds a plan that was made elsewhere and by other code. It serves if its play does
            all that it promises; asked once nothing was kept.
    """
    if not is_anew():
        if (plan := _kept(key)) is not None and (known := _again(plan, play)) is not None:
            return known
        if (plan := shipped()) is not None:
            known = _again(plan, play)
            if known is not None and plan.promised(known):
                return known
    attempt = search()
    if attempt is not None:
        if (collected := _collected.get()) is not None:
            collected.append(attempt)
        if key is not None:
            keep("plan", exact(key), compressed(plan_to_json(plan_of(attempt))))
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


def plan_key(hand: Hand, *about: Any) -> bytes | None:
    """What a plan depends on, but for the code that makes it; None if something has no content that
    could be digested: then nothing is kept.
    """
    spec, shapes = hand.spec, dict(hand.segments)
    limits = hand.joint_names, hand.lower, hand.upper
    try:
        return content_digest(
            hand.side, limits, spec.stiffness, spec.damping, spec.rest, shapes, *about
        )
    except TypeError:
        return None


@contextmanager
def attempts_collected() -> Iterator[list[Attempt]]:
    """Within it, whatever a search finds is collected; for making plans to ship."""
    collected: list[Attempt] = []
    token = _collected.set(collected)
    try:
        yield collected
    finally:
        _collected.reset(token)


def exact(key: bytes, planner: str = PLANNER) -> bytes:
    """A key with the code that plans, by the module that does."""
    return key + code_digest(planner).encode()


def _kept(key: bytes | None) -> Plan | None:
    if key is None or not kind_folder("plan").is_dir():  # before the code is read, which takes time
        return None
    return recalled("plan", exact(key), _read)


def _again(plan: Plan, play: Play) -> Attempt | None:
    """A plan played, as its clip was; None if it cannot be."""
    try:
        attempt = play(plan)
    except PrehensileError:  # a plan that fits no more fails no command
        return None
    if attempt is None:
        return None
    return replace(attempt, clip=replace(attempt.clip, meta=attempt.clip.meta | plan.said))


def compressed(found: Any) -> bytes:
    """JSON, which keeps every bit of a number."""
    return zlib.compress(json.dumps(found).encode(), 9)


def decompressed(data: bytes) -> Any:
    """What `compressed` was given."""
    return json.loads(zlib.decompress(data))


def _read(data: bytes) -> Plan:
    return plan_from_json(decompressed(data))
