"""Contacts as arrays of a fixed size, from MuJoCo's contact sensors: what many worlds are read by.

A sensor matches contacts between one body and another body or subtree; "everything but my own hand"
is not among its criteria. So there is one sensor for every hand segment and every *thing* it may
touch: the floor, each object, each other hand as a whole. What a hand does to itself is then left
out by itself, and every slot tells who is touched. A sensor costs about 0.04 µs a step: 51 of them
(a hand, an object, its stand and the floor) 1 to 5 % of a step with preset ``hold``.
"""

from typing import NamedTuple

import mujoco
import numpy as np

from prehensile.errors import UnknownNameError
from prehensile.hand.segments import GROUPS, Segment
from prehensile.world.scene import FLOOR, HandInScene, Scene

SLOTS = 8
"""Contacts kept for a segment and a thing, the strongest first. Grasps of the catalogue have one to
three there; six is the most that was seen, on the mug with its 37 convex parts. Each slot more
costs memory and copying for every pair: sixteen make a step 6 % slower."""

_FIELDS = ("FOUND", "FORCE", "DIST", "POS", "NORMAL", "TANGENT")
_DATA = sum(1 << int(getattr(mujoco.mjtConDataField, f"mjCONDATA_{name}")) for name in _FIELDS)
_STRONGEST_FIRST = 2  # MuJoCo's reduce="maxforce"
_FOUND, _FORCE, _DIST = 0, slice(1, 4), 4
_POS, _NORMAL, _TANGENT = slice(5, 8), slice(8, 11), slice(11, 14)
_WIDTH = 14
"""Numbers of one slot."""


class SegmentContacts(NamedTuple):
    """Contacts of one hand in many worlds: (count, segments, things, slots, ...), strongest first.

    Empty slots are zero. Rows and columns are named in `ContactSensors.segments` and ``things``.
    """

    found: np.ndarray
    """(count, segments, things) how many contacts there are; more than ``slots`` means that the
    weakest are missing here and in sums"""
    pos: np.ndarray
    """(count, segments, things, slots, 3) [m], world"""
    normal: np.ndarray
    """(count, segments, things, slots, 3) unit, from the segment to the thing, world"""
    force: np.ndarray
    """(count, segments, things, slots, 3) [N] that the segment exerts on the thing, world"""
    depth: np.ndarray
    """(count, segments, things, slots) [m] positive where they overlap"""
    normal_force: np.ndarray
    """(count, segments, things, slots) [N], not negative"""


class _Thing(NamedTuple):
    name: str
    body: str
    kind: mujoco.mjtObj


def add_contact_sensors(spec: mujoco.MjSpec, scene: Scene, slots: int = SLOTS) -> None:
    """Add the sensors of every hand to the spec of ``scene``."""
    for placed in scene.hands:
        for segment in _segments(placed):
            for thing in _things(scene, placed):
                spec.add_sensor(
                    name=_sensor_name(placed.name, segment.name, thing.name),
                    type=mujoco.mjtSensor.mjSENS_CONTACT,
                    objtype=mujoco.mjtObj.mjOBJ_BODY,
                    objname=f"{placed.name}/{segment.name}",
                    reftype=thing.kind,
                    refname=thing.body,
                    intprm=[_DATA, _STRONGEST_FIRST, slots],
                )


class ContactSensors:
    """Reads what the sensors of a compiled scene say, for any number of worlds at once."""

    def __init__(self, model: mujoco.MjModel, scene: Scene, slots: int = SLOTS):
        self.segments: dict[str, tuple[str, ...]] = {}
        """hand → its segments that can touch something, group by group"""
        self.things: dict[str, tuple[str, ...]] = {}
        """hand → what it may touch: the floor, objects, other hands"""
        self._slots = slots
        self._begin: dict[str, int] = {}
        self._sums: dict[str, tuple[np.ndarray, np.ndarray]] = {}
        for placed in scene.hands:
            segments, things = _segments(placed), _things(scene, placed)
            self.segments[placed.name] = tuple(s.name for s in segments)
            self.things[placed.name] = tuple(t.name for t in things)
            if not segments or not things:
                continue
            first = model.sensor(_sensor_name(placed.name, segments[0].name, things[0].name))
            self._begin[placed.name] = int(first.adr[0])
            group = np.array([GROUPS.index(s.group) for s in segments])
            # Segments lie group by group, so each group is one stretch of numbers.
            present, starts = np.unique(group, return_index=True)
            self._sums[placed.name] = present, starts * len(things)

    def group_force(self, sensordata: np.ndarray) -> np.ndarray:
        """Sums of normal forces (count, hands, 6) [N], columns as GROUPS, as in `Frame`.

        Args:
            sensordata: (count, numbers) of MuJoCo.
        """
        force = np.zeros((len(sensordata), len(self.segments), len(GROUPS)))
        for row, hand in enumerate(self.segments):
            if hand in self._sums:
                groups, starts = self._sums[hand]
                pairs = self._pair_force(self._block(sensordata, hand))
                force[:, row, groups] = np.add.reduceat(pairs, starts, axis=1)
        return force

    def _pair_force(self, block: np.ndarray) -> np.ndarray:
        """(count, segments · things) [N] of normal force between each two.

        Most pairs do not touch and few touch more than once, so later slots are only looked at
        where there is something: the numbers of many worlds do not fit into a processor's cache.
        """
        stride = self._slots * _WIDTH
        found, force = block[:, _FOUND::stride].copy(), block[:, 1::stride].copy()
        for slot in range(1, self._slots):
            world, pair = np.nonzero(found > slot)
            if not world.size:
                break
            force[world, pair] += block[world, pair * stride + slot * _WIDTH + 1]
        return force

    def read(self, sensordata: np.ndarray, hand: str) -> SegmentContacts:
        """The contacts of one hand, copied."""
        if hand not in self.segments:
            raise UnknownNameError("hand", hand, self.segments)
        count, slots = len(sensordata), self._slots
        shape = count, len(self.segments[hand]), len(self.things[hand])
        block = self._block(sensordata, hand).reshape(*shape, slots, _WIDTH)
        found = block[..., 0, _FOUND].astype(int)
        # Few pairs touch: only their numbers are worked on.
        touching = np.nonzero(found)
        some = block[touching]
        normal, tangent = some[..., _NORMAL], some[..., _TANGENT]
        along = some[..., _FORCE]  # in the contact's own axes
        force = along[..., :1] * normal + along[..., 1:2] * tangent
        force += along[..., 2:] * _cross(normal, tangent)

        def everywhere(values: np.ndarray) -> np.ndarray:
            out = np.zeros((*shape, *values.shape[1:]))
            out[touching] = values
            return out

        return SegmentContacts(
            found=found,
            pos=everywhere(some[..., _POS]),
            normal=everywhere(normal),
            force=everywhere(force),
            depth=everywhere(0.0 - some[..., _DIST]),  # empty slots are 0, not −0
            normal_force=everywhere(along[..., 0]),
        )

    def _block(self, sensordata: np.ndarray, hand: str) -> np.ndarray:
        begin = self._begin.get(hand, 0)
        pairs = len(self.segments[hand]) * len(self.things[hand])
        return sensordata[:, begin : begin + pairs * self._slots * _WIDTH]


def _segments(placed: HandInScene) -> list[Segment]:
    """What can touch something, group by group."""
    solid = [s for s in placed.hand.segments.values() if s.shapes]
    return sorted(solid, key=lambda s: GROUPS.index(s.group))


def _things(scene: Scene, placed: HandInScene) -> list[_Thing]:
    """What a hand may touch, itself left out."""
    body, subtree = mujoco.mjtObj.mjOBJ_BODY, mujoco.mjtObj.mjOBJ_XBODY
    things = [_Thing(FLOOR, "world", body)] if scene.floor else []
    things += [_Thing(o.name, o.name, body) for o in scene.objects]
    for other in scene.hands:
        if other is not placed:
            root = next(s.name for s in other.hand.segments.values() if s.parent is None)
            things.append(_Thing(other.name, f"{other.name}/{root}", subtree))
    return things


def _sensor_name(hand: str, segment: str, thing: str) -> str:
    return f"{hand}/{segment} on {thing}"


def _cross(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """Cross product (..., 3); much faster than NumPy's own for few vectors."""
    yzx, zxy = [1, 2, 0], [2, 0, 1]
    return a[..., yzx] * b[..., zxy] - a[..., zxy] * b[..., yzx]
