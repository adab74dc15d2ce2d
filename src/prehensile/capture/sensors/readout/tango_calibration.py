"""The Tango made right: each taxel against a force probe, meridians, noise at rest (Kry 2005, 3.3).

A probe presses on one taxel after another while its force is recorded (Figure 3.13). What a taxel
reads of its own pressure is its gain; what those of its meridian read of it is the coupling, which
is linear and the same for all meridians. Thresholds and weights come from each taxel's variance
while nothing presses, which the thesis tuned by hand.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from prehensile.capture.sensors.tango import COLUMNS, ROWS, taxel_areas
from prehensile.capture.signals.one_pole import one_pole
from prehensile.errors import InputError

DEVIATIONS = 4.0
"""of the noise at rest above which a taxel counts as pressed: of 256 taxels, one in sixty images"""
KEEP = 0.9
"""of the exponential filter at 50 Hz (Figure 3.14)"""


class Probe(NamedTuple):
    """A trial on one taxel."""

    row: int
    column: int
    force: np.ndarray
    """(N,) [N] of the probe"""
    image: np.ndarray
    """(N, 8, 32) [Pa] that the Tango read"""


class Rest(NamedTuple):
    """What taxels read of nothing."""

    offset: np.ndarray
    """(8, 32) [Pa]"""
    deviation: np.ndarray
    """(8, 32) [Pa]"""

    @property
    def weight(self) -> np.ndarray:
        """(8, 32) at most 1: less for taxels that are noisier than the equator's, as the inverse of
        their variance.
        """
        usual = np.median(self.deviation[ROWS // 2 - 1 : ROWS // 2 + 1])
        return np.minimum((usual / np.maximum(self.deviation, 1e-9)) ** 2, 1.0)


class TangoCalibration(NamedTuple):
    """Reading = offset + gain · (coupling along the meridian) pressure."""

    rest: Rest
    gain: np.ndarray
    """(8, 32)"""
    coupling: np.ndarray
    """(8, 8) with ones on the diagonal"""

    def pressure(self, image: np.ndarray, mend_meridians: bool = True) -> np.ndarray:
        """[Pa] of readings (..., 8, 32); nothing is cut off yet."""
        own = (np.asarray(image, float) - self.rest.offset) / self.gain
        if not mend_meridians:
            return own
        return np.einsum("rk,...kc->...rc", np.linalg.inv(self.coupling), own)

    def pressed(self, pressure: np.ndarray, shrink: float = 1.0) -> np.ndarray:
        """Pressures (..., 8, 32) with zero where they are no more than noise.

        Args:
            pressure: calibrated [Pa].
            shrink: by how much a filter has made the noise smaller.
        """
        least = DEVIATIONS * shrink * self.rest.deviation / self.gain
        return np.where(pressure > least, pressure, 0.0)


def rest_of(image: np.ndarray) -> Rest:
    """From images (N, 8, 32) [Pa] while nothing presses.

    Raises:
        InputError: too few, or another shape.
    """
    image = np.asarray(image, float)
    if image.shape[1:] != (ROWS, COLUMNS) or len(image) < 10:
        raise InputError(f"at least 10 images of {ROWS} × {COLUMNS} at rest, got {image.shape}.")
    return Rest(image.mean(0), image.std(0, ddof=1))


def calibrate_tango(rest: Rest, probes: Sequence[Probe], radius: float) -> TangoCalibration:
    """Gains and the meridians' coupling, each by a line through nought.

    Args:
        rest: of the same device.
        probes: trials; taxels that none pressed get the mean gain.
        radius: [m] of the ball.

    Raises:
        InputError: no probe, a probe outside the ball, or one that does not press.
    """
    if not probes:
        raise InputError("a calibration needs a probe on one taxel at least.")
    areas = taxel_areas(radius)
    slope = np.full((ROWS, COLUMNS, ROWS), np.nan)
    for row, column, force, image in probes:
        if not (0 <= row < ROWS and 0 <= column < COLUMNS):
            raise InputError(f"there is no taxel {row}, {column} on a ball of {ROWS} × {COLUMNS}.")
        pressure = np.asarray(force, float) / areas[row, column]
        if not (pressure**2).sum() > 0:
            raise InputError(f"the probe on taxel {row}, {column} does not press.")
        read = np.asarray(image, float)[:, :, column] - rest.offset[:, column]
        slope[row, column] = pressure @ read / (pressure**2).sum()
    gain = np.array([[slope[r, c, r] for c in range(COLUMNS)] for r in range(ROWS)])
    gain = np.where(np.isfinite(gain), gain, np.nanmean(gain))
    coupling = np.eye(ROWS)
    for row in range(ROWS):
        share = slope[row] / gain.T
        there = np.isfinite(share).all(1)
        if there.any():
            coupling[:, row] = share[there].mean(0)
            coupling[row, row] = 1.0
    return TangoCalibration(rest, gain, coupling)


def filtered(image: np.ndarray, keep: float = KEEP) -> tuple[np.ndarray, float]:
    """Images (N, 8, 32) through y ← keep y + (1 − keep) x, and by how much noise shrinks in it."""
    return one_pole(image, keep), float(np.sqrt((1 - keep) / (1 + keep)))
