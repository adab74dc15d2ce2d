"""Where digits' tips are in the palm, and how they move with their joints."""

from typing import NamedTuple

import numpy as np


class DigitMotion(NamedTuple):
    """Tips of k digits, in the palm's frame."""

    tip: np.ndarray
    """(..., k, 3) [m]"""
    jacobian: np.ndarray
    """(..., k, 3, 4) [m/rad]"""
    axes: np.ndarray
    """(..., k, 3, 4) unit vectors the joints turn about"""

    def second(self, along: np.ndarray) -> np.ndarray:
        """(..., k, 4, 4) [m²/rad²] second derivatives of the tips, times ``along`` (..., k, 3).

        A joint turns the columns of those after it: ∂²tip/∂qᵢ∂qⱼ = aᵢ × Jⱼ for i ≤ j.
        """
        turned = np.cross(along[..., None], self.axes, axis=-2)  # along · (a × J) = (along × a) · J
        upper = np.triu(np.einsum("...ci,...cj->...ij", turned, self.jacobian))
        return upper + np.triu(upper, 1).swapaxes(-1, -2)


def digit_motion(table: np.ndarray, angles: np.ndarray) -> DigitMotion:
    """Forward kinematics of digits with first derivatives.

    Args:
        table: (k,) digit table.
        angles: (..., k, 4) [rad].
    """
    bend = np.cumsum(angles[..., 1:], axis=-1)
    c, s = np.cos(bend), np.sin(bend)
    plane = table["plane"]
    l1, l2, x, y = (plane[k] for k in ("first", "second", "x", "y"))
    last = np.stack([x * c[..., 2] - y * s[..., 2], x * s[..., 2] + y * c[..., 2]], axis=-1)
    mid = last + l2[:, None] * np.stack([c[..., 1], s[..., 1]], axis=-1)
    root = mid + l1[:, None] * np.stack([c[..., 0], s[..., 0]], axis=-1)
    zero = np.zeros(root.shape[:-1])
    # x forwards and y palmar in the plane are x and −z of the root's frame.
    tip = np.stack([root[..., 0], zero, -root[..., 1]], axis=-1)
    columns = [np.stack([-p[..., 1], zero, -p[..., 0]], axis=-1) for p in (root, mid, last)]
    a = table["axis"]
    turn = angles[..., :1]
    tip = _about(a, turn, tip)
    columns = [np.cross(a, tip), *(_about(a, turn, v) for v in columns)]
    hinge = np.broadcast_to(_about(a, turn, np.array([0.0, 1.0, 0.0])), tip.shape)
    axes = [np.broadcast_to(a, tip.shape), hinge, hinge, hinge]
    R = table["into"]  # palm → root, so its transpose leads back
    J, axes = (np.einsum("kji,...kjc->...kic", R, np.stack(v, axis=-1)) for v in (columns, axes))
    at = np.einsum("kji,...kj->...ki", R, tip) + table["origin"]
    return DigitMotion(at, J, axes)


def _about(axis: np.ndarray, angle: np.ndarray, v: np.ndarray) -> np.ndarray:
    c, s = np.cos(angle), np.sin(angle)
    along = (v * axis).sum(-1, keepdims=True)
    return c * v + s * np.cross(axis, v) + (1 - c) * along * axis
