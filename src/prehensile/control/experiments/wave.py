"""Experiment: how much the fingers wave while the arm shakes in the air, with and without τ_ARM."""

from dataclasses import replace
from typing import NamedTuple

import numpy as np

from prehensile.control.arm.carry import Shake
from prehensile.control.arm.path import CarriedArm
from prehensile.control.example.controller import ExampleController
from prehensile.control.law.gains import HANDSHAKE, Gains
from prehensile.control.law.law import ALL_TERMS, ControlLaw
from prehensile.control.law.passive import PassiveTerm
from prehensile.hand.hand import Hand
from prehensile.hand.joints import WRIST_JOINTS
from prehensile.world.scene import DEFAULT_TIMESTEP, HandInScene
from prehensile.world.world import World

START = (0.0, 0.0, 0.4, np.sqrt(0.5), np.sqrt(0.5), 0.0, 0.0)
"""(7,) of a right forearm with the thumb up, as one offers a hand"""
SHAKE = Shake(np.array([0.0, 0.0, 1.0]), amplitude=0.03, frequency=2.5, seconds=2.4)
"""up and down"""
SETTLE = 1.5
"""[s] before it begins, so that a hand which is wrong about its weight has sagged"""


class Wave(NamedTuple):
    """The fingers of a shaken hand."""

    time: np.ndarray
    """(N,) [s]"""
    deviation: np.ndarray
    """(N, dof) [rad] from where the joints were before"""
    height: np.ndarray
    """(N,) [m] of the wrist above its start"""
    rms: float
    """[rad] over all digit joints while the arm shakes"""


def wave_test(
    hand: Hand,
    compensated: bool = True,
    mass_scale: float = 1.0,
    gains: Gains = HANDSHAKE,
    shake: Shake = SHAKE,
    timestep: float = DEFAULT_TIMESTEP,
) -> Wave:
    """Shake a hand that is at ease, up and down in the air.

    Args:
        hand: that is shaken.
        compensated: whether τ_ARM acts.
        mass_scale: what the controller believes its masses to be, over what they are.
        gains: of the passive term.
        shake: what the arm does.
        timestep: [s] of the simulation.
    """
    passive = PassiveTerm(hand.spec.rest, hand.lower, hand.upper)
    terms = replace(ALL_TERMS, active=False, arm=compensated)
    law = ControlLaw(hand, passive, gains=gains, terms=terms, mass_scale=mass_scale)
    arm = CarriedArm(np.array(START), (SETTLE, shake))
    controller = ExampleController(law, lambda obs: np.inf, arm)
    world = World(HandInScene(hand, forearm=START), timestep=timestep, floor=False)
    controller.reset(world.observe())
    rest, times, angles, heights = None, [], [], []
    while world.time < SETTLE + shake.seconds:
        obs = world.observe()
        if world.time >= SETTLE:
            rest = obs.q if rest is None else rest
            times.append(world.time - SETTLE)
            angles.append(obs.q - rest)
            heights.append(obs.forearm[2] - START[2])
        world.step(controller.act(obs))
    deviation = np.stack(angles)
    digits = [name not in WRIST_JOINTS for name in hand.joint_names]
    rms = float(np.sqrt((deviation[:, digits] ** 2).mean()))
    return Wave(np.array(times), deviation, np.array(heights), rms)


def wave_reduction(hand: Hand, mass_scale: float = 1.0, gains: Gains = HANDSHAKE) -> float:
    """The share of the fingers' wave that τ_ARM takes away."""
    with_arm, without = (wave_test(hand, on, mass_scale, gains).rms for on in (True, False))
    return 1 - with_arm / without
