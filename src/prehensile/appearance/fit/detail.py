"""Fine detail of a fingertip, from all of its photographs.

Change is counted from one photograph without load, and every prediction begins with it. What is
peculiar to that one (grain, focus, a fraction of a pixel of motion) would be in every change and
fade with the force, although it does not: at a light press it is most of what differs. Blood moves
in wide patches, so the finest detail is the same in all photographs, and their mean is nearer to
the truth than any one of them.
"""

import numpy as np


def with_shared_detail(
    zero: np.ndarray, pressed: np.ndarray, finger: np.ndarray, width: float
) -> np.ndarray:
    """The zero-force absorption with the mean detail of all photographs, its own among them.

    Args:
        zero: (H, W, 3) absorption without load.
        pressed: (N, H, W, 3) absorptions under load, in the same frame.
        finger: (H, W) bool, what counts; elsewhere nothing changes.
        width: [texels] what is finer than this counts as detail; 0 for none.
    """
    if width <= 0:
        return zero
    from scipy.ndimage import gaussian_filter

    off = (pressed - zero).sum(axis=0) / (1 + len(pressed)) * finger[..., None]
    # Normalised, so that nothing bleeds in from where there is no finger.
    inside = np.maximum(gaussian_filter(finger.astype(float), width), 1e-6)[..., None]
    wide = gaussian_filter(off, (width, width, 0)) / inside
    return zero + (off - wide) * finger[..., None]
