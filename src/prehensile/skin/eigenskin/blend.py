"""Blend skinning seen from the rest pose: what must be added there to reach a given shape.

Kry 2005, section 7.2: u = (Σ w T)⁻¹ v − v⁰. The blended map flattens as a bend nears 180°, where
its inverse would blow the smallest difference up: its condition is capped.
"""

from dataclasses import dataclass

import numpy as np

from prehensile.errors import InputError
from prehensile.hand.hand import Hand
from prehensile.hand.webxr_joints import joint_tree
from prehensile.kinematics.forward import segment_transforms
from prehensile.lie import se3
from prehensile.skin.flesh.bind_pose import bind_angles
from prehensile.skin.rig.rig import Rig
from prehensile.skin.rig.weights import bone_weights

MOST_CONDITION = 10.0
"""Largest over smallest stretch of a blended map that is inverted as it is."""


@dataclass(frozen=True, eq=False)
class SkinBlend:
    """A skin at rest, and how much each segment of the hand carries of it."""

    rest: np.ndarray
    """(V, 3) [m], palm frame"""
    faces: np.ndarray
    """(F, 3), anticlockwise seen from outside"""
    q_rest: np.ndarray
    """(dof,) [rad] the pose of ``rest``"""
    segments: tuple[str, ...]
    weights: np.ndarray
    """(V, B), rows sum to 1"""

    def maps(self, hand: Hand, q: np.ndarray) -> np.ndarray:
        """Blended maps (..., V, 3, 4) from rest to the angles ``q`` (..., dof) [rad]."""
        rest = segment_transforms(hand, self.q_rest)
        poses = segment_transforms(hand, q)
        bones = [poses[name] @ se3.inverse(rest[name]) for name in self.segments]
        return np.einsum("vb,...bij->...vij", self.weights, np.stack(bones, axis=-3)[..., :3, :])


def blend_of_rig(rig: Rig, q_rest: np.ndarray) -> SkinBlend:
    """A rig's skin and weights; ``q_rest`` (dof,) [rad] is its bind pose."""
    names = tuple(dict.fromkeys(rig.segments))
    column = np.array([names.index(name) for name in rig.segments])
    weights = np.zeros((len(rig.vertices), len(names)))
    rows = np.arange(len(weights))[:, None]
    np.add.at(weights, (rows, column[rig.joints]), rig.weights)
    return SkinBlend(rig.vertices.astype(float), rig.faces, np.array(q_rest), names, weights)


def own_blend(hand: Hand, vertices: np.ndarray, faces: np.ndarray) -> SkinBlend:
    """The skin (V, 3) [m] of one of our own right hands in the bind pose, by bone distance."""
    poses = segment_transforms(hand, bind_angles())
    names = tuple(dict.fromkeys(joint_tree(hand).segments))
    weights = bone_weights(hand, poses, np.asarray(vertices, float), names)
    return SkinBlend(np.asarray(vertices, float), faces, bind_angles(), names, weights)


def posed(maps: np.ndarray, points: np.ndarray) -> np.ndarray:
    """Points (..., V, 3) [m] at rest carried by maps (..., V, 3, 4)."""
    return np.einsum("...vij,...vj->...vi", maps[..., :3], points) + maps[..., 3]


def at_rest(maps: np.ndarray, points: np.ndarray) -> np.ndarray:
    """Where points (..., V, 3) [m] must be at rest for the maps (..., V, 3, 4) to carry them there.

    Exact where the map's condition is below `MOST_CONDITION`.

    Raises:
        InputError: another number of vertices than the maps have.
    """
    if points.shape[-2:] != (maps.shape[-3], 3):
        raise InputError(
            f"example shapes have the array shape {points.shape}; the skin has {maps.shape[-3]} "
            "vertices. Examples and skin must be of one mesh."
        )
    return np.einsum("...vij,...vj->...vi", capped_inverse(maps[..., :3]), points - maps[..., 3])


def capped_inverse(matrices: np.ndarray) -> np.ndarray:
    """Inverses (..., 3, 3) of which none stretches more than `MOST_CONDITION` times the least."""
    u, s, vt = np.linalg.svd(matrices)
    s = np.maximum(s, s[..., :1] / MOST_CONDITION)
    return np.swapaxes(vt, -1, -2) @ (np.swapaxes(u, -1, -2) / s[..., None])
