import numpy as np
import pytest

from prehensile.capture.recording.stream import CLIPPED, Stream
from prehensile.capture.signals.clipped import flag_clipped
from prehensile.errors import InputError

TIME = np.arange(2000) / 100
PRESS = np.maximum(0, np.sin(TIME)) ** 2 * 5


def volts(values):
    return Stream("v", "voltages", TIME, np.asarray(values)[:, None], ("a",))


@pytest.mark.parametrize("quantum", [0, 5 / 1024])
@pytest.mark.parametrize("side", [1, -1])
def test_a_stop_is_recognised_and_values_stay(quantum, side):
    rng = np.random.default_rng(0)
    true = PRESS + rng.normal(0, 0.01, 2000)
    true = quantum * np.round(true / quantum) if quantum else true
    read = side * np.minimum(true, 4.0)
    found = flag_clipped(volts(read))
    np.testing.assert_array_equal(found.flags[:, 0] & CLIPPED > 0, true >= 4.0)
    np.testing.assert_array_equal(found.values[:, 0], read)


@pytest.mark.parametrize("quantum", [0, 5 / 1024])
def test_a_round_peak_and_a_zero_line_are_no_stops(quantum):
    read = quantum * np.round(PRESS / quantum) if quantum else PRESS
    assert not flag_clipped(volts(read)).flags.any()
    assert not flag_clipped(volts(np.zeros(2000))).flags.any()


def test_known_limits_are_taken_at_their_word():
    found = flag_clipped(volts(np.minimum(PRESS, 4.9)), (0.0, 4.9))
    np.testing.assert_array_equal(found.flags[:, 0] > 0, (PRESS >= 4.9) | (PRESS <= 1e-9))
    assert found.history[-1].settings["limits"] == [0.0, 4.9]


def test_what_cannot_be_clipped_is_refused():
    with pytest.raises(InputError, match="in order"):
        flag_clipped(volts(PRESS), (1.0, 0.0))
    with pytest.raises(InputError, match="events"):
        flag_clipped(Stream("e", "events", [0.0], [0], ("tap",)))
