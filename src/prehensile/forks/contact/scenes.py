"""Shipped mechanisms that touch something: a hand with a ball, a six-legged robot on the ground."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from prehensile.errors import InputError
from prehensile.forks.contact.handles import Handles
from prehensile.forks.contact.simulation import Body, ContactSimulation
from prehensile.forks.contact.surface import Ball, Ground
from prehensile.forks.mechanism.foot import Foot
from prehensile.forks.mechanism.mechanism import Mechanism
from prehensile.forks.models.grip import BALL_MASS, PAD
from prehensile.forks.models.hexapod import bumps, feet_of, hexapod
from prehensile.forks.models.load import touched_at
from prehensile.forks.models.shipped import GRAVITY, grasping_grip
from prehensile.forks.reduced.model import reduce, reduced_model
from prehensile.forks.statics.compliance import linearise
from prehensile.forks.statics.equilibrium import equilibrium
from prehensile.hand.hand import Hand
from prehensile.hand.segments import TIP_SEGMENT
from prehensile.lie import se3

SETTLING = 1.5
"""[s] until a scene stands still"""


@dataclass(frozen=True, eq=False)
class ContactScene:
    """A mechanism that stands or holds, settled, with what is needed to show it."""

    simulation: ContactSimulation
    pulled: str
    """the handle to pull unless told otherwise"""
    pull: tuple[float, float, float]
    """[N] that moves it visibly and lets go of nothing"""
    hand: Hand | None = None
    """the hand that the mechanism is, if it is one"""
    q_rest: np.ndarray | None = None
    """(dof,) [rad] where its springs rest"""

    @property
    def handles(self) -> Handles:
        """Everything in the scene that can be pulled, by name."""
        return Handles(self.simulation)

    @property
    def poses(self) -> np.ndarray:
        """(links + bodies, 4, 4) world."""
        return np.concatenate([self.simulation.poses, self.simulation.motion.T_bodies])

    @property
    def q(self) -> np.ndarray:
        """(dof,) [rad] joint vector of the hand."""
        assert self.hand is not None and self.q_rest is not None, "the scene has no hand"
        q, theta = self.q_rest.copy(), self.simulation.joint_angles
        for joint, angles in zip(self.simulation.model.mechanism.joints, theta, strict=True):
            for name, angle in zip(joint.name.split("+"), angles, strict=False):
                q[self.hand.joint_index(name)] += angle
        return q


def hand_with_ball(
    timestep: float = 1 / 240, effectors: Sequence[str] | None = None
) -> ContactScene:
    """The hand holding a ball between its five fingertips, from above.

    Args:
        timestep: [s]
        effectors: end effectors, the fingertips among them; only those if left out.
    """
    grip = grasping_grip()
    mechanism = _with_effectors(grip.mechanism, effectors)
    tips = list(TIP_SEGMENT.values())
    load, preload = np.zeros((len(mechanism.links), 6)), np.zeros((len(mechanism.effectors), 6))
    load[[mechanism.link_index(name) for name in tips]] = grip.wrench
    preload[[mechanism.effectors.index(name) for name in tips]] = grip.wrench
    model = reduced_model(linearise(mechanism, state=equilibrium(mechanism, load, GRAVITY)))
    feet = [Foot(name, pad, PAD) for name, pad in zip(tips, grip.pads, strict=True)]
    T = np.eye(4)
    T[:3, 3] = grip.centre
    inertia = 0.4 * BALL_MASS * grip.radius**2 * np.eye(3)
    ball = Body(Ball(grip.radius), T, BALL_MASS, inertia, "ball")
    simulation = ContactSimulation(model, feet, [ball], timestep, GRAVITY, preload)
    return ContactScene(_settled(simulation), "ball", (0.5, 0.5, -0.6), grip.hand, grip.q_rest)


def standing_hexapod(
    timestep: float = 1 / 240, effectors: Sequence[str] | None = None
) -> ContactScene:
    """The robot on uneven ground, its trunk a free body; arguments as in `hand_with_ball`."""
    robot = hexapod()
    mechanism = _with_effectors(robot, effectors)
    ground = Body(Ground(bumps), name="ground")
    held = reduce(mechanism, gravity=GRAVITY)
    simulation = _settled(ContactSimulation(held, feet_of(robot), [ground], timestep, GRAVITY))
    simulation = _settled(about_contacts(simulation))
    return ContactScene(simulation, "trunk", (25.0, 35.0, 0.0))


CONTACT_SCENES: dict[str, Callable[..., ContactScene]] = {
    "hand": hand_with_ball,
    "hexapod": standing_hexapod,
}
"""By the name of the shipped mechanism."""


def _with_effectors(mechanism: Mechanism, effectors: Sequence[str] | None) -> Mechanism:
    if effectors is None:
        return mechanism
    missing = [name for name in mechanism.effectors if name not in effectors]
    chosen = touched_at(mechanism, effectors)
    if missing:
        raise InputError(
            f"{missing[0]!r} is not among the end effectors, but {mechanism.name!r} touches the "
            "world with it; name it too, or hold the base and touch nothing (--held)."
        )
    return chosen


def about_contacts(simulation: ContactSimulation) -> ContactSimulation:
    """The same, linearised where it stands: bent by the forces on its feet as well.

    Loads on bent legs change their stiffness; a robot pulled sideways leans farther.
    """
    mechanism, touch = simulation.model.mechanism, simulation.touch
    back = simulation.carried[:3, :3].T
    T_links = simulation.poses
    load, effectors = np.zeros((len(mechanism.links), 6)), simulation.model.linearisation.effectors
    for foot, pos, force in zip(touch.foot, touch.pos, touch.force, strict=True):
        row = mechanism.link_index(simulation.feet[foot].effector)
        lever = pos - se3.apply(T_links[row], mechanism.com[row])
        load[row] += np.concatenate([back @ force, back @ np.cross(lever, force)])
    state = equilibrium(mechanism, load, simulation.gravity)
    model = reduced_model(linearise(mechanism, effectors, state))
    preload = load[[mechanism.link_index(name) for name in effectors]]
    found = ContactSimulation(
        model, simulation.feet, simulation.bodies, simulation.timestep, simulation.gravity, preload
    )
    found.motion.T_base[:] = simulation.motion.T_base
    return found


def _settled(simulation: ContactSimulation) -> ContactSimulation:
    simulation.step(steps=round(SETTLING / simulation.timestep))
    simulation.begin_here()
    return simulation
