"""Boxes that swing after lift-off; seeds of development only."""

import numpy as np
import pytest

from prehensile.bench.synthesis.vibration import (
    MASSES,
    REFERENCE,
    Lifted,
    drawn_lift,
    lifted,
    vibration_figures,
)

H = 1 / 500


def _strongest(found: Lifted) -> float:
    """[Hz] above the lift's own."""
    z = np.diff(found.T_hand_box[found.off :, 2, 3], 2)[:500]
    size = np.abs(np.fft.rfft(z * np.hanning(len(z)), 8192))
    return float(np.fft.rfftfreq(8192, H)[size.argmax()])


def test_vibration_is_the_rms_of_acceleration() -> None:
    """Of a sine, a ω² / √2; a drift adds nothing, nor does what was before lift-off."""
    time = H * np.arange(1000)
    T, load = np.tile(np.eye(4), (1000, 1, 1)), np.zeros(1000)
    T[:, 2, 3] = 0.01 * time + 1e-4 * np.sin(2 * np.pi * 10 * time)
    T[:300, 2, 3], load[:300] = 0.1 * np.random.default_rng(0).random(300), 1.0
    found = Lifted(time, T, load, np.full(3, 0.03), True)
    assert found.off == 300
    assert found.vibration() == pytest.approx(1e-4 * (20 * np.pi) ** 2 / np.sqrt(2), rel=0.01)


def test_turning_is_vibration_too() -> None:
    """Corners move where the centre stands still."""
    time = H * np.arange(600)
    angle = 0.01 * np.sin(2 * np.pi * 10 * time)
    T = np.tile(np.eye(4), (600, 1, 1))
    T[:, 0, 0], T[:, 0, 1], T[:, 1, 0], T[:, 1, 1] = (
        np.cos(angle), -np.sin(angle), np.sin(angle), np.cos(angle)
    )  # fmt: skip
    found = Lifted(time, T, np.zeros(600), np.array([0.03, 0.04, 0.1]), True)
    expected = 0.05 * 0.01 * (20 * np.pi) ** 2 / np.sqrt(2)
    assert found.vibration() == pytest.approx(expected, rel=0.01)


def test_grips_are_drawn_by_their_seed() -> None:
    assert drawn_lift(3) == drawn_lift(3) != drawn_lift(4)
    assert all(drawn_lift(k).digits[0] == "thumb" for k in range(10))


@pytest.mark.long
def test_a_mass_on_springs_swings_by_its_root() -> None:
    """Four times the mass, half the frequency, without damping; with it nothing swings on."""
    light, heavy = (lifted(drawn_lift(2), mass, 0.0) for mass in (0.045, 0.18))
    assert light.held and heavy.held
    assert _strongest(light) == pytest.approx(2 * _strongest(heavy), rel=0.08)
    damped = lifted(drawn_lift(2), 0.18)
    assert damped.held and damped.vibration() < 0.3 * heavy.vibration()
    assert np.ptp(damped.T_hand_box[-100:, 2, 3]) < 1e-5 < np.ptp(heavy.T_hand_box[-100:, 2, 3])


@pytest.mark.long
def test_the_figures_of_a_seed() -> None:
    found = vibration_figures([5])
    assert set(found) == {*REFERENCE, "unsolved_steps"} and found["vibration_held"] == len(MASSES)
    assert 0 < found["vibration_ratio"] <= 0.3
    assert found["vibration_ratio"] == max(found["vibration_ratio_by_mass"].values())
