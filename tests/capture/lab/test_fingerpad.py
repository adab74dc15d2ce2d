"""The stated law of a fingerpad."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from prehensile.capture.lab.fingerpad import LOAD, RADIUS, Fingerpad, PadLaw, drawn_law

LAW = PadLaw()


@given(st.floats(0, 5))
def test_force_and_depth_are_inverse(force):
    assert LAW.force(float(LAW.depth(force))) == pytest.approx(force, rel=1e-9, abs=1e-9)


def test_below_a_newton_it_is_hertz_with_the_right_modulus():
    force = np.linspace(0.05, 1, 50)
    k, b = np.polyfit(force ** (2 / 3), LAW.depth(force), 1)
    assert b == pytest.approx(0, abs=1e-12)
    # Johnson: f = 4/3 E* √R d^(3/2), E* = E / (1 − ν²), ν = 1/2.
    assert LAW.young == pytest.approx(0.75 * 3 / (4 * k**1.5 * RADIUS**0.5), rel=1e-9)


def test_stiffness_at_two_newtons_is_as_stated():
    h = 1e-5
    for law in (LAW, drawn_law(np.random.default_rng(1))):
        slope = 2 * h / float(law.depth(LOAD - h) - law.depth(LOAD - 3 * h))
        assert slope == pytest.approx(law.stiff, rel=1e-3)


def test_unloading_follows_its_own_curve_and_blood_comes_back():
    pad = Fingerpad(LAW)
    deep = float(LAW.depth(1.0))
    up = [pad.press(d, 1e-3) for d in np.linspace(0, deep, 500)]
    down = np.linspace(deep, 0, 500)
    forces = np.array([pad.press(d, 1e-3) for d in down])
    assert up[-1] == pytest.approx(1.0) and forces[0] == pytest.approx(1.0)
    held = forces > 0.05
    k, b = np.polyfit(forces[held] ** (2 / 3), down[held], 1)
    assert k == pytest.approx(LAW.back * LAW.k, rel=1e-6)
    assert b == pytest.approx((1 - LAW.back) * deep, rel=1e-6)
    for _ in range(5000):
        pad.press(0.0, 1e-3)
    assert pad.press(deep / 2, 1e-3) == pytest.approx(LAW.force(deep / 2))


@given(st.lists(st.floats(0, 3e-3), min_size=1, max_size=50))
def test_it_never_pulls_nor_gives_energy(depths):
    pad = Fingerpad(LAW)
    path = np.concatenate(
        [np.linspace(a, b, 40) for a, b in zip([0, *depths], [*depths, 0], strict=True)]
    )
    forces = np.array([pad.press(d, 1e-9) for d in path])
    assert (forces >= 0).all()
    work = np.trapezoid(forces, path)
    assert work >= -1e-9 * max(1.0, forces.max())
