"""What the hand feels of the thing in one step, row by row: quality, forces, backs, depth."""

from typing import NamedTuple, Self

import numpy as np

from prehensile.fast_path import kernels
from prehensile.hand.hand import Hand
from prehensile.hand.segments import GROUPS
from prehensile.kinematics.linkage.hand_table import HandTable
from prehensile.manipulate.tasks.task import Touched
from prehensile.quality.measure.grasp_values import GraspValues
from prehensile.world.observation import Observation

SIDES = 4
"""m of the friction cones (3.3.2)"""
FINGERS = 5
BACK = 0.5
"""cosine between a force and a segment's back beyond which it is the back that touches; ours"""


class Touch(NamedTuple):
    """Of N rows."""

    quality: np.ndarray
    """(N,) Q: smallest singular value of the contact wrenches, nought where they do not close"""
    force: np.ndarray
    """(N, 5) [N] F_j: sums of the magnitudes of each finger's contact forces"""
    back: np.ndarray
    """(N, 5) bool h_j: whether a finger touches with its back"""
    depth: np.ndarray
    """(N,) [m] of the deepest contact; nought without any"""


class Feeler:
    """Reads observations of a batch.

    Args:
        hand: whose segments.
        touched: the thing, and how its grasps are measured.
    """

    def __init__(self, hand: Hand, touched: Touched):
        self._hand, self._touched, self._table = hand, touched, HandTable.of(hand)
        self._values = GraspValues(touched.friction, touched.origin, touched.length, SIDES)
        self._parts: dict[tuple[str, ...], _Parts] = {}

    def feel(self, seen: Observation, rows: np.ndarray) -> Touch:
        """In the last step.

        Args:
            seen: of N worlds.
            rows: (N,) bool: for which the quality is worked out; it is nought for others.
        """
        contacts, touched = seen.segment_contacts(), self._touched
        thing = contacts.things.index(touched.thing)
        if contacts.segments not in self._parts:
            self._parts[contacts.segments] = _Parts.of(self._hand, contacts.segments)
        parts = self._parts[contacts.segments]
        n, s, _, slots = contacts.depth.shape
        quality, force, depth = np.zeros(n), np.empty((n, FINGERS)), np.empty(n)
        at, into = np.empty((n, s * slots, 3)), np.empty((n, s * slots, 3))
        live = np.empty((n, s * slots), bool)
        grasp, world, segment = (np.empty(size, np.int64) for size in (n, n * s, n * s))
        push = np.empty((n * s, 3))
        grasps, count = kernels("manipulate.cycle").gather(
            *(field[:, :, thing] for field in contacts[:6]), parts.finger, rows,
            seen.objects[touched.thing], seen.forearm, force, depth,
            grasp, at, into, live, world, segment, push,
        )  # fmt: skip
        back = self._backs(parts, seen.q, world[:count], segment[:count], push[:count])
        if grasps:
            quality[grasp[:grasps]] = self._values.of(at[:grasps], into[:grasps], live[:grasps])
        return Touch(quality, force, back, depth)

    def _backs(self, parts: "_Parts", q, world, segment, push) -> np.ndarray:
        """A segment whose force on the thing points out of its back touches with it."""
        touching = np.zeros((len(q), FINGERS), bool)
        if len(world):
            back = kernels("kinematics.linkage").directions(
                self._table, q[world], parts.link[segment], parts.back[segment]
            )
            kernels("manipulate.cycle").mark_backs(
                back, push, world, parts.finger[segment], BACK, touching
            )
        return touching


class _Parts(NamedTuple):
    """Segments of a hand that contacts are read of."""

    finger: np.ndarray
    """(S,) thumb to little; −1 for the palm"""
    link: np.ndarray
    """(S,) rows of `HandTable`"""
    back: np.ndarray
    """(S, 3) unit, in their own frames"""

    @classmethod
    def of(cls, hand: Hand, names: tuple[str, ...]) -> Self:
        parts, every = [hand.segments[name] for name in names], list(hand.segments)
        group = np.array([GROUPS.index(part.group) for part in parts])
        return cls(
            np.where(group < FINGERS, group, -1),
            np.array([every.index(name) for name in names]),
            np.array([part.back for part in parts], float),
        )
