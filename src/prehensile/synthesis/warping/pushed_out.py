"""`pushed_out`: what a captured object does to a reference that goes inside it, without friction.

A reference reaches into what it presses on. Normal forces f that keep the links outside obey
gap + A C Aᵀ f = 0 with f ≥ 0, A being the rows n·J; the hand itself is then at θ_r + C Aᵀ f (4.14).
"""

from typing import NamedTuple

import numpy as np

from prehensile.hand.hand import Hand
from prehensile.hand.joints import DIGITS
from prehensile.hand.segments import GROUPS, group_of_segment
from prehensile.lie import se3
from prehensile.synthesis.contacts import Contacts
from prehensile.synthesis.scene_geometry import SceneGeometry
from prehensile.synthesis.setting import Reference
from prehensile.synthesis.simulation import NO_LINKS, NO_POINTS
from prehensile.synthesis.structure import HandStructure
from prehensile.world.scene import ObjectInScene

MARGIN = 0.06
"""[m] from which gaps are known"""
ROUNDS = 10
"""of Newton's method: gaps are not quite linear in the angles"""
WITHIN = 1e-5
"""[m] of a gap that is closed"""


class HandAndObject:
    """How far a hand's digits and palm are from one object.

    Args:
        hand: whose.
        thing: placed anywhere; asked for at any pose.
    """

    def __init__(self, hand: Hand, thing: ObjectInScene):
        self.structure = HandStructure(hand)
        self._geometry = SceneGeometry(hand, (thing,), False, MARGIN)
        self.group = np.array([GROUPS.index(group_of_segment(name)) for name in hand.segments])

    def contacts(self, theta: np.ndarray, T_forearm: np.ndarray, T_object: np.ndarray) -> Contacts:
        """All that are nearer than the margin, at θ (dof + 3,) and poses (4, 4)."""
        links, _ = self.structure.at(theta, T_forearm, NO_LINKS, NO_POINTS)
        return self._geometry(links, self._geometry.body_poses(T_object[None]))

    def nearest(self, contacts: Contacts) -> np.ndarray:
        """(6,) rows of the contacts that are nearest, of each digit and the palm; −1 for none."""
        return _nearest(contacts, self.group, len(GROUPS))

    def nearest_of_links(self, contacts: Contacts) -> np.ndarray:
        """(S,) the same of each segment."""
        return _nearest(contacts, np.arange(len(self.group)), len(self.group))


def _nearest(contacts: Contacts, owner: np.ndarray, count: int) -> np.ndarray:
    rows = np.full(count, -1)
    for row in np.argsort(-contacts.gap):
        rows[owner[contacts.link[row]]] = row
    return rows


class PushedOut(NamedTuple):
    """One moment."""

    theta: np.ndarray
    """(dof + 3,) where the hand is, outside"""
    bent: np.ndarray
    """(dof + 3,) by how much that is off its reference"""
    force: np.ndarray
    """(5,) [N] with which each digit presses"""
    near: float
    """[m] of the link that is nearest, on its reference; infinite beyond the margin"""


def pushed_out(
    pair: HandAndObject, reference: Reference, compliance: np.ndarray, T_object: np.ndarray,
    before: PushedOut | None = None,
) -> PushedOut:  # fmt: skip
    """The hand beside an object (4, 4) whose digits its reference reaches into.

    Only the deepest link of every digit is pushed; what the palm does is left to it.

    Args:
        pair: of the hand and the object.
        reference: where the hand would be.
        compliance: (dof + 3, dof + 3)
        T_object: (4, 4) where the object is.
        before: a moment ago. Fingers then stay on the side where they touched; without it one
            whose reference is more than halfway through comes out on the other.
    """
    theta_r, T = reference
    near = float(pair.contacts(theta_r, T, T_object).gap.min(initial=np.inf))
    theta, force = theta_r, np.zeros(len(DIGITS))
    if before is not None and before.force.any():
        theta, force = theta_r + before.bent, before.force
    for _ in range(ROUNDS):
        c = pair.contacts(theta, T, T_object)
        gap = c.gap
        rows = pair.nearest(c)[: len(DIGITS)]
        on = np.flatnonzero(rows >= 0)
        on = on[(gap[rows[on]] < 0) | (force[on] > 0)]
        at = rows[on]
        lost = np.setdiff1d(np.flatnonzero(force), on)
        if not len(on) or (np.abs(gap[at]).max() < WITHIN and not len(lost)):
            break
        _, J = pair.structure.at(theta, T, c.link[at], np.ascontiguousarray(c.r[at]))
        A = np.einsum("iak,ia->ik", J[:, :3], c.normal[at])
        force = _pressed(A @ compliance @ A.T, gap[at], force, on)
        theta = theta_r + compliance @ A.T @ force[on]
    return PushedOut(theta, theta - theta_r, force, near)


def _pressed(W: np.ndarray, gap: np.ndarray, force: np.ndarray, on: np.ndarray) -> np.ndarray:
    """(5,) [N] forces that close gaps (m,) [m], none of them pulling."""
    keep, out = np.arange(len(on)), np.zeros(len(force))
    while len(keep):
        f = np.linalg.solve(W[np.ix_(keep, keep)], (W @ force[on] - gap)[keep])
        if (f > 0).all():
            out[on[keep]] = f
            break
        keep = keep[f > 0]
    return out


def carried(path: np.ndarray, palm: np.ndarray, since: int) -> np.ndarray:
    """(T, 4, 4) an object that goes with the palm (T, 4, 4) from some frame on."""
    return np.concatenate(
        [path[: since + 1], palm[since + 1 :] @ se3.inverse(palm[since]) @ path[since]]
    )
