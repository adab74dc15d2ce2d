"""`GripReflex`: what slips is gripped harder, a human delay later (Kry 2005, 5.2 and Figure 5.8).

An object that slides in the hand for half a millimetre is one event, and each event is answered
once: a delay later the grip grows by a step, as fingers do (Johansson & Westling 1984: some tens of
percent), and only when that has had time to act may another slip be answered. However often, the
grip stays below a multiple of what it was before it first slipped.

With a level g joints become stiffer and the reference goes deeper, along the torques by which the
hand squeezed: C' = C / (1 + g) and θ_r − C' g Jᵀf. All fingers press 1 + 2 g times as hard. f is
the part of the contact forces that squeezes: without what carries the object, so that what was in
balance stays in balance.
"""

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from prehensile.errors import InputError
from prehensile.lie import so3
from prehensile.synthesis.contacts import HAND, Contacts

DELAY = 0.1
"""[s] from slip to force: nerves there and back, and muscle (Johansson 1996, as quoted)"""
RISE = 0.03
"""[s] in which an answer reaches its size"""
SEEN = 0.002
"""[m/s] of slip that is felt"""
WAY = 5e-4
"""[m] that the object must slide in the hand"""
STUCK = 0.05
"""[s] for which a finger must have stuck before its slip counts: fingers that close slide too"""
SHARE = 2 / 3
"""of the normal forces that must slide: a thumb alone, or fingers alone, have half of them, and
where one side sticks the others settle or roll"""
GAIN = 1.5
"""times as hard after each answer"""
MOST = 3.0
"""times as hard after all of them, at most"""


@dataclass(frozen=True)
class ReflexLaw:
    """When, and how much.

    Raises:
        InputError: something below 0, a grip that would loosen.
    """

    delay: float = DELAY
    """[s]"""
    seen: float = SEEN
    """[m/s]"""
    way: float = WAY
    """[m]"""
    gain: float = GAIN
    """of the grip by each answer, 1 or more"""
    most: float = MOST
    """of the grip by all of them, 1 or more; with 1 slip is felt, and nothing done"""

    def __post_init__(self) -> None:
        if not all(0 <= x < np.inf for x in (self.delay, self.seen, self.way)):
            raise InputError("delay, slip and way of a reflex must not be negative.")
        if not all(1 <= x < np.inf for x in (self.gain, self.most)):
            raise InputError("a reflex must make the grip 1 or more times as hard.")


class Answer(NamedTuple):
    """To one slip."""

    time: float
    """[s] from which the grip rises"""
    level: float
    """by which g grows"""
    torque: np.ndarray
    """(n,) Jᵀ of what squeezed, as it would have been at level 0"""


class GripReflex:
    """For `Simulation`: told what every step did, and asked what to follow in the next.

    Attributes:
        level: g; 0 until a delay after the first slip.
        slipped: (S,) [m] way that each link has slipped over bodies since it stuck first.
    """

    def __init__(self, law: ReflexLaw | None = None):
        self.law = ReflexLaw() if law is None else law
        self.level, self.slipped = 0.0, np.zeros(0)
        self._stuck, self._way, self._deaf = np.zeros(0), 0.0, -np.inf
        self._answer: Answer | None = None
        self._push, self._risen = np.zeros(0), 0.0

    def watch(
        self, time: float, h: float, contacts: Contacts, J: np.ndarray, wrench: np.ndarray,
        slip: np.ndarray,
    ) -> None:  # fmt: skip
        """Feel a step.

        Args:
            time: [s] of its end.
            h: [s]
            contacts: that it began with.
            J: (N, 6, n) of the structure.
            wrench: (N, 6) on what is above.
            slip: (N, 3) [m/s]
        """
        mine = (contacts.upper == HAND) & wrench.any(axis=1)
        links, speed = contacts.link[mine], np.linalg.norm(slip[mine], axis=1)
        pressed = np.einsum("ij,ij->i", wrench[mine, :3], contacts.normal[mine])
        known = self._feel(h, links, speed)
        slides = known[links] & (speed > self.law.seen)
        force = max(float(pressed.sum()), 1e-12)
        if time < self._deaf or pressed[slides].sum() < SHARE * force:
            self._way = 0.0
            return
        self._way += h * float(speed[slides] @ pressed[slides]) / force
        if self._way < self.law.way:
            return
        self._way, self._deaf = 0.0, time + self.law.delay + RISE
        before = 1 + 2 * self.level
        more = 0.5 * (min(before * self.law.gain, self.law.most) - before)
        if more > 0:
            squeeze = squeezing(contacts.lower[mine], contacts.r[mine], wrench[mine, :3])
            torque = np.einsum("iak,ia->k", J[mine, :3], squeeze) / before
            self._answer = Answer(time + self.law.delay, more, torque)

    def tightened(
        self, time: float, h: float, theta: np.ndarray, compliance: np.ndarray
    ) -> tuple[np.ndarray, np.ndarray]:
        """θ_r (n,) and C (n, n) for the step that begins at a time [s]."""
        if len(self._push) != len(theta):
            self._push = np.zeros(len(theta))
        answer = self._answer
        if answer is not None and time >= answer.time - 1e-9:
            more = answer.level * min(h / RISE, 1.0 - self._risen)
            self._risen += h / RISE
            self.level += more
            self._push = self._push + more * answer.torque
            if self._risen >= 1 - 1e-9:
                self._answer, self._risen = None, 0.0
        if not self.level:
            return theta, compliance
        stiffer = compliance / (1 + self.level)
        return theta - stiffer @ self._push, stiffer

    def _feel(self, h: float, links: np.ndarray, speed: np.ndarray) -> np.ndarray:
        """(S,) whether links have stuck long enough for their slip to count."""
        if len(links) and links.max() >= len(self._stuck):
            more = np.zeros(links.max() + 1 - len(self._stuck))
            self._stuck, self.slipped = np.append(self._stuck, more), np.append(self.slipped, more)
        fastest = np.full(len(self._stuck), -1.0)
        np.maximum.at(fastest, links, speed)
        slides = fastest > self.law.seen
        known = self._stuck >= STUCK
        self.slipped[known & slides] += h * fastest[known & slides]
        self._stuck[(fastest < 0) | (slides & ~known)] = 0.0
        self._stuck[(fastest >= 0) & ~slides] += h
        return known & (fastest >= 0)


def squeezing(lower: np.ndarray, r: np.ndarray, force: np.ndarray) -> np.ndarray:
    """(N, 3) [N] the part of forces that keeps its balance on each body.

    Taken away are the smallest forces that add up to the same force and moment.

    Args:
        lower: (N,) the bodies' rows.
        r: (N, 3) [m] where.
        force: (N, 3) [N]
    """
    left = force.copy()
    for body in np.unique(lower):
        on = lower == body
        arm = so3.hat(r[on] - r[on].mean(axis=0))
        size = max(float(np.abs(arm).max()), 1e-9)  # so that moments count like forces
        G = np.concatenate([np.hstack([np.eye(3)] * len(arm)), np.hstack(list(arm / size))])
        f = force[on].ravel()
        left[on] = (f - np.linalg.pinv(G, 1e-6) @ (G @ f)).reshape(-1, 3)
    return left
