"""Pigment of blood from photographs: the direction in which colour changes (Andrews 5.3.2)."""

import numpy as np

TYPICAL = (0.19, 0.77, 0.61)
"""Near those of three people (5.5.2), to begin with; of unit length within 1 %."""
CENTRES = ("zero", "mean")
"""What a pixel's changes are counted from: its colour at zero force, or its mean."""
BLOCK = 4
"""[pixels] averaged along a side first: noise of a camera is not blood, and in a logarithm it is
larger where a channel is dark."""
LEAST = 0.01
"""Each part of a pigment is at least this: blood takes away some light of every colour."""


def typical_pigment() -> np.ndarray:
    """(3,) of unit length, to begin with."""
    pigment = np.array(TYPICAL)
    return pigment / np.linalg.norm(pigment)


def fitted_pigment(
    zero: np.ndarray, pressed: np.ndarray, weight: np.ndarray, centre: str = "zero"
) -> tuple[np.ndarray, float]:
    """First principal component of the changes of all pixels of all photographs.

    Args:
        zero: (H, W, 3) absorption at zero force.
        pressed: (N, H, W, 3) absorptions, in the same frame.
        weight: (H, W) how much each pixel counts, 0 … 1.
        centre: one of :data:`CENTRES`.

    Returns:
        (3,) of unit length, all positive; and its share of the changes' variance.
    """
    scatter = np.zeros((3, 3))
    share = blocks(weight[..., None])[..., 0]
    small = np.stack([blocks(one) for one in (zero, *pressed)])
    changes = small[1:] - small[0] if centre == "zero" else small - small.mean(axis=0)
    for change in changes:
        scatter += np.einsum("yxi,yxj,yx->ij", change, change, share, optimize=True)
    sizes, axes = np.linalg.eigh(scatter)
    pigment = axes[:, -1] * np.sign(axes[:, -1].sum())
    pigment = np.maximum(pigment, LEAST)
    return pigment / np.linalg.norm(pigment), float(sizes[-1] / max(sizes.sum(), 1e-30))


def blocks(picture: np.ndarray) -> np.ndarray:
    """(H / 4, W / 4, C) means of squares of pixels."""
    height, width, channels = picture.shape
    cut = picture[: height // BLOCK * BLOCK, : width // BLOCK * BLOCK]
    return cut.reshape(height // BLOCK, BLOCK, width // BLOCK, BLOCK, channels).mean(axis=(1, 3))
