"""What all tasks with one finger on the plank have in common."""

import numpy as np

from prehensile.capture.lab.fingertip import lowest_point
from prehensile.capture.lab.plank import PLANK, plank, plank_spring, set_hinge
from prehensile.capture.lab.postures import POSTURES, touching_posture
from prehensile.capture.lab.room import Room, Stepper
from prehensile.capture.lab.subject import Subject
from prehensile.capture.recording.recording import CapturedObject, NamedContact
from prehensile.hand.segments import TIP_SEGMENT
from prehensile.lie import se3
from prehensile.world.world import World

FOREARM = (0.0, 0.0, 0.25, 1.0, 0.0, 0.0, 0.0)
"""(7,) level, palm down"""
SURFACE = 0.22
"""[m] of the plank's upper side"""
FRICTION = 0.8
"""of dry skin on wood"""
LIFT = 0.25
"""[rad] by which the wrist raises the finger between touches: about 35 mm"""
CONTACT = "index"


def plank_room(
    subject: Subject,
    stepper: Stepper = World.step,
    substeps: int = 1,
    friction: float = FRICTION,
) -> Room:
    """A subject above the plank, its finger raised; arguments as of `Room` and `plank`."""
    hand, T = subject.hand, forearm_transform()
    middle = touching_posture(hand, "sloping", T, SURFACE)
    touched = lowest_point(hand, middle, T).world
    room = Room(
        subject,
        [plank(friction, touched)],
        np.array(FOREARM),
        raised(subject, middle),
        stepper=stepper,
        substeps=substeps,
    )
    set_hinge(room.world, PLANK, plank_spring())
    return room


def forearm_transform() -> np.ndarray:
    """(4, 4) T_world_forearm."""
    return se3.from_pose7(np.array(FOREARM))


def raised(subject: Subject, q: np.ndarray) -> np.ndarray:
    """A pose (dof,) with the wrist bent back by `LIFT`."""
    up = q.copy()
    up[subject.hand.joint_index("wrist_flex")] -= LIFT
    return np.maximum(up, subject.hand.lower)


def posture_of(touch: int, touches: int) -> str:
    """Postures follow each other in blocks of equal length."""
    names = list(POSTURES)
    return names[touch * len(names) // touches]


def plank_contact(subject: Subject, stream: str = "torque_arm") -> NamedContact:
    """The index fingertip on the plank, as the plank's sensor feels it."""
    segment = subject.hand.segment(TIP_SEGMENT[CONTACT])
    assert segment.pad is not None, "every fingertip has a pad"
    x, y, z = segment.pad.tolist()
    return NamedContact(CONTACT, segment.name, PLANK, stream, "z", (x, y, z))


def plank_object(room: Room) -> CapturedObject:
    """The plank as a recording knows it."""
    solid = room.world.scene.placed_object(PLANK).object
    return CapturedObject(PLANK, solid.mass, solid.friction[0], "", solid.vertices, solid.faces)
