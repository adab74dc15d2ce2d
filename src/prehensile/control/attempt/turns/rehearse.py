"""A placement tried quickly before it is played: closed, lifted a little, and shaken.

Without the approach and the hold it costs a small part of a whole grasp and tells the placements
that slip from those that hold.
"""

from dataclasses import replace
from typing import NamedTuple

import numpy as np

from prehensile.control.arm.carry import Shake, lift
from prehensile.control.attempt.attempt import PLAIN, PRESSES, Tuning
from prehensile.control.attempt.by_example import SHAKE, example_play
from prehensile.control.attempt.content_digest import content_digest
from prehensile.control.attempt.example_script import ExampleScript
from prehensile.control.attempt.onlooker import onlooker
from prehensile.control.attempt.play import Play
from prehensile.control.attempt.rehearsal import Rehearsal
from prehensile.control.attempt.turns.rehearsed_looks import Ending, faults, pressing_digits
from prehensile.control.example.grasp_style import GraspStyle
from prehensile.control.place.candidate import Candidate
from prehensile.control.place.places import hollow_of, prior_of
from prehensile.control.place.sought import Sought
from prehensile.control.place.stand import STAND, TABLE, On
from prehensile.control.place.wishes import NO_WISHES
from prehensile.control.worked_out import once
from prehensile.errors import SimulationError
from prehensile.hand.hand import Hand
from prehensile.kinematics.forward import pad_positions
from prehensile.lie import se3
from prehensile.quality.judge.likeness import MOVED, TURNED
from prehensile.quality.judge.touches import PENETRATION, PRESSING
from prehensile.world.contacts import NO_CONTACTS, Contacts
from prehensile.world.objects.object import Object
from prehensile.world.observation import Observation

RISE = 0.05
"""[m] that the object is lifted"""
LEFT_BEHIND = 0.25
"""Share of the hand's rise: what has come up by less, half the lift being over, stays behind"""
UP = lift(RISE)
SWAY = Shake(SHAKE.direction, amplitude=0.01, seconds=1.0)
"""what is done with it then: an arm that carries something sways by a quarter of gravity; who asks
for more sways as far as it will be shaken"""
STEADY_MOVED, STEADY_TURNED = 0.008, np.radians(12)
"""[m] and [rad] in the hand, at most, since it has left what it stood on, for what will be held"""
STEADY_SUNK = 0.9 * PENETRATION
"""[m] of a finger into the object, at most; what is held is judged by the same"""


DROPPED = 10.0
"""What it costs the merit that it was not lifted, or fell"""
FAULT = 1.5
"""What every item of the rubric costs that is out of bounds"""
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


class Behind:
    """Whether what still touches table or post will not be lifted, or has fallen.

    Args:
        play: of the rehearsal, before its first step.
        body: name of the object.
    """

    def __init__(self, play: Play[ExampleScript], body: str):
        self._world, self._body = play.world, body
        self._half_lifted = play.controller.lifts_at + UP.seconds / 2
        self._lifted = play.controller.lifts_at + UP.seconds
        self._object, self._hand = self._heights()

    def __call__(self) -> bool:
        """Now, that it touches it."""
        if self._world.time <= self._half_lifted:
            return False
        body, hand = self._heights()
        late = self._world.time > self._lifted
        return late or body - self._object < LEFT_BEHIND * (hand - self._hand)

    def _heights(self) -> tuple[float, float]:
        """[m] of object and forearm."""
        seen = self._world.observe()
        return float(seen.objects[self._body][2]), float(seen.forearm[2])


def rehearse(
    obj: Object,
    hand: Hand,
    style: GraspStyle,
    candidate: Candidate,
    grip: float,
    on: On = "table",
    tuning: Tuning = PLAIN,
    sought: Sought | None = None,
    come: bool = False,
    shake: bool = False,
) -> Rehearsal | None:
    """Try one placement; None if the simulation blew up. Within `work_remembered` what was tried
    is known.

    Args:
        obj: what stands there.
        hand: that grasps it.
        style: whose grasp is followed, fitted to this hand.
        candidate: where the hand is laid against the object, from `style_candidates`.
        grip: [N] sum of normal forces.
        on: what the object rests on.
        tuning: the animator's numbers.
        sought: where it shall be taken; anywhere if None.
        come: with the way in, on which a hand may knock over what it comes for.
        shake: whether it will be shaken once it is lifted.
    """
    wanted = None if sought is None else sought.wishes
    key = content_digest(candidate), style.content, grip, on, tuning, wanted, come, shake

    def work() -> Rehearsal | None:
        return _rehearsed(obj, hand, style, candidate, grip, on, tuning, sought, come, shake)

    return once((obj, hand), key, work)


def _rehearsed(
    obj: Object,
    hand: Hand,
    style: GraspStyle,
    candidate: Candidate,
    grip: float,
    on: On,
    tuning: Tuning,
    sought: Sought | None,
    come: bool,
    shake: bool,
) -> Rehearsal | None:
    play = example_play(
        obj,
        hand,
        style,
        candidate,
        (UP, replace(SWAY, amplitude=SHAKE.amplitude) if shake else SWAY),
        grip,
        hold=0.0,
        preset="rehearse",
        there=not come,
        on=on,
        tuning=tuning,
    )
    watched = _watched(play, obj)
    if watched is None:
        return None
    poses, sunk, contacts = watched.poses, watched.sunk, watched.contacts
    end = play.world.observe()
    touched = float(end.finger_force.sum() + end.palm_force) > 0
    if not poses or not touched:  # what touches neither the hand nor anything else is falling
        return Rehearsal(False, False, True, candidate.score - DROPPED, lifted=False, serves=False)
    shaken = round(SWAY.seconds / play.world.timestep)
    moved, turned = se3.apart(poses[-min(shaken, len(poses))], poses[-1])
    sagged, tilted = se3.apart(poses[0], poses[-1])
    digits = int((end.finger_force > PRESSES).sum())
    still = max(moved, sagged) < STEADY_MOVED and max(turned, tilted) < STEADY_TURNED
    hardest = float(_by_segment(play.world.contact_names, contacts).max(initial=0.0))
    gently = watched.leaned < STEADY_LEANED and hardest < PRESSING
    steady = still and digits >= 2 and sunk < STEADY_SUNK and gently
    names = play.world.contact_names
    # What closing shoved and what sagged since may well undo each other.
    since = watched.pushed @ se3.inverse(poses[0]) @ poses[-1]
    shoved = float(np.linalg.norm(se3.apply(since, obj.com) - obj.com))
    ending = Ending(end, watched.contacts, names, shoved, se3.apart(np.eye(4), since)[1])
    wrong = tuple(faults(style, hand, obj, ending))
    at, force = _pressed(play.world.contact_names, contacts, end, obj)
    prior = prior_of(obj, NO_WISHES if sought is None else sought.wishes)
    missed = prior.misses(at, force)
    off = max(
        max(moved, sagged) / STEADY_MOVED,
        max(turned, tilted) / STEADY_TURNED,
        sunk / STEADY_SUNK,
        watched.leaned / STEADY_LEANED,
        hardest / PRESSING,
        1e3 * ending.moved / MOVED,
        np.degrees(ending.turned) / TURNED,
        missed,
    )
    merit = candidate.score + 0.3 * digits - FAULT * len(wrong)
    pads, _ = pad_positions(hand, end.q, se3.inverse(_in_hand(end, obj)))
    outside = not hollow_of(obj).holds(pads).any()
    asked = sought is None or all(met.ok for met in sought.met_by(at, force).values())
    serves = missed <= 0
    if prior.purpose == "hand-over":
        asked = asked and serves
    touched = candidate.touched  # the score holds what was promised of it
    merit += prior.worth_of_pressing(at, force)
    merit -= prior.worth_of_pressing(touched, np.ones(len(touched)))
    merit -= 100 * (sagged + sunk) + 2 * tilted
    middle = tuple((force @ at / force.sum()).tolist()) if force.sum() > 0 else ()
    return Rehearsal(
        bool(steady),
        asked,
        outside,
        merit,
        wrong,
        serves=serves,
        missed=missed,
        pressing=pressing_digits(end),
        middle=middle,
        off=float(off),
        pushed=tuple(se3.to_pose7(watched.pushed).tolist()),
    )


def _pressed(
    names: tuple[str, ...], contacts: Contacts, seen: Observation, obj: Object
) -> tuple[np.ndarray, np.ndarray]:
    """Where the hand presses on the object, (N, 3) [m] in its frame, and how hard, (N,) [N]."""
    by_hand = np.array(["/" in name for name in names])
    mine = (contacts.b == names.index(obj.name)) & by_hand[contacts.a]
    T_object = se3.inverse(se3.from_pose7(seen.objects[obj.name]))
    return se3.apply(T_object, contacts.pos[mine]), contacts.normal_force[mine]


def _by_segment(names: tuple[str, ...], contacts: Contacts) -> np.ndarray:
    """(names,) [N] with which each of the hand's segments presses on anything."""
    by_hand = np.array(["/" in name for name in names])
    mine = by_hand[contacts.a]
    return np.bincount(contacts.a[mine], contacts.normal_force[mine])


class Watched(NamedTuple):
    """What was seen of a rehearsal, step by step."""

    poses: list[np.ndarray]
    """(4, 4) of the object in the forearm's frame, since it has left what it stood on"""
    pushed: np.ndarray
    """(4, 4) where it stood last, in the frame of where it stood free"""
    sunk: float
    """[m] deepest contact of the hand with it: how it lies on its table, or fingers on each other,
    is not its concern"""
    leaned: float
    """[N] of the hand on what the object stood on, at most"""
    contacts: Contacts
    """of the last step"""


def _watched(play: Play[ExampleScript], obj: Object) -> Watched | None:
    """Step to the end, or until it stays behind; None if the simulation blew up."""
    poses: list[np.ndarray] = []
    stood = standing = se3.from_pose7(play.world.observe().objects[obj.name])
    sunk, leaned, contacts = 0.0, 0.0, NO_CONTACTS
    names = play.world.contact_names
    by_hand, body = np.array(["/" in name for name in names]), names.index(obj.name)
    support, behind = Support(names, obj.name), Behind(play, obj.name)
    somebody = onlooker()
    try:
        while not play.finished:
            contacts = play.step().contacts
            if somebody is not None:
                somebody.step(play.world)
            in_hand = by_hand[contacts.a] & (contacts.b == body)
            sunk = max(sunk, float(contacts.depth[in_hand].max(initial=0.0)))
            leaned = max(leaned, support.of_hand(contacts))
            seen = play.world.observe()
            if support.of_body(contacts):
                poses.clear()
                standing = se3.from_pose7(seen.objects[obj.name])
                if behind():
                    break
            else:
                poses.append(_in_hand(seen, obj))
    except SimulationError:
        return None
    return Watched(poses, se3.inverse(stood) @ standing, sunk, leaned, contacts)


def _in_hand(seen: Observation, obj: Object) -> np.ndarray:
    """(4, 4) The object in the forearm's frame."""
    T_world_object = se3.from_pose7(seen.objects[obj.name])
    return se3.inverse(se3.from_pose7(seen.forearm)) @ T_world_object
