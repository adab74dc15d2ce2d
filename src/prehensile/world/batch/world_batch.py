"""`WorldBatch`: many worlds of one scene, stepped together on threads."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import mujoco
import numpy as np
from mujoco import batch as mujoco_batch
from numpy.typing import ArrayLike

from prehensile.errors import InputError
from prehensile.hand.hand import Hand
from prehensile.world.batch.batch_fields import BatchFields
from prehensile.world.batch.batch_port import BatchPort, Drives
from prehensile.world.batch.batch_sensing import BatchSensing
from prehensile.world.batch.contact_sensors import (
    ContactSensors,
    add_contact_sensors,
    check_sensed,
)
from prehensile.world.batch.object_poses import ObjectPoses
from prehensile.world.command import Command
from prehensile.world.engine_log import disarm_engine_log
from prehensile.world.hand_port import HandPort
from prehensile.world.nan_guard import GAINS, STATE
from prehensile.world.object_motion import ObjectMotion
from prehensile.world.objects.object import Object
from prehensile.world.observation import Observation
from prehensile.world.placing import (
    Placed,
    placed_body,
    placed_forearm,
    placed_hand,
    placed_hinge,
)
from prehensile.world.scene import (
    DEFAULT_TIMESTEP,
    HandInScene,
    ObjectInScene,
    Scene,
    name_hands,
    name_objects,
    presentation_name,
)
from prehensile.world.segment_contacts import SLOTS, SegmentContacts
from prehensile.world.stepped_scene import HandPorts, SteppedScene
from prehensile.world.world import HUGE, Snapshot


@dataclass(frozen=True, eq=False)
class BatchSnapshot:
    """Everything needed to go on bit for bit from here, in every world."""

    state: np.ndarray
    """(count, nstate) MuJoCo's integration state"""
    gains: tuple[np.ndarray, ...]
    """(count, ...) each, as GAINS"""
    drives: tuple[Drives, ...]
    force: np.ndarray
    """(count, hands, 6) [N]"""
    alive: np.ndarray
    """(count,)"""
    sensed: np.ndarray | None = None
    """(count, numbers) of the contact sensors"""
    unsensed: np.ndarray = field(default_factory=lambda: np.zeros(0, dtype=bool))
    """(count,) worlds without contacts to read, whatever ``sensed`` says"""
    fields: Mapping[str, np.ndarray] = field(default_factory=dict)
    """model fields that differ between worlds"""


class WorldBatch(SteppedScene):
    """Many worlds of one scene. World i does, bit for bit, what a `World` of the scene would do.

    Arrays have the worlds as their first axis; otherwise everything is called as in `World`, so
    that one `Controller` serves both. A world that blows up is frozen in its last good state and
    marked in ``alive``; the others go on.

    Args:
        hands: one hand or several, each with its name (default its side).
        objects: things in the scene.
        count: how many worlds.
        preset: solver settings, ``hold`` (no creep) or ``fast`` (for learning).
        timestep: [s]
        threads: how many work on it; 0 for one per processor.
        floor: put a plane at z = 0.
        slots: contacts kept for a hand segment and a thing, the strongest first; see `SLOTS`.
        sense: names of the things whose contacts with a hand are read (the floor, objects, other
            hands); all if left out. Forces on the fingers are sums over these alone.
    """

    def __init__(
        self,
        hands: Hand | HandInScene | Sequence[Hand | HandInScene],
        objects: Object | ObjectInScene | Sequence[Object | ObjectInScene],
        count: int,
        *,
        preset: str = "hold",
        timestep: float = DEFAULT_TIMESTEP,
        threads: int = 0,
        floor: bool = True,
        slots: int = SLOTS,
        sense: Sequence[str] | None = None,
    ):
        self.count = _whole("count", count, 1)
        threads = _whole("threads", threads, 0)
        slots = _whole("slots", slots, 1)
        disarm_engine_log()
        self.scene = Scene(name_hands(hands), name_objects(objects), preset, timestep, floor)
        check_sensed(self.scene, sense)
        spec = self.scene.spec()
        add_contact_sensors(spec, self.scene, slots, sense)
        self.model = spec.compile()
        """the compiled model that all worlds share, contact sensors included"""
        self.sensors = ContactSensors(self.model, self.scene, slots, sense)
        """names the rows and columns of `contacts`"""
        self._objects = ObjectPoses(self.model, self.scene)
        self._motion = ObjectMotion(self.model, self.scene)
        self._batch = mujoco_batch.Batch(self.model, self.count, threads)
        data = mujoco.MjData(self.model)
        ports = {h.name: HandPort(self.model, data, h) for h in self.hands}
        mujoco.mj_forward(self.model, data)
        mujoco.mj_getState(self.model, data, start := np.zeros(self._batch.nstate), STATE)
        self._state = self._batch.state
        self._state[:] = start
        self._before = self._state.copy()
        self._gains = tuple(self._batch.expand(name) for name in GAINS)
        self._fields = BatchFields(self._batch, self.scene)
        self._ports = HandPorts({n: BatchPort(self._batch, port) for n, port in ports.items()})
        self._qpos, self._qvel = self._batch.bind("qpos"), self._batch.bind("qvel")
        self._qacc, self._warm = self._batch.bind("qacc"), self._batch.bind("qacc_warmstart")
        self._time, self._eq_active = self._batch.bind("time"), self._batch.bind("eq_active")
        self._sensing = BatchSensing(self.sensors, self._batch.bind("sensordata"))
        self._alive = np.ones(self.count, dtype=bool)
        self._start = self.snapshot()

    @property
    def threads(self) -> int:
        """How many work on it."""
        return self._batch.nthread

    @property
    def time(self) -> np.ndarray:
        """(count,) [s] of the present states."""
        return self._time.copy()

    @property
    def alive(self) -> np.ndarray:
        """(count,) False for worlds that blew up: they stand still until reset or restored."""
        return self._alive.copy()

    def step(
        self,
        command: Command | Mapping[str, Command] | None = None,
        worlds: ArrayLike | None = None,
    ) -> None:
        """Advance every living world by one timestep, or those of a mask.

        Args:
            command: for the only hand, or by hand name, with arrays (count, dof), or (dof,) for the
                same in every world. Hands without one keep their last, and their forearms come to
                rest where they were wanted last.
            worlds: (count,) which go on; all if left out. The others stand still: their states,
                Commands and contacts stay what they are.
        """
        going, rows = self._alive, None
        if worlds is not None and not (mask := self._mask(worlds)).all():
            going, rows = going & mask, np.flatnonzero(mask)
        self._write(command, rows)
        stepped = slice(None) if rows is None else rows
        self._before[stepped] = self._state[stepped]
        lost = self._step_worlds(going)
        again = self._exceeded() & going & ~lost
        while again.any():
            self._state[again] = self._before[again]
            for port in self._ports.values():
                port.step_again(again)
            lost |= self._step_worlds(again)
            again &= self._exceeded() & ~lost
        if lost.any():
            self._state[lost] = self._before[lost]
            self._alive = self._alive & ~lost
        self._sensing.take(self._alive, rows)

    def observe(self, hand: str | None = None, worlds: np.ndarray | None = None) -> Observation:
        """What the controller of one hand sees now, in every world.

        Args:
            hand: its name, if there are several.
            worlds: (n,) numbers of those that are looked at, row by row; all if left out.
        """
        name = hand if hand is not None else self._ports.only()
        port, some = self._ports[name], slice(None) if worlds is None else worlds
        force = self._sensing.force[some, list(self._ports).index(name)]
        qpos, qvel = self._qpos[some], self._qvel[some]
        poses = {o.name: self._objects.read(qpos, o.name) for o in self.objects}
        return Observation(
            time=self._time[some].copy(),
            timestep=self.timestep,
            q=port.read_q(qpos),
            qd=port.read_qd(qvel),
            forearm=port.read_forearm(worlds),
            finger_force=force[:, :5].copy(),
            palm_force=force[:, 5].copy(),
            objects=poses,
            hand=name,
            twists=self._motion.twists(poses, qvel),
            hinges=self._motion.hinges(qpos),
            read_contacts=self._sensing.reader(name, worlds),
        )

    def contacts(self, hand: str | None = None) -> SegmentContacts:
        """Contacts of one hand in the last step, in every world; they belong to the states before
        it.
        """
        name = hand if hand is not None else self._ports.only()
        self._ports.check(name)
        return self._sensing.contacts(name)

    def object_pose(self, name: str) -> np.ndarray:
        """(count, 7) xyz + wxyz of an object now, world."""
        return self._objects.read(self._qpos, name)

    def release(self, name: str, mask: ArrayLike | None = None) -> None:
        """Let go of an object that was presented, in all worlds or those of a mask (count,)."""
        if not self.scene.placed_object(name).presented_by:
            raise InputError(f"object {name!r} is not presented, so it cannot be released.")
        self._eq_active[self._mask(mask), self._presentation(name)] = 0

    def place(
        self,
        name: str,
        pose: ArrayLike,
        mask: ArrayLike | None = None,
        twist: ArrayLike | None = None,
    ) -> None:
        """Put a free object somewhere. See `set_hand` for what is forgotten.

        Args:
            name: of the object.
            pose: (count, 7) or (7,) xyz + wxyz, world.
            mask: (count,) in which worlds; all if left out.
            twist: (count, 6) or (6,) (v, ω) of its frame's origin, world axes; at rest if left out.
        """
        placed, worlds = self.scene.placed_object(name), self._mask(mask)
        body = placed_body(self.model, placed, pose, twist, (self.count,))
        if placed.presented_by and self._eq_active[worlds, self._presentation(name)].any():
            raise InputError(f"object {name!r} is still presented: release it, then place it.")
        self._begin(body, worlds)

    def set_hinge(
        self, name: str, angle: ArrayLike, rate: ArrayLike = 0.0, mask: ArrayLike | None = None
    ) -> None:
        """Turn a mounted object on its hinge. See `set_hand` for what is forgotten.

        Args:
            name: of the object.
            angle: (count,) or one number [rad]; not wrapped.
            rate: (count,) or one number [rad/s]
            mask: (count,) in which worlds; all if left out.
        """
        hinge = placed_hinge(self.model, self.scene.placed_object(name), angle, rate, (self.count,))
        self._begin(hinge, self._mask(mask))

    def set_hand(
        self,
        q: ArrayLike,
        qd: ArrayLike | None = None,
        mask: ArrayLike | None = None,
        *,
        hand: str | None = None,
        forearm: ArrayLike | None = None,
    ) -> None:
        """Put a hand into a pose, limp until the next Command.

        Nothing of what a world did before then matters to what it does: solver warm starts are
        cleared, contacts forgotten, and it lives again if it blew up. Its time goes on.

        Args:
            q: (count, dof) or (dof,) [rad]
            qd: (count, dof) or (dof,) [rad/s]; at rest if left out.
            mask: (count,) in which worlds; all if left out.
            hand: its name, if there are several.
            forearm: (count, 7) or (7,) xyz + wxyz where it rests, unless it is fixed; where the
                scene has it if left out.
        """
        name, many = hand if hand is not None else self._ports.only(), (self.count,)
        port, worlds = self._ports[name], self._mask(mask)
        placed = next(h for h in self.hands if h.name == name)
        joints = placed_hand(self.model, placed, q, qd, many)
        arm = placed_forearm(self.model, placed, forearm, many)
        self._begin(joints, worlds)
        if arm is not None:
            self._begin(arm, worlds)
        port.begin(worlds, None if arm is None else arm.q)

    def _begin(self, placed: Placed, worlds: np.ndarray) -> None:
        """Write a part of the states of some worlds (a mask), and forget what led there."""
        placed.write_rows(self._qpos, self._qvel, worlds)
        self._warm[worlds] = 0
        self._alive = self._alive | worlds
        self._sensing.forget(worlds)

    def set_mass(self, name: str, mass: ArrayLike) -> None:
        """Give an object its own mass in every world: (count,) or one number [kg]; its inertia
        follows.
        """
        self._fields.set_mass(name, mass)

    def set_friction(self, name: str, sliding: ArrayLike) -> None:
        """Give an object, a hand or the floor its own sliding friction: (count,) or one number.

        Between a hand and a free object the object's acts; everything else touches with the larger
        of its two coefficients.
        """
        self._fields.set_friction(name, sliding)

    def set_scale(self, name: str, factor: ArrayLike) -> None:
        """Make a free object larger or smaller than it was compiled, about its origin: (count,) or
        one number. Mass stays, inertia follows. Not for objects with mesh parts.
        """
        self._fields.set_scale(name, factor)

    def reset(self, mask: ArrayLike | None = None) -> None:
        """Back to the start, in all worlds or those of a mask (count,); limp until the next
        Command. Masses, frictions and scales stay.
        """
        self._restore(self._start, self._mask(mask))

    def snapshot(self) -> BatchSnapshot:
        """Everything needed to go on from here bit for bit."""
        return BatchSnapshot(
            state=self._state.copy(),
            gains=tuple(rows.copy() for rows in self._gains),
            drives=tuple(port.save() for port in self._ports.values()),
            force=self._sensing.force.copy(),
            alive=self._alive,
            sensed=self._sensing.save(),
            unsensed=self._sensing.nothing,
            fields=self._fields.save(),
        )

    def restore(self, snapshot: BatchSnapshot | Snapshot, mask: ArrayLike | None = None) -> None:
        """Go back to a snapshot, in all worlds or those of a mask (count,).

        Args:
            snapshot: of this batch, or of a `World` of the same scene: then every world starts from
                there.
            mask: (count,)
        """
        worlds = self._mask(mask)
        if isinstance(snapshot, Snapshot):
            self._restore(self._spread(snapshot), worlds)
            return
        fits = snapshot.state.shape == self._state.shape
        if not fits or len(snapshot.drives) != len(self._ports):
            raise InputError("the snapshot was taken in another batch.")
        self._restore(snapshot, worlds)
        self._fields.restore(snapshot.fields, worlds)

    def world_snapshot(self, world: int) -> Snapshot:
        """One world's state, for a `World` of the same scene: to record it or look at it closely.

        Its mass, friction and scale are not part of it.
        """
        if not 0 <= world < self.count:
            raise InputError(f"there is no world {world}; they are numbered 0 to {self.count - 1}.")
        gains = np.concatenate([rows[world].ravel() for rows in self._gains])
        drives = tuple(port.drive(world) for port in self._ports.values())
        return Snapshot(self._state[world].copy(), gains, drives, None)

    def _restore(self, snapshot: BatchSnapshot, worlds: np.ndarray) -> None:
        self._state[worlds] = snapshot.state[worlds]
        for rows, saved in zip(self._gains, snapshot.gains, strict=True):
            rows[worlds] = saved[worlds]
        for port, drives in zip(self._ports.values(), snapshot.drives, strict=True):
            port.restore(drives, worlds)
        self._alive = np.where(worlds, snapshot.alive, self._alive)
        self._sensing.restore(snapshot.sensed, snapshot.unsensed, snapshot.force, worlds)

    def _spread(self, one: Snapshot) -> BatchSnapshot:
        """A World's snapshot in every world."""
        sizes = self._state.shape[1], sum(rows[0].size for rows in self._gains), len(self._ports)
        if sizes != (one.state.size, one.gains.size, len(one.drives)):
            raise InputError("the snapshot was taken in a world of another scene.")
        if one.mouse is not None:
            raise InputError(
                "the snapshot has a mouse spring, which a batch has not: let go first."
            )
        ends = np.cumsum([rows[0].size for rows in self._gains])[:-1]
        many = (self.count, 1)
        force = np.zeros_like(self._sensing.force)
        if one.frame is not None:
            force[:] = one.frame.group_force
        return BatchSnapshot(
            state=np.tile(one.state, many),
            gains=tuple(np.tile(part, many) for part in np.split(one.gains, ends)),
            drives=tuple(
                port.spread(drive)
                for port, drive in zip(self._ports.values(), one.drives, strict=True)
            ),
            force=force,
            alive=np.ones(self.count, dtype=bool),
            unsensed=np.ones(self.count, dtype=bool),
        )

    def _write(
        self, command: Command | Mapping[str, Command] | None, worlds: np.ndarray | None
    ) -> None:
        by_hand = self._ports.by_hand(command)
        for name, port in self._ports.items():
            if name in by_hand:
                port.write(by_hand[name], worlds)
            else:
                port.keep(worlds)

    def _step_worlds(self, worlds: np.ndarray) -> np.ndarray:
        """Step the worlds of a mask; which of them (count,) were lost."""
        ids = None if worlds.all() else np.flatnonzero(worlds).astype(np.int32)
        lost = np.zeros(self.count, dtype=bool)
        try:
            self._batch.step(ids)
        except mujoco_batch.SimulationError as error:
            lost[error.ids] = True
        stepped = slice(None) if ids is None else ids
        qacc = self._qacc[stepped]
        lost[stepped] |= ~(np.einsum("ij,ij->i", qacc, qacc) < HUGE**2)  # true for NaN too
        return lost & worlds

    def _exceeded(self) -> np.ndarray:
        """(count,) worlds in whose last step a torque exceeded its limit."""
        return np.any([port.exceeded() for port in self._ports.values()], axis=0)

    def _presentation(self, name: str) -> int:
        return self.model.equality(presentation_name(name)).id

    def _mask(self, mask: ArrayLike | None) -> np.ndarray:
        if mask is None:
            return np.ones(self.count, dtype=bool)
        worlds = np.asarray(mask)
        if worlds.dtype != bool or worlds.shape != (self.count,):
            raise InputError(
                f"a mask has shape {worlds.shape} and type {worlds.dtype}; expected "
                f"({self.count},) booleans, one for each world."
            )
        return worlds


def _whole(what: str, value: int, least: int) -> int:
    if isinstance(value, bool) or not isinstance(value, int | np.integer) or value < least:
        raise InputError(f"{what} is {value!r}; expected a whole number of at least {least}.")
    return int(value)
