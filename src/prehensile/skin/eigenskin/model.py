"""EigenSkin: blend skinning with corrections that depend on each joint's angle (Kry 2005, ch. 7).

A vertex is Σ_b w_b T_b (v⁰ + Σ_j Σ_k α_jk û_jk), equation 7.2: every joint j adds its
eigendisplacements û_jk to the skin at rest, by coordinates α_jk that its rotation sets.
"""

from dataclasses import dataclass

import numpy as np

from prehensile.hand.hand import Hand
from prehensile.kinematics.forward import hinge
from prehensile.lie import so3
from prehensile.skin.eigenskin.blend import SkinBlend, posed
from prehensile.skin.rig.interpolation import PoseInterpolation


@dataclass(frozen=True, eq=False)
class JointCorrection:
    """What one joint adds to the skin at rest."""

    joint: str
    """its name: ``index_pip``"""
    segment: str
    """the segment that it turns"""
    support: np.ndarray
    """(S,) vertices that it corrects"""
    displacements: np.ndarray
    """(n, S, 3) [m] û, the strongest first; a coordinate of 1 adds one"""
    normals: np.ndarray
    """(n, S, 3) what the same coordinate adds to the unit normals"""
    coordinates: PoseInterpolation
    """joint rotation → α (n,)"""
    singular_values: np.ndarray
    """(min(3S, P),) [m] of all displacements before the cut"""


@dataclass(frozen=True, eq=False)
class EigenSkin:
    """A blended skin and the corrections of its joints."""

    blend: SkinBlend
    normals: np.ndarray
    """(V, 3) unit, at rest"""
    joints: tuple[JointCorrection, ...]
    without_examples: tuple[str, ...]
    """joints that only blend skinning moves"""

    def coordinates(self, hand: Hand, q: np.ndarray) -> list[np.ndarray]:
        """α (..., n) of every joint at the angles ``q`` (..., dof) [rad]."""
        rest = self.blend.q_rest
        return [j.coordinates(joint_rotation(hand, j.segment, q, rest)) for j in self.joints]

    def rest_shape(
        self, hand: Hand, q: np.ndarray, count: int | None = None
    ) -> tuple[np.ndarray, np.ndarray]:
        """Corrected vertices and normals at rest, (..., V, 3) [m] and (..., V, 3).

        Args:
            hand: on which the model was fitted.
            q: (..., dof) [rad] joint angles.
            count: displacements per joint; all that were kept if left out.
        """
        q = np.asarray(q, float)
        shape = np.broadcast_to(self.blend.rest, (*q.shape[:-1], *self.blend.rest.shape)).copy()
        normals = np.broadcast_to(self.normals, shape.shape).copy()
        for joint, alpha in zip(self.joints, self.coordinates(hand, q), strict=True):
            a = alpha[..., :count]
            n = a.shape[-1]
            add = np.einsum("...k,ksi->...si", a, joint.displacements[:n])
            shape[..., joint.support, :] += add
            turn = np.einsum("...k,ksi->...si", a, joint.normals[:n])
            normals[..., joint.support, :] += turn
        return shape, normals

    def posed(
        self, hand: Hand, q: np.ndarray, count: int | None = None
    ) -> tuple[np.ndarray, np.ndarray]:
        """The skin at ``q``: vertices (..., V, 3) [m] in the forearm's frame, and unit normals."""
        maps = self.blend.maps(hand, q)
        shape, normals = self.rest_shape(hand, q, count)
        turned = np.einsum("...vij,...vj->...vi", maps[..., :3], normals)
        turned /= np.maximum(np.linalg.norm(turned, axis=-1, keepdims=True), 1e-30)
        return posed(maps, shape), turned


def joint_rotation(hand: Hand, segment: str, q: np.ndarray, q_rest: np.ndarray) -> np.ndarray:
    """Rotation vector (..., 3) [rad] of a segment against its parent, from the rest pose.

    A hinge has one component that changes; a joint of several degrees is compared by its
    rotation, as angles about different axes cannot be added.
    """

    def turn(angles: np.ndarray) -> np.ndarray:
        R = np.broadcast_to(np.eye(3), (*angles.shape[:-1], 3, 3))
        for joint in hand.segments[segment].joints:
            R = R @ hinge(joint.axis, hand.joint_angle(angles, joint.name))[..., :3, :3]
        return R

    q = np.asarray(q, float)
    return so3.log(turn(np.asarray(q_rest, float)).T @ turn(q))
