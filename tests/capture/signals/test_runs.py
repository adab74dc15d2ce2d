import numpy as np
import pytest

from prehensile.capture.recording.stream import Stream
from prehensile.capture.signals.runs import even_rate, runs, usual_step
from prehensile.errors import InputError


def stream(time):
    return Stream("s", "forces", time, np.zeros((len(time), 1)), ("a",))


def test_a_run_ends_at_missing_samples_and_at_holes():
    time = np.concatenate([np.arange(5), np.arange(9, 14)]) / 10
    column = np.arange(10.0)
    column[[0, 3]] = np.nan
    found = [(run.start, run.stop) for run in runs(stream(time), column)]
    assert found == [(1, 3), (4, 5), (5, 10)]


def test_the_rate_is_of_even_samples():
    time = np.delete(np.arange(100) / 250, [40, 41, 42, 43])
    assert even_rate(stream(time)) == pytest.approx(250)
    assert usual_step(stream(np.array([1.0]))) == 1.0


def test_uneven_samples_have_no_rate():
    with pytest.raises(InputError, match="unevenly spaced"):
        even_rate(stream(np.cumsum(np.random.default_rng(0).uniform(0.1, 1.2, 100))))
    with pytest.raises(InputError, match="too few"):
        even_rate(stream(np.array([1.0])))
