"""FSR: the divider in closed form, 0.5 V at 2.4 N, coupling, settling, threshold and preload."""

from dataclasses import replace

import numpy as np
import pytest

from prehensile.capture.sensors.fsr import Fsr
from prehensile.capture.sensors.trials import press_trial

QUIET = Fsr(noise=0, repeatability=0)


def steady(normal: float, along: float = 0.0, across: float = 0.0) -> float:
    volts = QUIET.voltage(*(np.full((3, 5), f) for f in (normal, along, across)))
    return float(volts[0, 0])


def test_half_a_volt_is_two_point_four_newtons() -> None:
    assert steady(2.4) == pytest.approx(0.5, abs=0.002)


def test_the_divider_is_that_of_two_resistors() -> None:
    """5 V over 3 kΩ and 1/G in series, G = g (F + 0.5 N)."""
    conductance = QUIET.per_newton / 3000 * (3.0 + 0.5)
    assert steady(3.0) == pytest.approx(5 * 3000 / (3000 + 1 / conductance))


def test_tangential_force_along_the_finger_moves_the_reading_as_figure_3_9_says() -> None:
    reads = [steady(f, t) for f, t in ((1.7, 2.0), (2.4, 0.0), (3.1, -2.0))]
    assert reads == pytest.approx([0.5] * 3, abs=0.003)
    assert abs(steady(2.4, 0, 2.0) - steady(2.4)) < 0.1 * abs(steady(2.4, 2.0) - steady(2.4))


def test_without_preload_small_forces_are_not_felt() -> None:
    bare = Fsr(preload=0.0)
    volts = bare.voltage(np.array([[0.1] * 5, [0.19] * 5]), np.zeros((2, 5)), np.zeros((2, 5)))
    assert not volts.any()
    assert steady(0.05) > steady(0.0) > 0


def test_a_sudden_press_is_read_high_and_settles() -> None:
    normal = np.zeros((3000, 5))
    normal[100:] = 2.0
    volts = QUIET.voltage(normal, 0 * normal, 0 * normal)[:, 0]
    assert volts[100] > steady(2.0) + 0.01
    assert volts[-1] == pytest.approx(steady(2.0), abs=1e-3)


def test_a_clip_is_read_finger_by_finger(rng) -> None:
    force = np.zeros((200, 5, 3))
    force[:, 3, 2] = -2.4
    found = QUIET.observe(press_trial(np.arange(200) / 500, force), rng)
    assert found.kind == "voltages" and found.channel("ring") == pytest.approx(0.5, abs=0.002)
    assert found.channel("index") == pytest.approx(steady(0.0), abs=1e-4)


def test_other_samples_of_the_part_differ(rng) -> None:
    units = Fsr().worn(rng).units
    assert len(set(units)) == 5 and all(0.75 <= u <= 1.25 for u in units)


def test_the_usual_curve_is_read_back():
    """`load` undoes `voltage`, preload and threshold apart."""
    press = np.linspace(0, 10, 50)[:, None] * np.ones(5)
    settled = replace(Fsr(), overshoot=0.0)
    volts = settled.voltage(press, 0 * press, 0 * press)
    np.testing.assert_allclose(settled.load(volts), press + 0.5, rtol=1e-12)
    assert np.isfinite(settled.load(np.array([5.0, 9.0]))).all()


def test_a_stream_states_how_sure_its_gain_is():
    assert Fsr().gain_deviation == pytest.approx(np.hypot(0.025, 0.04))
    assert replace(Fsr(), units=(1.2, 1, 1, 1, 1)).gain_deviation > 0.2
