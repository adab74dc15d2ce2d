"""A pushed fingertip against the force that a known system needs for a known lift."""

import numpy as np
import pytest

from prehensile.compliance.tip.perturbation import derivatives, fit_perturbation, fit_window
from prehensile.errors import InputError

MASS, DAMPING, STIFFNESS, REST = 0.017, 2.04, 89.0, 6.0


def pushed(rate: float = 1000.0):
    """Force (4.13) that a smooth lift of 8 mm in 35 ms needs, and the finger resting on top."""
    time = np.arange(-0.02, 0.1, 1 / rate)
    s = np.clip(time / 0.035, 0, 1)
    z = 0.008 * s**3 * (10 - 15 * s + 6 * s**2)
    v = 0.008 * 30 * s**2 * (1 - s) ** 2 / 0.035
    a = 0.008 * 60 * s * (1 - s) * (1 - 2 * s) / 0.035**2
    return time, z, MASS * a + DAMPING * v + STIFFNESS * z + REST


def test_the_system_is_found_again() -> None:
    fit = fit_window(*pushed(4000.0), 0.05)
    assert fit.stiffness == pytest.approx(STIFFNESS, rel=0.05)
    assert fit.mass == pytest.approx(MASS, rel=0.05)
    assert fit.damping == pytest.approx(DAMPING, rel=0.05)
    assert fit.rest_force == pytest.approx(REST, rel=0.1)


def test_the_data_choose_a_window(rng) -> None:
    time, z, force = pushed()
    force = np.maximum(force, 0.0)
    fit = fit_perturbation(time, z + 5e-6 * rng.normal(size=len(z)), force)
    assert 0.016 <= fit.seconds <= 0.09
    assert fit.stiffness == pytest.approx(STIFFNESS, rel=0.25)


def test_derivatives_of_a_parabola_are_exact() -> None:
    time = np.arange(0, 0.1, 0.002)
    speed, acceleration = derivatives(time, 3 * time**2 - time)
    assert np.allclose(speed, 6 * time - 1) and np.allclose(acceleration, 6)


def test_nonsense_is_refused() -> None:
    time, z, _ = pushed()
    with pytest.raises(InputError, match="positive"):
        fit_perturbation(time, z, np.maximum(5 - 600 * z, 0))
    with pytest.raises(InputError, match="samples"):
        fit_window(time, z, z, 0.002)
