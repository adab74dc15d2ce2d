"""Exposure and white balance of each photograph, from skin that does not blanch.

A gain of each channel is a shift of absorptions. Across the pigment blood changes nothing, so there
the median shift is the camera's. Along it blood and camera look alike: there the places tell that
blanch least, and what a camera usually does, which is to expose all channels alike.
"""

import numpy as np

from prehensile.appearance.fit.pigment import blocks

EXPOSURE, WHITE = 0.3, 0.03
"""Usual changes of −ln of a gain from one photograph to the next: of all channels alike, and of
each by itself."""
ACROSS_ERROR, ALONG_ERROR = 0.003, 0.03
"""How well the medians across the pigment and along it are known."""
STILL = 0.25
"""Share of the skin that is taken not to blanch."""
ROUNDS = 6


def gains(
    zero: np.ndarray,
    pressed: np.ndarray,
    pigment: np.ndarray,
    weight: np.ndarray,
    known: np.ndarray | None = None,
) -> np.ndarray:
    """(N, 3) what to add to each photograph's absorptions so that still skin stays as it was.

    Args:
        zero: (H, W, 3) absorption at zero force.
        pressed: (N, H, W, 3) absorptions in the same frame.
        pigment: (3,) of blood.
        weight: (H, W) where there is skin, 0 … 1.
        known: (N,) bool, the photographs that may say which skin is still; all if left out.
    """
    skin = blocks(weight[..., None])[..., 0] > 0.5
    small = np.stack([blocks(one)[skin] for one in (zero, *pressed)])
    changes = small[1:] - small[0]
    if not changes.size:
        return np.zeros((len(pressed), 3))
    across = np.linalg.svd(pigment[None])[2][1:]
    axes = np.vstack([across, pigment])
    shifts = np.median(changes, axis=1) @ axes.T
    along = changes @ pigment
    error = np.diag([ACROSS_ERROR**2, ACROSS_ERROR**2, ALONG_ERROR**2])
    usual = EXPOSURE**2 * np.ones((3, 3)) + WHITE**2 * np.eye(3)
    # Most probable shift of a camera of the usual kind, given what was seen (both Gaussian).
    gain = usual @ axes.T @ np.linalg.inv(axes @ usual @ axes.T + error)
    found = shifts[:, :2] @ _from_across(usual, axes).T
    for _ in range(ROUNDS):
        rest = along - (found @ pigment)[:, None]
        still = (rest[slice(None) if known is None else known] ** 2).mean(axis=0)
        still = still <= np.quantile(still, STILL)
        seen = np.column_stack([shifts[:, :2], np.median(along[:, still], axis=1)])
        found = seen @ gain.T
    return -found


def _from_across(usual: np.ndarray, axes: np.ndarray) -> np.ndarray:
    """(3, 2) shift of a camera of the usual kind, from its two parts across the pigment alone."""
    two = axes[:2]
    return usual @ two.T @ np.linalg.inv(two @ usual @ two.T + ACROSS_ERROR**2 * np.eye(2))
