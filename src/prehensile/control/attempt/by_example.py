"""An object on its stand, and a hand that grasps it as one example showed.

The states, setpoints and torques are Pollard & Zordan's (2005). Beyond the paper, the wrist goes
where `style_candidates` says, and the grip setpoint is scaled by the object's size: each digit's
lies a fixed share of the example's closing beyond where the digit will meet the surface.
"""

import numpy as np

from prehensile.control.arm.carry import Carry, Shake
from prehensile.control.attempt.attempt import PLAIN, Tuning
from prehensile.control.attempt.example_script import ExampleScript, Timetable
from prehensile.control.attempt.play import Play
from prehensile.control.example.grasp_style import GraspStyle
from prehensile.control.example.states import GRASPS
from prehensile.control.law.gains import EVERYDAY, gains_for
from prehensile.control.live.example import ExampleSettings
from prehensile.control.live.sized_setpoints import closing_seconds, pace_of, sized_setpoints
from prehensile.control.live.stand import Stand
from prehensile.control.live.way_in import WayIn
from prehensile.control.place.candidate import Candidate
from prehensile.control.place.stand import On
from prehensile.hand.hand import Hand
from prehensile.world.objects.object import Object
from prehensile.world.scene import DEFAULT_TIMESTEP

OPENED = 0.25
"""[m] from the object, where the hand is told to be open. Its springs follow late, and the way in
is known to be clear for an open hand only: at Table 1's 0.05 the thumb of a hand that arrives is
still on its way, and lands on what lies there"""
SHAKE = Shake(np.array([1.0, 1.0, 1.0]) / np.sqrt(3))
"""Along no axis of the hand, 3 cm to and fro, 2.5 times a second: three quarters of gravity."""


def example_play(
    obj: Object,
    hand: Hand,
    style: GraspStyle,
    candidate: Candidate,
    carries: tuple[Carry, ...],
    grip: float | None = None,
    hold: float = 3.0,
    timestep: float = DEFAULT_TIMESTEP,
    preset: str = "hold",
    there: bool = False,
    on: On = "table",
    put: np.ndarray | None = None,
    tuning: Tuning = PLAIN,
) -> Play[ExampleScript]:
    """One candidate in its world, ready to be stepped.

    Args:
        obj: what stands there.
        hand: that grasps it.
        style: whose grasp is followed, fitted to this hand.
        candidate: where the hand is laid against the object, from `style_candidates`.
        carries: what the arm does with the object, one after the other.
        grip: [N] the force mode (Andrews 2014, 5.4.3) in place of the scaled grip setpoint.
        hold: [s] at the end.
        timestep: [s]
        preset: of the solver, as `World` takes it.
        there: begin where the hand grasps, open, without the approach.
        on: what the object rests on.
        put: (3,) [m] from where it stood to where it is put down; None: it stays in the air.
        tuning: the animator's numbers.
    """
    way = WayIn(obj, candidate, hand.side)
    start, q = (way.there, candidate.q_shaped) if there else (way.afar, style.neutral)
    stand = Stand(obj, hand, start, q, timestep=timestep, preset=preset, on=on)
    setpoints = sized_setpoints(style, hand, candidate, in_newtons=grip is not None)
    closing = closing_seconds(setpoints, pace_of(style))
    timetable = Timetable(None if there else way.reach, closing, carries, hold)
    script = ExampleScript(
        stand,
        start,
        style,
        candidate,
        timetable,
        settings_for(grip, tuning),
        put,
        None if there else way.draw_back,
    )
    return Play(stand, script)


def settings_for(grip: float | None, tuning: Tuning = PLAIN) -> ExampleSettings:
    """A grip [N], or the scaled setpoint's if None, with springs that suit it, or as tuned."""
    gains = EVERYDAY if grip is None else gains_for(grip)
    if tuning.strength is not None:
        gains = gains.stronger(tuning.strength)
    near, far = tuning.reach or (OPENED, GRASPS.open)
    return ExampleSettings(
        alpha=tuning.alpha, grip=grip, gains=gains, close=near, open=far, reflex=tuning.reflex
    )
