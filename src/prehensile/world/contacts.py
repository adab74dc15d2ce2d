"""Reading MuJoCo's contacts as the contact record: who presses on whom, where and how hard.

Hand segments are always ``a``; between two hands the first named is. One frame costs about twenty
small array operations, whatever the number of contacts.
"""

from typing import NamedTuple

import mujoco
import numpy as np

from prehensile.hand.segments import GROUP_OF_SEGMENT, GROUPS
from prehensile.world.scene import FLOOR


class Contacts(NamedTuple):
    """Contacts of one frame; N of them. Names are in `ContactReader.names`."""

    a: np.ndarray
    """(N,) index into the name table"""
    b: np.ndarray
    """(N,)"""
    pos: np.ndarray
    """(N, 3) [m], world"""
    normal: np.ndarray
    """(N, 3) unit, from a to b, world"""
    force: np.ndarray
    """(N, 3) [N] that a exerts on b, world"""
    torsion: np.ndarray
    """(N,) [Nm] that a exerts on b about the normal"""
    depth: np.ndarray
    """(N,) [m] positive where they overlap"""
    normal_force: np.ndarray
    """(N,) [N], not negative"""


class ContactReader:
    """Knows which geom belongs to which segment or object of a compiled model."""

    def __init__(self, model: mujoco.MjModel, hand_names: tuple[str, ...]):
        names: list[str] = []
        ids: dict[str, int] = {}
        n = model.ngeom
        name_of_geom = np.zeros(n, dtype=np.int32)
        rank = np.zeros(n, dtype=np.int32)
        bins = np.full(n, len(hand_names) * len(GROUPS), dtype=np.int64)
        for g in range(n):
            body = model.body(int(model.geom_bodyid[g])).name
            name = FLOOR if body == "world" else body
            if name not in ids:
                ids[name] = len(names)
                names.append(name)
            name_of_geom[g] = ids[name]
            hand, slash, segment = name.partition("/")
            if slash and hand in hand_names:
                rank[g] = hand_names.index(hand)
                group = GROUPS.index(GROUP_OF_SEGMENT[segment])
                bins[g] = rank[g] * len(GROUPS) + group
            else:
                rank[g] = len(hand_names) + ids[name]
        self.names = tuple(names)
        self._name_of_geom = name_of_geom
        self._rank = rank
        self._bins = bins
        self._n_bins = len(hand_names) * len(GROUPS)
        self._n_hands = len(hand_names)

    def read(self, data: mujoco.MjData) -> Contacts:
        """The contacts of the last solved step; forces belong to the state before it."""
        if data.ncon == 0:
            return NO_CONTACTS
        contact = data.contact
        g0, g1 = contact.geom.T
        address = contact.efc_address
        frame = contact.frame
        efc = data.efc_force
        count = address.shape[0]
        sign = np.where(self._rank[g0] > self._rank[g1], -1.0, 1.0)
        flip = sign < 0
        names0, names1 = self._name_of_geom[g0], self._name_of_geom[g1]
        # Elliptic cones: a contact's rows are its normal, two tangents and the torsion.
        f = np.zeros((count, 4))
        active = address >= 0
        f[active] = efc[address[active, None] + _FOUR]
        axes = frame.reshape(count, 3, 3)
        force = np.matmul(f[:, None, :3], axes)[:, 0] * sign[:, None]
        return Contacts(
            a=np.where(flip, names1, names0),
            b=np.where(flip, names0, names1),
            pos=contact.pos.copy(),
            normal=frame[:, :3] * sign[:, None],
            force=force,
            torsion=f[:, 3],
            depth=-contact.dist,
            normal_force=f[:, 0],
        )

    def group_forces(self, data: mujoco.MjData, contacts: Contacts) -> np.ndarray:
        """Sum of normal forces on each group. (hands, 6) [N], columns as GROUPS

        A finger that presses on another counts for both.
        """
        if contacts.a.size == 0:
            return np.zeros((self._n_hands, len(GROUPS)))
        bins = self._bins[data.contact.geom.ravel()]
        sums = np.bincount(bins, np.repeat(contacts.normal_force, 2), self._n_bins + 1)
        return sums[:-1].reshape(self._n_hands, len(GROUPS))


_FOUR = np.arange(4)
NO_CONTACTS = Contacts(
    np.zeros(0, np.int32),
    np.zeros(0, np.int32),
    np.zeros((0, 3)),
    np.zeros((0, 3)),
    np.zeros((0, 3)),
    np.zeros(0),
    np.zeros(0),
    np.zeros(0),
)
