"""What a glove's pressure says of a grasp: where each patch is pressed, how hard, and how good that
grasp is.
"""

from collections.abc import Mapping
from typing import NamedTuple

import numpy as np

from prehensile.capture.live.latest import Sample
from prehensile.capture.sensors.readout.block_loads import LEAST, block_loads
from prehensile.hand.hand import Hand
from prehensile.hand.joints import DIGITS
from prehensile.hand.segments import GROUPS, group_of_segment
from prehensile.hand.taxel_points import taxel_points
from prehensile.hand.taxels import Taxels, glove_taxels
from prehensile.kinematics.forward import segment_transforms
from prehensile.lie import se3
from prehensile.quality.measure.grasp_quality import grasp_quality
from prehensile.quality.measure.hertz_patch import patch_torsion

FRICTION = 0.8
"""of skin on what is grasped, where nobody says"""


class Felt(NamedTuple):
    """Patches that are pressed, k of them."""

    center: np.ndarray
    """(k, 3) [m] centres of pressure, world"""
    out: np.ndarray
    """(k, 3) unit, out of the skin there, world"""
    force: np.ndarray
    """(k,) [N]"""
    group: np.ndarray
    """(k,) thumb 0 … little 4, palm 5"""
    quality: float
    """smallest singular value of the contact wrenches about their middle; 0 where the grasp is not
    closed. Andrews 2014, 3.3.2"""

    @property
    def group_force(self) -> np.ndarray:
        """(6,) [N] thumb to little, and palm."""
        return np.bincount(self.group, self.force, len(GROUPS))


class GloveFeel:
    """Reads pressure images of one hand.

    Args:
        hand: that wears the glove.
        taxels: its layout; the Tekscan Grip's by default.
    """

    def __init__(self, hand: Hand, taxels: Taxels | None = None):
        self.hand = hand
        self.taxels = glove_taxels() if taxels is None else taxels
        self._points = taxel_points(hand, self.taxels)
        groups = [group_of_segment(segment) for segment in self.taxels.segments]
        self._group = np.array([GROUPS.index(group) for group in groups], int)

    def felt(
        self, image: np.ndarray, q: np.ndarray, forearm: np.ndarray, friction: float = FRICTION
    ) -> Felt:
        """What an image (rows, columns) [Pa] says of a hand in a pose.

        Args:
            image: NaN where a taxel said nothing.
            q: (dof,) [rad].
            forearm: (7,) xyz + wxyz, world.
            friction: sliding coefficient that the quality is for.
        """
        press = np.asarray(image, float).ravel()[self._points.cell]
        poses = segment_transforms(self.hand, q, se3.from_pose7(forearm))
        force, center, out = block_loads(self._points, self.taxels, press, poses)
        touched = force > LEAST
        found = (center[touched], out[touched], force[touched])
        return Felt(*found, self._group[touched], _quality(*found, friction))


def finger_forces(samples: Mapping[str, Sample]) -> dict[str, float]:
    """[N] by digit, of force sensors whose channels are named after fingers."""
    found: dict[str, float] = {}
    for sample in samples.values():
        if sample.stream.kind == "forces":
            for channel, force in zip(sample.stream.channels, sample.values, strict=True):
                if channel in DIGITS and np.isfinite(force):
                    found[channel] = max(float(force), 0.0)
    return found


def _quality(pos: np.ndarray, out: np.ndarray, force: np.ndarray, friction: float) -> float:
    """Torques are taken about the middle of the contacts, and divided by the farthest's distance:
    nobody knows the object.
    """
    if len(pos) < 2:
        return 0.0
    middle = pos.mean(axis=0)
    length = float(np.linalg.norm(pos - middle, axis=1).max())
    if length < 1e-3:
        return 0.0
    found = grasp_quality(
        pos, out, friction, middle, length, torsion=patch_torsion(force, friction)
    )
    return float(found.value)
