"""Pick up the small box with two to five fingers, and put it down again (Figures 4.2, 5.5)."""

from typing import Any, NamedTuple

import numpy as np

from prehensile.capture.lab.arm import Carry
from prehensile.capture.lab.performance import Performance
from prehensile.capture.lab.progress import Progress
from prehensile.capture.lab.reference import Move, one_after_another
from prehensile.capture.lab.room import Room
from prehensile.capture.lab.subject import Subject
from prehensile.capture.lab.tasks import gripping
from prehensile.capture.lab.weights import Weights
from prehensile.hand.joints import DIGITS
from prehensile.lie import se3
from prehensile.world.objects.object import Object
from prehensile.world.objects.primitives import box
from prehensile.world.scene import ObjectInScene

THING, STAND = "box", "stand"
SIDES, MASS, FRICTION = (0.03, 0.05, 0.07), 0.012, 0.8
"""[m], [kg] (5.3); dry skin on masking tape"""
STAND_SIDES = (0.02, 0.02, 0.08)
"""[m] of what it stands on, out of the fingers' way"""
FORCE = (0.8, 2.5)
"""[N] of the thumb"""
HEIGHT = 0.04
"""[m] by which it is lifted"""
LIFT_S = 0.7
"""[s] up, and down"""


class Lifted(NamedTuple):
    """What is picked up, and how."""

    solid: Object
    gap: gripping.Gap
    force: tuple[float, float]
    """[N] of the thumb"""
    fewest: int
    """digits that grip, at least"""


def record(
    subject: Subject, rng: np.random.Generator, contacts: int, progress: Progress
) -> Performance:
    """Pick it up so many times; arguments as of `explore.record`."""
    centre, through = gripping.grip_centre(subject)
    solid = box(SIDES, MASS, name=THING, friction=(FRICTION, 0.003, 1e-4))

    def gap(point: np.ndarray) -> float:
        return abs(float((point - centre) @ through)) - SIDES[1] / 2

    return pick_up(subject, rng, contacts, progress, Lifted(solid, gap, FORCE, 2))


def pick_up(
    subject: Subject, rng: np.random.Generator, contacts: int, progress: Progress, what: Lifted
) -> Performance:
    """Pick something up so many times, each time with some of the digits.

    Args:
        subject: who does.
        rng: draws digits, forces and times.
        contacts: how many grasps.
        progress: told after each.
        what: is picked up; it stands where `grip_centre` is, its y from the thumb to the fingers.
    """
    name = what.solid.name
    centre, y = gripping.grip_centre(subject)
    T = np.eye(4)
    T[:3, :3] = np.stack([np.cross(y, [0, 0, 1]), y, [0, 0, 1]], axis=1)
    T[:3, 3] = centre
    below = T.copy()
    below[2, 3] -= (what.solid.extents[2] + STAND_SIDES[2]) / 2
    place = se3.to_pose7(T)
    stand = box(STAND_SIDES, 1.0, name=STAND, friction=(FRICTION, 0.003, 1e-4))
    room = Room(
        subject,
        [
            ObjectInScene(stand, STAND, se3.to_pose7(below), fixed=True),
            ObjectInScene(what.solid, name, place),
        ],
        np.array(gripping.FOREARM),
        gripping.plan_grip(subject, DIGITS, what.gap, 1.0, rng).open,
        wrist="driven",
        stepper=Weights([name]),
    )
    plans = []
    for k in range(contacts):
        _put_back(room, name, place)
        digits = DIGITS[: what.fewest + k % (len(DIGITS) + 1 - what.fewest)]
        plans.append(_pick_up(room, digits, what, rng))
        progress(k + 1, contacts)
    return gripping.performance(room, DIGITS, what.solid, plans)


def _pick_up(
    room: Room, digits: tuple[str, ...], what: Lifted, rng: np.random.Generator
) -> dict[str, Any]:
    subject = room.subject
    force, seconds = float(rng.uniform(*what.force)), float(rng.uniform(*gripping.CLOSING))
    grip = gripping.plan_grip(subject, digits, what.gap, force, rng)
    moves, held = one_after_another(
        room.reference.end, [(grip.open, 0.4, 0.2), (grip.closed, seconds, 0.5)]
    )
    raised = held + LIFT_S + 0.4
    lowered = raised + LIFT_S + 0.2
    moves.append(Move(lowered, 0.5, grip.open - grip.closed))
    carries = [
        Carry(held, LIFT_S, (0.0, 0.0, HEIGHT)),
        Carry(raised, LIFT_S, (0.0, 0.0, -HEIGHT)),
    ]
    begun, low = room.time, room.world.object_pose(what.solid.name)[2]
    room.play(moves[:2], raised, carries[:1])
    high = room.world.object_pose(what.solid.name)[2]
    room.play(
        [moves[2].later(-raised)],
        lowered + 0.6 - raised,
        [carries[1]._replace(start=0.0)],
    )
    return {
        "digits": list(digits),
        "planned_force": force,
        "start": begun + 0.6,
        "seconds": seconds,
        "lifted": bool(high - low > 0.5 * HEIGHT),
        "until": room.time,
    }


def _put_back(room: Room, name: str, pose: np.ndarray) -> None:
    """Between grasps somebody puts it where it stood."""
    joint = room.world.data.joint(f"{name}/free")
    joint.qpos[:] = pose
    joint.qvel[:] = 0.0
