"""Reading MuJoCo's contacts as the contact record: who presses on whom, where and how hard.

Hand segments are always ``a``; between two hands the first named is. What depends only on *which*
geoms touch (names, signs, groups) is worked out once for each set of contacts and looked up after
that: a held object keeps its contacts for many steps.
"""

from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

import mujoco
import numpy as np

from prehensile.hand.segments import GROUPS, group_of_segment
from prehensile.world.scene import FLOOR

if TYPE_CHECKING:
    from prehensile.world.observation import Observation

ROWS = 4
"""Constraint rows of a contact with an elliptic cone that are read: normal, two tangents, torsion.
Where things roll, two more follow."""
KNOWN_SETS = 256
"""Sets of touching geoms that are remembered."""
FELT = 0.02
"""[N] from which a contact counts"""


class Contacts(NamedTuple):
    """Contacts of one frame; N of them. Names are in `ContactReader.names`."""

    a: np.ndarray
    """(N,) index into the name table, read-only"""
    b: np.ndarray
    """(N,), read-only"""
    pos: np.ndarray
    """(N, 3) [m], world"""
    normal: np.ndarray
    """(N, 3) unit, from a to b, world"""
    force: np.ndarray
    """(N, 3) [N] that a exerts on b, world"""
    torsion: np.ndarray
    """(N,) [Nm] that a exerts on b about the normal. Of what rolls the torque against it is not
    kept: it is at most its rolling friction, half a millimetre, times the normal force."""
    depth: np.ndarray
    """(N,) [m] positive where they overlap"""
    normal_force: np.ndarray
    """(N,) [N], not negative"""


class _Touching(NamedTuple):
    """What follows from which geoms touch."""

    a: np.ndarray
    b: np.ndarray
    sign: np.ndarray | None
    """(N, 1) −1 where MuJoCo's order is the other way round; None if nowhere"""
    sums: np.ndarray
    """(hands · 6, N) adds normal forces up by group"""


class ContactReader:
    """Knows which geom belongs to which segment or object of a compiled model."""

    def __init__(self, model: mujoco.MjModel, hand_names: tuple[str, ...]):
        assert model.opt.cone == mujoco.mjtCone.mjCONE_ELLIPTIC
        assert (model.geom_condim >= ROWS).all(), "every contact has four rows at least"
        names: list[str] = []
        ids: dict[str, int] = {}
        n = model.ngeom
        self._name_of_geom = np.zeros(n, dtype=np.int32)
        self._rank = np.zeros(n, dtype=np.int32)
        """The lower of two is ``a``."""
        self._group = np.full(n, -1)
        """Row of the group among all hands' groups; −1 for objects and the floor."""
        for g in range(n):
            body = model.body(int(model.geom_bodyid[g])).name
            name = FLOOR if body == "world" else body
            if name not in ids:
                ids[name] = len(names)
                names.append(name)
            self._name_of_geom[g] = ids[name]
            hand, slash, segment = name.partition("/")
            if slash:
                rank = hand_names.index(hand)
                self._rank[g] = rank
                self._group[g] = rank * len(GROUPS) + GROUPS.index(group_of_segment(segment))
            else:
                self._rank[g] = len(hand_names) + ids[name]
        self.names = tuple(names)
        self._shape = (len(hand_names), len(GROUPS))
        self._no_force = np.zeros(self._shape)
        self._no_force.flags.writeable = False
        self._known: dict[bytes, _Touching] = {}

    def read(self, data: mujoco.MjData) -> tuple[Contacts, np.ndarray]:
        """The contacts of the last solved step; they belong to the state before it.

        Returns:
            The contacts, and the sum of normal forces on each group: (hands, 6) [N], columns as
            GROUPS. What a hand does to itself is left out: fingers that touch each other hold
            nothing. Between two hands a contact counts for both.
        """
        if data.ncon == 0:
            return NO_CONTACTS, self._no_force
        contact = data.contact
        geom = contact.geom
        touching = self._known.get(key := geom.tobytes())
        if touching is None:
            touching = self._learn(key, geom)
        a, b, sign, sums = touching
        f = _cone_rows(contact.efc_address, data.efc_force)
        axes = contact.frame.reshape(-1, 3, 3)
        force = np.matmul(f[:, None, :3], axes)[:, 0]
        normal = axes[:, 0].copy()
        if sign is not None:
            # Torque and normal both turn round, so the torsion about it stays what it is.
            force *= sign
            normal *= sign
        normal_force = f[:, 0]
        contacts = Contacts(
            a, b, contact.pos.copy(), normal, force, f[:, 3], -contact.dist, normal_force
        )
        return contacts, sums.dot(normal_force).reshape(self._shape)

    def slip(self, data: mujoco.MjData) -> np.ndarray:
        """(N,) [m/s] along the surface, of the contacts that `read` gives; 0 of those that the
        solver left out.
        """
        if data.ncon == 0:
            return np.zeros(0)
        velocity = _cone_rows(data.contact.efc_address, data.efc_vel)
        return np.hypot(velocity[:, 1], velocity[:, 2])

    def _learn(self, key: bytes, geom: np.ndarray) -> _Touching:
        g0, g1 = geom.T
        flip = self._rank[g0] > self._rank[g1]
        names0, names1 = self._name_of_geom[g0], self._name_of_geom[g1]
        a, b = np.where(flip, names1, names0), np.where(flip, names0, names1)
        a.flags.writeable = b.flags.writeable = False  # shared by many frames
        sums = np.zeros((self._shape[0] * self._shape[1], len(g0)))
        own = self._rank[g0] == self._rank[g1]
        for group in (self._group[g0], self._group[g1]):
            mine = np.flatnonzero((group >= 0) & ~own)
            sums[group[mine], mine] += 1
        sign = np.where(flip, -1.0, 1.0)[:, None] if flip.any() else None
        if len(self._known) >= KNOWN_SETS:
            self._known.clear()
        self._known[key] = touching = _Touching(a, b, sign, sums)
        return touching


def _cone_rows(address: np.ndarray, rows: np.ndarray) -> np.ndarray:
    """(N, 4) forces [N, N, N, Nm], or velocities, along each contact's own axes; zero where the
    solver left it out.
    """
    count = len(address)
    first = int(address[0])
    # Rows follow one another in the order of contacts, so this says that none was left out.
    if first >= 0 and address[-1] == first + ROWS * (count - 1):
        return rows[first : first + ROWS * count].reshape(count, ROWS).copy()
    f = np.zeros((count, ROWS))
    active = address >= 0
    f[active] = rows[address[active, None] + np.arange(ROWS)]
    return f


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


class Touch(NamedTuple):
    """One contact of a hand with what it grasps."""

    segment: str
    group: str
    """the digit, or the palm"""
    point: np.ndarray
    """(3,) [m] world"""
    push: np.ndarray
    """(3,) unit, from the hand into the object, world"""
    force: float
    """[N] along it"""
    whole: np.ndarray
    """(3,) [N] with friction, that the hand exerts on the object, world"""


def touches(obs: "Observation", target: str | None = None) -> list[Touch]:
    """The contacts of a hand that press.

    Args:
        obs: of one world.
        target: name of the object; None: whatever is not a hand.
    """
    at, normal, whole = obs.contacts.pos, obs.contacts.normal, obs.contacts.force
    return [
        Touch(segment, group_of_segment(segment), at[k], normal[k], force, whole[k])
        for k, segment, force in _felt(obs, target)
    ]


def touching_segments(obs: "Observation", target: str | None = None) -> set[str]:
    """Which segments `touches` would name."""
    return {segment for _, segment, _ in _felt(obs, target)}


def _felt(obs: "Observation", target: str | None) -> list[tuple[int, str, float]]:
    """Of every contact that presses which it is, the segment, and how hard [N]."""
    c = obs.contacts
    mine, grasped = _sides(obs.contact_names, obs.hand, target)
    # In every step, for a few contacts: plain numbers are faster than arrays.
    every = zip(c.normal_force.tolist(), c.a.tolist(), c.b.tolist(), strict=True)
    return [
        (k, mine[a], force)
        for k, (force, a, b) in enumerate(every)
        if force > FELT and mine[a] and grasped[b]
    ]


@lru_cache(maxsize=64)
def _sides(
    names: tuple[str, ...], hand: str, target: str | None
) -> tuple[tuple[str, ...], tuple[bool, ...]]:
    """For every name the hand's segment, or nothing; and whether it is what is grasped."""
    own = f"{hand}/"
    return (
        tuple(name.removeprefix(own) if name.startswith(own) else "" for name in names),
        tuple(name == target if target else "/" not in name for name in names),
    )


def stands(obs: "Observation", target: str) -> bool:
    """Whether anything but a hand touches an object."""
    names, c = obs.contact_names, obs.contacts
    body = names.index(target)
    others = np.concatenate([c.a[c.b == body], c.b[c.a == body]])
    return any("/" not in names[k] for k in others)
