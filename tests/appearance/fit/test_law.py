import numpy as np
import pytest

from prehensile.appearance.fit.choose import LAWS
from prehensile.appearance.fit.law import LawKind, fitted_law, published_law, roughness

FORCE = np.array([0.67, 1.54, 2.91, 4.57, 6.16, 7.87, 8.78, 11.1])


@pytest.fixture
def samples(rng):
    return (1 - np.exp(-FORCE / 3))[:, None] * rng.normal(size=4) * 20


@pytest.mark.parametrize("kind", [k for k in LAWS if k.ridge == 0], ids=str)
def test_without_ridge_it_meets_its_samples(samples, kind):
    law = fitted_law(FORCE[:, None], samples, ("force",), kind)
    np.testing.assert_allclose(law.coefficients(FORCE[:, None]), samples, atol=1e-4)
    assert not law.coefficients(np.zeros(1)).any()
    np.testing.assert_array_equal(
        law.coefficients(np.array([50.0])), law.coefficients(np.array([FORCE[-1]]))
    )


@pytest.mark.parametrize("kind", LAWS[::7], ids=str)
def test_between_samples_it_follows_a_smooth_curve(kind):
    true = (1 - np.exp(-FORCE / 3))[:, None] * np.array([30.0, 3.0, 0, 0])
    law = fitted_law(FORCE[:, None], true, ("force",), kind)
    asked = np.linspace(0, 11, 60)[:, None]
    exact = (1 - np.exp(-asked / 3)) * [30.0, 3.0, 0, 0]
    assert np.abs(law.coefficients(asked) - exact).max() < 3


def test_more_ridge_is_smoother(samples, rng):
    rough = samples + rng.normal(size=samples.shape)
    found = [
        roughness(fitted_law(FORCE[:, None], rough, ("force",), LawKind("matern52", 0, 0.5, r)))
        for r in (0.0, 1e-2, 0.3)
    ]
    assert found[0] > found[1] > found[2]


def test_smaller_coefficients_are_forgiven_more(rng):
    """Both bear the same noise: of the smaller one less is believed."""
    true = (1 - np.exp(-FORCE / 3))[:, None] * [30.0, 1.0, 0, 0]
    noisy = true + rng.normal(size=true.shape) * [1, 1, 0, 0]
    law = fitted_law(FORCE[:, None], noisy, ("force",), LawKind("matern32", 0.15, 0.5, 1e-2))
    off = np.abs(law.coefficients(FORCE[:, None]) - noisy).mean(axis=0)
    assert off[1] > 2 * off[0]
    assert not law.coefficients(FORCE[:, None])[:, 2:].any()


def test_a_straight_line_is_not_rough():
    line = FORCE[:, None] * np.ones(4)
    kind = LawKind("polyharmonic", 0.0, 1.0, 0.0)
    assert roughness(fitted_law(FORCE[:, None], line, ("force",), kind)) < 1e-3


def test_the_same_force_twice_is_met_in_the_middle(samples):
    force = np.r_[FORCE, FORCE[3]][:, None]
    values = np.vstack([samples, samples[3] + 2])
    for radial in ("matern32", "polyharmonic"):
        law = fitted_law(force, values, ("force",), LawKind(radial, 0.15, 0.5, 1e-2))
        middle = law.coefficients(force[3])
        assert (np.abs(middle - samples[3] - 1) < 1).all()


def test_several_inputs_of_different_units_are_followed(rng):
    force = rng.uniform(0.5, 10, 40)
    along = rng.uniform(-0.004, 0.004, 40)
    truth = (1 - np.exp(-force / 3)) * (1 + 100 * along)
    law = fitted_law(
        np.column_stack([force, along]), truth[:, None] * [1.0, 0, 0, 0], ("force", "center_x"),
        LawKind("matern52", 0.15, 1.0, 1e-3),
    )  # fmt: skip
    asked = np.array([[5.0, 0.003], [5.0, -0.003]])
    exact = (1 - np.exp(-5 / 3)) * (1 + 100 * asked[:, 1])
    np.testing.assert_allclose(law.coefficients(asked)[:, 0], exact, atol=0.05)
    assert not law.coefficients(np.array([0.0, 0.003])).any()


def test_the_published_form_is_as_printed(samples):
    law = published_law(FORCE, samples)
    np.testing.assert_allclose(law.coefficients(FORCE[:, None]), samples, atol=1e-6)
    centres = np.r_[0, FORCE, 1.2 * FORCE[-1]]

    def phi(r):
        return np.where(r > 0, r**2 * np.log(np.where(r > 0, r, 1)), 0)

    values = np.vstack([np.zeros(4), samples, samples[-1]])
    weights = np.linalg.solve(phi(np.abs(centres[:, None] - centres)), values)
    asked = np.linspace(0, 12, 30)
    exact = phi(np.abs(asked[:, None] - centres)) @ weights
    np.testing.assert_allclose(law.coefficients(asked[:, None]), exact, atol=1e-5)


def test_the_published_form_survives_samples_a_newton_apart(rng):
    law = published_law(np.arange(1.0, 5.0), rng.normal(size=(4, 4)))
    assert np.isfinite(law.coefficients(np.array([2.5]))).all()
