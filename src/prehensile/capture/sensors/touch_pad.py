"""Tactex's touch pad: 12 × 6 optical pressure cells under foam (Kry 2005, 3.2.1)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from prehensile.capture.recording.stream import CLIPPED, Stream
from prehensile.capture.sensors.basins import basins, grid_neighbours
from prehensile.capture.sensors.body_contacts import body_pose, contacts_on
from prehensile.capture.sensors.sampling import between, converted, sample_times
from prehensile.lie import se3
from prehensile.motion.clip import Clip

COLUMNS, ROWS = 12, 6
_NEIGHBOURS = grid_neighbours(ROWS, COLUMNS)


class PressureCentre(NamedTuple):
    """One of several places where a pad is pressed."""

    x: float
    """[m] from the pad's middle along its columns"""
    y: float
    """[m] along its rows"""
    force: float
    """[N] as good as the pad's calibration"""


@dataclass(frozen=True)
class TouchPad:
    """A pad that lies on a body."""

    name: str = "touch_pad"
    rate_hz: float = 60.0
    body: str = "plate"
    T_body_pad: tuple[float, ...] = (0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0)
    """(7,) xyz [m] + wxyz of the pad's middle: x along 12 cells, y along 6, z out"""
    size: tuple[float, float] = (0.146, 0.095)
    """[m] of its face"""
    foam: float = 0.009
    """[m] over which it spreads a point"""
    full_scale: float = 20e3
    """[Pa]"""
    bits: int = 8
    gain: float = 0.2
    """standard deviation between cells: its absolute accuracy is poor"""
    noise: float = 50.0
    """[Pa]"""

    def errors(self) -> Mapping[str, Any]:
        """Table 3.1: absolute accuracy poor, relative good."""
        return {"absolute_percent": 100 * self.gain, "relative_Pa": self.noise}

    @property
    def pitch(self) -> np.ndarray:
        """(2,) [m] between cells along x and y"""
        return np.array(self.size) / (COLUMNS, ROWS)

    @property
    def cells(self) -> np.ndarray:
        """(6, 12, 2) [m] middles of the cells."""
        x = (np.arange(COLUMNS) - 0.5 * (COLUMNS - 1)) * self.pitch[0]
        y = (np.arange(ROWS) - 0.5 * (ROWS - 1)) * self.pitch[1]
        return np.stack(np.meshgrid(x, y), axis=-1)

    def observe(self, clip: Clip, rng: np.random.Generator) -> Stream:
        """Pressure of the 72 cells, row by row; channels ``row-column``."""
        times = sample_times(clip, self.rate_hz)
        true = between(clip, self.pressure(clip), times)
        gains = rng.normal(1, self.gain, (ROWS, COLUMNS))
        felt = true * gains + rng.normal(0, self.noise, true.shape)
        read, clipped = converted(felt, 0.0, self.full_scale, self.bits)
        names = tuple(f"{r + 1}-{c + 1}" for r in range(ROWS) for c in range(COLUMNS))
        over = clipped & (felt > self.full_scale)
        return Stream(
            self.name,
            "pressure",
            times,
            read.reshape(len(times), -1),
            names,
            rate_hz=self.rate_hz,
            frame=self.body,
            sensor={"model": "Tactex MTC Express", "body": self.body, **self.errors()},
            delivery="pull",
            flags=np.where(over, CLIPPED, 0).astype(np.uint8).reshape(len(times), -1),
        )

    def pressure(self, clip: Clip) -> np.ndarray:
        """(T, 6, 12) [Pa] that the foam brings to the cells."""
        from scipy.special import ndtr

        on = contacts_on(clip, self.body)
        T = (body_pose(clip, self.body) @ se3.from_pose7(np.array(self.T_body_pad)))[on.frame]
        at = se3.apply(se3.inverse(T), on.pos)[:, :2]
        down = np.maximum(-np.einsum("ni,ni->n", on.force, T[:, :3, 2]), 0.0)
        low = (self.cells - 0.5 * self.pitch - at[:, None, None]) / self.foam
        share = (ndtr(low + self.pitch / self.foam) - ndtr(low)).prod(-1)
        found = np.zeros((clip.n_frames, ROWS, COLUMNS))
        np.add.at(found, on.frame, share * (down / self.pitch.prod())[:, None, None])
        return found


def pressure_centres(
    image: np.ndarray, pad: TouchPad, least: float = 300.0
) -> tuple[PressureCentre, ...]:
    """Places where a pad is pressed, the strongest first: each local maximum, interpolated.

    Every cell belongs to the maximum that one reaches by climbing from it; a centre is the mean of
    its cells, weighted by pressure.

    Args:
        image: (6, 12) [Pa]
        pad: whose.
        least: [Pa] below which a cell does not count.
    """
    pressed = np.where(image >= least, image, 0.0)
    owner = basins(pressed.ravel(), _NEIGHBOURS).reshape(image.shape)
    found = []
    for label in np.unique(owner[owner >= 0]):
        mine = np.where(owner == label, pressed, 0.0)
        x, y = np.tensordot(mine, pad.cells, axes=2) / mine.sum()
        found.append(PressureCentre(float(x), float(y), float(mine.sum() * pad.pitch.prod())))
    return tuple(sorted(found, key=lambda centre: -centre.force))
