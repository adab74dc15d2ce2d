import numpy as np
import pytest
from tests.capture.signals.plank import as_fsr, pressed, sampled

from prehensile.capture.signals.touches import felt_touches
from prehensile.errors import InputError


@pytest.fixture(scope="module")
def made():
    return [pressed(np.random.default_rng(seed), 4) for seed in range(5)]


def wandering(m):
    return m._replace(load=m.load + 0.3 + 0.02 * m.time + 0.05 * np.sin(m.time / 3))


@pytest.mark.parametrize(
    ("sensor", "noise", "quantum"), [("arm", 0.01, 0.01), ("arm", 0.003, 0.01), ("fsr", 0.02, 0.03)]
)
def test_onsets_are_found_to_milliseconds(made, sensor, noise, quantum):
    errors, n = [], 0
    for seed, m in enumerate(made):
        felt = wandering(as_fsr(m) if sensor == "fsr" else m)
        time, load = sampled(felt, 500, noise, quantum, np.random.default_rng(seed))
        found = felt_touches(time, load)
        n += len(found)
        onsets = np.array([touch.onset for touch in found])
        errors += [np.abs(onsets - start).min() for start in m.starts]
    assert np.median(errors) < 0.004 and np.quantile(errors, 0.9) < 0.012
    assert abs(n - sum(len(m.starts) for m in made)) <= 1


def test_the_first_vibration_ends_where_the_load_goes_on_smoothly(made):
    """After it the load hardly ever turns back by more than a tenth of its first peak."""
    rings = 0
    found = [(m, touch) for m in made for touch in felt_touches(m.time[::20], m.load[::20])]
    for m, touch in found:
        rings += touch.settled > touch.onset
        assert touch.onset <= touch.settled <= touch.onset + 0.2 < touch.end
        after = (m.time > touch.settled) & (m.time < touch.onset + 0.2)
        load = m.load[after]
        fall = (np.maximum.accumulate(load) - load).max()
        assert fall < 0.1 * m.load[(m.time > touch.onset) & (m.time < touch.onset + 0.2)].max()
    assert rings >= 5


def test_ends_are_found(made):
    m = made[0]
    time, load = sampled(m, 500, 0.01, 0.0, np.random.default_rng(0))
    ends = np.array([touch.end for touch in felt_touches(time, load)])
    assert all(np.abs(ends - end).min() < 0.06 for end in m.ends)


def test_touches_that_follow_closely_are_two():
    time = np.arange(0, 4, 0.002)
    load = np.where((time > 1) & (time < 1.4), 1.0, 0) + np.where((time > 1.5) & (time < 2), 0.8, 0)
    load = load + np.random.default_rng(0).normal(0, 0.01, len(time))
    found = felt_touches(time, load)
    np.testing.assert_allclose([t.onset for t in found], [1.0, 1.5], atol=0.004)


def test_noise_sparks_and_short_signals_are_no_touches():
    rng = np.random.default_rng(0)
    time = np.arange(0, 20, 0.002)
    load = rng.normal(0, 0.05, len(time))
    load[[500, 4000]] = 3.0
    assert felt_touches(time, load) == ()
    assert felt_touches(time[:9], load[:9]) == ()
    assert felt_touches(time, np.full(len(time), np.nan)) == ()


def test_a_burst_of_nan_is_passed_over(made):
    m = made[0]
    time, load = sampled(m, 500, 0.01, 0.0, np.random.default_rng(0))
    whole = felt_touches(time, load)
    load[(time > whole[0].end + 0.05) & (time < whole[0].end + 0.12)] = np.nan
    assert len(felt_touches(time, load)) == len(whole)


def test_a_threshold_may_be_given(made):
    m = made[0]
    time, load = sampled(m, 500, 0.01, 0.0, np.random.default_rng(0))
    assert felt_touches(time, load, threshold=10.0) == ()
    with pytest.raises(InputError, match="threshold"):
        felt_touches(time, load, threshold=-1.0)
    with pytest.raises(InputError, match="as many"):
        felt_touches(time[1:], load)


def test_a_slow_rise_is_followed_below_the_noise():
    """A newton a second: ten milliseconds of it lie below the noise."""
    late = []
    for seed in range(20):
        rng = np.random.default_rng(seed)
        time = np.arange(0, 3, 0.002)
        start = 1 + rng.uniform(0, 0.002)
        load = np.clip(1.0 * (time - start), 0, 0.8) * (time < 2.5)
        (touch,) = felt_touches(time, load + rng.normal(0, 0.01, len(time)))
        late.append(touch.onset - start)
    assert abs(np.median(late)) < 0.006 and np.quantile(np.abs(late), 0.9) < 0.013
