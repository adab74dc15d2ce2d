"""Inputs of one nail; a lag undone and found again."""

import numpy as np
import pytest
from scipy.signal import lfilter

from prehensile.capture.recording.stream import Stream
from prehensile.capture.sensors.nail.inputs import found_lag, nail_inputs, unlagged
from prehensile.errors import InputError, UnknownNameError

CHANNELS = tuple(f"{d}/p{k}" for d in ("index", "ring") for k in range(1, 7))
STREAM = Stream("n", "voltages", np.arange(5.0), np.arange(60.0).reshape(5, 12), CHANNELS)


def test_voltages_come_first_then_bends() -> None:
    assert nail_inputs(STREAM, "ring").tolist() == STREAM.values[:, 6:].tolist()
    both = nail_inputs(STREAM, "index", np.ones((5, 2)))
    assert both.shape == (5, 8) and (both[:, 6:] == 1).all()


def test_bad_inputs_are_refused() -> None:
    with pytest.raises(UnknownNameError, match="index"):
        nail_inputs(STREAM, "thumb")
    with pytest.raises(InputError, match="bends"):
        nail_inputs(STREAM, "index", np.ones((4, 2)))
    few = Stream("n", "voltages", np.arange(5.0), np.zeros((5, 1)), ("index/p1",))
    with pytest.raises(InputError, match="inputs"):
        nail_inputs(few, "index")


def lagged(lag: float) -> tuple[np.ndarray, np.ndarray]:
    time = np.arange(1200) / 60
    force = 2 + np.sin(2 * np.pi * 0.4 * time) + 0.5 * np.sin(2 * np.pi * 0.9 * time + 1)
    keep = np.exp(-1 / (lag * 60))
    return force, lfilter([1 - keep], [1, -keep], force - 2)[:, None] + 2


def test_a_lag_is_undone() -> None:
    force, x = lagged(0.25)
    back = unlagged(x, 60, 0.25)[100:-100, 0]
    assert back == pytest.approx(force[100:-100], abs=0.05)
    assert np.abs(x[100:-100, 0] - force[100:-100]).max() > 0.3


def test_gaps_are_not_spread() -> None:
    x = np.zeros((50, 6))
    x[20] = np.nan
    with pytest.raises(InputError, match="gaps"):
        unlagged(x, 60, 0.25)


def test_a_lag_is_found() -> None:
    force, x = lagged(0.3)
    assert found_lag(x, force, 60) == pytest.approx(0.3, abs=0.021)
