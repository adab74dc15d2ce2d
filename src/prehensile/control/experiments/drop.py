"""Experiment: something falls on the passive hand (Figure 2 of Pollard & Zordan 2005)."""

import math
from typing import NamedTuple

import numpy as np

from prehensile.control.arm.path import StillArm
from prehensile.control.example.controller import ExampleController
from prehensile.control.law.gains import GRASPS, Gains
from prehensile.control.law.law import ControlLaw, Terms
from prehensile.control.law.passive import PassiveTerm
from prehensile.hand.bare_hand import bare_hand
from prehensile.hand.hand import Hand
from prehensile.kinematics.forward import segment_transforms
from prehensile.lie import se3
from prehensile.world.objects.primitives import ball
from prehensile.world.scene import DEFAULT_TIMESTEP, HandInScene, ObjectInScene
from prehensile.world.world import World

PALM_UP = (0.0, 0.0, 0.3, 0.0, 1.0, 0.0, 0.0)
"""(7,) the forearm turned about its own axis by half a turn"""
MASS, HEIGHT, RADIUS = 0.02, 0.1, 0.02
"""[kg], [m], [m] of the ball"""
SECONDS = 1.0
"""[s] from the drop on that are simulated"""
NO_STOP = math.radians(90)
"""[rad] by which the hard stops are moved out of the way"""


class Dropped(NamedTuple):
    """The hand while it was hit and after."""

    time: np.ndarray
    """(N,) [s]"""
    q: np.ndarray
    """(N, dof) [rad]"""
    past_stop: np.ndarray
    """(N, dof) [rad] beyond the nearer limit; negative inside"""
    overshoot: float
    """[rad] the most of it"""
    joint: str
    """that went farthest beyond its limit"""


def drop_test(
    hand: Hand | None = None,
    soft_limits: bool = True,
    hard_stops: bool = True,
    gains: Gains = GRASPS,
    timestep: float = DEFAULT_TIMESTEP,
) -> Dropped:
    """Drop a 20 g ball from 10 cm on the fingers of a hand that lies open, palm up.

    Args:
        hand: on which it falls; the mean adult's right hand if left out.
        soft_limits: the springs k_JL of (3).
        hard_stops: the model's own stops at the same angles, and `HardStop` before them.
        gains: of the passive term.
        timestep: [s]
    """
    whole = Hand() if hand is None else hand
    model = bare_hand(whole, widened=0.0 if hard_stops else NO_STOP)
    passive = PassiveTerm(whole.spec.rest, whole.lower, whole.upper)
    if not soft_limits:
        gains = Gains(gains.stiffness, gains.damping, 0.0, gains.strength)
    law = ControlLaw(model, passive, gains=gains, terms=Terms(active=False, stop=hard_stops))
    controller = ExampleController(law, lambda obs: math.inf, StillArm(np.array(PALM_UP)))
    world = World(
        HandInScene(model, forearm=PALM_UP),
        ObjectInScene(ball(RADIUS, mass=MASS), pose=_above(whole)),
        timestep=timestep,
        floor=False,
    )
    controller.reset(world.observe())
    times, angles = [], []
    for _ in range(round(SECONDS / timestep)):
        obs = world.observe()
        times.append(world.time)
        angles.append(obs.q)
        world.step(controller.act(obs))
    q = np.stack(angles)
    past = np.maximum(whole.lower - q, q - whole.upper)
    worst = int(past.max(axis=0).argmax())
    return Dropped(np.array(times), q, past, float(past.max()), whole.joint_names[worst])


def _above(hand: Hand) -> np.ndarray:
    """(7,) of the ball, ``HEIGHT`` above the middle phalanges of the middle and ring fingers."""
    at = segment_transforms(hand, hand.spec.rest, se3.from_pose7(np.array(PALM_UP)))
    fingers = ("middle-finger-phalanx-intermediate", "ring-finger-phalanx-intermediate")
    knuckles = np.mean([at[name][:3, 3] for name in fingers], axis=0)
    top = max(at[name][2, 3] for name in fingers)
    return np.array([knuckles[0], knuckles[1], top + HEIGHT + RADIUS + 0.01, 1.0, 0.0, 0.0, 0.0])
