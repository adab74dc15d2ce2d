"""Where the arm goes to grasp an object on its stand: from afar, from outside, and back."""

from dataclasses import replace

import numpy as np

from prehensile.control.arm.carry import Arc, Straight, reach
from prehensile.control.place.candidate import Candidate
from prehensile.control.place.stand import stand_pose
from prehensile.lie import se3, so3
from prehensile.world.objects.object import Object

APPROACH_SECONDS = 1.0
"""[s] from where the approach begins to the object"""


class WayIn:
    """Where an arm goes to grasp an object on its stand as a candidate says.

    Args:
        obj: what stands there.
        candidate: where the hand grasps it.
        side: of the hand.
    """

    def __init__(self, obj: Object, candidate: Candidate, side: str):
        self._side = side
        T_world_palm = se3.from_pose7(stand_pose(obj)) @ candidate.T_object_palm
        self._back = T_world_palm[:3, :3] @ candidate.approach
        self.there = se3.to_pose7(se3.from_pose7(stand_pose(obj)) @ candidate.T_object_forearm)
        """(7,) of the forearm where it grasps, world"""

    @property
    def outside(self) -> np.ndarray:
        """(7,) where the approach begins, world."""
        pose = self.there.copy()
        pose[:3] += self._back
        return pose

    @property
    def reach(self) -> Arc:
        """How the arm comes from afar to where the approach ends."""
        R = so3.from_quat(self.there[3:])
        return reach(R, self._back, np.array([0.0, 0.0, 1.0]), self._side)

    @property
    def afar(self) -> np.ndarray:
        """(7,) where the hand comes from, world."""
        return self.draw_back.forearm(self.there, self.draw_back.seconds)[0]

    @property
    def draw_back(self) -> Arc:
        """How the arm goes from the object to afar, as it came."""
        return replace(self.reach, outwards=True, name="go back")

    @property
    def come(self) -> Straight:
        """From outside to the object."""
        way = float(np.linalg.norm(self._back))
        return Straight(-self._back / way, way, APPROACH_SECONDS, "approach")

    @property
    def go_back(self) -> Straight:
        """From the object to outside."""
        come = self.come
        return Straight(-come.direction, come.distance, come.seconds, "go back")
