"""Fingers hooked over the ridge of something that is fixed to a wall."""

from collections.abc import Iterator
from itertools import product

import numpy as np

from prehensile.control.place.easing import eased
from prehensile.control.place.graspable import Section, basis
from prehensile.control.place.placement import Placement

HOOK_TILTS = (0.0, -15.0, 15.0, -30.0, 30.0)
"""[degrees] of the palm towards the wall's top"""
HOOK_OUT, HOOK_RISE = (0.0, 0.004, 0.008), (0.0, 0.004, -0.004)
"""[m] tried around the fit: away from the wall, and up"""


class HookPlacement(Placement):
    """Fingers over a ridge, palm to the wall, thumb free."""

    def placements(self, slices: list[Section]) -> Iterator[tuple[float, np.ndarray]]:
        """Palm poses with the fingers up, at several tilts, a little off the fit as well."""
        centre, axis = self.virtual_object()
        R_palm = basis(axis, np.array([0.0, 0.0, -1.0]))
        for s, tilt, sign in product(slices, np.radians(HOOK_TILTS), (1, -1)):
            into_wall = np.cross(self.scene.up, s.axis)
            facing = np.cos(tilt) * into_wall + np.sin(tilt) * self.scene.up
            T = np.eye(4)
            T[:3, :3] = basis(sign * s.axis, facing) @ R_palm.T
            if T[:3, 0] @ self.scene.up < 0.5:
                continue  # fingers point up
            T[:3, 3] = s.centre - T[:3, :3] @ centre
            for out, rise in product(HOOK_OUT, HOOK_RISE):
                moved = T.copy()
                moved[:3, 3] += -out * into_wall + rise * self.scene.up
                yield -abs(tilt) - 20 * (out + abs(rise)), moved

    def enough(self, touching: np.ndarray) -> bool:
        """Three fingers; the thumb does not count."""
        return touching[1:].sum() >= 3

    def seat(self, T: np.ndarray) -> np.ndarray | None:
        """Where it is, eased off what it touches."""
        return eased(self.opened, self.scene, T, 0.0)
