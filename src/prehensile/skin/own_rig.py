"""Our own skin as a rig: the surface grown round the hand's bones, carried by bone distance."""

import numpy as np

from prehensile.hand.hand import Hand
from prehensile.hand.webxr_joints import joint_tree
from prehensile.kinematics.forward import segment_transforms
from prehensile.lie import se3
from prehensile.skin.bone_weights import EXPONENT, INFLUENCES, bone_weights
from prehensile.skin.rest_flesh import bind_angles
from prehensile.skin.rig import NAIL, SKIN, Rig
from prehensile.skin.skin_levels import skin_mesh

NAIL_EDGE = 0.06
"""Part of a nail's half breadth over which its colour fades into the skin's."""


def own_rig(hand: Hand, level: int = 1, exponent: float = EXPONENT) -> Rig:
    """The rig of one of our own hands, of either side.

    Args:
        hand: whose.
        level: of detail: 0, 1 or 2, about 3 500, 14 000 or 56 000 triangles.
        exponent: of the bone weights; see :mod:`prehensile.skin.bone_weights`.

    Raises:
        InputError: no such level, or an exponent that is not below zero.
    """
    mesh = skin_mesh(hand, level)
    right = hand if hand.side == "right" else hand.spec.mirrored().build()
    mirror = np.array([1.0, 1.0 if hand.side == "right" else -1.0, 1.0])
    tree = joint_tree(hand)
    by_segment = bone_weights(
        right,
        segment_transforms(right, bind_angles()),
        mesh.vertices * mirror,
        names := tuple(dict.fromkeys(tree.segments)),
        exponent,
    )
    joints, weights = _influences(by_segment, [tree.segments.index(name) for name in names])
    poses = segment_transforms(hand, bind_angles())
    T_palm_joint = np.stack([poses[name] for name in tree.segments]) @ tree.T_segment_joint
    share = np.clip(mesh.nail_depth[:, None] / NAIL_EDGE + 0.5, 0, 1)
    return Rig(
        tree=tree,
        inverse_bind=se3.inverse(T_palm_joint),
        vertices=mesh.vertices,
        normals=mesh.normals,
        faces=mesh.faces,
        joints=joints,
        weights=weights,
        nails=mesh.nail_depth > 0,
        colors=(share * NAIL + (1 - share) * np.array(SKIN)).astype(np.float32),
    )


def _influences(weights: np.ndarray, rows: list[int]) -> tuple[np.ndarray, np.ndarray]:
    """The four joints of each vertex (V, 4) uint8, strongest first, and their shares float32."""
    columns = np.argsort(-weights, axis=1, kind="stable")[:, :INFLUENCES]
    shares = np.take_along_axis(weights, columns, axis=1).astype(np.float32)
    shares /= shares.sum(axis=1, keepdims=True)
    joints = np.array(rows)[columns]
    joints[shares == 0] = 0  # glTF wants joint 0 where the weight is nil
    return joints.astype(np.uint8), shares
