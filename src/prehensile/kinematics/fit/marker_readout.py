"""Markers as points of a fit: fixed to a segment, a few millimetres off its bone."""

from collections.abc import Sequence

import numpy as np

from prehensile.hand.joints import DIGITS
from prehensile.hand.segments import digit_segments
from prehensile.kinematics.fit.keypoint_chain import KeypointChain, Placed, Sizes
from prehensile.kinematics.fit.keypoint_layout import ALL_POINTS
from prehensile.kinematics.fit.marker_site import MarkerSite
from prehensile.lie import so3

_CARRIER = {name: (d, k) for d, g in enumerate(DIGITS) for k, name in enumerate(digit_segments(g))}
"""Segment → row of its digit and place in it; the palm is in none."""
_JOINT_ROW = np.array([[ALL_POINTS.index(name) for name in digit_segments(d)] for d in DIGITS])


class MarkerReadout:
    """M markers on a right hand.

    Args:
        chain: the hand.
        sites: which segment carries each.
        offsets: (M, 3) [m] in the frames of their segments.
        trust: (M,) weights in a fit; 1 each if left out.
    """

    def __init__(
        self,
        chain: KeypointChain,
        sites: Sequence[MarkerSite],
        offsets: np.ndarray,
        trust: np.ndarray | None = None,
    ):
        self.chain, self.offsets = chain, offsets
        self.trust = np.ones(len(sites)) if trust is None else trust
        moving = [m for m, site in enumerate(sites) if not site.on_palm]
        carriers = np.array([_CARRIER[sites[m].segment] for m in moving], dtype=int)
        self._moving = np.array(moving, dtype=int)
        self._digit, self._part = carriers.reshape(-1, 2).T

    def points(self, placed: Placed) -> np.ndarray:
        """(N, M, 3) [m] in the palm frame."""
        points = np.tile(self.offsets, (len(placed.points), 1, 1))
        axes = self._axes(placed)
        origin = placed.points[:, _JOINT_ROW[self._digit, self._part]]
        points[:, self._moving] = origin + np.einsum(
            "nmij,mj->nmi", axes, self.offsets[self._moving]
        )
        return points

    def pose_jacobian(self, placed: Placed) -> np.ndarray:
        """(N, M, 3, 26) by palm twist and digit angles."""
        p = self.points(placed)
        J = np.zeros((*p.shape, 26))
        J[..., :3] = np.eye(3)
        J[..., 3:6] = -so3.hat(p)
        for m, d, part in zip(self._moving, self._digit, self._part, strict=True):
            joints = placed.points[:, _JOINT_ROW[d]]
            first = self.chain.first_in_palm[d]
            J[:, m, :, 6 + 4 * d] = np.cross(first, p[:, m] - joints[:, 0])
            for k in range(part + 1):
                J[:, m, :, 7 + 4 * d + k] = np.cross(placed.flexion[:, d], p[:, m] - joints[:, k])
        return J

    def size_jacobian(self, placed: Placed, by: Sizes) -> np.ndarray:
        """(N, M, 3, S) by size parameters, as in `KeypointChain.size_jacobian`.

        Offsets are lengths of their own: a marker moves only with the joint it stands beyond.
        """
        of_joints = self.chain.size_jacobian(placed, by)
        J = np.zeros((len(placed.points), len(self.offsets), 3, of_joints.shape[-1]))
        J[:, self._moving] = of_joints[:, _JOINT_ROW[self._digit, self._part]]
        return J

    def offset_jacobian(self, placed: Placed) -> np.ndarray:
        """(N, M, 3, M, 3) by the offsets."""
        count = len(self.offsets)
        J = np.zeros((len(placed.points), count, 3, count, 3))
        J[:, np.arange(count), :, np.arange(count)] = np.eye(3)
        J[:, self._moving, :, self._moving] = np.moveaxis(self._axes(placed), 1, 0)
        return J

    def _axes(self, placed: Placed) -> np.ndarray:
        """(N, moving, 3, 3) of the segments that carry moving markers, in the palm frame."""
        x = placed.bones[:, self._digit, self._part]
        y = placed.flexion[:, self._digit]
        return np.stack([x, y, np.cross(x, y)], axis=-1)
