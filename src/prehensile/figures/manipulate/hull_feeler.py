"""Grasps graded by the hull of their wrenches: ε of Ferrari and Canny in the ellipsoid's place."""

import numpy as np

from prehensile.hand.hand import Hand
from prehensile.lie import so3
from prehensile.manipulate.cycle.touch import SIDES, Feeler, Touch
from prehensile.manipulate.tasks.task import Touched
from prehensile.quality.measure.contact_wrenches import contact_wrenches
from prehensile.quality.measure.epsilon import epsilon
from prehensile.world.observation import Observation

SCALE = 7.5
"""by which ε is multiplied, so that one threshold suits both: the median of Q/ε over closed
grasps of exemplary cycles (four starts of seed 505)"""


class HullFeeler(Feeler):
    """As its base, but for the quality.

    Args:
        hand: whose segments.
        touched: the thing, and how its grasps are measured.
        scale: of ε.
    """

    def __init__(self, hand: Hand, touched: Touched, scale: float = SCALE):
        super().__init__(hand, touched)
        self.touched, self.scale = touched, scale

    def feel(self, seen: Observation, rows: np.ndarray) -> Touch:
        """Both are nought where a grasp is not closed, so that the hull is made of others alone."""
        touch = super().feel(seen, rows)
        quality = np.zeros_like(touch.quality)
        for row in np.flatnonzero(touch.quality):
            quality[row] = self.scale * self._epsilon(seen, int(row))
        return touch._replace(quality=quality)

    def _epsilon(self, seen: Observation, row: int) -> float:
        contacts, touched = seen.segment_contacts(), self.touched
        thing = contacts.things.index(touched.thing)
        pressing = contacts.normal_force[row, :, thing] > 0
        pose = seen.objects[touched.thing][row]
        R = so3.from_quat(pose[3:])
        at = (contacts.pos[row, :, thing][pressing] - pose[:3]) @ R
        into = contacts.normal[row, :, thing][pressing] @ R
        found = contact_wrenches(
            at, into, touched.friction, touched.origin, touched.length, sides=SIDES
        )
        return epsilon(found.wrench).radius
