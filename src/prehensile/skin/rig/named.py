"""The joints of a rig as its maker named, turned and nested them: what a clip is written by."""

from dataclasses import dataclass, replace

import numpy as np

from prehensile.frozen import freeze_arrays
from prehensile.hand.webxr_joints import JointTree
from prehensile.skin.rig.rig import Rig


@dataclass(frozen=True, eq=False)
class NamedJoints:
    """Somebody else's nodes, fixed to our segments."""

    tree: JointTree
    """joints and the nodes above them; ``T_segment_joint`` is such that in WebXR axes a frame is
    the maker's own"""
    joints: tuple[int, ...]
    """rows of ``tree`` that are joints, in the maker's order"""
    inverse_bind: np.ndarray
    """(J, 4, 4) bind-pose vertex → joint frame, of each of ``joints``"""
    column: np.ndarray
    """(25,) uint16 place in ``joints`` of each joint of the rig; 0 where the maker has none, which
    then carries nothing"""

    def __post_init__(self) -> None:
        freeze_arrays(self)

    def worn(self, rig: Rig) -> Rig:
        """The rig's skin, carried by ``joints``."""
        return replace(rig, inverse_bind=self.inverse_bind, joints=self.column[rig.joints])
