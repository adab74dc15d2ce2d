"""Calibration finds the gains and couplings that made the readings; noise at rest; the filter."""

import numpy as np
import pytest
from scipy.signal import lfilter

from prehensile.capture.sensors.readout.tango_calibration import (
    Probe,
    Rest,
    calibrate_tango,
    filtered,
    rest_of,
)
from prehensile.capture.sensors.tango import COLUMNS, ROWS, Tango, taxel_areas
from prehensile.errors import InputError

TANGO = Tango(unit=3)
TIME = np.arange(100) / 100


def readings(pressure: np.ndarray, seed: int = 0) -> np.ndarray:
    time = np.arange(len(pressure)) / 100
    read = TANGO.read(time, pressure, np.random.default_rng(seed))
    return read.values.reshape(-1, ROWS, COLUMNS)


def probe(row: int, column: int) -> Probe:
    area = taxel_areas(TANGO.radius)[row, column]
    force = 30e3 * area * np.sin(np.pi * TIME) ** 2
    pressure = np.zeros((100, ROWS, COLUMNS))
    pressure[:, row, column] = force / area
    return Probe(row, column, force, readings(pressure, row * COLUMNS + column))


REST = rest_of(readings(np.zeros((400, ROWS, COLUMNS))))


def test_gains_and_coupling_come_back(rng) -> None:
    probes = [probe(r, c) for r in range(ROWS) for c in range(0, COLUMNS, 4)]
    found = calibrate_tango(REST, probes, TANGO.radius)
    pressed = np.zeros((ROWS, COLUMNS), bool)
    pressed[:, ::4] = True
    assert found.gain[pressed] == pytest.approx(TANGO.gains[pressed], rel=0.02)
    assert found.coupling == pytest.approx(TANGO.coupling, abs=0.02)
    pressure = np.zeros((200, ROWS, COLUMNS))
    pressure[:, 3, 8], pressure[:, 4, 8] = 20e3, 10e3
    read = readings(pressure, 999)
    mended = found.pressure(read).mean(0)
    assert mended[3:5, 8] == pytest.approx([20e3, 10e3], rel=0.03)
    assert abs(mended[5, 8]) < 150 < found.pressure(read, mend_meridians=False).mean(0)[5, 8]


def test_what_is_noise_is_cut_off_and_poles_count_less() -> None:
    found = calibrate_tango(REST, [probe(4, 0)], TANGO.radius)
    still = found.pressed(found.pressure(readings(np.zeros((200, ROWS, COLUMNS)), 5)))
    assert (still > 0).mean() < 2e-3
    assert REST.weight[0].mean() < 0.5 < REST.weight[3:5].mean()


def test_weights_are_inverse_variances() -> None:
    deviation = np.full((ROWS, COLUMNS), 2.0)
    deviation[0, 0] = 4.0
    assert Rest(deviation, deviation).weight[0, 0] == pytest.approx(0.25)
    assert Rest(deviation, deviation).weight[1:].min() == 1


def test_the_filter_shrinks_noise_by_what_it_says(rng) -> None:
    noise = rng.normal(size=(20000, 2, 2))
    smooth, shrink = filtered(noise, 0.9)
    assert smooth.std() == pytest.approx(shrink, rel=0.05)
    own = lfilter([0.1], [1, -0.9], noise, axis=0)
    assert smooth[200:] == pytest.approx(own[200:], abs=1e-6)


def test_bad_trials_are_refused() -> None:
    with pytest.raises(InputError, match="one taxel"):
        calibrate_tango(REST, [], 0.04)
    with pytest.raises(InputError, match="no taxel 8"):
        calibrate_tango(REST, [probe(4, 0)._replace(row=8)], 0.04)
    with pytest.raises(InputError, match="does not press"):
        calibrate_tango(REST, [probe(4, 0)._replace(force=np.zeros(100))], 0.04)
    with pytest.raises(InputError, match="10 images"):
        rest_of(np.zeros((3, ROWS, COLUMNS)))
