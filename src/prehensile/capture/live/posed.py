"""A hand's pose from whatever streams show it: angles, rotations, keypoints, poses of the arm."""

from collections.abc import Mapping
from typing import get_args

import numpy as np

from prehensile.capture.live.latest import Sample
from prehensile.errors import PrehensileError
from prehensile.hand.hand import Hand
from prehensile.hand.segments import FOREARM, PALM
from prehensile.hand.taxels import Taxels
from prehensile.kinematics.fit.keypoint_layout import LAYOUTS, Layout
from prehensile.kinematics.fit.keypoints import fit_keypoints, lost_frames
from prehensile.kinematics.forward import segment_transforms
from prehensile.kinematics.hinge_angles import angles_from_rotations
from prehensile.lie import se3, so3

ARM = (FOREARM, "arm")
"""channels of rigid poses that are the forearm's; ``wrist`` or ``hand`` are the palm's"""
PALMS = (PALM, "hand", "palm")


class PosedHand:
    """Follows a hand through live samples; what no stream shows stays as it was.

    Args:
        hand: that is drawn.
        forearm: (7,) xyz + wxyz where it stands until a stream says otherwise.
    """

    def __init__(self, hand: Hand, forearm: np.ndarray):
        self.hand = hand
        self.q = np.array(hand.spec.rest, float)
        """(dof,) [rad]"""
        self.forearm = np.array(forearm, float)
        """(7,) world"""
        self.shown_by = ""
        """name of the stream that the angles come from"""

    def follow(self, samples: Mapping[str, Sample]) -> None:
        """Take on the pose that samples show."""
        for name, sample in samples.items():
            kind = sample.stream.kind
            if kind == "joint_angles":
                self._angles(sample, name)
            elif kind == "rotations":
                self._rotations(sample, name)
            elif kind == "markers":
                self._keypoints(sample, name)
        for sample in samples.values():
            if sample.stream.kind == "rigid_poses":
                self._arm(sample)

    def _angles(self, sample: Sample, name: str) -> None:
        known = {joint: k for k, joint in enumerate(self.hand.joint_names)}
        rows = [(known[c], k) for k, c in enumerate(sample.stream.channels) if c in known]
        if not rows and len(sample.values) == self.hand.dof:
            rows = [(k, k) for k in range(self.hand.dof)]
        q = self.q.copy()
        for joint, channel in rows:
            if np.isfinite(sample.values[channel]):
                q[joint] = sample.values[channel]
        if rows:
            self.q, self.shown_by = q, name

    def _rotations(self, sample: Sample, name: str) -> None:
        turned = dict(zip(sample.stream.channels, sample.values, strict=True))
        needed = [n for n, segment in self.hand.segments.items() if segment.joints]
        if not all(n in turned and np.isfinite(turned[n]).all() for n in needed):
            return
        q = angles_from_rotations(self.hand, {n: so3.from_quat(turned[n]) for n in needed})
        self.q, self.shown_by = q, name

    def _keypoints(self, sample: Sample, name: str) -> None:
        """Of a tracker whose points are named as one of the layouts names them."""
        layout = _layout(sample.stream.channels)
        if layout is None:
            return
        try:
            if lost_frames(sample.values[None], layout)[0]:
                return
            fit = fit_keypoints(sample.values[None], layout, hand=self.hand)
        except PrehensileError:
            return  # nothing was seen, or something else: the hand stays
        self.q, self.shown_by = fit.q[0], name
        self.forearm = se3.to_pose7(fit.T_world_forearm[0])

    def _arm(self, sample: Sample) -> None:
        for channel, pose in zip(sample.stream.channels, sample.values, strict=True):
            if not np.isfinite(pose).all() or not np.any(pose[3:]):
                continue
            if channel in ARM:
                self.forearm = np.array(pose)
            elif channel in PALMS:
                T_forearm_palm = segment_transforms(self.hand, self.q)[PALM]
                T = se3.from_pose7(pose) @ se3.inverse(T_forearm_palm)
                self.forearm = se3.to_pose7(T)


def pressure_image(sample: Sample, taxels: Taxels) -> np.ndarray | None:
    """The image (rows, columns) [Pa] of a glove's sample; None where it is of something else.

    Channels are named ``row-column`` from 1, or are as many as the glove has taxels or cells.
    """
    image = np.zeros(taxels.shape)
    values, count = np.asarray(sample.values, float), taxels.mask.sum()
    cells = [_cell(channel, taxels.shape) for channel in sample.stream.channels]
    if all(cell is not None for cell in cells):
        rows, columns = np.array(cells).T
        image[rows, columns] = values
    elif len(values) == count:
        image[taxels.mask] = values
    elif len(values) == image.size:
        image[...] = values.reshape(image.shape)
    else:
        return None
    return np.where(taxels.mask, np.nan_to_num(image), 0.0)


def _cell(channel: str, shape: tuple[int, int]) -> tuple[int, int] | None:
    row, dash, column = channel.partition("-")
    if not (dash and row.isdecimal() and column.isdecimal()):
        return None
    place = int(row) - 1, int(column) - 1
    return place if 0 <= place[0] < shape[0] and 0 <= place[1] < shape[1] else None


def _layout(channels: tuple[str, ...]) -> Layout | None:
    names: tuple[Layout, ...] = get_args(Layout)
    return next((name for name in names if LAYOUTS[name] == channels), None)
