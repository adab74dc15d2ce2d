"""What a grasp in sequence comes to for one hand and one object: poses, way in, grip."""

from dataclasses import dataclass, field

import numpy as np

from prehensile.control.arm.carry import Carry, lift
from prehensile.control.place.candidate import Candidate
from prehensile.control.place.stand import stand_pose
from prehensile.hand.corpus import corpus_pose
from prehensile.lie import se3
from prehensile.world.objects.object import Object


@dataclass(frozen=True)
class GraspMotion:
    """What to do, resolved for one hand and one object."""

    q_open: np.ndarray
    """(23,) [rad] on the way to the object"""
    q_closed: np.ndarray
    """(23,) [rad] the corpus pose"""
    forearm: np.ndarray
    """(7,) where the forearm grasps, world"""
    approach: np.ndarray
    """(3,) [m] from there back to where it starts, world"""
    grip: float
    """[N] sum of normal forces on the object"""
    thumb_last: bool = False
    """Close the thumb after the fingers, over them if need be: the way people wrap a handle."""
    carry: Carry = field(default_factory=lift)
    """what the arm does with the gripped object when it sets out"""
    approach_seconds: float = 1.0

    @property
    def start(self) -> np.ndarray:
        """(7,) of the forearm before the approach, world."""
        return np.concatenate([self.forearm[:3] + self.approach, self.forearm[3:]])


def grasp_motion(
    obj: Object, candidate: Candidate, grip: float, carry: Carry | None = None
) -> GraspMotion:
    """What a candidate comes to, for an object on its stand.

    Args:
        obj: what stands there.
        candidate: how it is grasped.
        grip: [N] sum of normal forces.
        carry: what the arm does with it; it lifts it if left out.
    """
    T_world_object = se3.from_pose7(stand_pose(obj))
    T_world_palm = T_world_object @ candidate.T_object_palm
    return GraspMotion(
        q_open=candidate.q_open,
        q_closed=candidate.q_closed,
        forearm=se3.to_pose7(T_world_object @ candidate.T_object_forearm),
        approach=T_world_palm[:3, :3] @ candidate.approach,
        grip=grip,
        thumb_last=corpus_pose(candidate.pose).kind == "power",
        carry=lift() if carry is None else carry,
    )
