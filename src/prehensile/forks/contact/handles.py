"""`Handles`: everything in a contact simulation that can be pulled, by name."""

from collections.abc import Mapping
from typing import NamedTuple

import numpy as np

from prehensile.errors import UnknownNameError
from prehensile.forks.contact.simulation import ContactSimulation
from prehensile.lie import se3


class PullWrenches(NamedTuple):
    """Pulling forces as the wrenches (f, τ) [N], [Nm] that a contact simulation takes."""

    wrench: np.ndarray
    """(E, 6) on the end effectors"""
    base: np.ndarray
    """(6,) on the base link"""
    bodies: np.ndarray
    """(b, 6) on the bodies"""


class Handles:
    """End effectors, the base if it is free, and bodies that move; each held at its centre of mass.

    Args:
        simulation: what is to be pulled.
    """

    def __init__(self, simulation: ContactSimulation):
        m, self._links = simulation.model.mechanism, len(simulation.model.mechanism.links)
        self._effectors = simulation.model.linearisation.effectors
        self._bodies = [body.name for body in simulation.bodies]
        self._base = m.links[m.base].name if m.free_base else None
        moving = [body.name for body in simulation.bodies if body.mass > 0]
        own = [] if self._base is None else [self._base]
        self.names = (*self._effectors, *own, *moving)
        rows = {link.name: k for k, link in enumerate(m.links)}
        rows |= {name: self._links + k for k, name in enumerate(self._bodies)}
        self.rows = np.array([rows[name] for name in self.names])
        """(k,) rows of links, then of bodies"""
        self._com = np.vstack([m.com, np.zeros((len(self._bodies), 3))])[self.rows]

    def points(self, poses: np.ndarray) -> np.ndarray:
        """(k, 3) [m] where they are, at poses (links + bodies, 4, 4)."""
        return se3.apply(poses[self.rows], self._com)

    def pulls(self, forces: Mapping[str, np.ndarray]) -> PullWrenches:
        """What forces (3,) [N] by name are to the reduced simulation.

        Raises:
            UnknownNameError: nothing of that name can be pulled.
        """
        wrench, base = np.zeros((len(self._effectors), 6)), np.zeros(6)
        bodies = np.zeros((len(self._bodies), 6))
        for name, force in forces.items():
            if name not in self.names:
                raise UnknownNameError("handle", name, self.names)
            if name in self._effectors:
                wrench[self._effectors.index(name), :3] += force
            elif name == self._base:
                base[:3] += force
            else:
                bodies[self._bodies.index(name), :3] += force
        return PullWrenches(wrench, base, bodies)

    def loads(self, forces: Mapping[str, np.ndarray]) -> np.ndarray:
        """What forces (3,) [N] by name are to a full simulation: (links + bodies, 6) [N], [Nm]."""
        load = np.zeros((self._links + len(self._bodies), 6))
        for name, force in forces.items():
            load[self.rows[self.names.index(name)], :3] += force
        return load
