import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from prehensile.capture.recording.stream import FILLED, MISSING, Stream
from prehensile.capture.signals.gaps import filled
from prehensile.errors import InputError

TIME = np.arange(200) / 100


def wave(gone, kind="markers"):
    values = np.sin(TIME * 3)[:, None, None] * np.ones((1, 1, 3))
    values[gone] = np.nan
    return Stream("m", kind, TIME, values, ("a",), rate_hz=100)


def test_short_gaps_are_filled_and_long_ones_left():
    gone = np.zeros(200, bool)
    gone[20:25] = gone[80:120] = gone[:3] = True
    made = wave(gone)
    found = filled(made, 0.1)
    assert (found.flags[20:25] == FILLED).all() and (found.flags[80:120] == MISSING).all()
    assert np.isnan(found.values[:3]).all() and np.isnan(found.values[80:120]).all()
    np.testing.assert_allclose(found.values[20:25, 0, 0], np.sin(TIME[20:25] * 3), atol=2e-3)
    np.testing.assert_array_equal(found.values[~gone], made.values[~gone])
    (done,) = found.history
    assert done.what == "filled" and done.settings == {"longest_s": 0.1, "samples": 5}


def test_samples_that_never_came_are_put_in():
    kept = np.ones(200, bool)
    kept[50:54] = kept[100:160] = False
    made = Stream("f", "forces", TIME[kept], TIME[kept, None] * 2, ("z",))
    found = filled(made, 0.1)
    assert found.n_samples == kept.sum() + 4
    np.testing.assert_allclose(found.values[:, 0], 2 * found.time)
    assert (found.flags[50:54] == FILLED).all() and not found.flags[:50].any()


def test_a_rotation_turns_through_the_gap():
    angle = TIME / 2
    q = np.stack([np.cos(angle), 0 * angle, 0 * angle, np.sin(angle)], 1)[:, None]
    true = q.copy()
    q[30:60] = np.nan
    q[60:] *= -1
    found = filled(Stream("r", "rotations", TIME, q, ("a",)), 0.5)
    np.testing.assert_allclose(np.abs((found.values * true).sum(-1)), 1, atol=1e-9)


@given(seed=st.integers(0, 1000), longest=st.floats(0, 0.5))
@settings(max_examples=25, deadline=None)
def test_filling_never_overshoots_nor_touches_what_was_measured(seed, longest):
    rng = np.random.default_rng(seed)
    values = rng.normal(size=(60, 2))
    values[rng.random((60, 2)) < 0.3] = np.nan
    made = Stream("f", "forces", TIME[:60], values, ("a", "b"))
    found = filled(made, longest)
    seen = np.isfinite(values)
    np.testing.assert_array_equal(found.values[seen], values[seen])
    assert np.nanmax(found.values) <= np.nanmax(values)
    assert ((found.flags & FILLED > 0) == (~seen & np.isfinite(found.values))).all()
    assert ((found.flags & MISSING > 0) == np.isnan(found.values)).all()


def test_events_stay_and_bad_lengths_are_refused():
    events = Stream("e", "events", [0.0, 1.0], [0, 0], ("tap",))
    assert filled(events, 1.0) is events
    with pytest.raises(InputError, match="longest gap"):
        filled(wave(np.zeros(200, bool)), float("nan"))
