import numpy as np
import pytest
from scipy.signal import find_peaks

from prehensile.world.things.bottle import bottle


def profile() -> np.ndarray:
    """(n, 2) [m] height and radius where the half plane y = 0, x > 0 cuts it, from below."""
    x, y, z = bottle().vertices.T
    cut = np.stack([z, x], axis=1)[(np.abs(y) < 1e-9) & (x > 0.003)]
    return cut[np.argsort(cut[:, 0], kind="stable")]


def test_mass_is_spread_as_in_a_solid_of_revolution():
    thing = bottle()
    z, r = profile().T
    height = np.linspace(z.min(), z.max(), 4001)
    radius = np.interp(height, z, r)
    share = radius**2 / np.trapezoid(radius**2, height)
    middle = np.trapezoid(share * height, height)
    about_axis = thing.mass * np.trapezoid(share * radius**2 / 2, height)
    across = about_axis / 2 + thing.mass * np.trapezoid(share * (height - middle) ** 2, height)
    np.testing.assert_allclose(thing.com, [0, 0, middle], atol=3e-4)
    np.testing.assert_allclose(
        thing.inertia, np.diag([across, across, about_axis]), atol=0.01 * across
    )
    assert thing.inertia[2, 2] == pytest.approx(about_axis, rel=0.01)


def test_half_a_litre_fits_into_it():
    z, r = profile().T
    litres = 1000 * np.trapezoid(np.pi * r**2, z)
    assert 0.48 < litres < 0.56  # water, air below the cap, and the wall


def test_five_even_ribs_are_pressed_into_the_body():
    z, r = profile().T
    body = (z > 0.02) & (z < 0.125)
    grooves, found = find_peaks(-r[body], prominence=5e-4)
    assert len(grooves) == 5
    np.testing.assert_allclose(np.diff(z[body][grooves]), 0.014, atol=0.002)
    assert found["prominences"].max() < 0.002


def test_the_cap_has_flutes_for_the_fingers():
    x, y, z = bottle().vertices.T
    ring = (z > 0.199) & (z < 0.203) & (np.hypot(x, y) > 0.013)
    angle, radius = np.arctan2(y[ring], x[ring]), np.hypot(x[ring], y[ring])
    waves = [abs(np.mean((radius - radius.mean()) * np.exp(1j * n * angle))) for n in range(1, 60)]
    assert 1 + int(np.argmax(waves)) == 24
    assert 0.0004 < np.ptp(radius) < 0.001
    assert radius.max() == pytest.approx(0.015, abs=1e-4)
