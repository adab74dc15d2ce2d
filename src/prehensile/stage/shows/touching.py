"""`TouchingShow`: a mechanism that stands or holds, live, beside all of it in MuJoCo."""

from collections import deque
from collections.abc import Sequence
from time import perf_counter

import numpy as np

from prehensile.forks.contact.clip import body_color, body_mesh, contact_clip, finger_forces
from prehensile.forks.contact.full_simulation import FullContactSimulation
from prehensile.forks.contact.run import ContactRun
from prehensile.forks.contact.scenes import ContactScene
from prehensile.forks.contact.tables import Touch
from prehensile.forks.measure.accuracy import centre_compliance
from prehensile.forks.mechanism.clip import link_color
from prehensile.forks.mechanism.link_mesh import link_mesh
from prehensile.hand.segments import TIP_SEGMENT
from prehensile.lie import se3
from prehensile.motion.clip import Clip
from prehensile.stage.mouse_force import FARTHEST, reached, to_force
from prehensile.stage.scene import (
    FRAME_RATE,
    NO_HAND,
    SceneFrame,
    ShownContacts,
    StageBody,
    StageHand,
)
from prehensile.stage.shows.show import GHOST, SLIM, SUBSTEPS, Pulls, Show, eye, vec3

GIVE = 0.05
"""[m] that the mouse's spring stretches under the weight of what it holds up."""
CALM = 0.7
"""Share of critical damping of that spring."""
REMEMBERED = 60
"""Frames whose best step time is reported."""
FARTHEST_BALL = 0.3
"""[m] that a ball may go away before it counts as dropped."""
LEAST_UPRIGHT = 0.3
"""Cosine of a robot's tilt below which it has fallen over."""
SIDE, HAND_SIDE, AWAY = np.array([0.75, -1.0, 0.35]), np.array([0.6, 1.0, 0.15]), 4.5
"""From what stands, or from a hand, to the eye: direction, and distance in radii."""


class TouchingShow(Show):
    """A contact scene; its trunk or its ball can be dragged too.

    Args:
        scene: settled, stepped by 1/240 s.
        full: the same in MuJoCo.
    """

    def __init__(self, scene: ContactScene, full: FullContactSimulation):
        self.scene, self.full = scene, full
        simulation, mechanism = scene.simulation, scene.simulation.model.mechanism
        self._handles, self._links = scene.handles, len(mechanism.links)
        self.handles = self._handles.names
        self.floor = scene.hand is not None  # a robot brings its own ground
        effectors = len(simulation.model.linearisation.effectors)
        self._to_force = [
            to_force(centre_compliance(simulation.model, e)) for e in range(effectors)
        ]
        self._rest = self._handles.points(
            np.concatenate([simulation.model.T_rest, simulation.motion.T_bodies])
        )
        self._mass = float(mechanism.mass.sum())
        if not mechanism.free_base:
            self._mass = max(body.mass for body in simulation.bodies)
        self._base, self._home = mechanism.base, scene.poses
        self._kept: list[tuple[np.ndarray, np.ndarray, Touch]] = []
        centre = self._handles.points(scene.poses).mean(axis=0)
        side = SIDE if scene.hand is None else HAND_SIDE
        self.look_at, self.look_from = vec3(centre), eye(centre, side, AWAY * mechanism.radius)
        self.reset()

    @property
    def pulled(self) -> str:
        """The trunk or the ball."""
        return self.scene.pulled

    @property
    def full_step_us(self) -> float:
        """Best of the last steps."""
        return self.full.step_us

    def reset(self) -> None:
        """As it stood at first."""
        self.scene.simulation.reset()
        self.full.reset()
        self._seconds: deque[float] = deque(maxlen=REMEMBERED)
        self._last = list(self.points())
        self._arrow = np.zeros((0, 3))

    @property
    def step_us(self) -> float:
        """Best of the last steps; NaN before the first."""
        return 1e6 * min(self._seconds) / SUBSTEPS if self._seconds else float("nan")

    @property
    def lost(self) -> str:
        """What went wrong for good: a ball dropped, a robot on its back; nothing else."""
        poses = self.scene.poses
        if not np.isfinite(poses).all():
            return "Pulled too hard"
        if self.scene.hand is None:
            return "It fell over" if poses[self._base, 2, 2] < LEAST_UPRIGHT else ""
        away = np.linalg.norm(poses[-1, :3, 3] - self._home[-1, :3, 3])
        return "The ball was dropped" if away > FARTHEST_BALL else ""

    def step(self, pulls: Pulls, ghost: bool, longest: float) -> int:
        """One frame of both."""
        forces = self._forces(pulls, self.scene.poses, 0)
        ours = self._handles.pulls(forces)
        began = perf_counter()
        self.scene.simulation.step(ours.wrench, SUBSTEPS, ours.base, ours.bodies)
        self._seconds.append(perf_counter() - began)
        made = 0
        if ghost:
            theirs = self._forces(pulls, self.full.poses, 1)
            made = self.full.step(self._handles.loads(theirs), SUBSTEPS, longest)
        self._arrow = np.zeros((0, 3))
        if pulls.targets:
            name, target = next(iter(pulls.targets.items()))
            at = self.points()[0][self.handles.index(name)]
            self._arrow = np.stack([at, target, forces[name]])
        return made

    def points(self) -> tuple[np.ndarray, np.ndarray]:
        """Centres of mass of what can be dragged."""
        return self._handles.points(self.scene.poses), self._handles.points(self.full.poses)

    def frame(self, time: float, phase: str, ghost: bool) -> SceneFrame:
        """Links or the hand, bodies, contacts; blue ones if the full simulation is shown."""
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
            handles=self._handles.points(poses),
            pull=self._arrow,
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
        """Remember poses, joint angles and contacts."""
        q = np.zeros(0) if self.scene.hand is None else self.scene.q
        self._kept.append((self.scene.poses, q, self.scene.simulation.touch))

    def taken(self, timestep: float) -> Clip | None:
        """The clip of all frames kept."""
        frames, self._kept = self._kept, []
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

    def _forces(self, pulls: Pulls, poses: np.ndarray, which: int) -> dict[str, np.ndarray]:
        """(3,) [N] by handle on one of the two simulations, the reduced (0) or the full (1)."""
        points = self._handles.points(poses)
        base = self.scene.simulation.model.T_rest[self._base]
        speed = (points - self._last[which]) * FRAME_RATE
        self._last[which] = points
        forces: dict[str, np.ndarray] = {}
        if pulls.shares[which]:
            forces[self.pulled] = pulls.shares[which] * np.array(self.scene.pull)
        longest = FARTHEST * self.scene.simulation.model.mechanism.radius
        for name, target in pulls.targets.items():
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
