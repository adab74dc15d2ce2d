"""The rotation and shift that lay points best over seen ones (Kabsch), for many frames at once."""

import numpy as np


def rigid_fit(own: np.ndarray, points: np.ndarray, weight: np.ndarray) -> np.ndarray:
    """``T`` (N, 4, 4) that minimises Σ w |T own − points|².

    Args:
        own: (K, 3) or (N, K, 3) [m].
        points: (N, K, 3) [m], anything finite where the weight is zero.
        weight: (N, K), some of each row above zero.
    """
    w = (weight / weight.sum(-1, keepdims=True))[..., None]
    centre = (w * points).sum(1)
    own_centre = (w * own).sum(1)
    spread = (w * (points - centre[:, None])).swapaxes(1, 2) @ (own - own_centre[:, None])
    U, _, Vt = np.linalg.svd(spread)
    proper = np.ones((len(points), 3))
    proper[:, 2] = np.sign(np.linalg.det(U @ Vt))
    T = np.zeros((len(points), 4, 4))
    T[:, :3, :3] = (U * proper[:, None]) @ Vt
    T[:, :3, 3] = centre - (T[:, :3, :3] @ own_centre[..., None])[..., 0]
    T[:, 3, 3] = 1.0
    return T
