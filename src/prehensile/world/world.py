"""`World`: hands and objects, stepped with a Command, read as frames."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import mujoco
import numpy as np
from numpy.typing import ArrayLike

from prehensile.errors import FileError, InputError, SimulationError
from prehensile.hand.hand import Hand
from prehensile.hand.segments import GROUPS
from prehensile.kinematics.forward import palm_transform
from prehensile.lie import se3
from prehensile.world.command import Command
from prehensile.world.contacts import NO_CONTACTS, ContactReader, Contacts
from prehensile.world.engine_log import disarm_engine_log
from prehensile.world.frame_layout import FrameLayout
from prehensile.world.hand_port import Drive, HandPort
from prehensile.world.nan_guard import GAINS, STATE, NanGuard, restore
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
from prehensile.world.segment_contacts import (
    SLOTS,
    SegmentContacts,
    solid_segments,
    sorted_contacts,
    thing_names,
)
from prehensile.world.stepped_scene import HandPorts, SteppedScene

if TYPE_CHECKING:
    from prehensile.world.mouse_spring import MouseSpring

HUGE = 1e8
"""[rad/s² or m/s²] Past this a simulation is lost, long before its numbers stop being finite."""


class Frame(NamedTuple):
    """The state before a step with the contact forces computed from that state."""

    time: float
    """[s]"""
    q: tuple[np.ndarray, ...]
    """per hand (dof,) [rad]"""
    forearm: tuple[np.ndarray, ...]
    """per hand (7,)"""
    bodies: np.ndarray
    """(objects, 7), in the order of `World.objects`"""
    contacts: Contacts
    group_force: np.ndarray
    """(hands, 6) [N] normal force, columns as GROUPS"""
    aided: frozenset[str] = frozenset()
    """Objects that something else than contact held during the step: presented, or on the mouse
    spring."""


@dataclass(frozen=True, eq=False)
class Snapshot:
    """Everything needed to go on bit for bit from here, gains included."""

    state: np.ndarray
    gains: np.ndarray
    drives: tuple[Drive, ...]
    frame: Frame | None
    mouse: "MouseSpring | None" = None
    mouse_force: np.ndarray | None = None


class World(SteppedScene):
    """A scene that can be stepped.

    Args:
        hands: one hand or several, each with its name (default its side).
        objects: things in the scene.
        preset: solver settings, ``hold`` (no creep) or ``fast`` (for learning).
        timestep: [s]
        floor: put a plane at z = 0.
        guard_folder: where the last second is written if the simulation blows up; the cache
            folder if left out.
    """

    def __init__(
        self,
        hands: Hand | HandInScene | Sequence[Hand | HandInScene] = (),
        objects: Object | ObjectInScene | Sequence[Object | ObjectInScene] = (),
        *,
        preset: str = "hold",
        timestep: float = DEFAULT_TIMESTEP,
        floor: bool = True,
        guard_folder: Path | None = None,
    ):
        disarm_engine_log()
        self.scene = Scene(name_hands(hands), name_objects(objects), preset, timestep, floor)
        self.model = self.scene.compile()
        self.data = mujoco.MjData(self.model)
        self._ports = HandPorts({h.name: HandPort(self.model, self.data, h) for h in self.hands})
        self._reader = ContactReader(self.model, tuple(self._ports))
        self._layout = FrameLayout(self.model, self.data, self._ports.values(), self.objects)
        self._motion = ObjectMotion(self.model, self.scene)
        self._guard = NanGuard(self.model)
        self._guard_folder = guard_folder
        self._gain_fields = [getattr(self.model, name) for name in GAINS]
        self._gains = np.concatenate(self._gain_fields)
        self._qacc = self.data.qacc
        self._frame: Frame | None = None
        self._mouse: MouseSpring | None = None
        self.mouse_force = np.zeros(3)
        """(3,) [N] world, of the mouse spring in the last step"""
        self._note_aided()
        mujoco.mj_forward(self.model, self.data)

    @property
    def time(self) -> float:
        """[s] of the present state."""
        return self.data.time

    @property
    def contact_names(self) -> tuple[str, ...]:
        """Name table of the contacts' ``a`` and ``b``."""
        return self._reader.names

    def contact_slip(self) -> np.ndarray:
        """(N,) [m/s] along the surface at the contacts of the last step's frame, as it began."""
        return np.zeros(0) if self._frame is None else self._reader.slip(self.data)

    def step(self, command: Command | Mapping[str, Command] | None = None) -> Frame:
        """Advance one timestep; return the frame before it, with the forces solved from it.

        Args:
            command: for the only hand, or by hand name. Hands without one keep their last, and
                their forearm comes to rest where it was wanted last.

        Raises:
            SimulationError: it blew up; the last second is on disk.
        """
        model, data = self.model, self.data
        self._write(command)
        if self._mouse is not None:
            self.mouse_force = self._mouse.apply(model, data)
        self._guard.remember(model, data, self._gains)
        time, (q, forearm, bodies) = data.time, self._layout.read()
        mujoco.mj_step(model, data)
        self._yield_to_limits()
        if not self._qacc.dot(self._qacc) < HUGE**2:  # false for NaN too
            raise self._blown_up(time)
        contacts, group_force = self._reader.read(data)
        self._frame = Frame(time, q, forearm, bodies, contacts, group_force, self._aided)
        return self._frame

    def observe(self, hand: str | None = None) -> Observation:
        """What the controller of one hand sees now."""
        name = hand if hand is not None else self._ports.only()
        port = self._ports[name]
        data = self.data
        if self._frame is None:
            force = np.zeros(len(GROUPS))
        else:
            force = self._frame.group_force[list(self._ports).index(name)]
        contacts = NO_CONTACTS if self._frame is None else self._frame.contacts
        poses = {o.name: self._layout.object_pose(o.name) for o in self.objects}
        return Observation(
            time=data.time,
            timestep=self.timestep,
            q=port.read_q(data.qpos),
            qd=port.read_qd(data.qvel),
            forearm=port.read_forearm(data.qpos),
            finger_force=force[:5],
            palm_force=force[5],
            objects=poses,
            contacts=contacts,
            contact_names=self.contact_names,
            hand=name,
            twists=self._motion.twists(poses, data.qvel),
            hinges=self._motion.hinges(data.qpos),
            read_contacts=partial(self._sorted, contacts, name),
        )

    def contacts(self, hand: str | None = None, slots: int = SLOTS) -> SegmentContacts:
        """Contacts of one hand in the last step, by segment and thing, as a `WorldBatch` has them;
        they belong to the state before it.
        """
        name = hand if hand is not None else self._ports.only()
        self._ports.check(name)
        record = NO_CONTACTS if self._frame is None else self._frame.contacts
        return self._sorted(record, name, slots)

    def _sorted(self, record: Contacts, hand: str, slots: int = SLOTS) -> SegmentContacts:
        placed = next(h for h in self.hands if h.name == hand)
        segments = tuple(s.name for s in solid_segments(placed))
        things = thing_names(self.scene, placed)
        return sorted_contacts(record, self.contact_names, hand, segments, things, slots)

    def object_pose(self, name: str) -> np.ndarray:
        """(7,) xyz + wxyz of an object now, world."""
        self.scene.placed_object(name)
        return self._layout.object_pose(name)

    def object_in_palm(self, name: str, hand: str | None = None) -> np.ndarray:
        """``T_palm_object`` (4, 4): where an object is in the palm's frame now."""
        whose = hand if hand is not None else self._ports.only()
        port, qpos = self._ports[whose], self.data.qpos
        placed = next(h for h in self.hands if h.name == whose)
        T_world_forearm = se3.from_pose7(port.read_forearm(qpos))
        T_world_palm = palm_transform(placed.hand, port.read_q(qpos), T_world_forearm)
        return se3.inverse(T_world_palm) @ se3.from_pose7(self.object_pose(name))

    def release(self, name: str) -> None:
        """Let go of an object that was presented."""
        if not self.scene.placed_object(name).presented_by:
            raise InputError(f"object {name!r} is not presented, so it cannot be released.")
        self.data.eq_active[self._presentation(name)] = 0
        self._note_aided()

    def place(self, name: str, pose: ArrayLike, twist: ArrayLike | None = None) -> None:
        """Put a free object at ``pose`` (7,) with ``twist`` (6,) (v, ω) of its frame's origin in
        world axes; at rest if left out. See `set_hand` for what is forgotten.
        """
        placed = self.scene.placed_object(name)
        body = placed_body(self.model, placed, pose, twist)
        if placed.presented_by and self.data.eq_active[self._presentation(name)]:
            raise InputError(f"object {name!r} is still presented: release it, then place it.")
        self._begin(body)

    def set_hinge(self, name: str, angle: float, rate: float = 0.0) -> None:
        """Turn a mounted object on its hinge, to ``angle`` [rad], turning at ``rate`` [rad/s]. See
        `set_hand` for what is forgotten.
        """
        self._begin(placed_hinge(self.model, self.scene.placed_object(name), angle, rate))

    def set_hand(
        self,
        q: ArrayLike,
        qd: ArrayLike | None = None,
        *,
        hand: str | None = None,
        forearm: ArrayLike | None = None,
    ) -> None:
        """Put a hand into a pose, limp until the next Command.

        Nothing of what the world did before then matters to what it does: solver warm starts are
        cleared and contacts forgotten. Its time goes on.

        Args:
            q: (dof,) [rad]
            qd: (dof,) [rad/s]; at rest if left out.
            hand: its name, if there are several.
            forearm: (7,) xyz + wxyz where it rests, unless it is fixed; where the scene has it if
                left out.
        """
        name = hand if hand is not None else self._ports.only()
        port = self._ports[name]
        placed = next(h for h in self.hands if h.name == name)
        joints = placed_hand(self.model, placed, q, qd)
        arm = placed_forearm(self.model, placed, forearm)
        self._begin(joints)
        if arm is not None:
            self._begin(arm)
        port.begin(None if arm is None else arm.q)
        self._gains = np.concatenate(self._gain_fields)

    def _begin(self, placed: Placed) -> None:
        """Write a part of the state, and forget what led there."""
        placed.write(self.data.qpos, self.data.qvel)
        self.data.qacc_warmstart[:] = 0
        mujoco.mj_kinematics(self.model, self.data)  # shapes are looked at before the next step
        self._frame = None

    def _presentation(self, name: str) -> int:
        return self.model.equality(presentation_name(name)).id

    @property
    def mouse(self) -> "MouseSpring | None":
        """The mouse spring, if one pulls."""
        return self._mouse

    def pull(
        self,
        name: str,
        anchor: Sequence[float] | np.ndarray,
        target: Sequence[float] | np.ndarray,
        frequency: float = 3.0,
    ) -> None:
        """Hang an object on the mouse spring, or move its target; `let_go` ends it.

        Args:
            name: of the object.
            anchor: (3,) [m] where it is pulled, object frame.
            target: (3,) [m] to where, world.
            frequency: [Hz] how stiff, see `MouseSpring`.
        """
        if self.scene.placed_object(name).moves != "freely":
            raise InputError(f"object {name!r} is fixed or mounted, so it cannot be pulled.")
        from prehensile.world.mouse_spring import MouseSpring

        spring = MouseSpring(name, np.asarray(anchor), np.asarray(target), frequency)
        self.let_go()
        self._mouse = spring
        self._note_aided()

    def let_go(self) -> None:
        """End the mouse spring."""
        if self._mouse is not None:
            self._mouse.end(self.model, self.data)
        self._mouse = None
        self.mouse_force = np.zeros(3)
        self._note_aided()

    def snapshot(self) -> Snapshot:
        """Everything needed to go on from here bit for bit."""
        state = np.zeros(mujoco.mj_stateSize(self.model, STATE))
        mujoco.mj_getState(self.model, self.data, state, STATE)
        drives = tuple(port.save() for port in self._ports.values())
        return Snapshot(state, self._gains, drives, self._frame, self._mouse, self.mouse_force)

    def restore(self, snapshot: Snapshot) -> None:
        """Go back to a snapshot of this world, or of another with the same scene."""
        sizes = mujoco.mj_stateSize(self.model, STATE), self._gains.size, len(self._ports)
        if sizes != (snapshot.state.size, snapshot.gains.size, len(snapshot.drives)):
            raise InputError("the snapshot was taken in another world.")
        restore(self.model, self.data, snapshot.state, snapshot.gains)
        mujoco.mj_kinematics(self.model, self.data)  # shapes are looked at before the next step
        for port, drive in zip(self._ports.values(), snapshot.drives, strict=True):
            port.restore(drive)
        self._gains = snapshot.gains
        self._frame = snapshot.frame
        self._mouse = snapshot.mouse
        self.mouse_force = np.zeros(3) if snapshot.mouse_force is None else snapshot.mouse_force
        self._note_aided()

    def _write(self, command: Command | Mapping[str, Command] | None) -> None:
        by_hand, changed = self._ports.by_hand(command), False
        for name, port in self._ports.items():
            if name in by_hand:
                changed |= port.write(by_hand[name])
            else:
                changed |= port.keep()
        if changed:
            self._gains = np.concatenate(self._gain_fields)

    def _yield_to_limits(self) -> None:
        """Do the step again until no active torque exceeds its limit."""
        while any([port.exceeded() for port in self._ports.values()]):
            self._guard.take_back(self.model, self.data)
            for port in self._ports.values():
                port.step_again()
            self._gains = np.concatenate(self._gain_fields)
            self._guard.remember(self.model, self.data, self._gains)
            mujoco.mj_step(self.model, self.data)

    def _blown_up(self, time: float) -> SimulationError:
        try:
            path = self._guard.write(self.scene, self._guard_folder)
            kept = f"its last second is in {path} (prehensile.world.nan_guard.replay)"
        except FileError as error:
            kept = f"its last second was lost: {str(error).rstrip('.')}"
        return SimulationError(f"the simulation blew up at {time:.3f} s; {kept}.")

    def _note_aided(self) -> None:
        presented = [
            o.name
            for o in self.objects
            if o.presented_by and self.data.eq_active[self._presentation(o.name)]
        ]
        pulled = [] if self._mouse is None else [self._mouse.body]
        self._aided = frozenset(presented + pulled)
