"""Laws: nothing at no load, continuous, clamped, compiled as plain, fast enough."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.interpolate import RBFInterpolator

from prehensile.appearance.model import _plain
from prehensile.appearance.model.law import RADIAL, RadialLaw, radial_values, scaled_loads
from prehensile.errors import PrehensileError


def law_of(rng, radial="matern32", inputs=("force", "center_x", "angle"), turn=1.5, centres=9):
    d = len(inputs)
    lower = np.r_[0.0, -rng.random(d - 1)]
    upper = np.r_[11.0, rng.random(d - 1)]
    scales = rng.uniform(0.5, 4, d)
    loads = rng.uniform(lower, upper, (centres, d))
    return RadialLaw(
        inputs=inputs,
        radial=radial,
        lower=lower,
        upper=upper,
        scales=scales,
        turn=turn,
        first=0.7,
        centres=scaled_loads(loads, lower, upper, scales, turn, 0.7),
        weights=rng.normal(size=(centres, 4)),
        tail=rng.normal(size=(1 + d, 4)),
    )


@pytest.mark.parametrize("radial", RADIAL)
@pytest.mark.parametrize("turn", [0.0, 2.0])
def test_no_force_is_nothing_whatever_else_is_said(rng, radial, turn):
    law = law_of(rng, radial, turn=turn)
    loads = rng.normal(size=(20, 3))
    loads[:, 0] = rng.choice([0.0, -3.0], 20)
    assert not law.coefficients(loads).any()


@pytest.mark.parametrize("radial", RADIAL)
def test_compiled_is_as_plain(rng, radial, monkeypatch):
    law = law_of(rng, radial)
    loads = rng.normal(size=(4, 5, 3)) * [20, 1, 1]
    compiled = law.coefficients(loads)
    monkeypatch.setenv("PREHENSILE_PLAIN", "1")
    np.testing.assert_allclose(law.coefficients(loads), compiled, rtol=1e-12, atol=1e-12)
    assert compiled.shape == (4, 5, 4)


@pytest.mark.parametrize("radial", RADIAL)
@given(seed=st.integers(0, 2**31))
def test_small_steps_of_load_make_small_steps_of_blood(radial, seed):
    rng = np.random.default_rng(seed)
    law = law_of(rng, radial)
    start = rng.normal(size=(50, 3)) * [8, 1, 1]
    step = 1e-6 * rng.normal(size=(50, 3))
    difference = law.coefficients(start + step) - law.coefficients(start)
    assert np.abs(difference).max() < 1e-2


def test_outside_the_sampled_loads_it_is_what_it_is_at_their_edge(rng):
    law = law_of(rng)
    far = rng.normal(size=(30, 3)) * [200, 30, 30]
    edge = np.clip(far, law.lower, law.upper)
    np.testing.assert_array_equal(law.coefficients(far), law.coefficients(edge))


@pytest.mark.parametrize(
    ("radial", "scipy_name", "sign"),
    [("polyharmonic", "thin_plate_spline", 1), ("cubic", "cubic", 1)],
)
def test_with_its_tail_it_is_scipy_s_interpolant(rng, radial, scipy_name, sign):
    x = np.sort(rng.uniform(0, 11, 8))
    x[0] = 0.0
    y = np.sin(x)[:, None] * [1, 2, 3, 4]
    theirs = RBFInterpolator(x[:, None], y, kernel=scipy_name, degree=1)
    k = radial_values(np.abs(x[:, None] - x), radial)
    p = np.stack([np.ones_like(x), x], axis=1)
    system = np.block([[k, p], [p.T, np.zeros((2, 2))]])
    solved = np.linalg.solve(system, np.vstack([y, np.zeros((2, 4))]))
    law = RadialLaw(("force",), radial, np.zeros(1), np.full(1, 11.0), np.ones(1), 0.0, 0.0,
                    x[:, None], solved[:-2], solved[-2:])  # fmt: skip
    asked = np.linspace(0, 11, 40)[:, None]
    np.testing.assert_allclose(law.coefficients(asked), theirs(asked) - theirs([[0.0]]), atol=1e-8)


def test_matern_functions_solve_their_differential_equation():
    """(d²/dr² − ν)^n φ has no part away from 0: checked by finite differences of e^(−cr) p(r)."""
    r, h = np.linspace(0.5, 4, 30), 1e-3
    for name, c, order in (("matern32", 3**0.5, 2), ("matern52", 5**0.5, 3)):
        values = np.stack(
            [radial_values(r + k * h, name) * np.exp(c * k * h) for k in range(-2, 3)]
        )
        # e^{cr} φ is a polynomial of degree order − 1: its differences of that order vanish.
        assert np.abs(np.diff(values, n=order, axis=0)).max() < 1e-9 * np.abs(values).max()


@pytest.mark.parametrize(
    ("change", "word"),
    [
        ({"inputs": ("center_x",)}, "inputs"),
        ({"inputs": ("force", "force", "angle")}, "inputs"),
        ({"inputs": ("force", "mood", "angle")}, "inputs"),
        ({"radial": "gauss"}, "gauss"),
        ({"scales": np.array([1.0, 0.0, 1.0])}, "scales"),
        ({"upper": np.array([-1.0, 1.0, 1.0])}, "range"),
        ({"lower": np.array([1.0, 0.0, 0.0])}, "range"),
        ({"turn": -1.0}, "turn"),
        ({"first": np.inf}, "first"),
        ({"weights": np.zeros((9, 3))}, "weights"),
        ({"weights": np.full((9, 4), np.nan)}, "weights"),
        ({"centres": np.zeros((0, 3)), "weights": np.zeros((0, 4))}, "centres"),
    ],
)
def test_what_is_no_law_is_refused_in_one_line(rng, change, word):
    fields = {k: v for k, v in vars(law_of(rng)).items() if not k.startswith("_")}
    with pytest.raises(PrehensileError, match=word):
        RadialLaw(**(fields | change))


def test_the_plain_twin_has_the_same_functions():
    from prehensile.appearance.model import _kernels

    assert callable(_plain.radial_sums) and callable(_kernels.radial_sums)
