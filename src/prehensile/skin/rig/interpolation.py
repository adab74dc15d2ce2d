"""Coordinates between examples: a sum of radial functions of the joint's rotation, with a line.

Kry 2005, section 7.4. The published kernel exp(−r/r₀) has a kink at every example and sags
between them; it is kept for comparison. Ours is smooth, carries a linear tail, and takes the
width that best foretells each example from the others.
"""

from dataclasses import dataclass

import numpy as np

from prehensile.errors import InputError
from prehensile.lie import so3

SMOOTH, PUBLISHED = "smooth", "published"
"""Kernels: ours, and the thesis's own exp(−r/r₀)."""
WIDTHS = np.geomspace(0.4, 16.0, 24)
"""Widths that are tried, over the mean distance between neighbouring examples."""
NEAREST = 1e-4
"""[rad] Examples nearer than this are the same."""


@dataclass(frozen=True, eq=False)
class PoseInterpolation:
    """Functions of a joint's rotation that take given values at the examples."""

    centres: np.ndarray
    """(Q, 3) rotation vectors [rad] of the examples, from the rest pose"""
    factors: np.ndarray
    """(Q, n) weights of the radial functions"""
    tail: np.ndarray
    """(4, n) value at rest and slopes of the linear part"""
    width: float
    """[rad] r₀ of the kernel"""
    kernel: str
    left_out: float
    """root mean square error of examples foretold from the others, over that of the values"""

    def __call__(self, rotation: np.ndarray) -> np.ndarray:
        """Values (..., n) at rotation vectors (..., 3) [rad]."""
        far = rotation_distance(rotation[..., None, :], self.centres)
        line = self.tail[0] + rotation @ self.tail[1:]
        return _radial(far / self.width, self.kernel) @ self.factors + line


def rotation_distance(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """Angle (...,) [rad] of the turn between rotations given as vectors (..., 3)."""
    turn = np.swapaxes(so3.exp(a), -1, -2) @ so3.exp(b)
    return np.linalg.norm(so3.log(turn), axis=-1)


def interpolate(
    rotations: np.ndarray, values: np.ndarray, kernel: str = SMOOTH
) -> PoseInterpolation:
    """Functions of a rotation that pass through examples.

    Args:
        rotations: (Q, 3) rotation vectors [rad], all different.
        values: (Q, n) what each example has.
        kernel: `SMOOTH`, or `PUBLISHED` for the thesis's own.

    Raises:
        InputError: two examples have the same rotation.
    """
    far = rotation_distance(rotations[:, None], rotations[None])
    apart = far + np.where(np.eye(len(far)) > 0, np.inf, 0)
    if apart.min() < NEAREST:
        i, j = np.unravel_index(apart.argmin(), apart.shape)
        raise InputError(
            f"examples {min(i, j)} and {max(i, j)} of a joint have the same rotation "
            f"{np.round(rotations[i], 4).tolist()} rad; remove one."
        )
    spacing = float(apart.min(axis=1).mean())
    if kernel == PUBLISHED:
        return _fitted(rotations, values, far, 0.5 * spacing, kernel)
    tried = [_fitted(rotations, values, far, spacing * w, kernel) for w in WIDTHS]
    return min(tried, key=lambda one: one.left_out)


def _radial(s: np.ndarray, kernel: str) -> np.ndarray:
    if kernel == PUBLISHED:
        return np.exp(-s)
    return (1 + s + s * s / 3) * np.exp(-s)  # Matérn 5/2: twice differentiable


def _fitted(
    rotations: np.ndarray, values: np.ndarray, far: np.ndarray, width: float, kernel: str
) -> PoseInterpolation:
    n = len(far)
    line = _tail_columns(rotations) if kernel == SMOOTH else np.zeros((n, 0))
    size = line.shape[1]
    system = np.zeros((n + size, n + size))
    system[:n, :n] = _radial(far / width, kernel)
    system[:n, n:], system[n:, :n] = line, line.T
    inverse = np.linalg.inv(system)
    found = inverse[:, :n] @ values
    # Each example foretold without itself, in closed form (Rippa 1999).
    errors = found[:n] / np.diag(inverse)[:n, None]
    scale = np.sqrt((values**2).sum()) or 1.0
    tail = np.zeros((4, values.shape[1]))
    if size:
        tail[0] = found[n]
        tail[1:] = _span(rotations) @ found[n + 1 :]
    left_out = float(np.sqrt((errors**2).sum()) / scale)
    return PoseInterpolation(rotations, found[:n], tail, width, kernel, left_out)


def _tail_columns(rotations: np.ndarray) -> np.ndarray:
    """A constant and the directions in which the examples differ, (Q, 1 + d)."""
    return np.column_stack([np.ones(len(rotations)), rotations @ _span(rotations)])


def _span(rotations: np.ndarray) -> np.ndarray:
    """(3, d) orthonormal: one direction for a hinge, two or three for others.

    At most as many as leave half of the examples to be foretold.
    """
    _, s, vt = np.linalg.svd(rotations - rotations.mean(axis=0), full_matrices=False)
    most = max((len(rotations) - 2) // 2, 0)
    kept = int(np.count_nonzero(s > 0.1 * max(float(s[0]), 1e-12)))
    return vt[: min(kept, most)].T
