"""Experiment: what is held gets heavier, as a cup that is filled; with and without the reflex."""

from typing import NamedTuple

import mujoco
import numpy as np

from prehensile.control.arm.carry import lift
from prehensile.control.attempt.attempt import Tuning
from prehensile.control.attempt.by_example import example_play
from prehensile.control.attempt.job import GRAVITY, GRIP_SAFETY
from prehensile.control.attempt.turns.rehearse import rehearse
from prehensile.control.example.style import DEFAULT_STYLE, load_style
from prehensile.control.law.slip_reflex import SlipReflex
from prehensile.control.place.candidate import Candidate
from prehensile.control.place.stand import stand_pose
from prehensile.control.place.style_candidates import style_candidates
from prehensile.errors import PrehensileError
from prehensile.hand.hand import Hand
from prehensile.lie import se3
from prehensile.motion.clip import Clip
from prehensile.world.objects.primitives import cylinder
from prehensile.world.recorder import Recorder
from prehensile.world.world import World

RADIUS, HEIGHT = 0.03, 0.12
"""[m] of the cup, upright"""
EMPTY, FULL = 0.2, 0.6
"""[kg]"""
SAFETY = 1.5
"""Grip over what friction needs for the empty cup: people's least"""
BEFORE, POURING, AFTER = 1.5, 4.0, 1.5
"""[s] of the hold before, while and after it is filled"""
WAYS = 12
"""placements looked at, most"""
OUT = 0.03
"""[m] down the hand: it is lost"""


class Heavier(NamedTuple):
    """One cup filled in the hand; N steps from the beginning of the hold."""

    time: np.ndarray
    """(N,) [s] from the beginning of the pouring"""
    mass: np.ndarray
    """(N,) [kg]"""
    slid: np.ndarray
    """(N,) [m] of the cup in the palm since the pouring began"""
    sliding: np.ndarray
    """(N,) [m/s] of the cup along the skin, as `SlipReflex` feels it"""
    ordered: np.ndarray
    """(N,) [N] sum of normal forces that was wanted"""
    grip: np.ndarray
    """(N,) [N] that was measured"""
    held: bool
    """whether it is still in the hand"""
    clip: Clip


def heavier_test(
    reflex: bool = True,
    hand: Hand | None = None,
    candidate: Candidate | None = None,
    safety: float = SAFETY,
) -> Heavier:
    """Lift an empty cup with a light grip, hold it, and fill it.

    Args:
        reflex: with `SlipReflex`.
        hand: that holds; the mean adult's right hand if left out.
        candidate: how it holds the cup; `steady_hold` if left out.
        safety: grip over what friction needs for the empty cup.
    """
    whole = Hand() if hand is None else hand
    style = load_style(DEFAULT_STYLE).on(whole)
    cup = cylinder(RADIUS, HEIGHT, EMPTY, name="cup")
    play = example_play(
        cup,
        whole,
        style,
        steady_hold(whole) if candidate is None else candidate,
        (lift(),),
        safety * EMPTY * GRAVITY / float(cup.friction[0]),
        hold=BEFORE + POURING + AFTER,
        there=True,
        tuning=Tuning(reflex=reflex),
    )
    world, squeeze, recorder = play.world, play.controller.squeeze, Recorder(play.world)
    assert squeeze is not None
    begins = float(play.controller.spans()[-1][1])
    while world.time < begins:
        recorder.add(play.step())
    feeler = SlipReflex(whole, cup.name)
    rows, start, slid, mass = [], world.object_in_palm(cup.name), 0.0, EMPTY
    while not play.finished:
        time = world.time - begins - BEFORE
        if time <= 0:
            start = world.object_in_palm(cup.name)
        elif mass < FULL:
            share = min(time / POURING, 1.0)
            mass = _filled(world, cup.name, mass, EMPTY + (FULL - EMPTY) * share)
        feeler(world.observe())
        slid = se3.apart(start, world.object_in_palm(cup.name))[0]
        frame = play.step()
        recorder.add(frame)
        pressed = frame.group_force.sum()
        rows.append((time, mass, slid, feeler.sliding, squeeze.wanted, pressed))
        if slid > OUT:
            break
    columns = np.array(rows).T
    return Heavier(*columns, held=bool(slid < OUT), clip=recorder.clip())


def steady_hold(hand: Hand) -> Candidate:
    """The first placement on the empty cup that a rehearsal with the usual grip finds steady.

    Raises:
        PrehensileError: there is none.
    """
    style = load_style(DEFAULT_STYLE).on(hand)
    cup = cylinder(RADIUS, HEIGHT, EMPTY, name="cup")
    T_world_cup = se3.from_pose7(stand_pose(cup))
    usual = GRIP_SAFETY * EMPTY * GRAVITY / float(cup.friction[0])
    rng = np.random.default_rng(0)
    for candidate in style_candidates(style, hand, cup, T_world_cup, rng, WAYS):
        went = rehearse(cup, hand, style, candidate, usual)
        if went is not None and went.steady:
            return candidate
    raise PrehensileError(f"this hand finds no steady hold on a cup of {2e3 * RADIUS:g} mm.")


def _filled(world: World, body: str, before: float, after: float) -> float:
    """Change the mass [kg] of a body as if its density grew, and return it."""
    model, k = world.model, mujoco.mj_name2id(world.model, mujoco.mjtObj.mjOBJ_BODY, body)
    more = after / before
    for field in (model.body_mass, model.body_inertia, model.body_subtreemass):
        field[k] *= more
    model.body_subtreemass[0] += after - before
    model.body_invweight0[k] /= more
    first = model.body_dofadr[k]
    model.dof_invweight0[first : first + model.body_dofnum[k]] /= more
    return after
