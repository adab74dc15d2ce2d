"""`BodyPull`: the mouse pulls a rigid body that `synthesis` steps."""

from typing import NamedTuple

import numpy as np

from prehensile.synthesis.body import Body

FREQUENCY = 3.0
"""[Hz] of the body on the mouse's spring alone, critically damped, as in a world"""


class BodyPull(NamedTuple):
    """Where, and to where."""

    anchor: np.ndarray
    """(3,) [m] from the centre of mass, body's axes"""
    target: np.ndarray
    """(3,) [m] world"""

    def point(self, T: np.ndarray) -> np.ndarray:
        """(3,) [m] world, where it pulls a body at T (4, 4)."""
        return T[:3, :3] @ self.anchor + T[:3, 3]

    def force(self, body: Body, T: np.ndarray, phi: np.ndarray) -> np.ndarray:
        """(3,) [N] world, on a body at T (4, 4) with velocity φ (6,), its own axes."""
        speed = T[:3, :3] @ (phi[:3] + np.cross(phi[3:], self.anchor))
        omega = 2 * np.pi * FREQUENCY
        return body.mass * (omega**2 * (self.target - self.point(T)) - 2 * omega * speed)

    def pushed(self, body: Body, T: np.ndarray, phi: np.ndarray, h: float) -> np.ndarray:
        """(6,) φ after the force has acted for h [s]."""
        f = T[:3, :3].T @ self.force(body, T, phi)
        turned = np.linalg.solve(body.inertia, np.cross(self.anchor, f))
        return phi + h * np.append(f / body.mass, turned)
