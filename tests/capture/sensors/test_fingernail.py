"""Fingernails: channels, lag as an exponential, drift, light that adds up over the LEDs."""

import numpy as np
import pytest

from prehensile.capture.sensors.fingernail import Fingernail, last_bends, mixing
from prehensile.capture.sensors.nail.blanching import nail_blanching
from prehensile.capture.sensors.trials import press_trial
from prehensile.errors import UnknownNameError
from prehensile.hand.joints import JOINT_NAMES
from prehensile.hand.spec import HandSpec

TIME = np.arange(241) / 60
STILL = Fingernail(digits=("index",), drift=0, noise=0, posture=0, shear=0)


def pressing(newtons: np.ndarray):
    force = np.zeros((len(newtons), 5, 3))
    force[:, 1, 2] = -newtons
    return press_trial(np.arange(len(newtons)) / 60, force)


@pytest.mark.parametrize(("each", "count"), [(False, 30), (True, 120)])
def test_a_hand_has_six_or_twenty_four_channels_a_nail(each, count, rng) -> None:
    found = Fingernail(each_led=each).observe(pressing(np.zeros(10)), rng)
    assert len(found.channels) == count == found.values.shape[1]
    assert found.rate_hz == 60 and found.kind == "voltages"


def test_blood_lags_as_an_exponential(rng) -> None:
    newtons = np.where(TIME >= 1, 6.0, 0.0)
    read = STILL.observe(pressing(newtons), rng).channel("index/p6")
    start, end = read[30], read[-1]
    after = TIME[60:] - 1 + 1 / 60
    expected = end + (start - end) * np.exp(-after / 0.25)
    assert read[60:] == pytest.approx(expected, abs=0.003)


def test_light_of_single_leds_adds_up_to_that_of_all(rng) -> None:
    """What a press changes of them: strobe and room are the same in every reading."""
    alone = Fingernail(digits=("index",), each_led=True, drift=0, noise=0, posture=0, shear=0)
    clips = pressing(np.full(5, 3.0)), pressing(np.zeros(5))
    together, apart = (
        np.subtract(*(sensor.observe(clip, rng).values for clip in clips))
        for sensor in (STILL, alone)
    )
    assert apart.reshape(5, 4, 6).sum(1) == pytest.approx(together, abs=0.002)


def test_mixing_is_a_share() -> None:
    assert mixing().shape == (4, 6, 6)
    assert mixing().sum((0, 2)) == pytest.approx(np.ones(6)) and (mixing() > 0).all()


def test_steady_readings_follow_the_blanching(rng) -> None:
    clip = pressing(np.full(120, 5.0))
    read = STILL.observe(clip, rng).values.mean(0)
    bare = STILL.observe(pressing(np.zeros(120)), rng).values.mean(0)
    expected = mixing().sum(0) @ nail_blanching().at(np.array(5.0))
    assert read - bare == pytest.approx(STILL.scan.seen * expected, abs=0.002)


def test_drift_is_as_large_as_it_says() -> None:
    long = press_trial(np.array([0.0, 60.0]), np.zeros((2, 5, 3)))
    drifting = Fingernail(noise=0, posture=0)
    walked = [
        drifting.patch_change(
            np.zeros((3600, 5, 3)), np.zeros((3600, 5)), np.random.default_rng(k)
        )[-1]
        for k in range(10)
    ]
    assert np.std(walked) == pytest.approx(0.02, rel=0.15)
    assert len(long.time) == 2


def test_bends_are_those_of_the_last_two_joints() -> None:
    q = HandSpec.mean().rest.copy()
    q[JOINT_NAMES.index("index_pip_flex")], q[JOINT_NAMES.index("index_dip_flex")] = 0.7, 0.4
    q[JOINT_NAMES.index("thumb_ip_flex")] = 0.3
    found = last_bends(press_trial(np.zeros(1), np.zeros((1, 5, 3)), q))
    assert found[0, 1] == pytest.approx([0.7, 0.4]) and found[0, 0, 1] == pytest.approx(0.3)


def test_an_unknown_digit_is_refused() -> None:
    with pytest.raises(UnknownNameError):
        Fingernail(digits=("toe",))
