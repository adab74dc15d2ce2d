"""An object on its stand, and a hand that grasps it as one example showed.

The states, setpoints and torques are Pollard & Zordan's (2005). Beyond the paper, the wrist goes
where `style_candidates` says, and the grip setpoint is scaled by the object's size: each digit's
lies a fixed share of the example's closing beyond where the digit will meet the surface.
"""

import numpy as np

from prehensile.control.arm.carry import Carry, Shake, Straight
from prehensile.control.arm.path import CarriedArm
from prehensile.control.example.controller import ExampleController
from prehensile.control.example.states import Distances, GraspStates
from prehensile.control.example.style import GraspStyle
from prehensile.control.example.surface_distance import SurfaceDistance
from prehensile.control.law.active import ActiveTerm
from prehensile.control.law.gains import EVERYDAY
from prehensile.control.law.law import ControlLaw
from prehensile.control.law.passive import PassiveTerm
from prehensile.control.law.setpoints import GRIP, OPEN, Setpoints
from prehensile.control.law.squeeze import ForceSqueeze
from prehensile.control.place.candidates import Candidate
from prehensile.control.place.stand import stand_pose, stand_world
from prehensile.control.place.style_candidates import FURTHEST, OPPOSES, opposition_of
from prehensile.hand.hand import Hand
from prehensile.hand.joints import DIGITS
from prehensile.lie import se3
from prehensile.world.objects.object import Object
from prehensile.world.scene import DEFAULT_TIMESTEP
from prehensile.world.world import Frame

SQUEEZE = 0.9
"""Share of the way from open to grip by which the grip setpoint lies beyond the contact."""
GENTLY = 0.5
"""The same where newtons are asked for: only to bring every digit to the object"""
SETTLED = 0.1
"""[s] after the closing, from which newtons are pressed with"""
APPROACH_SECONDS = 1.0
CLOSING_SECONDS = 0.8
SQUEEZE_SECONDS = 0.9
"""[s] after the hand has closed, for the springs to come to rest; then the stand lets go"""
PAUSE = 0.1
"""[s] between one motion of the arm and the next"""
ARRIVED = 0.001
"""[m] nearer than the planned gap by this, the hand is there"""
LOST = 0.1
"""[m] between hand and object: it was dropped"""
SHAKE = Shake(np.array([1.0, 1.0, 1.0]) / np.sqrt(3))
"""Along no axis of the hand, 3 cm to and fro, 2.5 times a second: three quarters of gravity."""


def sized_setpoints(
    style: GraspStyle, hand: Hand, candidate: Candidate, squeeze: float = SQUEEZE
) -> Setpoints:
    """The style's setpoints, with the thumb opposed and the grip scaled as a candidate wants it.

    Args:
        style: of this hand.
        hand: whose.
        candidate: from `style_candidates`.
        squeeze: share of the way from open to grip beyond the contact.
    """
    wide, grip = candidate.q_open, candidate.q_closed
    closed = np.where(np.isfinite(candidate.closed_at), FURTHEST * candidate.closed_at, 1.0)
    digit = np.array([_digit(name) for name in hand.joint_names])
    share = np.where(digit < 0, 1.0, closed[digit] + squeeze)
    angle, rate = style.setpoints.angle.copy(), style.setpoints.rate.copy()
    angle[:, hand.joint_index(OPPOSES)] += 2 * opposition_of(candidate, style, hand)
    for i, pose in ((OPEN, wide), (GRIP, wide + share * (grip - wide))):
        angle[i], rate[i] = 2 * pose - style.neutral, 0.0
    return Setpoints(hand.joint_names, angle, rate)


class ExampleScene:
    """One candidate in its world, ready to be stepped: object on its stand, hand at the start.

    Args:
        obj: what stands there.
        hand: that grasps it.
        style: how; of this hand.
        candidate: where, from `style_candidates`.
        carries: what the arm does with the object, one after the other.
        grip: [N] the force mode (Andrews 2014, 5.4.3) in place of the scaled grip setpoint.
        hold: [s] at the end.
        timestep: [s]
        preset: of the solver, as `World` takes it.
        there: begin where the hand grasps, without the approach.
    """

    def __init__(
        self,
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
    ):
        T_world_palm = se3.from_pose7(stand_pose(obj)) @ candidate.T_object_palm
        back = T_world_palm[:3, :3] @ candidate.approach
        start = se3.to_pose7(T_world_palm)
        if not there:
            start[:3] += back
        self._spans, self._legs = _timetable(None if there else back, carries, hold)
        closed = next(end for name, _, end in self._spans if name == "close")
        self._release_at = closed + SQUEEZE_SECONDS
        self._presented = obj.mount is None
        self._object = obj.name
        self.world = stand_world(obj, hand, start, candidate.q_open, None, timestep, preset)
        passive = PassiveTerm(style.neutral, hand.lower, hand.upper)
        squeeze = SQUEEZE if grip is None else GENTLY
        active = ActiveTerm(sized_setpoints(style, hand, candidate, squeeze))
        after = CLOSING_SECONDS + SETTLED
        self.controller = ExampleController(
            ControlLaw(hand, passive, active, EVERYDAY),
            SurfaceDistance(self.world, obj.name, enough=candidate.gap),
            CarriedArm(start, *self._legs),
            GraspStates(Distances(touch=candidate.gap + ARRIVED), held_open=True),
            wrist=np.zeros(hand.dof),
            squeeze=None if grip is None else ForceSqueeze(hand, grip, "palm", after),
            closing=CLOSING_SECONDS,
        )
        self.controller.reset(self.world.observe())
        self.released_at: float | None = None

    @property
    def finished(self) -> bool:
        """Whether the hold is over, or the object was dropped."""
        lost = self.released_at is not None and self.controller.states.distance > LOST
        return lost or self.world.time >= self._spans[-1][2]

    def spans(self) -> list[list[str | float]]:
        """Name, begin and end [s] of every phase."""
        return [list(span) for span in self._spans]

    def step(self) -> Frame:
        """One step; the stand lets go of the object when the hand has closed on it."""
        command = self.controller.act(self.world.observe())
        waits = self._presented and self.released_at is None
        if waits and self.world.time >= self._release_at:
            self.world.release(self._object)
            self.released_at = self.world.time
        return self.world.step(command)


def _timetable(
    back: np.ndarray | None, carries: tuple[Carry, ...], hold: float
) -> tuple[list[tuple[str, float, float]], list[tuple[float, Carry]]]:
    """Phases (name, begin, end) and the arm's motions with their beginnings [s]."""
    time = 0.0
    spans: list[tuple[str, float, float]] = []
    legs: list[tuple[float, Carry]] = []
    if back is not None:
        way = float(np.linalg.norm(back))
        come = Straight(-back / way, way, APPROACH_SECONDS, "approach")
        spans.append((come.name, time, APPROACH_SECONDS))
        legs.append((time, come))
        time = APPROACH_SECONDS
    spans.append(("close", time, time + CLOSING_SECONDS))
    time += CLOSING_SECONDS
    spans.append(("squeeze", time, time + SQUEEZE_SECONDS + PAUSE))
    time += SQUEEZE_SECONDS + PAUSE
    for carry in carries:
        legs.append((time, carry))
        spans.append((carry.name, time, time + carry.seconds))
        time += carry.seconds
    return [*spans, ("hold", time, time + hold)], legs


def _digit(joint: str) -> int:
    prefix = joint.partition("_")[0]
    return DIGITS.index(prefix) if prefix in DIGITS else -1
