import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from prehensile.capture.signals.event_lists import line, paired
from prehensile.errors import InputError


@given(
    seed=st.integers(0, 10_000),
    offset=st.floats(-3, 3),
    missed=st.integers(0, 4),
    extra=st.integers(0, 4),
)
@settings(max_examples=40, deadline=None)
def test_the_line_is_found_though_events_are_missed_and_added(seed, offset, missed, extra):
    rng = np.random.default_rng(seed)
    masters = np.sort(rng.uniform(0, 60, 15))
    own = (masters - offset) / (1 + 5e-5) + rng.normal(0, 5e-4, 15)
    own = np.delete(own, rng.choice(15, missed, replace=False))
    own = np.sort(np.concatenate([own, rng.uniform(0, 60, extra)]))
    pairs = paired(own, masters, search=5.0)
    clock = line(own[pairs[:, 0]], masters[pairs[:, 1]], "events")
    assert abs(clock.to_master(30.0) - (offset + 30 * (1 + 5e-5))) < 0.004


def test_the_line_is_numpy_s():
    rng = np.random.default_rng(3)
    own = np.sort(rng.uniform(0, 100, 30))
    masters = 4.2 + 1.0003 * own + rng.normal(0, 1e-3, 30)
    (offset, scale), (left, *_) = np.polynomial.polynomial.polyfit(own, masters, 1, full=True)
    clock = line(own, masters, "events")
    np.testing.assert_allclose((clock.scale, clock.offset), (scale, offset), rtol=1e-9)
    assert clock.deviation == pytest.approx(np.sqrt(left[0] / 28))


def test_one_event_gives_the_offset_alone():
    pairs = paired(np.array([2.0]), np.array([5.5]))
    clock = line(np.array([2.0])[pairs[:, 0]], np.array([5.5])[pairs[:, 1]], "events")
    assert (clock.offset, clock.scale) == (3.5, 1.0)


@pytest.mark.parametrize(
    ("own", "masters", "search", "said"),
    [
        (np.arange(10.0), np.arange(12.0), np.inf, "evenly spaced"),
        ([1.0, 2.3, 7.1, 9.0], [0.4, 5.0, 6.6, 8.9], np.inf, "too few"),
        ([1.0], [50.0], 5.0, "no event in common"),
        ([], [1.0], 5.0, "no event in common"),
        ([1.0, 4.0], [1.0], 5.0, "too few"),
    ],
)
def test_nothing_is_guessed(own, masters, search, said):
    with pytest.raises(InputError, match=said):
        paired(np.array(own), np.array(masters), search)
