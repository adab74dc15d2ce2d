"""Turn a light bulb in its socket: grip, turn, let go, go back, and again (finger gaiting)."""

from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np

from prehensile.capture.lab.arm import Carry
from prehensile.capture.lab.performance import Performance
from prehensile.capture.lab.progress import Progress
from prehensile.capture.lab.reference import Move, one_after_another
from prehensile.capture.lab.room import Room
from prehensile.capture.lab.subject import Subject
from prehensile.capture.lab.tasks import gripping
from prehensile.capture.lab.touches import true_touches
from prehensile.capture.recording.recording import CapturedObject
from prehensile.hand.joints import DIGITS, joint_digits
from prehensile.hand.segments import TIP_SEGMENT
from prehensile.lie import so3
from prehensile.world.objects.object import Mount, Object
from prehensile.world.scene import ObjectInScene
from prehensile.world.things.bulb import HEIGHT, RADIUS, bulb

FORCE = (1.5, 3.0)
"""[N] of the thumb"""
SOCKET = 0.008
"""[Nm] friction of the thread"""
TURN, TURN_S = np.radians(18), 0.8
"""[rad] a grip, and [s]"""


class Turned(NamedTuple):
    """What is turned, and how."""

    solid: Object
    """with its hinge; what is gripped is a ball about its middle"""
    middle: float
    """[m] of that ball above the object's origin"""
    radius: float
    """[m] of that ball"""
    digits: tuple[str, ...]
    stagger: float
    """[s] between digits that let go, one after another, the thumb last"""


def record(
    subject: Subject, rng: np.random.Generator, contacts: int, progress: Progress
) -> Performance:
    """Turn it by so many grips; arguments as of `explore.record`."""
    hinge = Mount(joint="hinge", axis=np.array([0.0, 0, 1]), friction_torque=SOCKET, damping=1e-3)
    solid = replace(bulb(), mount=hinge)
    what = Turned(solid, HEIGHT - RADIUS, RADIUS, ("thumb", "index", "middle"), 0.0)
    return turn(subject, rng, contacts, progress, what)


def turn(
    subject: Subject, rng: np.random.Generator, contacts: int, progress: Progress, what: Turned
) -> Performance:
    """Turn something by so many grips.

    Args:
        subject: who does.
        rng: draws forces and times.
        contacts: how many grips.
        progress: told after each.
        what: is turned, about an upright axis.
    """
    centre, _ = gripping.grip_centre(subject, what.digits)
    name = what.solid.name
    pose = (*(centre - [0, 0, what.middle]), 1.0, 0.0, 0.0, 0.0)

    def gap(point: np.ndarray) -> float:
        return float(np.linalg.norm(point - centre)) - what.radius

    start = gripping.plan_grip(subject, what.digits, gap, 1.0, rng).open
    room = Room(
        subject,
        [ObjectInScene(what.solid, name, pose)],
        np.array(gripping.FOREARM),
        start,
        wrist="driven",
    )
    plans = []
    for k in range(contacts):
        plans.append(_one_turn(room, centre, gap, what, rng))
        progress(k + 1, contacts)
    clip = room.clip()
    hand = clip.hands[0].name
    touches = [t for d in DIGITS for t in true_touches(clip, d, f"{hand}/{TIP_SEGMENT[d]}", name)]
    solid = what.solid
    return Performance(
        subject=subject,
        clip=clip,
        reference=room.reference,
        contacts=gripping.digit_contacts(subject, what.digits, name),
        touches=tuple(sorted(touches, key=lambda t: t.onset)),
        objects=(
            CapturedObject(name, solid.mass, solid.friction[0], "", solid.vertices, solid.faces),
        ),
        plans=tuple(plans),
        laws={},
    )


def _one_turn(
    room: Room, centre: np.ndarray, gap: gripping.Gap, what: Turned, rng: np.random.Generator
) -> dict[str, Any]:
    subject, name = room.subject, what.solid.name
    force, seconds = float(rng.uniform(*FORCE)), float(rng.uniform(*gripping.CLOSING))
    grip = gripping.plan_grip(subject, what.digits, gap, force, rng)
    begun, before = room.time, room.world.object_pose(name)
    moves, held = one_after_another(
        room.reference.end, [(grip.open, 0.3, 0.2), (grip.closed, seconds, 0.3)]
    )
    pivot = tuple(centre.tolist())
    there = Carry(held, TURN_S, turn=TURN, pivot=pivot)
    room.play(moves, held + TURN_S + 0.2, [there])
    after = room.world.object_pose(name)
    way = so3.quat_multiply(after[3:], so3.quat_conjugate(before[3:]))
    turned = so3.log(so3.from_quat(way))[2]
    of, late = joint_digits(subject.hand.joint_names), what.stagger * (len(what.digits) - 1)
    opening = [
        Move(k * what.stagger, 0.4, (grip.open - grip.closed) * (of == DIGITS.index(digit)))
        for k, digit in enumerate(reversed(what.digits))
    ]
    back = Carry(0.5 + late, TURN_S, turn=-TURN, pivot=pivot)
    room.play(opening, back.start + TURN_S + 0.1, [back])
    return {
        "digits": list(what.digits),
        "planned_force": force,
        "start": begun + 0.5,
        "seconds": seconds,
        "turned": float(turned),
        "until": room.time,
    }
