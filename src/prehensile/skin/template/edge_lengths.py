"""How long the edges of the coarsest skin shall be: shortest where it bends or curves most."""

import numpy as np

from prehensile.skin.flesh.rest import RestFlesh

TIP_EDGE, JOINT_EDGE, DIGIT_EDGE, PALM_EDGE = 0.041, 0.043, 0.065, 0.107
"""[hand breadths] Wished edges on tips, at joints, between them and on the palm."""
RIM_EDGE, ARM_RIM = 0.065, -0.32
"""[hand breadths] Wished edges at the end of the arm, and where along the arm that begins."""
LINE_EDGE, LINE_BAND = 0.048, 0.045
"""[hand breadths] Wished edges along the lines of the palm, and how far from them."""


def edge_lengths(flesh: RestFlesh, points: np.ndarray) -> np.ndarray:
    """Wished edges (N,) [m] of the coarsest level at points (N, 3) [m] near the skin."""
    b = flesh.hand.spec.breadth
    rim = np.clip((points[:, 0] / b - ARM_RIM) / -0.05, 0, 1)
    found = PALM_EDGE + (RIM_EDGE - PALM_EDGE) * rim
    near = np.exp(-((flesh.palm_line_distance(points) / (LINE_BAND * b)) ** 2))
    found = np.minimum(found, PALM_EDGE + (LINE_EDGE - PALM_EDGE) * near)
    for digit in flesh.digits.values():
        x, y, z = ((points - digit.T[:3, 3]) @ digit.T[:3, :3]).T
        beside = np.hypot(y, z)
        # How much a point belongs to the digit: along its bones and near them.
        root = -0.35 * digit.joints[1] if digit.first == 0 else -0.4 * abs(digit.joints[0])
        along = np.clip((x - root) / (0.3 * digit.joints[-1]), 0, 1)
        near = np.clip(2.2 - beside / (0.17 * b), 0, 1)
        bend = [np.exp(-(((x - j) / (0.10 * b)) ** 2)) for j in digit.joints[1:-1]]
        own = DIGIT_EDGE - (DIGIT_EDGE - JOINT_EDGE) * np.clip(np.sum(bend, axis=0), 0, 1)
        tip = np.clip((x - digit.joints[-2]) / (0.6 * (digit.joints[-1] - digit.joints[-2])), 0, 1)
        own = own + (TIP_EDGE - own) * tip
        found = np.minimum(found, PALM_EDGE + (own - PALM_EDGE) * along * near)
    return b * found
