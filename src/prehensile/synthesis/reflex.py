"""`GripReflex`: what slips is gripped harder, a human delay later (Kry 2005, 5.2 and Figure 5.8).

Slip is watched at every contact of the hand that has stuck before. A delay after it was seen, and
as long as it was, joints become stiffer and the reference goes deeper, along the torques by which
the hand pressed: with a level g, C' = C / (1 + g) and θ_r − C' g Jᵀ(normal forces). All fingers
press 1 + 2 g times as hard, so that what was in balance stays in balance.
"""

from collections import deque
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from prehensile.errors import InputError
from prehensile.synthesis.contacts import HAND, Contacts

DELAY = 0.1
"""[s] from slip to force: nerves there and back, and muscle (Johansson 1996, as quoted)"""
SEEN = 0.002
"""[m/s] of slip that is felt"""
STUCK = 0.05
"""[s] for which a finger must have stuck before its slip counts: fingers that close slide too"""
RATE = 10.0
"""[1/s] by which the level grows: the grip is three times as hard in 100 ms"""
MOST = 3.0
"""Largest level"""


@dataclass(frozen=True)
class ReflexLaw:
    """How fast, and how much.

    Raises:
        InputError: something below 0.
    """

    delay: float = DELAY
    """[s]"""
    seen: float = SEEN
    """[m/s]"""
    rate: float = RATE
    """[1/s]"""
    most: float = MOST

    def __post_init__(self) -> None:
        if not all(0 <= x < np.inf for x in (self.delay, self.seen, self.rate, self.most)):
            raise InputError("delay, slip, rate and level of a reflex must not be negative.")


class Felt(NamedTuple):
    """Slip at one moment."""

    time: float
    """[s]"""
    torque: np.ndarray
    """(n,) Jᵀ of the normal forces, as they were at level 0"""


class GripReflex:
    """For `Simulation`: told what every step did, and asked what to follow in the next.

    Attributes:
        level: g; 0 until slip was felt a delay ago.
        slipped: (S,) [m] way that each link has slipped over bodies since it stuck first.
    """

    def __init__(self, law: ReflexLaw | None = None):
        self.law = ReflexLaw() if law is None else law
        self.level, self.slipped = 0.0, np.zeros(0)
        self._push, self._stuck = np.zeros(0), np.zeros(0)
        self._felt: deque[Felt] = deque()

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
        if len(links) and links.max() >= len(self._stuck):
            more = np.zeros(links.max() + 1 - len(self._stuck))
            self._stuck, self.slipped = np.append(self._stuck, more), np.append(self.slipped, more)
        fastest = np.full(len(self._stuck), -1.0)
        np.maximum.at(fastest, links, speed)
        sticks, slides = (fastest >= 0) & (fastest <= self.law.seen), fastest > self.law.seen
        known = slides & (self._stuck >= STUCK)
        self.slipped[known] += h * fastest[known]
        self._stuck[fastest < 0] = 0.0
        self._stuck[sticks] += h
        self._stuck[slides & ~known] = 0.0
        if known.any():
            n = contacts.normal[mine]
            pressed = np.einsum("ij,ij->i", wrench[mine, :3], n)[:, None] * n
            torque = np.einsum("iak,ia->k", J[mine, :3], pressed)
            self._felt.append(Felt(time, torque / (1 + 2 * self.level)))

    def tightened(
        self, time: float, h: float, theta: np.ndarray, compliance: np.ndarray
    ) -> tuple[np.ndarray, np.ndarray]:
        """θ_r (n,) and C (n, n) for the step that begins at a time [s]."""
        if len(self._push) != len(theta):
            self._push = np.zeros(len(theta))
        while self._felt and self._felt[0].time <= time - self.law.delay + 1e-9:
            felt = self._felt.popleft()
            more = min(self.law.rate * h, self.law.most - self.level)
            self.level += more
            self._push = self._push + more * felt.torque
        if not self.level:
            return theta, compliance
        stiffer = compliance / (1 + self.level)
        return theta - stiffer @ self._push, stiffer
