"""Contacts as arrays of a fixed size, from MuJoCo's contact sensors: what many worlds are read by.

A sensor matches contacts between one body and another body or subtree; "everything but my own hand"
is not among its criteria. So there is one sensor for every hand segment and every *thing* it may
touch: the floor, each object, each other hand as a whole. What a hand does to itself is then left
out by itself, and every slot tells who is touched. A sensor costs about 0.04 µs a step: 51 of them
(a hand, an object, its stand and the floor) 1 to 5 % of a step with preset ``hold``.
"""

from collections.abc import Sequence

import mujoco
import numpy as np

from prehensile.errors import InputError, UnknownNameError
from prehensile.fast_path import kernels
from prehensile.hand.segments import GROUPS
from prehensile.world.batch.sensor_layout import FIELDS, FORCE, FOUND, WIDTH
from prehensile.world.scene import FLOOR, HandInScene, Scene
from prehensile.world.segment_contacts import (
    SLOTS,
    SegmentContacts,
    solid_segments,
    thing_names,
)

_DATA = sum(1 << int(getattr(mujoco.mjtConDataField, f"mjCONDATA_{name}")) for name in FIELDS)
_STRONGEST_FIRST = 2  # MuJoCo's reduce="maxforce"


def add_contact_sensors(
    spec: mujoco.MjSpec, scene: Scene, slots: int = SLOTS, sense: Sequence[str] | None = None
) -> None:
    """Add the sensors of every hand to the spec of ``scene``, for all things or those named."""
    for placed in scene.hands:
        for segment in solid_segments(placed):
            for thing in _sensed(scene, placed, sense):
                body, kind = _body(scene, thing)
                spec.add_sensor(
                    name=_sensor_name(placed.name, segment.name, thing),
                    type=mujoco.mjtSensor.mjSENS_CONTACT,
                    objtype=mujoco.mjtObj.mjOBJ_BODY,
                    objname=f"{placed.name}/{segment.name}",
                    reftype=kind,
                    refname=body,
                    intprm=[_DATA, _STRONGEST_FIRST, slots],
                )


class ContactSensors:
    """Reads what the sensors of a compiled scene say, for any number of worlds at once."""

    def __init__(
        self,
        model: mujoco.MjModel,
        scene: Scene,
        slots: int = SLOTS,
        sense: Sequence[str] | None = None,
    ):
        self.segments: dict[str, tuple[str, ...]] = {}
        """hand → its segments that can touch something, group by group"""
        self.things: dict[str, tuple[str, ...]] = {}
        """hand → what it may touch and is sensed: the floor, objects, other hands"""
        self._slots = slots
        self._begin: dict[str, int] = {}
        self._sums: dict[str, tuple[np.ndarray, np.ndarray]] = {}
        for placed in scene.hands:
            segments, things = solid_segments(placed), _sensed(scene, placed, sense)
            self.segments[placed.name] = tuple(s.name for s in segments)
            self.things[placed.name] = things
            if not segments or not things:
                continue
            first = model.sensor(_sensor_name(placed.name, segments[0].name, things[0]))
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
        stride = self._slots * WIDTH
        found, force = block[:, FOUND::stride].copy(), block[:, FORCE::stride].copy()
        for slot in range(1, self._slots):
            world, pair = np.nonzero(found > slot)
            if not world.size:
                break
            force[world, pair] += block[world, pair * stride + slot * WIDTH + FORCE]
        return force

    def read(
        self, sensordata: np.ndarray, hand: str, worlds: np.ndarray | None = None
    ) -> SegmentContacts:
        """The contacts of one hand, copied; in all worlds, or in those numbered (n,)."""
        if hand not in self.segments:
            raise UnknownNameError("hand", hand, self.segments)
        which = np.arange(len(sensordata)) if worlds is None else worlds
        pairs = len(which), len(self.segments[hand]) * len(self.things[hand])
        shape = len(which), len(self.segments[hand]), len(self.things[hand])
        slots = self._slots
        block = self._block(sensordata, hand).reshape(len(sensordata), pairs[1], slots, WIDTH)
        found = np.empty(pairs, int)
        pos, normal, force = (np.zeros((*pairs, slots, 3)) for _ in range(3))
        depth, normal_force = (np.zeros((*pairs, slots)) for _ in range(2))
        kernels("world.batch").read_contacts(
            block, which, found, pos, normal, force, depth, normal_force
        )
        arrays = (found, pos, normal, force, depth, normal_force)
        return SegmentContacts(
            *(array.reshape(*shape, *array.shape[2:]) for array in arrays),
            segments=self.segments[hand],
            things=self.things[hand],
        )

    def _block(self, sensordata: np.ndarray, hand: str) -> np.ndarray:
        begin = self._begin.get(hand, 0)
        pairs = len(self.segments[hand]) * len(self.things[hand])
        return sensordata[:, begin : begin + pairs * self._slots * WIDTH]


def _sensed(scene: Scene, placed: HandInScene, sense: Sequence[str] | None) -> tuple[str, ...]:
    """What a hand may touch, or those of it that are named."""
    things = thing_names(scene, placed)
    return things if sense is None else tuple(thing for thing in things if thing in sense)


def check_sensed(scene: Scene, sense: Sequence[str] | None) -> None:
    """Refuse names of things that no hand of the scene could touch."""
    if sense is None:
        return
    if isinstance(sense, str):
        raise InputError(f"sense is the text {sense!r}; expected a list of names.")
    valid = dict.fromkeys(thing for h in scene.hands for thing in thing_names(scene, h))
    for name in sense:
        if name not in valid:
            raise UnknownNameError("thing to sense", name, list(valid))


def _body(scene: Scene, thing: str) -> tuple[str, mujoco.mjtObj]:
    """The body that a sensor watches, or whose subtree, and which of the two."""
    for hand in scene.hands:
        if hand.name == thing:
            root = next(s.name for s in hand.hand.segments.values() if s.parent is None)
            return f"{thing}/{root}", mujoco.mjtObj.mjOBJ_XBODY
    return "world" if thing == FLOOR else thing, mujoco.mjtObj.mjOBJ_BODY


def _sensor_name(hand: str, segment: str, thing: str) -> str:
    return f"{hand}/{segment} on {thing}"
