"""The figures of `prehensile figures capture`: drawn, and true to what they say."""

import numpy as np
import pytest
from tests.figures.test_ik import assert_drawn

from prehensile.capture.sensors.readout.fsr_line import calibrate, coupling_plane
from prehensile.figures import (
    _capture_fsr,
    _capture_markers,
    _capture_nail,
    _capture_tango,
    capture,
)


@pytest.mark.long
def test_every_figure_is_drawn(tmp_path) -> None:
    pytest.importorskip("matplotlib")
    paths = capture.draw(tmp_path)
    assert [path.name for path in paths] == list(capture.FIGURES)
    for path in paths:
        assert_drawn(path)


@pytest.mark.parametrize("name", ["capture_figure_3_8.png", "capture_figure_a_3.png"])
def test_a_figure_is_drawn(name, tmp_path) -> None:
    pytest.importorskip("matplotlib")
    assert_drawn(capture.FIGURES[name](tmp_path / name))


def test_fast_presses_are_read_higher_than_slow_ones_at_their_top() -> None:
    found = _capture_fsr.slow_and_fast()
    force = np.concatenate([f for f, _ in found.values()])
    volts = np.concatenate([v for _, v in found.values()])
    line = calibrate(force, volts)
    off = {name: (line.force(v) - f)[f > 3].mean() for name, (f, v) in found.items()}
    assert off["fast"] > off["slow"]


def test_only_forces_along_the_finger_couple() -> None:
    x, y = (coupling_plane(*_capture_fsr.pushed(direction)) for direction in (0, 1))
    assert x.coupling == pytest.approx(0.35, abs=0.05) and abs(y.coupling) < 0.08


def test_a_nail_follows_the_force() -> None:
    found = _capture_nail.nail_test(trained=30.0, tested=10.0)
    assert np.corrcoef(found.force, found.estimate)[0, 1] > 0.8
    assert (found.density.sum(1) <= 10 + 1e-9).all()


def test_a_filtered_taxel_is_steadier_than_the_raw_one() -> None:
    _, force, raw, smooth = _capture_tango.probed_taxel()
    still = force == 0
    settled = still & np.roll(still, 30)
    assert smooth[settled].std() < 0.5 * raw[settled].std()
    assert np.corrcoef(force, raw)[0, 1] > 0.99


@pytest.mark.long
def test_markers_scatter_by_about_their_noise() -> None:
    found, spread = _capture_markers.calibrated(seconds=2.0)
    deviation = np.sqrt(np.trace(spread, axis1=1, axis2=2) / 3)
    assert 0.2e-3 < np.median(deviation) < 0.8e-3
    assert found.fit.median_residual < 0.5e-3
