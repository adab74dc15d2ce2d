"""Skinning of a rig, batched over frames, with normals: EigenSkin's corrections, then the blend."""

import numpy as np

from prehensile.errors import InputError
from prehensile.fast_path import kernels
from prehensile.hand.hand import Hand
from prehensile.skin.rig.rig import Rig, joint_transforms


def posed_skin(
    rig: Rig, hand: Hand, q: np.ndarray, T_world_forearm: np.ndarray | None = None
) -> tuple[np.ndarray, np.ndarray]:
    """The skin at given joint angles, with all that the rig's corrections add.

    Args:
        rig: the hand's rig.
        hand: ours or a loaded one.
        q: (..., dof) [rad] joint angles.
        T_world_forearm: (..., 4, 4); the identity if left out.

    Returns:
        Vertices (..., V, 3) float32 [m], world, and unit normals (..., V, 3) float32.

    Raises:
        InputError: a shape or a number that does not fit.
    """
    poses = joint_transforms(rig, hand, q, T_world_forearm)
    corrections = rig.corrections
    return blended_skin(rig, poses, None if corrections is None else corrections.coordinates(q))


def blended_skin(
    rig: Rig, T_world_joint: np.ndarray, coordinates: np.ndarray | None = None
) -> tuple[np.ndarray, np.ndarray]:
    """The skin at given joint poses.

    Args:
        rig: a skin in its bind pose.
        T_world_joint: (..., J, 4, 4), as from :func:`prehensile.skin.rig.rig.joint_transforms`.
        coordinates: (..., C) of the rig's corrections; without them it is blend skinning alone.

    Returns:
        Vertices (..., V, 3) float32 [m], world, and unit normals (..., V, 3) float32.

    Raises:
        InputError: the joints or the coordinates are not those of the rig.
    """
    poses = np.asarray(T_world_joint, dtype=float)
    if poses.shape[-3:] != rig.inverse_bind.shape:
        raise InputError(
            f"joint poses have shape {poses.shape}; expected (..., {len(rig.inverse_bind)}, 4, 4)."
        )
    batch = poses.shape[:-3]
    maps = (poses @ rig.inverse_bind)[..., :3, :].astype(np.float32)
    maps = np.ascontiguousarray(maps.reshape(-1, *maps.shape[-3:]))
    a, start, column, entries = _corrections(rig, coordinates, batch)
    posed = np.empty((len(maps), *rig.vertices.shape), np.float32)
    turned = np.empty_like(posed)
    kernels("skin.rig").blend(
        maps, rig.joints, rig.weights, rig.vertices, rig.normals,
        a, start, column, entries, posed, turned,
    )  # fmt: skip
    return posed.reshape(*batch, -1, 3), turned.reshape(*batch, -1, 3)


def _corrections(
    rig: Rig, coordinates: np.ndarray | None, batch: tuple[int, ...]
) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    """Coordinates (F, C) float32 of every frame, and the rig's entries; none of both without."""
    frames, own = int(np.prod(batch)), rig.corrections
    if coordinates is None:
        start = np.zeros(len(rig.vertices) + 1, np.uint32)
        none = np.zeros((0, 6), np.float32)
        return np.zeros((frames, 0), np.float32), start, np.zeros(0, np.uint8), none
    count = 0 if own is None else len(own.names)
    a = np.asarray(coordinates, np.float32)
    if own is None or a.shape[-1:] != (count,) or not _fits(a.shape[:-1], batch):
        raise InputError(
            f"coordinates have shape {a.shape}; expected {(*batch, count)}, as the rig's "
            f"corrections have {count}."
        )
    a = np.ascontiguousarray(np.broadcast_to(a, (*batch, count)).reshape(frames, count))
    return a, own.start, own.column, own.entries


def _fits(shape: tuple[int, ...], batch: tuple[int, ...]) -> bool:
    """Whether an array of this shape can be spread over the batch axes."""
    try:
        return np.broadcast_shapes(shape, batch) == batch
    except ValueError:
        return False
