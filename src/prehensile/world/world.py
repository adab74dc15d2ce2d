"""`World`: hands and objects, stepped with a Command, read as frames."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import mujoco
import numpy as np

from prehensile.errors import InputError, SimulationError, UnknownNameError
from prehensile.hand.hand import Hand
from prehensile.hand.segments import GROUPS, PALM
from prehensile.lie import se3
from prehensile.world.command import Command
from prehensile.world.contacts import ContactReader, Contacts
from prehensile.world.engine_log import disarm_engine_log
from prehensile.world.hand_port import HandPort
from prehensile.world.mouse_spring import MouseSpring
from prehensile.world.nan_guard import GAINS, STATE, NanGuard, restore
from prehensile.world.object import Object
from prehensile.world.presets import preset as find_preset
from prehensile.world.scene import (
    HandInScene,
    ObjectInScene,
    build_scene,
    name_hands,
    name_objects,
    presentation_name,
)

DEFAULT_TIMESTEP = 1 / 120
"""[s]"""
LONGEST_TIMESTEP = 1 / 30
HUGE = 1e8
"""[rad/s² or m/s²] Past this a simulation is lost, long before its numbers stop being finite."""


@dataclass(frozen=True)
class Observation:
    """What a controller of one hand sees: the present state, and the forces of the last step."""

    time: float
    """[s]"""
    timestep: float
    """[s] to the next observation"""
    q: np.ndarray
    """(..., dof) [rad]"""
    qd: np.ndarray
    """(..., dof) [rad/s]"""
    forearm: np.ndarray
    """(..., 7) xyz + wxyz, world"""
    finger_force: np.ndarray
    """(..., 5) [N] sum of normal forces, thumb to little"""
    palm_force: np.ndarray
    """(...) [N]"""
    objects: Mapping[str, np.ndarray]
    """name → (..., 7) xyz + wxyz, world"""


@dataclass(frozen=True)
class Frame:
    """The state before a step with the contact forces computed from that state."""

    time: float
    q: tuple[np.ndarray, ...]
    """per hand (dof,) [rad]"""
    forearm: tuple[np.ndarray, ...]
    """per hand (7,)"""
    bodies: np.ndarray
    """(objects, 7), in the order of `World.objects`"""
    contacts: Contacts
    group_force: np.ndarray
    """(hands, 6) [N] normal force, columns as GROUPS"""


@dataclass(frozen=True)
class Snapshot:
    """Everything needed to go on bit for bit from here, gains included."""

    state: np.ndarray
    gains: np.ndarray
    drives: tuple[np.ndarray, ...]
    frame: Frame | None


class World:
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
        objects: Sequence[Object | ObjectInScene] = (),
        *,
        preset: str = "hold",
        timestep: float = DEFAULT_TIMESTEP,
        floor: bool = True,
        guard_folder: Path | None = None,
    ):
        if not 0 < timestep <= LONGEST_TIMESTEP:
            raise InputError(
                f"timestep is {timestep!r} s; expected more than 0 and at most 1/30 s."
            )
        disarm_engine_log()
        self.hands = name_hands(hands)
        self.objects = name_objects(objects)
        spec = build_scene(self.hands, self.objects, floor)
        find_preset(preset).apply(spec.option)
        spec.option.timestep = timestep
        self.model = spec.compile()
        self._xml = spec.to_xml()
        self.data = mujoco.MjData(self.model)
        self._ports = {h.name: HandPort(self.model, h) for h in self.hands}
        self._reader = ContactReader(self.model, tuple(self._ports))
        self._guard = NanGuard(self.model)
        self._guard_folder = guard_folder
        self._body_ids = [self.model.body(o.name).id for o in self.objects]
        self._frame: Frame | None = None
        self.mouse: MouseSpring | None = None
        self.mouse_force = np.zeros(3)
        for port in self._ports.values():
            port.place(self.data)
        mujoco.mj_forward(self.model, self.data)

    @property
    def timestep(self) -> float:
        """[s]"""
        return self.model.opt.timestep

    @property
    def time(self) -> float:
        """[s] of the present state."""
        return self.data.time

    @property
    def contact_names(self) -> tuple[str, ...]:
        """Name table of the contacts' ``a`` and ``b``."""
        return self._reader.names

    def step(self, command: Command | Mapping[str, Command] | None = None) -> Frame:
        """Advance one timestep; return the frame before it, with the forces solved from it.

        Args:
            command: for the only hand, or by hand name; hands without one keep their last.

        Raises:
            SimulationError: it blew up; the last second is on disk.
        """
        model, data = self.model, self.data
        for name, one in self._by_hand(command).items():
            self._port(name).write(model, data, one)
        if self.mouse is not None:
            data.xfrc_applied[:] = 0
            self.mouse_force = self.mouse.apply(model, data)
        self._guard.remember(model, data)
        before, time = data.qpos.copy(), data.time
        mujoco.mj_step(model, data)
        if not data.qacc @ data.qacc < HUGE**2:  # false for NaN too
            path = self._guard.write(self._xml, self._guard_folder)
            raise SimulationError(
                f"the simulation blew up at {time:.3f} s; its last second is in "
                f"{path} (prehensile.world.nan_guard.replay)."
            )
        contacts = self._reader.read(data)
        ports = self._ports.values()
        self._frame = Frame(
            time=time,
            q=tuple(port.read_q(before) for port in ports),
            forearm=tuple(port.read_forearm(before, data) for port in ports),
            # mj_step leaves xpos where it was before the step: the frame's own state.
            bodies=np.concatenate([data.xpos[self._body_ids], data.xquat[self._body_ids]], axis=1),
            contacts=contacts,
            group_force=self._reader.group_forces(data, contacts),
        )
        return self._frame

    def observe(self, hand: str | None = None) -> Observation:
        """What the controller of one hand sees now."""
        name = hand if hand is not None else self._only_hand()
        port = self._port(name)
        data = self.data
        if self._frame is None:
            force = np.zeros(len(GROUPS))
        else:
            force = self._frame.group_force[list(self._ports).index(name)]
        return Observation(
            time=data.time,
            timestep=self.timestep,
            q=port.read_q(data.qpos),
            qd=port.read_qd(data.qvel),
            forearm=port.read_forearm(data.qpos, data),
            finger_force=force[:5],
            palm_force=force[5],
            objects={o.name: self.object_pose(o.name) for o in self.objects},
        )

    def object_pose(self, name: str) -> np.ndarray:
        """(7,) xyz + wxyz of an object now, world."""
        joint = self._object(name)
        if joint is None:
            body = self.data.body(name)
            return np.concatenate([body.xpos, body.xquat])
        return self.data.qpos[joint : joint + 7].copy()

    def object_in_palm(self, name: str, hand: str | None = None) -> np.ndarray:
        """``T_palm_object`` (4, 4) of the last frame."""
        body = self.data.body(name)
        palm = self.data.body(f"{hand or self._only_hand()}/{PALM}")
        T_object = se3.from_pose7(np.concatenate([body.xpos, body.xquat]))
        T_palm = se3.from_pose7(np.concatenate([palm.xpos, palm.xquat]))
        return se3.inverse(T_palm) @ T_object

    def release(self, name: str) -> None:
        """Let go of an object that was presented."""
        self._object(name)
        try:
            equality = self.model.equality(presentation_name(name)).id
        except KeyError:
            raise InputError(
                f"object {name!r} is not presented, so it cannot be released."
            ) from None
        self.data.eq_active[equality] = 0

    def pull(self, name: str, anchor: np.ndarray, target: np.ndarray) -> None:
        """Hang an object on the mouse spring; `let_go` ends it."""
        self._object(name)
        self.mouse = MouseSpring(name, anchor, target)

    def let_go(self) -> None:
        """End the mouse spring."""
        self.mouse = None
        self.mouse_force = np.zeros(3)
        self.data.xfrc_applied[:] = 0

    def snapshot(self) -> Snapshot:
        """Everything needed to go on from here bit for bit."""
        state = np.zeros(mujoco.mj_stateSize(self.model, STATE))
        mujoco.mj_getState(self.model, self.data, state, STATE)
        gains = np.concatenate([getattr(self.model, g) for g in GAINS])
        drives = tuple(port.drive.copy() for port in self._ports.values())
        return Snapshot(state, gains, drives, self._frame)

    def restore(self, snapshot: Snapshot) -> None:
        """Go back to a snapshot of this world."""
        if snapshot.state.size != mujoco.mj_stateSize(self.model, STATE):
            raise InputError("the snapshot was taken in another world.")
        restore(self.model, self.data, snapshot.state, snapshot.gains)
        for port, drive in zip(self._ports.values(), snapshot.drives, strict=True):
            port.drive[:] = drive
            port.forget()
        self._frame = snapshot.frame

    def _by_hand(self, command: Command | Mapping[str, Command] | None) -> Mapping[str, Command]:
        if command is None:
            return {}
        return {self._only_hand(): command} if isinstance(command, Command) else command

    def _only_hand(self) -> str:
        if len(self._ports) != 1:
            raise InputError(f"say which hand: {', '.join(self._ports) or 'there is none'}.")
        return next(iter(self._ports))

    def _port(self, name: str) -> HandPort:
        try:
            return self._ports[name]
        except KeyError:
            raise UnknownNameError("hand", name, self._ports) from None

    def _object(self, name: str) -> int | None:
        """Address of an object's free joint in qpos; None if it is fixed."""
        for o in self.objects:
            if o.name == name:
                return None if o.fixed else int(self.model.joint(f"{name}/free").qposadr[0])
        raise UnknownNameError("object", name, [o.name for o in self.objects])
