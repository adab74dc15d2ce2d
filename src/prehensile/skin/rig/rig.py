"""A rig: a skin in its bind pose, the joints that carry it, and how much each carries."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from prehensile.frozen import freeze_arrays
from prehensile.hand.hand import Hand
from prehensile.hand.webxr_joints import JointTree
from prehensile.kinematics.forward import segment_transforms
from prehensile.skin.rig.corrections import Corrections
from prehensile.skin.rig.material import Material

if TYPE_CHECKING:
    from prehensile.skin.rig.named import NamedJoints


@dataclass(frozen=True, eq=False)
class Rig:
    """A hand's surface for blend skinning. Joints are rigid; sizes are already the hand's own.

    A posed vertex is Σ w T_world_joint · inverse_bind · v. Arrays are read-only.
    """

    tree: JointTree
    """the joints: WebXR's 25 (``wrist``, ``thumb-metacarpal``, … ``pinky-finger-tip``), parents
    first; a loaded hand has its segments instead, the forearm first"""
    inverse_bind: np.ndarray
    """(J, 4, 4) bind-pose vertex → joint frame"""
    vertices: np.ndarray
    """(V, 3) float32 [m] bind pose, palm frame"""
    normals: np.ndarray
    """(V, 3) float32 unit, outward, bind pose"""
    faces: np.ndarray
    """(F, 3) uint32, anticlockwise seen from outside"""
    joints: np.ndarray
    """(V, 4) uint8 rows of ``joint_names``"""
    weights: np.ndarray
    """(V, 4) float32 share of each of ``joints``; rows sum to 1"""
    nails: np.ndarray
    """(V,) bool: vertices of fingernails"""
    colors: np.ndarray
    """(V, 3) float32 sRGB from 0 to 1"""
    is_skin: bool = True
    """whether it is one skin; False for parts that hang each on a segment of their own"""
    uv: np.ndarray | None = None
    """(V, 2) float32 place in the pictures of the material, origin upper left as in glTF; vertices
    are doubled where the atlas has a seam"""
    material: Material | None = None
    """its pictures, which replace ``colors``; None: the colours alone"""
    corrections: Corrections | None = None
    """what the rotations of joints add to ``vertices`` and ``normals``; None: nothing"""
    named: "NamedJoints | None" = None
    """its joints as the maker of an imported hand has them; None for our own"""

    @property
    def joint_names(self) -> tuple[str, ...]:
        """Names of the joints, parents first."""
        return self.tree.names

    @property
    def parents(self) -> tuple[int, ...]:
        """Row of each joint's parent; −1 for the first."""
        return self.tree.parents

    @property
    def segments(self) -> tuple[str, ...]:
        """Segment of the hand that each joint is fixed to."""
        return self.tree.segments

    @property
    def T_segment_joint(self) -> np.ndarray:
        """(J, 4, 4) joint frame (+x along the bone, +z out of the back) in its segment's frame."""
        return self.tree.T_segment_joint

    def __post_init__(self) -> None:
        freeze_arrays(self)


def joint_transforms(
    rig: Rig, hand: Hand, q: np.ndarray, T_world_forearm: np.ndarray | None = None
) -> np.ndarray:
    """Pose of every joint of the rig.

    Args:
        rig: the hand's rig.
        hand: ours or a loaded one.
        q: (..., dof) [rad] joint angles.
        T_world_forearm: (..., 4, 4); the identity if left out.

    Returns:
        ``T_world_joint`` (..., J, 4, 4).

    Raises:
        InputError: a shape or a number that does not fit.
    """
    poses = segment_transforms(hand, q, T_world_forearm)
    return np.stack([poses[name] for name in rig.segments], axis=-3) @ rig.T_segment_joint
