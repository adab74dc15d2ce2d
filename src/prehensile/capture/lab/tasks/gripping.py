"""What all tasks that grip something with the fingertips have in common."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from prehensile.capture.lab.performance import Performance, captured
from prehensile.capture.lab.room import Room
from prehensile.capture.lab.subject import Subject
from prehensile.capture.lab.touches import true_touches
from prehensile.capture.recording.recording import NamedContact
from prehensile.errors import InputError
from prehensile.hand.corpus import corpus_pose
from prehensile.hand.joints import DIGITS, joint_digits
from prehensile.hand.segments import TIP_SEGMENT
from prehensile.kinematics.forward import pad_positions
from prehensile.kinematics.jacobian import point_jacobian
from prehensile.lie import se3
from prehensile.motion.minimum_jerk import minimum_jerk
from prehensile.world.objects.object import Object

FOREARM = (0.0, 0.0, 0.3, 0.5**0.5, 0.5**0.5, 0.0, 0.0)
"""(7,) level, thumb up"""
POSE = "large_diameter"
"""of the corpus; its pads lie nearly on two parallel faces"""
SHARE = (0.4, 0.8)
"""of the closing time at which a fingertip arrives, one after another"""
LEAST_OPEN, AWAY = 0.12, 0.5
"""[rad] by which a digit begins more open than it touches, and one that does not take part"""
CLOSING = (0.5, 1.2)
"""[s]"""

Gap = Callable[[np.ndarray], float]
"""signed distance [m] of a point (3,), world, from an object's surface"""


class Grip(NamedTuple):
    """From an open hand to one that squeezes."""

    open: np.ndarray
    """(dof,) [rad]"""
    closed: np.ndarray
    """(dof,) [rad] reference, beyond the object's surface"""


def grip_pose(subject: Subject) -> np.ndarray:
    """(dof,) [rad] the pose that grips start from."""
    return np.array(subject.hand.transfer(corpus_pose(POSE).q))


def grip_centre(subject: Subject, digits: Sequence[str] = DIGITS) -> tuple[np.ndarray, np.ndarray]:
    """(3,) [m] between thumb and fingers, and (3,) level unit vector from the thumb to them.

    Args:
        subject: who grips.
        digits: at whose mean height it is.
    """
    pads, _ = pad_positions(subject.hand, grip_pose(subject), forearm_transform())
    fingers = pads[1:3].mean(axis=0)
    through = (fingers - pads[0]) * (1, 1, 0)
    centre = 0.5 * (fingers + pads[0])
    centre[2] = pads[[DIGITS.index(digit) for digit in digits], 2].mean()
    return centre, through / np.linalg.norm(through)


def forearm_transform() -> np.ndarray:
    """(4, 4) T_world_forearm at the start."""
    return se3.from_pose7(np.array(FOREARM))


def plan_grip(
    subject: Subject,
    digits: Sequence[str],
    gap: Gap,
    force: float,
    rng: np.random.Generator,
) -> Grip:
    """Bring fingertips onto a surface, and beyond it by what a force needs.

    Args:
        subject: who grips.
        digits: thumb and others; those left out stay open.
        gap: of the object.
        force: [N] of the thumb; the others share it.
        rng: draws when each arrives.
    """
    hand, T, pose = subject.hand, forearm_transform(), grip_pose(subject)
    of, opened, closed = joint_digits(hand.joint_names), pose.copy(), pose.copy()
    bends = np.array([name.endswith("flex") for name in hand.joint_names])
    for row, digit in enumerate(DIGITS):
        way = ((of == row) & bends).astype(float)
        if digit not in digits:
            opened -= AWAY * way
            closed -= AWAY * way
            continue
        touch = _touching(subject, pose, way, digit, T, gap)
        at = pose + touch * way
        pad, out = _pad(subject, at, digit, T), np.zeros(3)
        for axis in range(3):
            step = 1e-5 * np.eye(3)[axis]
            out[axis] = (gap(pad + step) - gap(pad - step)) / 2e-5
        segment = hand.segment(TIP_SEGMENT[digit])
        assert segment.pad is not None, "every fingertip has a pad"
        J = -out @ point_jacobian(hand, at, segment.name, segment.pad, T)[:3]
        load = force if digit == "thumb" else force / (len(digits) - 1)
        beyond = load * float(J**2 @ subject.compliance) / max(float(J @ way), 0.02)
        passed = minimum_jerk(float(rng.uniform(*SHARE)))[0]
        opened += (touch - max(beyond * passed / (1 - passed), LEAST_OPEN)) * way
        closed += (touch + beyond) * way
    return Grip(np.clip(opened, hand.lower, hand.upper), closed)


def performance(
    room: Room, digits: Sequence[str], solid: Object, plans: Sequence[Mapping[str, Any]]
) -> Performance:
    """All that was played in a room with something that is gripped.

    Args:
        room: where.
        digits: that may touch it, in the order of the recording's contacts.
        solid: what is gripped.
        plans: as of `Performance`.
    """
    clip, name = room.clip(), solid.name
    hand = clip.hands[0].name
    touches = [t for d in DIGITS for t in true_touches(clip, d, f"{hand}/{TIP_SEGMENT[d]}", name)]
    return Performance(
        subject=room.subject,
        clip=clip,
        reference=room.reference,
        contacts=digit_contacts(room.subject, digits, name),
        touches=tuple(sorted(touches, key=lambda t: t.onset)),
        objects=(captured(solid),),
        plans=tuple(plans),
        laws={},
    )


def digit_contacts(subject: Subject, digits: Sequence[str], thing: str) -> tuple[NamedContact, ...]:
    """Fingertips on an object, each felt by its own force sensitive resistor."""
    found = []
    for digit in digits:
        segment = subject.hand.segment(TIP_SEGMENT[digit])
        assert segment.pad is not None, "every fingertip has a pad"
        x, y, z = segment.pad.tolist()
        found.append(NamedContact(digit, segment.name, thing, "fsr", digit, (x, y, z)))
    return tuple(found)


def _pad(subject: Subject, q: np.ndarray, digit: str, T: np.ndarray) -> np.ndarray:
    return pad_positions(subject.hand, q, T)[0][DIGITS.index(digit)]


def _touching(
    subject: Subject, pose: np.ndarray, way: np.ndarray, digit: str, T: np.ndarray, gap: Gap
) -> float:
    """[rad] by which a digit bends from the pose until its pad is on the surface."""
    angles = np.linspace(-0.7, 0.9, 81)
    gaps = np.array([gap(_pad(subject, pose + a * way, digit, T)) for a in angles])
    inside = np.flatnonzero(gaps < 0)
    if not len(inside) or inside[0] == 0:
        raise InputError(f"the {digit} of this hand does not reach the object.")
    low, high = angles[inside[0] - 1], angles[inside[0]]
    for _ in range(30):
        middle = 0.5 * (low + high)
        outside = gap(_pad(subject, pose + middle * way, digit, T)) > 0
        low, high = (middle, high) if outside else (low, middle)
    return float(high)
