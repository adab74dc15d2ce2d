"""`TouchingShow`: a mechanism that stands or holds, live, beside all of it in MuJoCo."""

from collections import deque
from collections.abc import Mapping, Sequence
from time import perf_counter

import numpy as np

from prehensile.forks.contact.clip import body_color, body_mesh, contact_clip, finger_forces
from prehensile.forks.contact.full_simulation import FullContactSimulation
from prehensile.forks.contact.run import ContactRun
from prehensile.forks.contact.scenes import ContactScene
from prehensile.forks.measure.accuracy import centre_compliance
from prehensile.forks.mechanism.clip import link_color
from prehensile.forks.mechanism.link_mesh import link_mesh
from prehensile.hand.segments import TIP_SEGMENT
from prehensile.lie import se3
from prehensile.motion.clip import Clip
from prehensile.stage.mouse_force import FARTHEST, reached, to_force
from prehensile.stage.scene import NO_HAND, SceneFrame, ShownContacts, StageBody, StageHand

GHOST, SLIM = (0.30, 0.44, 0.68), 0.9
"""Colour and size of the full simulation's links and bodies."""
GIVE = 0.05
"""[m] that the mouse's spring stretches under the weight of what it holds up."""
CALM = 0.7
"""Share of critical damping of that spring."""
REMEMBERED = 60
LOST, TIPPED = 0.3, 0.3
"""[m] that a ball may go away, and share of upright that a robot keeps, before all begins anew."""


class TouchingShow:
    """What the Stage needs of a contact scene.

    Args:
        scene: settled.
        full: the same in MuJoCo.
        substeps: of the scene's time step in a frame.
    """

    def __init__(self, scene: ContactScene, full: FullContactSimulation, substeps: int):
        self.scene, self.full, self._substeps = scene, full, substeps
        simulation = scene.simulation
        self._handles, self._links = scene.handles, len(simulation.model.mechanism.links)
        self.handles = self._handles.names
        effectors = len(simulation.model.linearisation.effectors)
        self._to_force = [
            to_force(centre_compliance(simulation.model, e)) for e in range(effectors)
        ]
        self._rest = self._handles.points(
            np.concatenate([simulation.model.T_rest, simulation.motion.T_bodies])
        )
        self._mass = float(simulation.model.mechanism.mass.sum())
        if simulation.model.mechanism.free_base is False:
            self._mass = max(body.mass for body in simulation.bodies)
        self._base = simulation.model.mechanism.base
        self._home = scene.poses
        self.reset()

    def reset(self) -> None:
        """As it stood at first."""
        self.scene.simulation.reset()
        self.full.reset()
        self._seconds: deque[float] = deque(maxlen=REMEMBERED)
        self._last = [self._points(p) for p in (self.scene.poses, self.full.poses)]
        self.pull = np.zeros((0, 3))
        self._taken: list[tuple[np.ndarray, np.ndarray, object]] = []

    @property
    def step_us(self) -> float:
        """Best of the last reduced steps; NaN before the first."""
        return 1e6 * min(self._seconds) / self._substeps if self._seconds else float("nan")

    @property
    def lost(self) -> str:
        """What went wrong for good: a ball dropped, a robot on its back; nothing else."""
        poses = self.scene.poses
        if not np.isfinite(poses).all():
            return "Pulled too hard"
        if self.scene.hand is None:
            return "It fell over" if poses[self._base, 2, 2] < TIPPED else ""
        away = np.linalg.norm(poses[-1, :3, 3] - self._home[-1, :3, 3])
        return "The ball was dropped" if away > LOST else ""

    def step(
        self, targets: Mapping[str, np.ndarray], plucked: bool, ghost: bool, longest: float
    ) -> None:
        """One frame of both; ``longest`` [s] is what MuJoCo may take."""
        forces = self._forces(targets, plucked, self.scene.poses, 0)
        pulls = self._handles.pulls(forces)
        began = perf_counter()
        self.scene.simulation.step(pulls.wrench, self._substeps, pulls.base, pulls.bodies)
        self._seconds.append(perf_counter() - began)
        if ghost:
            theirs = self._forces(targets, plucked, self.full.poses, 1)
            self.full.step(self._handles.loads(theirs), self._substeps, longest)
        self.pull = np.zeros((0, 3))
        if targets:
            name, target = next(iter(targets.items()))
            at = self._points(self.scene.poses)[self.handles.index(name)]
            self.pull = np.stack([at, target, forces[name]])

    def frame(self, time: float, phase: str, ghost: bool) -> SceneFrame:
        """What to show now."""
        scene, poses = self.scene, self.scene.poses
        shown = poses if scene.hand is None else poses[self._links :]
        if ghost:
            shown = np.concatenate([shown, self.full.poses[self._ghosts]])
        has_hand = scene.hand is not None
        return SceneFrame(
            time=time,
            q=[scene.q] if has_hand else (),
            forearm=[se3.to_pose7(poses[self._base])] if has_hand else (),
            bodies=se3.to_pose7(shown),
            contacts=self._contacts(),
            group_force=self._group_force() if has_hand else None,
            handles=self._points(poses),
            pull=self.pull,
            phase=phase,
        )

    def hands(self) -> Sequence[StageHand]:
        """The hand in its skin, if it is one."""
        hand = self.scene.hand
        return () if hand is None else (StageHand(hand.side, hand),)

    def bodies(self, ghost: bool) -> list[StageBody]:
        """Links, unless a hand shows them; bodies; and blue ones of the full simulation."""
        mechanism = self.scene.simulation.model.mechanism
        links = [
            StageBody(link.name, *link_mesh(mechanism, row), link_color(mechanism, row))
            for row, link in enumerate(mechanism.links)
        ]
        bodies = [
            StageBody(body.name, *body_mesh(body.surface), body_color(body.name))
            for body in self.scene.simulation.bodies
        ]
        everything = [*links, *bodies]
        coms = np.vstack([mechanism.com, np.zeros((len(bodies), 3))])
        blue = [
            StageBody(
                f"full {everything[k].name}",
                coms[k] + SLIM * (everything[k].vertices - coms[k]),
                everything[k].faces,
                GHOST,
            )
            for k in self._ghosts
        ]
        own = everything if self.scene.hand is None else bodies
        return [*own, *blue] if ghost else own

    def keep(self) -> None:
        """Remember this frame for a clip."""
        q = np.zeros(0) if self.scene.hand is None else self.scene.q
        self._taken.append((self.scene.poses, q, self.scene.simulation.touch))

    def taken(self, timestep: float) -> Clip | None:
        """The clip of all frames kept, and forget them."""
        frames, self._taken = self._taken, []
        if not frames:
            return None
        poses, q, touch = zip(*frames, strict=True)
        time = np.arange(len(frames)) * timestep
        run = ContactRun(time, np.stack(poses), np.stack(q), touch, 0.0)
        return contact_clip(self.scene, run)

    @property
    def _ghosts(self) -> list[int]:
        """Rows of links and bodies that the full simulation moves."""
        bodies = self.scene.simulation.bodies
        moving = [self._links + k for k, body in enumerate(bodies) if body.mass > 0]
        fixed = () if self.scene.simulation.model.mechanism.free_base else (self._base,)
        return [k for k in range(self._links) if k not in fixed] + moving

    def _points(self, poses: np.ndarray) -> np.ndarray:
        return self._handles.points(poses)

    def _forces(
        self, targets: Mapping[str, np.ndarray], plucked: bool, poses: np.ndarray, which: int
    ) -> dict[str, np.ndarray]:
        """(3,) [N] by handle that mouse and button exert on one of the two simulations."""
        points, base = self._points(poses), self.scene.simulation.model.T_rest[self._base]
        speed = (points - self._last[which]) * 60.0
        self._last[which] = points
        forces: dict[str, np.ndarray] = {}
        if plucked:
            forces[self.scene.pulled] = np.array(self.scene.pull)
        longest = FARTHEST * self.scene.simulation.model.mechanism.radius
        for name, target in targets.items():
            k = self.handles.index(name)
            if k < len(self._to_force):
                rest = se3.apply(poses[self._base] @ se3.inverse(base), self._rest[k])
                force = self._to_force[k] @ reached(target - rest, longest)
            else:
                stiff = self._mass * 9.81 / GIVE
                calm = 2 * CALM * np.sqrt(stiff * self._mass)
                force = stiff * reached(target - points[k], longest) - calm * speed[k]
            forces[name] = forces.get(name, 0.0) + force
        return forces

    def _contacts(self) -> ShownContacts:
        touch, feet = self.scene.simulation.touch, self.scene.simulation.feet
        if self.scene.hand is None:
            none = np.full(len(touch.foot), NO_HAND)
            return ShownContacts(touch.pos, touch.force, none, none)
        tips = list(TIP_SEGMENT.values())
        group = np.array([tips.index(feet[f].effector) for f in touch.foot], dtype=int)
        return ShownContacts(touch.pos, -touch.force, group, np.zeros(len(group), int))

    def _group_force(self) -> np.ndarray:
        digits = finger_forces(self.scene, (self.scene.simulation.touch,))[0]
        return np.hstack([digits, np.zeros((1, 1))])
