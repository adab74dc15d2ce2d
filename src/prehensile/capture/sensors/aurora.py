"""Aurora: small coils in a magnetic field, tracked in five dimensions (Kry 2005, 3.1.2)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from prehensile.capture.recording.stream import Stream
from prehensile.capture.sensors.imperfections import lost
from prehensile.capture.sensors.sampling import sample_times, watched
from prehensile.errors import InputError
from prehensile.hand.joints import DIGITS
from prehensile.hand.segments import TIP_SEGMENT
from prehensile.kinematics.fit.rigid import rigid_fit
from prehensile.kinematics.forward import segment_transforms
from prehensile.lie import se3
from prehensile.motion.clip import Clip
from prehensile.motion.tracked_hand import angles_of, hand_of

MOST_COILS, FEW_COILS = 8, 5
"""that can be tracked at all, and at the higher rate"""


class Coil(NamedTuple):
    """Where one is glued."""

    name: str
    segment: str
    point: tuple[float, float, float] = (0.012, 0.0, 0.009)
    """[m] in the segment's frame"""
    axis: tuple[float, float, float] = (1.0, 0.0, 0.0)
    """unit: its turn about this is not seen"""


TIP_COILS = tuple(Coil(digit, TIP_SEGMENT[digit]) for digit in DIGITS)


@dataclass(frozen=True)
class Aurora:
    """Up to eight coils on one hand.

    Raises:
        InputError: no coil, or more than eight.
    """

    name: str = "aurora"
    coils: tuple[Coil, ...] = TIP_COILS
    hand: str = ""
    """its name in the clip; the first if empty"""
    noise: float = 0.04e-3
    """[m] of a position from sample to sample"""
    noise_deg: float = 0.02
    """of an axis from sample to sample"""
    bent: float = 0.82e-3
    """[m] root mean square of the field's own distortion, which is fixed in space"""
    bent_deg: float = 0.5
    """the same of axes"""
    cube: float = 0.5
    """[m] side of the volume"""
    centre: tuple[float, float, float] | None = None
    """[m] of that volume, world; where the palm is first if left out"""
    fastest: float = 0.5
    """[m/s] a coil that moves faster is lost"""
    iron: tuple[tuple[float, float, float], ...] = ()
    """[m] places of ferrous metal, world"""
    iron_reach: float = 0.05
    """[m] distance from iron at which a coil is off by the reach's tenth; it falls with its cube"""

    def __post_init__(self) -> None:
        if not 0 < len(self.coils) <= MOST_COILS:
            raise InputError(f"Aurora tracks 1 to {MOST_COILS} coils, got {len(self.coils)}.")

    @property
    def rate_hz(self) -> float:
        """45 Hz for five coils or fewer, else 22 (Table 3.1)."""
        return 45.0 if len(self.coils) <= FEW_COILS else 22.0

    def errors(self) -> Mapping[str, Any]:
        """Table 3.1 of Kry 2005."""
        return {
            "absolute_mm": 1e3 * self.bent,
            "absolute_deg": self.bent_deg,
            "relative_mm": 1e3 * self.noise,
            "relative_deg": self.noise_deg,
        }

    def observe(self, clip: Clip, rng: np.random.Generator) -> Stream:
        """Positions and axes; NaN where a coil is fast or out of the cube."""
        times = sample_times(clip, self.rate_hz)
        track = watched(clip.at_times(times), self.hand)
        root = se3.from_pose7(track.T_world_forearm)
        poses = segment_transforms(hand_of(track), angles_of(track), root)
        point = np.stack([se3.apply(poses[c.segment], np.array(c.point)) for c in self.coils], 1)
        axis = np.stack([poses[c.segment][:, :3, :3] @ np.array(c.axis) for c in self.coils], 1)
        centre = root[0, :3, 3] if self.centre is None else np.array(self.centre)
        speed = np.linalg.norm(np.gradient(point, times, axis=0), axis=-1) if len(times) > 1 else 0
        gone = (np.abs(point - centre) > 0.5 * self.cube).any(-1) | (speed > self.fastest)
        bend = _Bend.drawn(rng)
        point = point + self.bent * bend(point) + self._pulled(point)
        axis = axis + np.radians(self.bent_deg) * bend(point[..., ::-1])
        point = point + rng.normal(0, self.noise, point.shape)
        axis = axis + rng.normal(0, np.radians(self.noise_deg), axis.shape)
        axis /= np.linalg.norm(axis, axis=-1, keepdims=True)
        stream = Stream(
            self.name,
            "coil_poses",
            times,
            np.concatenate([point, axis], axis=-1),
            tuple(coil.name for coil in self.coils),
            rate_hz=self.rate_hz,
            sensor={"model": "Aurora", **self.errors()},
            delivery="pull",
        )
        return lost(stream, np.asarray(gone))

    def _pulled(self, point: np.ndarray) -> np.ndarray:
        """[m] towards iron, as the cube of the distance falls."""
        off = np.zeros_like(point)
        for place in self.iron:
            to = np.array(place) - point
            far = np.maximum(np.linalg.norm(to, axis=-1, keepdims=True), 0.5 * self.iron_reach)
            off += 0.1 * self.iron_reach * (self.iron_reach / far) ** 3 * to / far
        return off


class _Bend(NamedTuple):
    """A smooth field of vectors of unit root mean square: three waves of 0.3 m."""

    wave: np.ndarray
    """(3, 3) [rad/m]"""
    phase: np.ndarray
    toward: np.ndarray
    """(3, 3)"""

    @classmethod
    def drawn(cls, rng: np.random.Generator) -> "_Bend":
        wave = rng.normal(size=(3, 3))
        wave *= 2 * np.pi / 0.3 / np.linalg.norm(wave, axis=1, keepdims=True)
        toward = rng.normal(size=(3, 3))
        toward *= np.sqrt(2 / 3) / np.linalg.norm(toward, axis=1, keepdims=True)
        return cls(wave, rng.uniform(0, 2 * np.pi, 3), toward)

    def __call__(self, point: np.ndarray) -> np.ndarray:
        return np.sin(point @ self.wave.T + self.phase) @ self.toward


def pair_poses(
    first: np.ndarray, second: np.ndarray, own_first: np.ndarray, own_second: np.ndarray
) -> np.ndarray:
    """Poses (N, 4, 4) of a body that carries two coils: five dimensions each give all six.

    Args:
        first: (N, 6) read position and axis of one coil.
        second: (N, 6) of the other, not along the same line.
        own_first: (6,) position and axis in the body's frame.
        own_second: (6,)

    Raises:
        InputError: both coils lie on one line, so that the turn about it is not seen.
    """
    apart = own_second[:3] - own_first[:3]
    lever = max(float(np.linalg.norm(apart)), 0.01)
    lines = np.stack([apart / lever, own_first[3:], own_second[3:]])
    if np.linalg.matrix_rank(lines, tol=1e-3) < 2:
        raise InputError("two coils along one line do not show the turn about it.")

    def points(coils: np.ndarray, others: np.ndarray) -> np.ndarray:
        ends = [coils[..., :3] + lever * coils[..., 3:], others[..., :3] + lever * others[..., 3:]]
        return np.stack([coils[..., :3], others[..., :3], *ends], axis=-2)

    read = points(first, second)
    seen = np.isfinite(read).all((1, 2))
    T = np.full((len(read), 4, 4), np.nan)
    if seen.any():
        T[seen] = rigid_fit(points(own_first, own_second), read[seen], np.ones((seen.sum(), 4)))
    return T
