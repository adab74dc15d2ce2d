"""A trial of a fingernail: test follows training, and least squares finds force in both."""

import numpy as np
import pytest

from prehensile.capture.sensors.nail.trial import NAIL_HZ, nail_trial


@pytest.fixture(scope="module")
def trial():
    return nail_trial(3, 20.0, 10.0)


def test_the_test_follows_the_training_at_once(trial):
    assert trial.learned.shape == (20 * NAIL_HZ, 6)
    assert len(trial.learned_force) == 20 * NAIL_HZ
    assert len(trial.tested) == len(trial.tested_force) == len(trial.time)
    assert trial.time[0] == pytest.approx(0, abs=1 / NAIL_HZ)
    assert trial.time[-1] == pytest.approx(10, abs=2 / NAIL_HZ)


def test_inputs_tell_the_force(trial):
    # Oracle: NumPy's least squares, learned on the training alone.
    def rows(x):
        return np.column_stack([x, np.ones(len(x))])

    line = np.linalg.lstsq(rows(trial.learned), trial.learned_force, rcond=None)[0]
    found = rows(trial.tested) @ line
    assert np.corrcoef(found, trial.tested_force)[0, 1] > 0.8


def test_more_inputs_and_the_same_forces():
    many, few = (nail_trial(3, 4.0, 2.0, each_led=e, bends=e) for e in (True, False))
    assert many.learned.shape[1] == 26 and few.learned.shape[1] == 6
    np.testing.assert_array_equal(many.tested_force, few.tested_force)
