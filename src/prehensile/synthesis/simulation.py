"""`Simulation`: step after step, contacts found anew each time."""

from collections.abc import Callable
from typing import Protocol

import numpy as np

from prehensile.errors import InputError
from prehensile.synthesis.contacts import Contacts
from prehensile.synthesis.reflex import GripReflex
from prehensile.synthesis.setting import Reference, Setting, State
from prehensile.synthesis.step import Step, step

Compliance = np.ndarray | Callable[[float, State], np.ndarray]
"""(n, n) C, or what gives it for a time [s] and the state a step begins with"""
NO_LINKS, NO_POINTS = np.zeros(0, np.int64), np.zeros((0, 3))


class Geometry(Protocol):
    """Where things touch, or are about to."""

    def __call__(self, links: np.ndarray, bodies: np.ndarray) -> Contacts:
        """Contacts of links (S, 4, 4) and bodies (B, 4, 4), world."""
        ...


class Simulation:
    """A structure on springs that follows a reference among bodies.

    Args:
        setting: what is stepped, and how.
        geometry: finds contacts.
        compliance: (n, n) C, positive semidefinite; or what gives it for a time [s] and a state,
            step by step.
        reference: where it begins, at rest.
        T_bodies: (B, 4, 4) where the bodies begin.
        theta: (n,) where the structure itself begins; on its reference if left out.
        reflex: tightens the grip where something slips; none if left out.

    Attributes:
        state: where everything is.
        compliance: (n, n) of the last step.
        contacts: at this moment.
        unsolved: times [s] of steps for which no forces were found; the last ones acted on.

    Raises:
        InputError: shapes that do not fit, a compliance that answers a push.
    """

    def __init__(
        self,
        setting: Setting,
        geometry: Geometry | Callable[[np.ndarray, np.ndarray], Contacts],
        compliance: Compliance,
        reference: Reference,
        T_bodies: np.ndarray,
        theta: np.ndarray | None = None,
        reflex: GripReflex | None = None,
    ):
        if np.shape(T_bodies) != (len(setting.bodies), 4, 4):
            raise InputError(f"{len(setting.bodies)} bodies need as many poses, (B, 4, 4).")
        self.setting, self.geometry, self.reflex = setting, geometry, reflex
        self._asked = reference
        self.state = State.at_rest(reference, T_bodies, theta)
        n, self._springs = len(reference.theta), compliance
        C = compliance(0.0, self.state) if callable(compliance) else compliance
        if np.shape(C) != (n, n):
            raise InputError(f"compliance has shape {np.shape(C)}; expected ({n}, {n}).")
        if n and np.linalg.eigvalsh(C)[0] < -1e-12 * np.abs(C).max():
            raise InputError("compliance must be positive semidefinite.")
        self.compliance = np.array(C, float)
        self.time, self.unsolved = 0.0, []
        self._find()

    def step(self, to: Reference | None = None) -> Step:
        """Go on by one step, to a new reference or with the one there is."""
        if callable(self._springs):
            self.compliance = self._springs(self.time, self.state)
        self._asked = self._asked if to is None else to
        h, followed, C = self.setting.timestep, self._asked, self.compliance
        if self.reflex is not None:
            theta, C = self.reflex.tightened(self.time, h, followed.theta, C)
            followed = Reference(theta, followed.T_base)
        before, contacts = self.state, self.contacts
        done = step(self.setting, before, contacts, C, followed)
        self.time += h
        if self.reflex is not None:
            J = self.setting.structure.at(
                before.theta, before.reference.T_base, contacts.link, contacts.r
            )[1]
            self.reflex.watch(self.time, h, contacts, J, done.wrench, done.slip)
        if done.solver == "held":
            self.unsolved.append(self.time)
        self.state = done.state
        self._find()
        return done

    def _find(self) -> None:
        s = self.state
        structure = self.setting.structure
        self.links = structure.at(s.theta, s.reference.T_base, NO_LINKS, NO_POINTS)[0]
        self.contacts = self.geometry(self.links, s.T_bodies)
