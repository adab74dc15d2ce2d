"""Contacts out of sensors' numbers, in NumPy: the oracle of the compiled kernel, its stand-in."""

import numpy as np

from prehensile.world.batch.sensor_layout import DIST, FORCE, FOUND, NORMAL, POS, TANGENT


def read_contacts(
    block: np.ndarray, worlds: np.ndarray, found: np.ndarray, pos: np.ndarray, normal: np.ndarray,
    force: np.ndarray, depth: np.ndarray, normal_force: np.ndarray,
) -> None:  # fmt: skip
    """Contacts of some worlds, by pairs of a segment and a thing.

    Args:
        block: (count, P, slots, WIDTH) of the sensors, as `sensor_layout` says.
        worlds: (n,) which of them.
        found: (n, P) written, like all that follow: how many contacts a pair has.
        pos: (n, P, slots, 3) [m]; all but ``found`` hold nought where nothing touches.
        normal: (n, P, slots, 3)
        force: (n, P, slots, 3) [N] world axes.
        depth: (n, P, slots) [m]
        normal_force: (n, P, slots) [N]
    """
    found[:] = block[worlds, :, 0, FOUND]
    # Few pairs touch: only their numbers are worked on.
    touching = np.nonzero(found)
    some = block[worlds[touching[0]], touching[1]]
    across, along = some[..., NORMAL : NORMAL + 3], some[..., FORCE : FORCE + 3]
    tangent = some[..., TANGENT : TANGENT + 3]
    pushed = along[..., :1] * across + along[..., 1:2] * tangent
    pushed += along[..., 2:] * _cross(across, tangent)
    pos[touching], normal[touching] = some[..., POS : POS + 3], across
    force[touching], normal_force[touching] = pushed, along[..., 0]
    depth[touching] = 0.0 - some[..., DIST]  # empty slots are 0, not −0


def _cross(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """Cross product (..., 3); much faster than NumPy's own for few vectors."""
    yzx, zxy = [1, 2, 0], [2, 0, 1]
    return a[..., yzx] * b[..., zxy] - a[..., zxy] * b[..., yzx]
