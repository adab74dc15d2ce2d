"""Blend skinning of a rig, batched over frames, with normals."""

import numpy as np

from prehensile.errors import InputError
from prehensile.fast_path import kernels
from prehensile.skin.rig import Rig


def blended_skin(rig: Rig, T_world_joint: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The skin at given joint poses.

    Args:
        rig: whose bind pose, joints and weights.
        T_world_joint: (..., J, 4, 4), as from :func:`prehensile.skin.rig.joint_transforms`.

    Returns:
        Vertices (..., V, 3) float32 [m], world, and unit normals (..., V, 3) float32.

    Raises:
        InputError: the joints are not those of the rig.
    """
    poses = np.asarray(T_world_joint, dtype=float)
    if poses.shape[-3:] != rig.inverse_bind.shape:
        raise InputError(
            f"joint poses have shape {poses.shape}; expected (..., {len(rig.inverse_bind)}, 4, 4)."
        )
    batch = poses.shape[:-3]
    maps = (poses @ rig.inverse_bind)[..., :3, :].astype(np.float32)
    maps = np.ascontiguousarray(maps.reshape(-1, *maps.shape[-3:]))
    posed = np.empty((len(maps), *rig.vertices.shape), np.float32)
    turned = np.empty_like(posed)
    kernels("skin").blend(maps, rig.joints, rig.weights, rig.vertices, rig.normals, posed, turned)
    return posed.reshape(*batch, -1, 3), turned.reshape(*batch, -1, 3)
