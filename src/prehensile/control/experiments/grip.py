"""Experiment: how hard a hand presses and how much it withstands, over the grip strength α."""

from typing import NamedTuple

import numpy as np

from prehensile.control.arm.path import StillArm
from prehensile.control.example.controller import ExampleController
from prehensile.control.example.opposition import OPPOSITIONS
from prehensile.control.example.style import DEFAULT_STYLE, load_style
from prehensile.control.experiments.example_setpoints import example_poses, example_setpoints
from prehensile.control.law.active import ActiveTerm
from prehensile.control.law.gains import GRASPS, Gains
from prehensile.control.law.law import ControlLaw
from prehensile.control.law.passive import PassiveTerm
from prehensile.control.law.squeeze import ForceSqueeze
from prehensile.hand.bare_hand import bare_hand
from prehensile.hand.hand import Hand
from prehensile.lie import se3
from prehensile.world.objects.primitives import ball, cylinder
from prehensile.world.scene import HandInScene, ObjectInScene
from prehensile.world.world import World

ALPHAS = (0.0, 0.1, 0.2, 0.3, 0.4, 0.5)
"""Grip strengths, those of the paper's video."""
FOREARM = (0.0, 0.0, 0.4, np.sqrt(0.5), np.sqrt(0.5), 0.0, 0.0)
"""(7,) thumb up"""
RADIUS, LENGTH, MASS = 0.026, 0.12, 0.005
"""[m], [m], [kg] of the cylinder, which stands upright in the hand"""
IN_PALM = (0.088, 0.0, -0.021 - RADIUS)
"""[m] its centre"""
OPPOSED = np.radians(max(OPPOSITIONS))
"""[rad] The thumb of a hand that closed on nothing lies beside it: here it is brought round."""
SETTLE = 2.0
"""[s] until forces are read"""
PULL_SPEED = 0.02
"""[m/s] of the far end of the spring that pulls"""
LOST = 0.02
"""[m] An object that has moved this far is out of hand."""


class Grip(NamedTuple):
    """How hard a hand grips with one α."""

    alpha: float
    force: float
    """[N] sum of normal forces at rest"""
    withstood: float
    """[N] greatest pull before the object was out of hand; 0 if it was not pulled"""


def grip_test(
    alpha: float, gains: Gains = GRASPS, hand: Hand | None = None, pulled: bool = False
) -> Grip:
    """Close a hand on a cylinder, read the forces, then pull the cylinder out of it.

    Args:
        alpha: grip strength.
        gains: the published ones, or stronger.
        hand: that grips; the mean adult's right hand without tissue if left out.
        pulled: whether to pull, away from the palm.
    """
    world, controller = hand_round_cylinder(bare_hand(Hand()) if hand is None else hand, gains)
    controller.alpha = alpha
    force = settled_force(world, controller, SETTLE)
    return Grip(alpha, force, _withstood(world, controller) if pulled else 0.0)


def hand_round_cylinder(
    hand: Hand, gains: Gains, squeeze: ForceSqueeze | None = None
) -> tuple[World, ExampleController]:
    """An open hand round a cylinder, and its controller in GRIPPING.

    Args:
        hand: with which a cylinder is gripped.
        gains: of its springs.
        squeeze: a grip in newtons; by α if left out.
    """
    style = load_style(DEFAULT_STYLE).on(hand)
    passive = PassiveTerm(style.neutral, hand.lower, hand.upper)
    law = ControlLaw(hand, passive, ActiveTerm(example_setpoints(style, hand, OPPOSED)), gains)
    wide, _ = example_poses(style, hand, OPPOSED)
    controller = ExampleController(
        law, lambda obs: 0.0, StillArm(np.array(FOREARM)), squeeze=squeeze
    )
    world = World(HandInScene(hand, forearm=FOREARM, q=wide), _held_cylinder(), floor=False)
    controller.reset(world.observe())
    return world, controller


def settled_force(world: World, controller: ExampleController, seconds: float) -> float:
    """[N] sum of normal forces after this time [s], averaged over the last ten steps."""
    forces = []
    for _ in range(round(seconds / world.timestep)):
        frame = world.step(controller.act(world.observe()))
        forces.append(frame.group_force.sum())
    return float(np.mean(forces[-10:]))


def _held_cylinder() -> list[ObjectInScene]:
    """A cylinder that a small fixed bead holds in place until the hand has closed."""
    place = se3.apply(se3.from_pose7(np.array(FOREARM)), np.array(IN_PALM))
    above = place + np.array([0.0, 0.0, LENGTH])
    upright = (1.0, 0.0, 0.0, 0.0)
    return [
        ObjectInScene(ball(0.005, mass=0.001, name="bead"), pose=(*above, *upright), fixed=True),
        ObjectInScene(
            cylinder(RADIUS, LENGTH, mass=MASS), pose=(*place, *upright), presented_by="bead"
        ),
    ]


def _withstood(world: World, controller: ExampleController) -> float:
    """[N] greatest force of a spring whose far end moves away from the palm."""
    world.release("cylinder")
    away = se3.from_pose7(np.array(FOREARM))[:3, :3] @ [0.0, 0.0, -1.0]
    start = world.object_pose("cylinder")[:3]
    began, most = world.time, 0.0
    while np.linalg.norm(world.object_pose("cylinder")[:3] - start) < LOST:
        end = start + PULL_SPEED * (world.time - began) * away
        world.pull("cylinder", np.zeros(3), end, frequency=10.0)
        world.step(controller.act(world.observe()))
        most = max(most, float(world.mouse_force @ away))
        if world.time - began > 60:
            break
    return most
