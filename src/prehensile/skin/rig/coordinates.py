"""Coordinates of all corrected joints at once: their radial functions in one sum (Kry 2005, 7.4).

The same numbers as each joint's own :class:`prehensile.skin.rig.interpolation.
PoseInterpolation`, from a few large array operations instead of many small ones.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from prehensile.hand.hand import Hand
from prehensile.lie import so3
from prehensile.skin.rig.interpolation import PUBLISHED, PoseInterpolation

CHUNK = 32
"""Poses looked at together: more would leave the processor's cache, at three times the cost."""


@dataclass(frozen=True, eq=False)
class PoseCoordinates:
    """a (..., C) of joint angles q (..., dof) [rad], of one hand and of its mirror image."""

    hinge_angles: np.ndarray
    """(H, J) columns of q that each of J joints turns by, one hinge after the other"""
    hinge_share: np.ndarray
    """(H, J) what of that angle: a half, as quaternions want it; 0 where a joint has fewer"""
    hinge_turns: np.ndarray
    """(J, 2^H, 4) wxyz: each joint's turn from the rest pose is the sum of these times every
    product of a cosine or sine for each hinge, the last one's changing fastest"""
    owner: np.ndarray
    """(Q,) joint of each radial function"""
    centres: np.ndarray
    """(Q, 4) wxyz: example that it is centred on, from the rest pose"""
    width: np.ndarray
    """(Q,) [rad] of each radial function"""
    series: np.ndarray
    """(2, Q): it is (1 + series₀ s + series₁ s²) exp(−s) at a distance of s widths"""
    factors: np.ndarray
    """(Q, C) weights of the radial functions"""
    slopes: np.ndarray
    """(3 J, C) [1/rad] of the linear parts"""
    start: np.ndarray
    """(C,) linear parts at rest"""

    def __call__(self, q: np.ndarray) -> np.ndarray:
        """Coordinates (..., C) at joint angles ``q`` (..., dof) [rad]."""
        q = np.asarray(q, float)
        rows = q.reshape(-1, q.shape[-1])
        parts = [self._at(rows[k : k + CHUNK]) for k in range(0, len(rows), CHUNK)]
        found = np.concatenate(parts) if parts else np.zeros((0, len(self.start)))
        return found.reshape(*q.shape[:-1], len(self.start))

    def _at(self, q: np.ndarray) -> np.ndarray:
        turn = self._turns(q)
        turn = np.where(turn[..., :1] < 0, -turn, turn)  # q and −q are one rotation
        # The angle from the chord: an arc cosine would lose half the digits where both agree.
        apart = turn[..., self.owner, :] - self.centres
        chord = np.einsum("...i,...i->...", apart, apart)
        far = 4 * np.arcsin(0.5 * np.sqrt(np.minimum(chord, np.maximum(4 - chord, 0))))
        s = far / self.width
        radial = (1 + s * (self.series[0] + s * self.series[1])) * np.exp(-s)
        turned = _rotation_vector(turn).reshape(*turn.shape[:-2], len(self.slopes))
        return radial @ self.factors + turned @ self.slopes + self.start

    def _turns(self, q: np.ndarray) -> np.ndarray:
        """(N, J, 4) wxyz: turn of every joint from its rest pose."""
        half = self.hinge_share * q[:, self.hinge_angles]
        both = np.stack([np.cos(half), np.sin(half)], axis=-1)  # (N, H, J, 2)
        products = both[:, 0]
        for k in range(1, both.shape[1]):
            products = products[..., :, None] * both[:, k, :, None, :]
            products = products.reshape(*products.shape[:2], -1)
        return np.einsum("njp,jpi->nji", products, self.hinge_turns)


def pose_coordinates(
    hand: Hand,
    q_rest: np.ndarray,
    joints: Sequence[tuple[str, PoseInterpolation]],
    unit: np.ndarray,
) -> PoseCoordinates:
    """All joints' interpolations as one.

    Args:
        hand: on which they were learned.
        q_rest: (dof,) [rad] pose that their rotations are counted from.
        joints: segment that each joint turns, and the interpolation of its coordinates.
        unit: (C,) what each of all their coordinates is divided by.
    """
    hinges = [hand.segments[segment].joints for segment, _ in joints]
    most = max((len(own) for own in hinges), default=1)
    angles, share = np.zeros((most, len(joints)), np.intp), np.zeros((most, len(joints)))
    turns = np.zeros((len(joints), 2**most, 4))
    for j, own in enumerate(hinges):
        columns = [hand.joint_index(hinge.name) for hinge in own]
        angles[: len(own), j], share[: len(own), j] = columns, 0.5
        axes = [*(hinge.axis for hinge in own), *[np.zeros(3)] * (most - len(own))]
        turns[j] = _hinge_turns(axes, np.asarray(q_rest, float)[columns])
    counts = [len(one.centres) for _, one in joints]
    sizes = [one.factors.shape[1] for _, one in joints]
    factors, slopes = np.zeros((sum(counts), sum(sizes))), np.zeros((3 * len(joints), sum(sizes)))
    start = np.zeros(sum(sizes))
    row = column = 0
    for j, (_, one) in enumerate(joints):
        n, own = counts[j], slice(column, column + sizes[j])
        factors[row : row + n, own] = one.factors / unit[own]
        start[own] = one.tail[0] / unit[own]
        slopes[3 * j : 3 * j + 3, own] = one.tail[1:] / unit[own]
        row, column = row + n, column + sizes[j]
    centres = [so3.to_quat(so3.exp(one.centres)) for _, one in joints]
    smooth = [0.0 if one.kernel == PUBLISHED else 1.0 for _, one in joints]
    return PoseCoordinates(
        hinge_angles=angles,
        hinge_share=share,
        hinge_turns=turns,
        owner=np.repeat(np.arange(len(joints)), counts),
        centres=np.concatenate([np.zeros((0, 4)), *centres]),
        width=np.repeat([one.width for _, one in joints], counts),
        series=np.repeat(smooth, counts) * np.array([[1.0], [1 / 3]]),
        factors=factors,
        slopes=slopes,
        start=start,
    )


def _hinge_turns(axes: Sequence[np.ndarray], rest: np.ndarray) -> np.ndarray:
    """(2^H, 4) wxyz: the inverse turn at ``rest`` (≤ H,) [rad], times 1 or an axis for each hinge.

    A hinge is cos θ/2 + axis sin θ/2, so a product of several is a sum of these.
    """
    back = np.array([1.0, 0, 0, 0])
    for axis, angle in zip(axes, rest, strict=False):
        back = so3.quat_multiply(back, [np.cos(angle / 2), *(np.sin(angle / 2) * axis)])
    found = so3.quat_conjugate(back)[None]
    for axis in axes:
        parts = np.stack([np.array([1.0, 0, 0, 0]), np.array([0.0, *axis])])
        found = so3.quat_multiply(found[:, None], parts).reshape(-1, 4)
    return found


def _rotation_vector(turn: np.ndarray) -> np.ndarray:
    """(..., 3) [rad] of unit quaternions (..., 4) wxyz with w ≥ 0."""
    size = np.linalg.norm(turn[..., 1:], axis=-1)
    still = size == 0
    scale = np.where(still, 2, 2 * np.arctan2(size, turn[..., 0]) / np.where(still, 1, size))
    return scale[..., None] * turn[..., 1:]
