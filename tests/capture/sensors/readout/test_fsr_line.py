"""Calibration against scipy.stats.linregress and its bands in closed form; the plane; refusals."""

import numpy as np
import pytest
from scipy import stats

from prehensile.capture.recording.stream import MISSING, Stream
from prehensile.capture.sensors.fsr import Fsr
from prehensile.capture.sensors.readout.fsr_line import calibrate, coupling_plane, fsr_forces
from prehensile.errors import InputError, UnknownNameError


def test_the_line_is_scipys(rng) -> None:
    volts = rng.uniform(0.1, 0.8, 60)
    force = 5 * volts - 0.4 + rng.normal(0, 0.2, 60)
    line, other = calibrate(force, volts), stats.linregress(volts, force)
    assert (line.slope, line.intercept) == pytest.approx((other.slope, other.intercept))
    mean, single = line.band(np.array([0.0, line.middle]), 0.9)
    t = stats.t.ppf(0.95, 58)
    assert mean[0] == pytest.approx(t * other.intercept_stderr)
    assert mean[1] == pytest.approx(t * line.deviation / np.sqrt(60))
    assert single[1] == pytest.approx(t * line.deviation * np.sqrt(1 + 1 / 60))


def test_the_band_holds_as_often_as_it_says(rng) -> None:
    inside = 0
    for _ in range(400):
        volts = rng.uniform(0, 1, 20)
        line = calibrate(3 * volts + rng.normal(0, 0.3, 20), volts)
        new = rng.uniform(0, 1)
        off = abs(line.intercept + line.slope * new - 3 * new - rng.normal(0, 0.3))
        inside += off <= line.band(np.array(new), 0.9)[1]
    assert inside / 400 == pytest.approx(0.9, abs=0.04)


def test_the_plane_finds_the_couplings_of_the_sensor(rng) -> None:
    normal = rng.uniform(1.5, 3.0, (500, 1))
    along = rng.uniform(-1, 1, (500, 1))
    still = Fsr(overshoot=0.0)
    volts = still.voltage(np.tile(normal, 5), np.tile(along, 5), np.zeros((500, 5)))[:, 0]
    plane = coupling_plane(normal[:, 0], along[:, 0], volts)
    assert plane.coupling == pytest.approx(0.35, abs=0.01)
    low, high = plane.normal_force(0.5, 2.0), plane.normal_force(0.5, -2.0)
    assert 1.5 < low < 1.9 and 2.9 < high < 3.3


def test_a_stream_of_voltages_becomes_one_of_forces() -> None:
    stream = Stream("fsr", "voltages", np.arange(3.0), np.array([[0.1, 0.2]] * 3), ("a", "b"))
    line = calibrate(np.arange(10.0), np.arange(10) / 10)
    found = fsr_forces(stream, {"b": line})
    assert found.kind == "forces" and found.unit == "N"
    assert found.channel("b") == pytest.approx(2.0)
    assert np.isnan(found.channel("a")).all() and (found.flags[:, 0] == MISSING).all()
    assert found.history[-1].what == "calibrated"
    with pytest.raises(UnknownNameError):
        fsr_forces(stream, {"c": line})
    with pytest.raises(InputError, match="not voltages"):
        fsr_forces(found, {"b": line})


def test_what_cannot_be_fitted_is_refused() -> None:
    with pytest.raises(InputError, match="8 samples"):
        calibrate(np.arange(5.0), np.arange(5.0))
    with pytest.raises(InputError, match="one voltage"):
        calibrate(np.arange(9.0), np.ones(9))
    with pytest.raises(InputError, match="same samples"):
        calibrate(np.arange(9.0), np.ones(8))
    with pytest.raises(InputError, match="on their own"):
        coupling_plane(np.arange(9.0), 2 * np.arange(9.0), np.arange(9.0))


def test_a_finger_does_not_pull() -> None:
    line = calibrate(np.arange(10.0), 0.2 + np.arange(10) / 10)
    assert line.force(np.array([0.0])) == 0
