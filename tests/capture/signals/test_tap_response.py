import numpy as np
import pytest
from scipy.integrate import solve_ivp

from prehensile.capture.recording.stream import Stream
from prehensile.capture.signals.tap_response import (
    DAMPING,
    LAG,
    RING,
    STIFFNESS,
    filtered,
    response_between,
)


def stream(kind, width=()):
    return Stream(kind, kind, np.arange(9.0), np.zeros((9, 1, *width)), ("a",))


FORCE, PLACE = stream("forces"), stream("markers", (3,))
FELT = stream("accelerations", (3,))


def test_the_finger_is_a_mass_on_a_spring():
    """F = m z̈ + b ż + k z (4.13) with a load known through a plate, by an integrator of SciPy."""
    time = np.arange(0, 0.4, 5e-4)
    bump = np.exp(-0.5 * ((time - 0.1) / 0.01) ** 2)
    slope = -(time - 0.1) / 0.01**2 * bump
    bend = ((time - 0.1) ** 2 / 0.01**4 - 1 / 0.01**2) * bump
    load = bump + LAG * slope + RING * bend

    def motion(t, y):
        return [y[1], np.interp(t, time, load) - DAMPING * y[1] - STIFFNESS * y[0]]

    true = solve_ivp(motion, (0, 0.4), [0, 0], t_eval=time, rtol=1e-8, max_step=1e-3).y[0]
    found = filtered(response_between(FORCE, PLACE), np.zeros(4), bump[None], 5e-4)[0]
    assert np.abs(found - true).max() < 0.01 * np.abs(true).max()


def test_an_acceleration_is_integrated_twice():
    time = np.arange(0, 0.3, 5e-4)
    jolt = np.where((time > 0.1) & (time < 0.11), 1.0, 0.0)
    found = filtered(response_between(FELT, PLACE), np.zeros(0), jolt[None], 5e-4)[0]
    plain = np.cumsum(np.cumsum(jolt)) * 5e-4**2
    left = np.polyval(np.polyfit(time, plain - found, 4), time) - (plain - found)
    assert np.abs(left).max() < 0.02 * plain.max()


@pytest.mark.parametrize(
    ("one", "two", "unknowns"),
    [(FORCE, PLACE, 4), (FORCE, FELT, 2), (FELT, PLACE, 0), (FORCE, FORCE, 0), (PLACE, PLACE, 0)],
)
def test_what_is_known_beforehand_depends_on_the_pair(one, two, unknowns):
    response = response_between(one, two)
    assert response.unknowns == unknowns
    pieces = np.random.default_rng(0).normal(size=(2, 40))
    assert filtered(response, np.zeros(unknowns), pieces, 1e-3).shape == pieces.shape
