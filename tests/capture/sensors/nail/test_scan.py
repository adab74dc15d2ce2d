"""Appendix A: cut-offs, timing, background left out; the waveform against a dense integration."""

import numpy as np
import pytest

from prehensile.capture.sensors.nail.scan import Scan
from prehensile.errors import InputError


def test_filters_are_those_of_figure_a_3() -> None:
    assert Scan().cutoff_hz == pytest.approx(138, abs=0.5)
    assert Scan(resistance=5e3).cutoff_hz == pytest.approx(276, abs=1)


def test_two_readings_fit_at_60_hz_and_not_at_500() -> None:
    with pytest.raises(InputError, match="16 ms"):
        Scan(frame_hz=500)
    Scan(frame_hz=62)


def test_the_room_drops_out_and_the_strobe_is_forgotten() -> None:
    scan = Scan()
    assert scan.left(4) < 0.05 * scan.strobe * 0.3 and scan.left(12) < 1e-4
    light = scan.difference(np.array(0.8), np.array(0.5), np.array(0.5))
    assert light == pytest.approx(0.8 * scan.seen, abs=0.05)
    fast = Scan(resistance=5e3)
    assert fast.left(4) < 0.1 * scan.left(4) and fast.seen > scan.seen


@pytest.mark.parametrize("resistance", [10e3, 5e3])
def test_scans_are_readings_of_the_waveform(resistance) -> None:
    scan = Scan(resistance=resistance)
    wave = scan.waveform(light=0.8, room=0.5, step=1e-6)
    first, second = (np.searchsorted(wave[:, 0], c / 1000) for c in (4, 12))
    assert wave[first, 2] == 1 and wave[first - 1, 2] == 0
    assert wave[second, 2] == 1 and wave[second, 3] == 1 and wave[first, 3] == 0
    # The LEDs of the frame before are still there at the first scan, a little.
    tail = 0.8 * np.exp(-4e-3 / scan.time_constant)
    found = wave[second, 1] - wave[first, 1]
    expected = scan.difference(np.array(0.8), np.array(0.5), np.array(0.5)) - tail
    assert found == pytest.approx(expected, abs=0.01)
