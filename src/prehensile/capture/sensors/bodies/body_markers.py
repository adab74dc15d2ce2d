"""Markers on a rigid body: its pose, as cameras see it (Kry 2005, 4.4: four on the platform)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from prehensile.capture.recording.stream import Stream
from prehensile.capture.sensors.body_contacts import body_pose
from prehensile.capture.sensors.sampling import sample_times
from prehensile.lie import se3, so3
from prehensile.motion.clip import Clip


@dataclass(frozen=True)
class BodyMarkers:
    """Four markers at the corners of a square, fitted to a pose."""

    name: str = "body_markers"
    rate_hz: float = 500.0
    body: str = "plate"
    noise: float = 0.3e-3
    """[m] standard deviation of each marker's coordinates"""
    spread: float = 0.03
    """[m] from the body's origin to each marker along x and along y"""

    def errors(self) -> Mapping[str, Any]:
        """What four markers make of one's noise."""
        return {
            "position_mm": 1e3 * self.noise / 2,
            "tilt_deg": float(np.degrees(self.noise / (2 * self.spread))),
        }

    def observe(self, clip: Clip, rng: np.random.Generator) -> Stream:
        """Its pose, one channel named after the body."""
        times = sample_times(clip, self.rate_hz)
        T = body_pose(clip.at_times(times), self.body)
        corners = self.spread * np.array([[1, 1, 0], [1, -1, 0], [-1, 1, 0], [-1, -1, 0]])
        shift = rng.normal(0, self.noise, (len(times), 4, 3))
        # Least squares of small turns about a square: tilts from z, the turn about z from x and y.
        scale = 4 * self.spread**2
        tilt = np.einsum("ki,nkj->nij", corners, shift) / scale
        turn = np.stack(
            [tilt[:, 1, 2], -tilt[:, 0, 2], (tilt[:, 0, 1] - tilt[:, 1, 0]) / 2], axis=-1
        )
        seen = T.copy()
        seen[:, :3, :3] = T[:, :3, :3] @ so3.exp(turn)
        seen[:, :3, 3] += shift.mean(axis=1)
        return Stream(
            self.name,
            "rigid_poses",
            times,
            se3.to_pose7(seen)[:, None],
            (self.body,),
            rate_hz=self.rate_hz,
            sensor={"model": "optical markers", "body": self.body, **self.errors()},
            delivery="push",
        )
