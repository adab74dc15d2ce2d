"""Where the five nails are on a hand's skin."""

import numpy as np

from prehensile.hand.hand import Hand
from prehensile.hand.segments import TIP_SEGMENT


def on_nail(hand: Hand, poses: dict[str, np.ndarray], vertices: np.ndarray) -> np.ndarray:
    """Which vertices (V, 3) [m] lie on a nail: on the back of the last segment's distal half.

    Args:
        hand: whose; either side.
        poses: segment name → (4, 4), in the frame of the vertices.
        vertices: of its skin.
    """
    nail = np.zeros(len(vertices), dtype=bool)
    for name in TIP_SEGMENT.values():
        segment, T = hand.segments[name], poses[name]
        p = (vertices - T[:3, 3]) @ T[:3, :3]
        base, head = segment.radii
        half, reach = 0.36 * (base + head), 0.92 * head
        x, y = (p[:, 0] - (segment.length - reach)) / reach, p[:, 1] / half
        # A square with round corners that ends just short of the tip.
        nail |= (np.abs(x) ** 3 + np.abs(y) ** 3 < 1) & (p[:, 2] > 0.25 * head)
    return nail
