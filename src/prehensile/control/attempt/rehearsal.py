"""A placement tried quickly before it is played: closed, lifted a little, and shaken.

Without the approach and the hold it costs a small part of a whole grasp and tells the placements
that slip from those that hold.
"""

from typing import NamedTuple

import numpy as np

from prehensile.control.arm.carry import Shake, lift
from prehensile.control.attempt.attempt import PLAIN, PRESSES, Tuning
from prehensile.control.attempt.by_example import SHAKE, example_play
from prehensile.control.example.grasp_style import GraspStyle
from prehensile.control.place.candidate import Candidate
from prehensile.control.place.graspable import DEEP, Hollow
from prehensile.control.place.stand import STAND, TABLE, On
from prehensile.errors import SimulationError
from prehensile.hand.hand import Hand
from prehensile.kinematics.forward import pad_positions
from prehensile.lie import se3
from prehensile.quality.judge.touches import PENETRATION
from prehensile.world.contacts import Contacts
from prehensile.world.objects.object import Object
from prehensile.world.world import Frame

RISE = 0.05
"""[m] that the object is lifted"""
LEFT_BEHIND = 0.25
"""Share of the hand's rise: what has come up by less, half the lift being over, stays behind"""
SHORT_SHAKE = Shake(SHAKE.direction, seconds=1.0)
"""what is done with it then"""
STEADY_MOVED, STEADY_TURNED = 0.008, np.radians(12)
"""[m] and [rad] in the hand, at most, since it has left what it stood on, for what will be held"""
STEADY_SUNK = 0.9 * PENETRATION
"""[m] of a finger into the object, at most; what is held is judged by the same"""


DROPPED = 10.0
"""What it costs the merit that it was not lifted, or fell"""
STEADY_LEANED = 5.0
"""[N] of the hand on the table, at most"""


class Support:
    """What table or post bear.

    Args:
        names: name table of the contacts.
        body: name of the object.
    """

    def __init__(self, names: tuple[str, ...], body: str):
        self._rest = next(names.index(name) for name in (TABLE, STAND) if name in names)
        self._body = names.index(body)
        self._hand = np.array(["/" in name for name in names])

    def of_hand(self, contacts: Contacts) -> float:
        """[N] with which hands press on it."""
        mine = (contacts.b == self._rest) & self._hand[contacts.a]
        return float(contacts.normal_force[mine].sum())

    def of_body(self, contacts: Contacts) -> bool:
        """Whether the object touches it."""
        a, b = contacts.a, contacts.b
        mine = ((a == self._body) & (b == self._rest)) | ((a == self._rest) & (b == self._body))
        return bool(mine.any())


class Rehearsal(NamedTuple):
    """What a rehearsal showed of a placement; the better one is the greater."""

    steady: bool
    """whether the object stayed where it was in the shaken hand, and no finger sank into it"""
    outside: bool
    """whether no fingertip is in a hollow: nobody holds a cup by a thumb in the tea if there is
    another way"""
    merit: float
    """for comparing: what was promised, more digits, a palm at it, less slip and sag"""
    lifted: bool = True
    """whether it was lifted, and did not fall"""


def rehearse(
    obj: Object,
    hand: Hand,
    style: GraspStyle,
    candidate: Candidate,
    grip: float,
    on: On = "table",
    tuning: Tuning = PLAIN,
) -> Rehearsal | None:
    """Try one placement; None if the simulation blew up.

    Args:
        obj: what stands there.
        hand: that grasps it.
        style: whose grasp is followed, fitted to this hand.
        candidate: where the hand is laid against the object, from `style_candidates`.
        grip: [N] sum of normal forces.
        on: what the object rests on.
        tuning: the animator's numbers.
    """
    raise_it = lift(RISE)
    play = example_play(
        obj,
        hand,
        style,
        candidate,
        (raise_it, SHORT_SHAKE),
        grip,
        hold=0.0,
        preset="rehearse",
        there=True,
        on=on,
        tuning=tuning,
    )
    support = Support(play.world.contact_names, obj.name)
    body = next(k for k, o in enumerate(play.world.objects) if o.name == obj.name)
    half_lifted = play.controller.lifts_at + raise_it.seconds / 2
    air: list[Frame] = []
    first: Frame | None = None
    sunk = leaned = 0.0
    try:
        while not play.finished:
            frame = play.step()
            first = frame if first is None else first
            sunk = max(sunk, float(frame.contacts.depth.max(initial=0.0)))
            leaned = max(leaned, support.of_hand(frame.contacts))
            if not support.of_body(frame.contacts):
                air.append(frame)
                continue
            air.clear()
            if frame.time > half_lifted + raise_it.seconds / 2:
                break  # it stays behind, or has fallen
            if frame.time > half_lifted and _left_behind(first, frame, body):
                break
    except SimulationError:
        return None
    if not air:
        return Rehearsal(False, True, candidate.score - DROPPED, False)
    shaken = round(SHORT_SHAKE.seconds / play.world.timestep)
    begin, before, end = (
        _in_hand(frame, body) for frame in (air[0], air[-min(shaken, len(air))], air[-1])
    )
    moved, turned = se3.apart(before, end)
    sagged, tilted = se3.apart(begin, end)
    seen = play.world.observe()
    digits = int((seen.finger_force > PRESSES).sum())
    still = max(moved, sagged) < STEADY_MOVED and max(turned, tilted) < STEADY_TURNED
    steady = still and digits >= 2 and sunk < STEADY_SUNK and leaned < STEADY_LEANED
    merit = candidate.score + 0.3 * digits + 0.3 * float(seen.palm_force > PRESSES)
    pads, _ = pad_positions(hand, air[-1].q[0], se3.inverse(end))
    outside = bool((Hollow(obj.vertices).depth(pads) < DEEP).all())
    return Rehearsal(steady, outside, merit - 100 * (sagged + sunk) - 2 * tilted)


def _left_behind(first: Frame, now: Frame, body: int) -> bool:
    """Whether the object has hardly come up with the hand."""
    risen, hand_risen = (
        float(b[2] - a[2])
        for a, b in ((first.bodies[body], now.bodies[body]), (first.forearm[0], now.forearm[0]))
    )
    return risen < LEFT_BEHIND * hand_risen


def _in_hand(frame: Frame, body: int) -> np.ndarray:
    """(4, 4) The object in the forearm's frame."""
    return se3.inverse(se3.from_pose7(frame.forearm[0])) @ se3.from_pose7(frame.bodies[body])
