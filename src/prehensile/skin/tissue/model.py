"""One hand's soft tissue, ready to be led through poses: the whole, or what one joint bends.

Far from a joint flesh merely turns with its bone. A piece holds its cut there, so that one joint
costs a tenth of the whole hand.
"""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from prehensile.hand.hand import Hand
from prehensile.hand.segments import joint_segment
from prehensile.kinematics.forward import segment_transforms
from prehensile.lie import se3
from prehensile.skin.flesh.bind_pose import bind_angles
from prehensile.skin.tissue.bones import tissue_bones
from prehensile.skin.tissue.mesh import TissueMesh, tissue_mesh
from prehensile.skin.tissue.path import LedTissue, harmonic_weights
from prehensile.skin.tissue.poses import WHOLE_HAND
from prehensile.skin.tissue.statics import Tissue

REACH, ROOT_REACH = 0.55, 0.75
"""How far from a joint flesh is solved, over hand breadth: within a digit, and at its root."""


@dataclass(frozen=True, eq=False)
class TissueModel:
    """A right hand's tissue at rest in the bind pose. Palm frame, [m]."""

    hand: Hand
    mesh: TissueMesh
    weights: np.ndarray
    """(N + E, B) harmonic weights of the bones"""

    @cached_property
    def _from_rest(self) -> np.ndarray:
        poses = segment_transforms(self.hand, bind_angles())
        return se3.inverse(np.stack([poses[name] for name in self.mesh.segments]))

    def bone_maps(self, q: np.ndarray) -> np.ndarray:
        """(B, 4, 4) rigid motions of the bones from rest to the angles ``q`` (23,) [rad]."""
        poses = segment_transforms(self.hand, q)
        return np.stack([poses[name] for name in self.mesh.segments]) @ self._from_rest

    def carried(self, q: np.ndarray) -> np.ndarray:
        """(N + E, 3) [m] all nodes where the blended bones alone would carry them."""
        maps = np.einsum("nb,bij->nij", self.weights, self.bone_maps(q)[:, :3])
        return np.einsum("nij,nj->ni", maps[:, :, :3], self.mesh.nodes) + maps[:, :, 3]

    def led(self, group: str) -> tuple[LedTissue, np.ndarray]:
        """The tissue that the joint ``group`` bends, at rest, and its nodes' numbers.

        All of it for the group `WHOLE_HAND`.
        """
        mesh = self.mesh
        if group == WHOLE_HAND:
            rows = np.arange(len(mesh.nodes))
            tissue = Tissue(mesh, mesh.node_bone >= 0)
            return LedTissue(tissue, self.weights, self.bone_maps, bind_angles()), rows
        centre = segment_transforms(self.hand, bind_angles())[joint_segment(group)][:3, 3]
        root = group.endswith(("cmc", "mcp"))
        reach = (ROOT_REACH if root else REACH) * self.hand.spec.breadth
        near = np.linalg.norm(mesh.corners - centre, axis=1) < reach
        kept = near[mesh.tetrahedra].any(axis=1)
        piece, rows = mesh.piece(kept)
        outside = np.zeros(len(mesh.nodes), bool)
        outside[mesh.piece(~kept)[1]] = True
        tissue = Tissue(piece, (piece.node_bone >= 0) | outside[rows])
        return LedTissue(tissue, self.weights[rows], self.bone_maps, bind_angles()), rows


def tissue_model(hand: Hand, vertices: np.ndarray, faces: np.ndarray) -> TissueModel:
    """Tetrahedra and weights for a right hand and its closed skin in the bind pose.

    Args:
        hand: a right hand.
        vertices: (V, 3) [m], palm frame.
        faces: (F, 3), anticlockwise seen from outside.

    Raises:
        InputError: the skin is not closed, or does not fit around the hand's bones.
        MissingExtraError: NGSolve is not installed.
    """
    bones = tissue_bones(hand, segment_transforms(hand, bind_angles()), np.asarray(vertices, float))
    mesh = tissue_mesh(vertices, faces, bones, hand.spec.breadth)
    return TissueModel(hand, mesh, harmonic_weights(mesh))
