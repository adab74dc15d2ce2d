import numpy as np
import pytest
from scipy.signal import butter, filtfilt

from prehensile.capture.recording.stream import Stream
from prehensile.capture.signals.filters import derivative, exponential, low_pass
from prehensile.errors import PrehensileError

TIME = np.arange(500) / 50


def forces(values, time=TIME):
    return Stream("f", "forces", time, np.asarray(values)[:, None], ("z",))


def test_the_exponential_filter_is_its_recursion():
    rng = np.random.default_rng(0)
    x = rng.normal(size=500)
    y, expected = x[0], []
    for sample in x:
        y = 0.9 * y + 0.1 * sample
        expected.append(y)
    found = exponential(forces(x))
    np.testing.assert_allclose(found.values[:, 0], expected)
    assert found.history[-1].by == "exponential" and found.history[-1].settings["pole"] == 0.9


def test_a_pole_keeps_its_time_constant_at_another_rate():
    time = np.arange(5000) / 500
    step = forces((time >= 1).astype(float), time)
    found = exponential(step, 0.9, stated_hz=50).values[:, 0]
    slow = exponential(forces((TIME >= 1).astype(float)), 0.9).values[:, 0]
    np.testing.assert_allclose(found[::10][50:], slow[50:], atol=0.1)
    assert found[549 + 40] == pytest.approx(slow[54 + 4], abs=0.02)


def test_the_low_pass_is_scipy_s_and_has_no_delay():
    rng = np.random.default_rng(1)
    x = np.sin(TIME) + rng.normal(0, 0.3, 500)
    found = low_pass(forces(x), 4.0).values[:, 0]
    np.testing.assert_allclose(
        found[20:-20], filtfilt(*butter(2, 4.0, fs=50), x)[20:-20], atol=2e-3
    )


def test_gaps_stay_gaps_and_do_not_spread():
    x = np.sin(TIME)
    x[100:150] = np.nan
    for found in (low_pass(forces(x), 5.0), exponential(forces(x)), derivative(forces(x))):
        np.testing.assert_array_equal(np.isnan(found.values[:, 0]), np.isnan(x))
    apart = low_pass(forces(x), 5.0).values[150:, 0]
    alone = low_pass(forces(x[150:], TIME[150:]), 5.0).values[:, 0]
    np.testing.assert_allclose(apart, alone)


@pytest.mark.parametrize(("order", "true"), [(1, 6.0), (2, 2.0)])
@pytest.mark.parametrize("window", [0.0, 0.3])
def test_derivatives_of_a_parabola_are_exact(order, true, window):
    found = derivative(forces(TIME**2), order, window)
    assert found.values[150, 0] == pytest.approx(true)
    assert found.unit == ("N/s" if order == 1 else "N/s²") and found.name == "f" + "." * order


def test_rotations_stay_rotations():
    angle = TIME / 3
    q = np.stack([np.cos(angle), 0 * angle, np.sin(angle), 0 * angle], 1)[:, None]
    q[250:] *= -1
    found = low_pass(Stream("r", "rotations", TIME, q, ("a",)), 2.0).values
    np.testing.assert_allclose(np.linalg.norm(found, axis=-1), 1)
    np.testing.assert_allclose(np.abs((found * q).sum(-1))[20:-20], 1, atol=1e-4)


@pytest.mark.parametrize(
    ("what", "said"),
    [
        (lambda s: exponential(s, 1.0), "pole"),
        (lambda s: low_pass(s, 30.0), "cutoff"),
        (lambda s: derivative(s, 3), "order 1 or 2"),
        (
            lambda s: derivative(Stream("r", "rotations", [0.0], np.ones((1, 1, 4)), "a")),
            "rotations",
        ),
        (lambda s: low_pass(Stream("e", "events", [0.0], [0], "t"), 1.0), "events"),
    ],
)
def test_what_cannot_be_filtered_is_said(what, said):
    with pytest.raises(PrehensileError, match=said):
        what(forces(TIME))
