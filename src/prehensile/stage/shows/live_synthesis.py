"""`LiveSynthesis`: a hand on springs and a thing, of which everything can be changed as it runs."""

from dataclasses import replace
from time import perf_counter

import numpy as np

from prehensile.hand.hand import Hand
from prehensile.lie import se3
from prehensile.motion.contacts import ContactFrame
from prehensile.stage.shows.body_pull import BodyPull
from prehensile.synthesis.contacts import HAND, Contacts
from prehensile.synthesis.damping import DAMPING
from prehensile.synthesis.joint_limits import JointLimits
from prehensile.synthesis.made_clip import MadeClip
from prehensile.synthesis.play.playing import RATE_HZ
from prehensile.synthesis.reflex import GripReflex
from prehensile.synthesis.scene_geometry import SceneGeometry
from prehensile.synthesis.setting import Reference, Setting, State
from prehensile.synthesis.simulation import Simulation
from prehensile.synthesis.structure import HandStructure
from prehensile.world.scene import ObjectInScene

LATELY = 0.98
"""share of the old mean in that of a step's time: those of the last 50 steps count most"""


class LiveSynthesis:
    """Steps a hand among objects, the first of which is the thing; the others stand still.

    Args:
        hand: whose.
        name: of the hand.
        compliance: (n, n) C
        start: where the hand begins, at rest.
        objects: named, where they begin.

    Attributes:
        softness: factor of C.
        friction: of the hand's skin on everything.
        wrench: (N, 6) of the last step, at ``contacts``, where it began.
        slip: (N, 3) [m/s]
        pull: of the mouse, if it pulls.
        pulled: (3,) [N] by it.
        step_s: [s] that a step takes here, of late.
    """

    def __init__(
        self,
        hand: Hand,
        name: str,
        compliance: np.ndarray,
        start: Reference,
        objects: tuple[ObjectInScene, ...],
    ):
        self.hand, self.name, self.objects = hand, name, objects
        self._C, self._start = compliance, start
        self._geometry = SceneGeometry(hand, objects)
        self._setting = Setting(
            HandStructure(hand), self._geometry.bodies, 1 / RATE_HZ, limits=JointLimits.of(hand)
        )
        thing = objects[0].object
        self.softness, self.friction, self.damping = 1.0, float(thing.friction[0]), DAMPING
        self.mass, self.reflex = thing.mass, False
        self.step_s = 0.0
        self.reader = self.clip_maker()
        self.restart()

    def restart(self) -> None:
        """Everything where it began, with the values as they are."""
        bodies = self._geometry.body_poses(
            se3.from_pose7(np.array([o.pose for o in self.objects], float))
        )
        self._began_at = bodies[0, 2, 3]
        self._simulation = Simulation(
            self._setting, self._touching, self._springs, self._start, bodies,
            reflex=GripReflex() if self.reflex else None,
        )  # fmt: skip
        self.contacts, self.before = Contacts.none(), self.state
        self.wrench, self.slip = np.zeros((0, 6)), np.zeros((0, 3))
        self.pull: BodyPull | None = None
        self.pulled = np.zeros(3)

    def weigh(self, mass: float) -> None:
        """Give the thing another mass [kg], from now on; its inertia follows."""
        body, *rest = self._setting.bodies
        share = mass / body.mass
        heavier = replace(body, mass=mass, inertia=share * body.inertia)
        self.mass = mass
        self._use(replace(self._setting, bodies=(heavier, *rest)))

    def damp(self, damping: float) -> None:
        """Damp contacts by so many [Ns/m] for each newton, from now on."""
        self.damping = damping
        self._use(replace(self._setting, damping=damping))

    def grip_what_slips(self, on: bool) -> None:
        """Whether there is a reflex, from now on."""
        self.reflex = on
        self._simulation.reflex = GripReflex() if on else None

    def hang(self, anchor: np.ndarray, target: np.ndarray) -> None:
        """Pull the thing at a point (3,) [m] of its frame to another, world."""
        self.pull = BodyPull(anchor - self.objects[0].object.com, target)

    def step(self, to: Reference) -> None:
        """Go on by one step, to a reference."""
        began = perf_counter()
        simulation, h = self._simulation, self._setting.timestep
        if self.pull is not None:
            state, body = simulation.state, self._setting.bodies[0]
            T, phi = state.T_bodies[0], np.array(state.phi)
            self.pulled = self.pull.force(body, T, phi[0])
            phi[0] = self.pull.pushed(body, T, phi[0], h)
            simulation.state = replace(state, phi=phi)
        self.before, self.contacts = simulation.state, simulation.contacts
        done = simulation.step(to)
        self.wrench, self.slip = done.wrench, done.slip
        took = perf_counter() - began
        self.step_s = LATELY * self.step_s + (1 - LATELY) * took if self.step_s else took

    @property
    def state(self) -> State:
        """Where everything is."""
        return self._simulation.state

    @property
    def timestep(self) -> float:
        """[s]"""
        return self._setting.timestep

    @property
    def lift(self) -> float:
        """[m] by which the thing is higher than where it began"""
        return float(self.state.T_bodies[0, 2, 3] - self._began_at)

    @property
    def unsolved(self) -> int:
        """Steps for which no forces were found, since it began."""
        return len(self._simulation.unsolved)

    @property
    def reflex_level(self) -> float:
        """By how much the reflex has tightened the grip; 0 without one."""
        reflex = self._simulation.reflex
        return 0.0 if reflex is None else reflex.level

    def poses(self) -> np.ndarray:
        """(O, 7) of the objects, where the last step began."""
        return se3.to_pose7(self._geometry.object_poses(self.before.T_bodies))

    def forearm(self) -> np.ndarray:
        """(7,) of the hand, where the last step began."""
        T = self.before.reference.T_base.copy()
        T[:3, 3] += self.before.theta[self.hand.dof :]
        return se3.to_pose7(T)

    def touching(self) -> tuple[ContactFrame, np.ndarray, np.ndarray]:
        """Contacts of the last step, their slip (N,) [m/s], and the hand's forces (6,) [N]."""
        frame, force = self.reader.read(self.contacts, self.wrench)
        return frame, np.linalg.norm(self.slip[self.wrench.any(axis=1)], axis=1), force

    @property
    def rests(self) -> bool:
        """Whether the thing stands on something, be it as lightly as may be."""
        return bool(self.wrench[self.contacts.upper != HAND].any())

    def hand_slip(self) -> float:
        """[m/s] the fastest of the hand's contacts"""
        mine = (self.contacts.upper == HAND) & self.wrench.any(axis=1)
        return float(np.linalg.norm(self.slip[mine], axis=1).max(initial=0.0))

    def clip_maker(self) -> MadeClip:
        """What gathers steps into a clip; it tells the thing's values as they are now."""
        thing, *rest = self.objects
        now = thing.object.with_mass(self.mass).with_friction(self.friction)
        objects = (replace(thing, object=now), *rest)
        return MadeClip(self.hand, self.name, objects, self._geometry)

    def _use(self, setting: Setting) -> None:
        self._setting = self._simulation.setting = setting

    def _springs(self, time: float, state: State) -> np.ndarray:
        return self.softness * self._C

    def _touching(self, links: np.ndarray, bodies: np.ndarray) -> Contacts:
        found = self._geometry(links, bodies)
        skin = np.where(found.upper == HAND, self.friction, found.friction)
        return found._replace(friction=skin)
