"""CyberGlove: strain gauges sewn into a glove give joint angles (Kry 2005, 3.1.2)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from prehensile.capture.recording.stream import Stream
from prehensile.capture.sensors.sampling import sample_times, watched
from prehensile.hand.hand import Hand
from prehensile.kinematics.forward import pad_positions
from prehensile.motion.clip import Clip
from prehensile.motion.tracked_hand import angles_of, hand_of


@dataclass(frozen=True)
class CyberGlove:
    """Joint angles to half a degree; every wearing has its own offsets and gains."""

    name: str = "cyberglove"
    rate_hz: float = 100.0
    hand: str = ""
    """its name in the clip; the first if empty"""
    resolution_deg: float = 0.5
    wearing_deg: float = 1.0
    """standard deviation of each joint's offset from one wearing to the next"""
    gain: float = 0.03
    """standard deviation of each joint's gain: its assumed kinematic model"""

    def errors(self) -> Mapping[str, Any]:
        """Table 3.1 of Kry 2005."""
        return {"absolute_deg": self.wearing_deg, "relative_deg": self.resolution_deg}

    def observe(self, clip: Clip, rng: np.random.Generator) -> Stream:
        """One wearing: offsets and gains are drawn once."""
        times = sample_times(clip, self.rate_hz)
        track = watched(clip.at_times(times), self.hand)
        hand = hand_of(track)
        offset = np.radians(rng.normal(0, self.wearing_deg, hand.dof))
        read = angles_of(track) * rng.normal(1, self.gain, hand.dof) + offset
        step = np.radians(self.resolution_deg)
        return Stream(
            self.name,
            "joint_angles",
            times,
            step * np.round(read / step),
            hand.joint_names,
            rate_hz=self.rate_hz,
            sensor={"model": "CyberGlove", **self.errors()},
            delivery="pull",
        )


def tip_errors(hand: Hand, read: np.ndarray, true: np.ndarray) -> np.ndarray:
    """(..., 5) [m] by which the fingertip pads of read angles (..., dof) are off: errors of a chain
    add up, which is why the thesis did not use the glove for contacts.
    """
    off = pad_positions(hand, read)[0] - pad_positions(hand, true)[0]
    return np.linalg.norm(off, axis=-1)
