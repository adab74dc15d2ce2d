"""`captured_grip`: where and how hard a reference holds the object it was captured with."""

from typing import NamedTuple

import numpy as np

from prehensile.errors import InputError
from prehensile.hand.hand import Hand
from prehensile.hand.joints import DIGITS
from prehensile.kinematics.forward import palm_transform
from prehensile.synthesis.setting import Reference
from prehensile.synthesis.warping.pushed_out import HandAndObject, PushedOut, carried, pushed_out

FIRM = 0.98
"""Share of the strongest grip from which on the object is held"""
TAKES_PART = 0.05
"""Share of the strongest finger's force that a finger of the grip has"""


class CapturedGrip(NamedTuple):
    """What the reference did to its object."""

    frame: int
    """of the clip, when the grip is firm"""
    theta: np.ndarray
    """(T, dof + 3) the hand itself, outside the object"""
    force: np.ndarray
    """(T, 5) [N] of each digit"""
    near: np.ndarray
    """(T,) [m] of the nearest link"""
    path: np.ndarray
    """(T, 4, 4) of the object, world"""
    digits: np.ndarray
    """(k,) rows of those that hold it"""
    link: np.ndarray
    """(k,) with which segment"""
    point: np.ndarray
    """(k, 3) [m] where they touch it, world, when the grip is firm"""


def captured_grip(
    hand: Hand, pair: HandAndObject, steps: list[Reference], compliance: np.ndarray,
    path: np.ndarray, moves: bool,
) -> CapturedGrip:  # fmt: skip
    """Read a reference.

    Args:
        hand: whose.
        pair: of the hand and the captured object.
        steps: T of them, one for each frame of the clip.
        compliance: (dof + 3, dof + 3)
        path: (T, 4, 4) of the object.
        moves: whether the path says how the object moved; if not, it stands until the grip is
            firm and then goes with the palm.

    Raises:
        InputError: no finger reaches into the object.
    """
    found: list[PushedOut] = []
    for step, T in zip(steps, path, strict=True):
        found.append(pushed_out(pair, step, compliance, T, found[-1] if found else None))
    total = np.array([one.force.sum() for one in found])
    if not total.any():
        raise InputError(
            "no finger of the reference reaches the captured object: is it where it was?"
        )
    k = int(np.argmax(total >= FIRM * total.max()))
    if not moves:
        q, T = np.array([s.theta[: hand.dof] for s in steps]), np.array([s.T_base for s in steps])
        path = carried(path, palm_transform(hand, q, T), k)
        for i in range(k + 1, len(steps)):
            found[i] = pushed_out(pair, steps[i], compliance, path[i], found[i - 1])
    return _read(pair, steps, found, path, k)


def _read(
    pair: HandAndObject, steps: list[Reference], found: list[PushedOut], path: np.ndarray, k: int
) -> CapturedGrip:
    contacts = pair.contacts(found[k].theta, steps[k].T_base, path[k])
    force = np.array([one.force for one in found])
    digits = np.flatnonzero(force[k] > TAKES_PART * force[k].max())
    rows = pair.nearest(contacts)[: len(DIGITS)][digits]
    return CapturedGrip(
        k, np.array([one.theta for one in found]), force, np.array([one.near for one in found]),
        path, digits, contacts.link[rows], contacts.x[rows],
    )  # fmt: skip
