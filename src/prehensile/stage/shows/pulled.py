"""`PulledShow`: a mechanism on a held base, pulled by its end effectors."""

from collections.abc import Sequence

import numpy as np

from prehensile.forks.full.simulation import FullSimulation
from prehensile.forks.measure.accuracy import TRUSTED, centre_compliance
from prehensile.forks.measure.pull_run import usual_pull
from prehensile.forks.mechanism.clip import link_color, mechanism_clip
from prehensile.forks.mechanism.link_mesh import link_mesh
from prehensile.forks.reduced.model import ReducedModel
from prehensile.forks.reduced.simulation import ReducedSimulation
from prehensile.lie import se3
from prehensile.motion.clip import Clip
from prehensile.stage.mouse_force import FARTHEST, reached, to_force
from prehensile.stage.scene import SceneFrame, StageBody
from prehensile.stage.shows.show import GHOST, SLIM, SUBSTEPS, Pulls, Show, eye, vec3

KEEPS_UP = 0.95
"""Share of its steps below which the full simulation is said to be slow."""
SIDE, AWAY = np.array([0.75, -1.0, 0.35]), 5.0
"""From the mechanism to the eye: direction, and distance in radii."""


class PulledShow(Show):
    """Both feel the force that brings the dragged end effector to the mouse, by the linear model.

    Args:
        model: of a mechanism on a fixed base.
        full: the same in MuJoCo; none while it is being built, and then rest is shown.
        step_us: [µs] that a reduced step takes.
    """

    def __init__(
        self, model: ReducedModel, full: FullSimulation | None = None, step_us: float = np.nan
    ):
        self.model, self.full, self._step_us = model, full, step_us
        self.handles = model.linearisation.effectors
        mechanism = model.mechanism
        self._moving = [k for k in range(len(mechanism.links)) if k != mechanism.base]
        self._meshes = [link_mesh(mechanism, k) for k in range(len(mechanism.links))]
        self.T_stand = _standing(mechanism.T_world, [vertices for vertices, _ in self._meshes])
        """(4, 4) lifts the mechanism on to the floor"""
        rows = model.linearisation.rows
        self._to_force = [to_force(centre_compliance(model, e)) for e in range(len(rows))]
        self._own_pull = usual_pull(model)
        self._rest_tips = self._tips(self.T_stand @ model.T_rest)
        self._kept: list[np.ndarray] = []
        self._said_slow = self._said_far = False
        points = se3.apply(self.T_stand @ mechanism.T_world, mechanism.com)
        centre = (points.min(axis=0) + points.max(axis=0)) / 2
        self.look_at, self.look_from = vec3(centre), eye(centre, SIDE, AWAY * mechanism.radius)
        self.reset()

    @property
    def pulled(self) -> str:
        """The first end effector."""
        return self.handles[0]

    @property
    def has_full(self) -> bool:
        """Once it is built."""
        return self.full is not None

    @property
    def step_us(self) -> float:
        """As it was measured before the show."""
        return self._step_us

    @property
    def full_step_us(self) -> float:
        """Best of the last steps."""
        return np.nan if self.full is None else self.full.step_us

    def reset(self) -> None:
        """Both at rest."""
        self._reduced = ReducedSimulation(self.model, 1 / 240)
        self._wrench = np.zeros((len(self.handles), 6))
        self._target: tuple[str, np.ndarray] | None = None
        if self.full is not None:
            self.full.reset()

    def step(self, pulls: Pulls, ghost: bool, longest: float) -> int:
        """One frame of both."""
        self._target = next(iter(pulls.targets.items()), None)
        dragged = self._dragged(pulls)
        self._wrench = dragged + pulls.shares[0] * self._own_pull
        self._reduced.step(self._wrench, SUBSTEPS)
        if self.full is None or not ghost:
            return 0
        load = np.zeros((len(self.model.mechanism.links), 6))
        load[self.model.linearisation.rows] = dragged + pulls.shares[1] * self._own_pull
        return self.full.step(load, SUBSTEPS, longest)

    def points(self) -> tuple[np.ndarray, np.ndarray]:
        """Centres of mass of the end effectors."""
        return self._tips(self._poses), self._tips(self.T_stand @ self._full_poses)

    def frame(self, time: float, phase: str, ghost: bool) -> SceneFrame:
        """Every link, twice if the full simulation is shown."""
        poses = self._poses
        shown = [poses, (self.T_stand @ self._full_poses)[self._moving]] if ghost else [poses]
        tips = self._tips(poses)
        arrow = np.zeros((0, 3))
        if self._target is not None:
            e = self.handles.index(self._target[0])
            arrow = np.stack([tips[e], self._target[1], self._wrench[e, :3]])
        bodies = se3.to_pose7(np.concatenate(shown))
        return SceneFrame(time=time, bodies=bodies, handles=tips, pull=arrow, phase=phase)

    def bodies(self, ghost: bool) -> list[StageBody]:
        """Links as solids, and blue ones for the full simulation."""
        mechanism = self.model.mechanism
        found, blue = [], []
        for row, link in enumerate(mechanism.links):
            vertices, faces = self._meshes[row]
            found.append(StageBody(link.name, vertices, faces, link_color(mechanism, row)))
            if row != mechanism.base:
                slim = link.com + SLIM * (vertices - link.com)
                blue.append(StageBody(f"full {link.name}", slim, faces, GHOST))
        return [*found, *blue] if ghost else found

    def remarks(self, ghost: bool) -> Sequence[str]:
        """That MuJoCo lags behind, and that the linear model is only an estimate out there."""
        said, full = [], self.full
        if not self._said_slow and ghost and full is not None and full.speed < KEEPS_UP:
            self._said_slow = True
            said.append(
                f"MuJoCo takes {full.step_us:,.0f} µs a step: the blue one runs at about "
                f"{full.speed:.0%} of the speed."
            )
        moved = np.linalg.norm(self._tips(self._poses) - self._rest_tips, axis=1).max()
        if not self._said_far and moved > TRUSTED * self.model.mechanism.radius:
            self._said_far = True
            said.append(
                f"Past {TRUSTED:.0%} of the radius one linearisation is an estimate; the blue one "
                "shows by how much."
            )
        return said

    def keep(self) -> None:
        """Remember the links' poses."""
        self._kept.append(self._poses)

    def taken(self, timestep: float) -> Clip | None:
        """The clip of all frames kept."""
        frames, self._kept = self._kept, []
        if not frames:
            return None
        time = np.arange(len(frames)) * timestep
        return mechanism_clip(self.model.mechanism, time, np.stack(frames))

    @property
    def _poses(self) -> np.ndarray:
        return self.T_stand @ self._reduced.poses

    @property
    def _full_poses(self) -> np.ndarray:
        return self.model.T_rest if self.full is None else self.full.poses

    def _tips(self, poses: np.ndarray) -> np.ndarray:
        rows = self.model.linearisation.rows
        return se3.apply(poses[rows], self.model.mechanism.com[rows])

    def _dragged(self, pulls: Pulls) -> np.ndarray:
        """(E, 6) what the mouse does."""
        wrench = np.zeros((len(self.handles), 6))
        longest = FARTHEST * self.model.mechanism.radius
        for name, target in pulls.targets.items():
            e = self.handles.index(name)
            wrench[e, :3] += self._to_force[e] @ reached(target - self._rest_tips[e], longest)
        return wrench


def _standing(T_world: np.ndarray, vertices: list[np.ndarray]) -> np.ndarray:
    """(4, 4) that lifts a mechanism on to the floor."""
    T = np.eye(4)
    T[2, 3] = -min(se3.apply(T, v)[:, 2].min() for T, v in zip(T_world, vertices, strict=True))
    return T
