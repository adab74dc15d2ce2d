"""Blend skinning as its formula reads, to hold the kernels against."""

import numpy as np

from prehensile.lie import se3
from prehensile.skin.rig.rig import Rig


def posed_vertices(rig: Rig, T_world_joint: np.ndarray) -> np.ndarray:
    """Σ w T_world_joint · inverse_bind · v: the skin without corrections, (..., V, 3) [m], world.

    Args:
        rig: any.
        T_world_joint: (..., J, 4, 4) poses of its joints.
    """
    maps = (T_world_joint @ rig.inverse_bind)[..., :3, :]
    blended = (maps[..., rig.joints, :, :] * rig.weights[:, :, None, None]).sum(axis=-3)
    turned = np.einsum("...vij,vj->...vi", blended[..., :3], rig.vertices)
    return turned + blended[..., 3]


def bind_transforms(rig: Rig) -> np.ndarray:
    """``T_palm_joint`` (J, 4, 4) in the bind pose."""
    return se3.inverse(rig.inverse_bind)
