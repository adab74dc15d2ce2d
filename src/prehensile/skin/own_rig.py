"""Our own skin as a rig: the surface grown round the hand's bones, carried by bone distance."""

import numpy as np

from prehensile.hand.hand import Hand
from prehensile.hand.webxr_joints import joint_tree
from prehensile.kinematics.forward import segment_transforms
from prehensile.lie import se3
from prehensile.skin.eigenskin.file import FittedSkin, shipped_eigenskin
from prehensile.skin.flesh.bind_pose import bind_angles
from prehensile.skin.own_corrections import learned_weights, own_corrections
from prehensile.skin.paint.tones import DEFAULT_TONE, tone_named
from prehensile.skin.rig.rig import Rig
from prehensile.skin.rig.weights import EXPONENT, bone_weights, strongest_joints
from prehensile.skin.template.levels import skin_mesh
from prehensile.skin.template.skin_mesh import SkinMesh

NAIL_EDGE = 0.06
"""Part of a nail's half breadth over which its colour fades into the skin's."""


def own_rig(
    hand: Hand,
    level: int = 1,
    exponent: float = EXPONENT,
    tone: str = DEFAULT_TONE,
    corrected: bool = True,
    fitted: FittedSkin | None = None,
) -> Rig:
    """The rig of one of our own hands, of either side.

    Args:
        hand: one of our own, in any size.
        level: level of detail: 0, 1 or 2, about 3 500, 14 000 or 56 000 triangles.
        exponent: exponent of the bone weights; see :mod:`prehensile.skin.rig.weights`.
        tone: skin tone of its colours, one of `prehensile.skin.paint.tones.TONES`.
        corrected: whether bent joints fold and bulge it (EigenSkin); without, or with another
            exponent than the corrections were learned with, it is blend skinning alone.
        fitted: the model that corrects it, fitted to our own skin; the shipped one if None.

    Raises:
        InputError: no such level or tone, or an exponent that is not below zero.
    """
    skin = tone_named(tone)
    corrected = corrected and exponent == EXPONENT
    fitted = (fitted or shipped_eigenskin()) if corrected else None
    mesh = skin_mesh(hand, level)
    tree = joint_tree(hand)
    names = tuple(dict.fromkeys(tree.segments))
    if fitted is None:
        by_segment = _by_distance(hand, mesh.vertices, names, exponent)
    else:
        by_segment = learned_weights(fitted, level, names)
    joint_of = np.array([tree.segments.index(name) for name in names])
    joints, weights = strongest_joints(by_segment, joint_of)
    poses = segment_transforms(hand, bind_angles())
    T_palm_joint = np.stack([poses[name] for name in tree.segments]) @ tree.T_segment_joint
    share = np.clip(mesh.nail_depth[:, None] / NAIL_EDGE + 0.5, 0, 1)
    colors = (share * skin.nail + (1 - share) * np.array(skin.back)).astype(np.float32)
    rows, uv, faces = _split_at_seams(mesh)
    return Rig(
        tree=tree,
        inverse_bind=se3.inverse(T_palm_joint),
        vertices=mesh.vertices[rows],
        normals=mesh.normals[rows],
        faces=faces,
        joints=joints[rows],
        weights=weights[rows],
        nails=mesh.nail_depth[rows] > 0,
        colors=colors[rows],
        uv=uv,
        corrections=None if fitted is None else own_corrections(fitted, hand, level, rows),
    )


def _by_distance(
    hand: Hand, vertices: np.ndarray, names: tuple[str, ...], exponent: float
) -> np.ndarray:
    """(V, B) of the skin of a hand of either side."""
    right = hand if hand.side == "right" else hand.spec.mirrored().build()
    mirror = np.array([1.0, 1.0 if hand.side == "right" else -1.0, 1.0])
    poses = segment_transforms(right, bind_angles())
    return bone_weights(right, poses, vertices * mirror, names, exponent)


def _split_at_seams(mesh: SkinMesh) -> tuple[np.ndarray, np.ndarray | None, np.ndarray]:
    """One vertex for each place that a vertex has in the atlas.

    Returns:
        Which vertex of the mesh each one is (V,), its place (V, 2) float32, and faces (F, 3).
    """
    if not len(mesh.uv):
        return np.arange(len(mesh.vertices)), None, mesh.faces
    corners = mesh.faces.astype(np.int64) * len(mesh.uv) + mesh.uv_faces
    found, faces = np.unique(corners, return_inverse=True)
    rows, places = np.divmod(found, len(mesh.uv))
    return rows, mesh.uv[places], faces.reshape(-1, 3).astype(np.uint32)
