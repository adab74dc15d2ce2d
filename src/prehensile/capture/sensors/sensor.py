"""`Sensor`: what every simulated sensor does, so that any of them may watch the virtual lab."""

from collections.abc import Mapping
from typing import Any, Protocol

import numpy as np

from prehensile.capture.recording.stream import Stream
from prehensile.motion.clip import Clip


class Sensor(Protocol):
    """A sensor as it would see a clip that is the truth.

    Every number that describes one (bits, noise, gaps, gains) is a field of its frozen dataclass,
    so that a configuration is a printed sensor.
    """

    @property
    def name(self) -> str:
        """Of the stream that it gives."""
        ...

    @property
    def rate_hz(self) -> float:
        """Samples a second by its own clock."""
        ...

    def errors(self) -> Mapping[str, Any]:
        """Its figures of accuracy with units in their names, as `Stream.sensor` keeps them."""
        ...

    def observe(self, clip: Clip, rng: np.random.Generator) -> Stream:
        """What it reads of a clip: sampled at its rate, with its errors.

        The stream's times are true; `Imperfections` (offset, drift, latency, drop-outs) are laid on
        afterwards.
        """
        ...
