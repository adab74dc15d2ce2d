"""Pull a reduced mechanism by its end effectors, and see the full simulation behind it."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np

from prehensile.errors import InputError
from prehensile.forks.contact.full_simulation import FullContactSimulation
from prehensile.forks.contact.scenes import CONTACT_SCENES
from prehensile.forks.full.simulation import FullSimulation
from prehensile.forks.measure.accuracy import TRUSTED, centre_compliance, pull
from prehensile.forks.measure.pull_run import softest_direction
from prehensile.forks.measure.step_time import step_us
from prehensile.forks.mechanism.clip import link_color, mechanism_clip
from prehensile.forks.mechanism.fixed_base import on_fixed_base
from prehensile.forks.mechanism.link_mesh import link_mesh
from prehensile.forks.models.shipped import SHIPPED, shipped
from prehensile.forks.reduced.model import reduce
from prehensile.forks.reduced.simulation import ReducedSimulation
from prehensile.lie import se3
from prehensile.motion.clip import Clip
from prehensile.stage.background import Background
from prehensile.stage.messages import Control, Vec3
from prehensile.stage.mouse_force import FARTHEST, reached, to_force
from prehensile.stage.scene import SceneFrame, SceneOptions, StageBody, StageHand, StageScene
from prehensile.stage.touching_show import GHOST, SLIM, TouchingShow

SUBSTEPS = 4
"""Of 1/240 s in a frame."""
FULL_TIME = 0.009
"""[s] of a frame that the full simulation may take: the rest keeps 60 Hz."""
PLUCK, PLUCK_FRAMES = 0.1, 30
"""Share of the radius, and how long it is held."""
KEEPS_UP = 0.95
"""Share of its steps below which the full simulation is said to be slow."""
READ_EVERY = 30
"""Frames between two readings of the step times."""
VIEW, HAND_VIEW = np.array([0.75, -1.0, 0.35]), np.array([0.6, 1.0, 0.15])


class _Prepared(NamedTuple):
    full: FullSimulation | None
    step_us: float
    """of the reduced mechanism"""
    touching: TouchingShow | None = None
    """what takes over, where the mechanism stands or holds something"""


class ForksStage(StageScene):
    """A mechanism as the few numbers that its end effectors need, beside all of it in MuJoCo.

    Both feel the same force: the one that brings the dragged end effector to the mouse, by the
    linear model. The hand holds a ball, the hexapod stands on uneven ground: contacts are on in
    both, and the ball and the trunk can be dragged too.
    """

    timestep = 1 / 60

    def __init__(self, options: SceneOptions | None = None):
        super().__init__(options)
        self._name = "helix50"
        self._ghost = True
        self._preparing: Background[_Prepared] | None = None
        self._frames: list[np.ndarray] | None = None
        self._take_cast = 0
        self._build()

    def controls(self) -> Sequence[Control]:
        """Which mechanism, and whether the full simulation is shown."""
        return (
            Control(
                name="mechanism",
                label="Mechanism",
                kind="choice",
                value=self._name,
                choices=tuple(SHIPPED),
                group="Mechanism",
                help="Drag the points at its end effectors, the hand's ball, the hexapod's trunk.",
            ),
            Control(
                name="full",
                label="Full simulation",
                kind="switch",
                value=self._ghost,
                group="Mechanism",
                help="Every link and joint in MuJoCo, blue, under the same force.",
            ),
            Control(name="pluck", label="Pluck", kind="button", group="Mechanism"),
        )

    def set(self, name: str, value: float | str | bool) -> None:
        """Another mechanism, or the full simulation on or off."""
        match name, value:
            case "mechanism", str():
                self._name = value
                self._build()
            case "full", bool():
                self._ghost = value
                self.changed_cast()

    def press(self, name: str) -> None:
        """Pull the first end effector for half a second."""
        self._plucked = PLUCK_FRAMES

    def reset(self) -> None:
        """At rest."""
        if self._touching is not None:
            self._touching.reset()
        self._targets: dict[str, np.ndarray] = {}
        self._plucked, self._time = 0, 0.0
        self._wrench = np.zeros((len(self._model.linearisation.rows), 6))
        self._reduced = ReducedSimulation(self._model, self.timestep / SUBSTEPS)
        self._reading, self._count = "", 0
        if self._full is not None:
            self._full.reset()

    def step(self) -> None:
        """Both simulations, once the second one is there."""
        self._time += self.timestep
        if self._preparing is not None and not self._take_full():
            return
        if self._touching is not None:
            self._step_touching(self._touching)
            return
        self._wrench = self._pulls()
        self._plucked = max(0, self._plucked - 1)
        self._reduced.step(self._wrench, SUBSTEPS)
        if self._full is not None and self._ghost:
            load = np.zeros((len(self._mechanism.links), 6))
            load[self._model.linearisation.rows] = self._wrench
            self._full.step(load, SUBSTEPS, FULL_TIME)
        if self._count % READ_EVERY == 0:
            self._reading = self._read()
            self._warn()
        self._count += 1
        if self._frames is not None and self._take_cast == self.cast:
            self._frames.append(self._poses)
            self.taken += 1

    def frame(self) -> SceneFrame:
        """Every link, twice if the full simulation is shown."""
        phase = "building" if self._preparing is not None else self._reading
        if self._touching is not None:
            return self._touching.frame(self._time, phase, self._ghost)
        poses = self._poses
        shown = [poses]
        if self._ghost:
            full = self._model.T_rest if self._full is None else self._full.poses
            shown.append((self._stand @ full)[self._moving])
        tips = self._tips(poses)
        return SceneFrame(
            time=self._time,
            bodies=se3.to_pose7(np.concatenate(shown)),
            handles=tips,
            pull=self._arrow(tips),
            phase=phase,
        )

    def bodies(self) -> Sequence[StageBody]:
        """Links as solids, and blue ones for the full simulation."""
        if self._touching is not None:
            return self._touching.bodies(self._ghost)
        found, blue = [], []
        for row, link in enumerate(self._mechanism.links):
            vertices, faces = self._meshes[row]
            found.append(StageBody(link.name, vertices, faces, link_color(self._mechanism, row)))
            if row != self._mechanism.base:
                slim = link.com + SLIM * (vertices - link.com)
                blue.append(StageBody(f"full {link.name}", slim, faces, GHOST))
        return [*found, *blue] if self._ghost else found

    def hands(self) -> Sequence[StageHand]:
        """The one that holds the ball."""
        return () if self._touching is None else self._touching.hands()

    def handles(self) -> Sequence[str]:
        """The end effectors, and what else can be pulled."""
        if self._touching is not None:
            return self._touching.handles
        return self._model.linearisation.effectors

    def drag(self, handle: str, target: Vec3 | None) -> None:
        """Pull an end effector towards a point, or let it go."""
        if handle not in self.handles():
            raise InputError(f"{handle!r} is no end effector of {self._name}.")
        if target is None:
            self._targets.pop(handle, None)
        else:
            self._targets[handle] = np.asarray(target, float)

    def let_go(self) -> None:
        """Nobody pulls."""
        self._targets.clear()

    def begin_take(self) -> None:
        """Record the reduced mechanism sixty times a second."""
        self._frames, self._take_cast, self.taken = [], self.cast, 0

    def end_take(self) -> Clip | None:
        """The clip of what was recorded."""
        frames, self._frames = self._frames, None
        if self._touching is not None:
            return self._touching.taken(self.timestep)
        if not frames:
            return None
        time = np.arange(len(frames)) * self.timestep
        return mechanism_clip(self._mechanism, time, np.stack(frames))

    def close(self) -> None:
        """Nobody waits for the full simulation any more."""
        if self._preparing is not None:
            self._preparing.cancel()

    def _build(self) -> None:
        self.close()
        mechanism = on_fixed_base(shipped(self._name))
        self._model, self._mechanism = reduce(mechanism), mechanism
        self._full: FullSimulation | None = None
        self._touching: TouchingShow | None = None
        self.floor = True
        self._step_us = float("nan")
        self._said_slow = self._said_far = False
        self._moving = [k for k in range(len(mechanism.links)) if k != mechanism.base]
        self._meshes = [link_mesh(mechanism, k) for k in range(len(mechanism.links))]
        self._stand = _standing(mechanism.T_world, [vertices for vertices, _ in self._meshes])
        rows = self._model.linearisation.rows
        self._to_force = [to_force(centre_compliance(self._model, e)) for e in range(len(rows))]
        self._rest_tips = self._tips(self._stand @ self._model.T_rest)
        self.reset()
        self._look()
        self._preparing = Background(self._prepare)
        self.changed_cast()

    def _prepare(self, check: Callable[..., None]) -> "_Prepared":
        """Builds the full simulation; compiles and times the reduced one."""
        if self._name in CONTACT_SCENES:
            scene = CONTACT_SCENES[self._name](self.timestep / SUBSTEPS)
            check()
            show = TouchingShow(scene, FullContactSimulation(scene.simulation), SUBSTEPS)
            return _Prepared(None, float("nan"), show)
        full = FullSimulation(self._mechanism, self.timestep / SUBSTEPS)
        return _Prepared(full, step_us(self._model, check))

    def _take_full(self) -> bool:
        """Whether the work in the background is over; takes its result."""
        work = self._preparing
        assert work is not None, "nothing is being prepared"
        if not work.done:
            return False
        self._preparing = None
        if work.result is not None:
            self._full, self._step_us, self._touching = work.result
            if self._touching is not None:
                self._begin_touching(self._touching)
        elif work.error is not None:
            self.say("bad", f"No full simulation: {work.error}")
        return True

    def _begin_touching(self, show: TouchingShow) -> None:
        """It takes over from the mechanism at rest."""
        self._targets.clear()
        if show.scene.hand is None:
            self.floor = False  # its own ground is drawn
        points = show.frame(0.0, "", False).handles
        centre = points.mean(axis=0)
        view = VIEW if show.scene.hand is None else HAND_VIEW
        eye = centre + 4.5 * self._mechanism.radius * view / np.linalg.norm(view)
        self.look_at, self.look_from = _vec3(centre), _vec3(eye)
        self.changed_cast()

    def _step_touching(self, show: TouchingShow) -> None:
        show.step(self._targets, self._plucked > 0, self._ghost, FULL_TIME)
        self._plucked = max(0, self._plucked - 1)
        if show.lost:
            self.say("info", f"{show.lost}: it begins anew.")
            self.reset()
        if self._count % READ_EVERY == 0:
            self._reading = f"{show.step_us:.2g} µs a step" + (
                f", full {show.full.step_us:,.0f} µs" if self._ghost else ""
            )
        self._count += 1
        if self._frames is not None and self._take_cast == self.cast:
            show.keep()
            self.taken += 1

    def _look(self) -> None:
        points = se3.apply(self._stand @ self._mechanism.T_world, self._mechanism.com)
        centre = (points.min(axis=0) + points.max(axis=0)) / 2
        eye = centre + 5.0 * self._mechanism.radius * VIEW / np.linalg.norm(VIEW)
        self.look_at, self.look_from = _vec3(centre), _vec3(eye)

    @property
    def _poses(self) -> np.ndarray:
        return self._stand @ self._reduced.poses

    def _tips(self, poses: np.ndarray) -> np.ndarray:
        rows = self._model.linearisation.rows
        return se3.apply(poses[rows], self._mechanism.com[rows])

    def _pulls(self) -> np.ndarray:
        """(E, 6) what the mouse and the button do."""
        names = list(self.handles())
        wrench = np.zeros((len(names), 6))
        if self._plucked:
            wrench += pull(self._model, softest_direction(self._model), PLUCK)
        for name, target in self._targets.items():
            e = names.index(name)
            way = target - self._rest_tips[e]
            longest = FARTHEST * self._mechanism.radius
            wrench[e, :3] += self._to_force[e] @ reached(way, longest)
        return wrench

    def _arrow(self, tips: np.ndarray) -> np.ndarray:
        if not self._targets:
            return np.zeros((0, 3))
        name, target = next(iter(self._targets.items()))
        e = list(self.handles()).index(name)
        return np.stack([tips[e], target, self._wrench[e, :3]])

    def _read(self) -> str:
        """Both step times, in as many words as there is room for."""
        text = f"{self._step_us:.2g} µs a step"
        if self._full is None or not self._ghost:
            return text
        return f"{text}, full {self._full.step_us:,.0f} µs"

    def _warn(self) -> None:
        """Say once per mechanism what the picture does not show by itself."""
        full = self._full
        if not self._said_slow and self._ghost and full is not None and full.speed < KEEPS_UP:
            self._said_slow = True
            self.say(
                "info",
                f"MuJoCo takes {full.step_us:,.0f} µs a step: the blue one runs at about "
                f"{full.speed:.0%} of the speed.",
            )
        moved = np.linalg.norm(self._tips(self._poses) - self._rest_tips, axis=1).max()
        if not self._said_far and moved > TRUSTED * self._mechanism.radius:
            self._said_far = True
            self.say(
                "info",
                f"Past {TRUSTED:.0%} of the radius one linearisation is an estimate; the blue one "
                "shows by how much.",
            )


def _standing(T_world: np.ndarray, vertices: list[np.ndarray]) -> np.ndarray:
    """(4, 4) that lifts a mechanism on to the floor."""
    T = np.eye(4)
    T[2, 3] = -min(se3.apply(T, v)[:, 2].min() for T, v in zip(T_world, vertices, strict=True))
    return T


def _vec3(point: np.ndarray) -> Vec3:
    x, y, z = (float(v) for v in point)
    return x, y, z
