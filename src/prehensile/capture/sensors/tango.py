"""The Tango: a ball of 8 × 32 capacitive taxels with an accelerometer inside (Kry 2005, 3.3).

Taxels lie on 8 circles of latitude and 32 meridians; pressure is the quotient of two 8-bit signals,
so it is coarse and noisy. Its surface stretches along the meridians, so that taxels of one meridian
read a little of each other's pressure; near the poles, where they are small, they are noisier.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from prehensile.capture.recording.stream import CLIPPED, Stream
from prehensile.capture.sensors.body_contacts import body_pose, contacts_on
from prehensile.capture.sensors.sampling import between, sample_times
from prehensile.lie import se3
from prehensile.motion.clip import Clip

ROWS, COLUMNS = 8, 32
GRAVITY = 9.81
"""[m/s²]"""


def taxel_normals() -> np.ndarray:
    """(8, 32, 3) unit vectors from the ball's middle to its taxels; row 0 is at the +z pole."""
    polar = np.pi * (np.arange(ROWS) + 0.5) / ROWS
    turn = 2 * np.pi * np.arange(COLUMNS) / COLUMNS
    theta, phi = np.meshgrid(polar, turn, indexing="ij")
    return np.stack(
        [np.sin(theta) * np.cos(phi), np.sin(theta) * np.sin(phi), np.cos(theta)], axis=-1
    )


def taxel_areas(radius: float) -> np.ndarray:
    """(8, 32) [m²] of a ball of a radius [m]: together its whole surface."""
    edge = np.cos(np.pi * np.arange(ROWS + 1) / ROWS)
    rows = radius**2 * (edge[:-1] - edge[1:]) * 2 * np.pi / COLUMNS
    return np.repeat(rows[:, None], COLUMNS, axis=1)


def taxel_channels() -> tuple[str, ...]:
    """``row-column``, from 1."""
    return tuple(f"{r + 1}-{c + 1}" for r in range(ROWS) for c in range(COLUMNS))


@dataclass(frozen=True)
class Tango:
    """Its pressure."""

    name: str = "tango"
    rate_hz: float = 100.0
    body: str = "tango"
    radius: float = 0.04
    """[m]"""
    spread: float = 0.004
    """[m] of a fingertip's pressure on its skin, standard deviation"""
    full_scale: float = 60e3
    """[Pa] that change the quotient by 1"""
    reference: float = 180.0
    """[counts] of the second signal"""
    rest: float = 0.2
    """quotient that nothing gives"""
    noise: float = 0.7
    """[counts] of either signal at the equator; it grows towards the poles as taxels get smaller"""
    gain: float = 0.15
    """standard deviation between taxels, as they are before calibration"""
    unit: int = 0
    """which of the devices: its taxels' gains"""
    meridian: float = 0.06
    """share of a neighbour's pressure along the meridian that a taxel reads"""

    def errors(self) -> Mapping[str, Any]:
        """Of one count; Table 3.1 has none."""
        return {"relative_Pa": self.full_scale / self.reference, "uncalibrated": self.gain}

    @property
    def gains(self) -> np.ndarray:
        """(8, 32) of this unit's taxels."""
        return np.random.default_rng((316, self.unit)).normal(1, self.gain, (ROWS, COLUMNS))

    @property
    def coupling(self) -> np.ndarray:
        """(8, 8) what a meridian's taxels read of its pressures."""
        beside = np.eye(ROWS, k=1) + np.eye(ROWS, k=-1)
        return np.eye(ROWS) + self.meridian * beside

    def observe(self, clip: Clip, rng: np.random.Generator) -> Stream:
        """Pressure [Pa] as the makers' program gives it: not calibrated taxel by taxel."""
        times = sample_times(clip, self.rate_hz)
        return self.read(times, between(clip, self.pressure(clip), times), rng)

    def read(self, times: np.ndarray, pressure: np.ndarray, rng: np.random.Generator) -> Stream:
        """What its taxels make of pressures (N, 8, 32) [Pa]."""
        felt = self.gains * np.einsum("rk,nkc->nrc", self.coupling, pressure)
        thin = taxel_areas(1.0)
        sigma = self.noise * np.sqrt(thin.max() / thin)
        counts = self.reference * (self.rest + felt / self.full_scale)
        first = np.round(counts + rng.normal(0, 1, felt.shape) * sigma)
        second = np.round(self.reference + rng.normal(0, 1, felt.shape) * sigma)
        quotient = np.clip(first, 0, 255) / np.clip(second, 1, 255)
        return Stream(
            self.name,
            "pressure",
            times,
            ((quotient - self.rest) * self.full_scale).reshape(len(times), -1),
            taxel_channels(),
            rate_hz=self.rate_hz,
            frame=self.body,
            sensor={"model": "Tango", "radius_m": self.radius, **self.errors()},
            delivery="push",
            flags=np.where(first > 255, CLIPPED, 0).astype(np.uint8).reshape(len(times), -1),
        )

    def pressure(self, clip: Clip) -> np.ndarray:
        """(T, 8, 32) [Pa] of what touches the ball: normal forces spread over the skin."""
        on = contacts_on(clip, self.body)
        normals, areas = taxel_normals(), taxel_areas(self.radius)
        at = se3.apply(se3.inverse(body_pose(clip, self.body))[on.frame], on.pos)
        at /= np.linalg.norm(at, axis=1, keepdims=True)
        away = self.radius * np.arccos(np.clip(np.einsum("rci,ni->nrc", normals, at), -1, 1))
        share = areas * np.exp(-0.5 * (away / self._width) ** 2)
        share /= share.sum((1, 2), keepdims=True)
        found = np.zeros((clip.n_frames, ROWS, COLUMNS))
        np.add.at(found, on.frame, share * on.pressing[:, None, None] / areas)
        return found

    @property
    def _width(self) -> float:
        """[m] of the patch as taxels see it: its own spread and theirs."""
        return float(np.hypot(self.spread, self.radius * np.pi / ROWS / np.sqrt(12)))


@dataclass(frozen=True)
class TangoAccelerometer:
    """Three axes in the ball: specific force, which points up at rest."""

    name: str = "tango_accelerometer"
    rate_hz: float = 100.0
    body: str = "tango"
    noise: float = 0.05
    """[m/s²]"""
    bias: float = 0.1
    """[m/s²] standard deviation of each axis, once a recording"""

    def errors(self) -> Mapping[str, Any]:
        """Stated here; the thesis gives none."""
        return {"relative_mps2": self.noise, "absolute_mps2": self.bias}

    def observe(self, clip: Clip, rng: np.random.Generator) -> Stream:
        """In the ball's frame."""
        clip.body(self.body)
        times = sample_times(clip, self.rate_hz)
        T = body_pose(clip.at_times(times), self.body)
        moved = T[:, :3, 3]
        if len(times) > 2:
            moved = np.gradient(np.gradient(moved, times, axis=0), times, axis=0)
        else:
            moved = np.zeros_like(moved)
        held = moved + np.array([0.0, 0.0, GRAVITY])
        felt = np.einsum("nji,nj->ni", T[:, :3, :3], held)
        felt = felt + rng.normal(0, self.bias, 3) + rng.normal(0, self.noise, felt.shape)
        return Stream(
            self.name,
            "accelerations",
            times,
            felt[:, None],
            ("accelerometer",),
            rate_hz=self.rate_hz,
            frame=self.body,
            sensor={"model": "Tango", **self.errors()},
            delivery="push",
        )
