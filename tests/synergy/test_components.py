"""Principal components against NumPy's own eigenvalues and against axes that were planted."""

import numpy as np
import pytest

from prehensile.errors import InputError
from prehensile.synergy.components import principal_components


def planted(rng: np.random.Generator, n: int = 400) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Samples with known mean and axes; deviations along them are 5, 2 and 0.5."""
    axes = np.linalg.qr(rng.normal(size=(12, 3)))[0].T
    mean = rng.normal(size=12)
    return mean + (rng.normal(size=(n, 3)) * [5.0, 2.0, 0.5]) @ axes, mean, axes


def test_variances_and_axes_are_those_of_the_covariance_matrix() -> None:
    samples, _, _ = planted(np.random.default_rng(3))
    found = principal_components(samples)
    values, vectors = np.linalg.eigh(np.cov(samples.T))
    assert found.axes.shape == (3, 12)  # no axis for what does not vary
    assert found.variance_ratio == pytest.approx(values[:-4:-1] / values.sum(), abs=1e-12)
    assert np.abs(np.sum(found.axes * vectors[:, :-4:-1].T, axis=1)) == pytest.approx(np.ones(3))


def test_planted_axes_are_found() -> None:
    samples, mean, axes = planted(np.random.default_rng(4), 20_000)
    found = principal_components(samples, 2)
    assert found.mean == pytest.approx(mean, abs=0.15)
    assert np.abs(np.sum(found.axes * axes[:2], axis=1)) == pytest.approx(np.ones(2), abs=1e-3)
    assert found.variance_ratio == pytest.approx(np.array([25, 4]) / 29.25, abs=0.01)


def test_the_largest_entry_of_every_axis_is_positive() -> None:
    samples, _, _ = planted(np.random.default_rng(5))
    for turned in (samples, -samples, samples[::-1]):
        axes = principal_components(turned).axes
        assert (axes[np.arange(3), np.abs(axes).argmax(axis=1)] > 0).all()
    assert principal_components(-samples).axes == pytest.approx(principal_components(samples).axes)


def test_the_first_of_equal_entries_decides_the_sign() -> None:
    line = np.outer([-1.0, 0.0, 2.0], [1.0, -1.0])
    assert principal_components(line).axes == pytest.approx(np.array([[1.0, -1.0]]) / np.sqrt(2))


def test_all_components_give_the_samples_back() -> None:
    samples, _, _ = planted(np.random.default_rng(6), 30)
    found = principal_components(samples)
    assert found.mean + found.coordinates @ found.axes == pytest.approx(samples)
    assert found.axes @ found.axes.T == pytest.approx(np.eye(3))


@pytest.mark.parametrize(
    ("samples", "components", "words"),
    [
        (np.ones((5, 3)), None, "all the same"),
        (1e6 * np.ones((5, 3)) + 1e-7 * np.arange(15).reshape(5, 3), None, "all the same"),
        (np.ones((1, 3)), None, "at least two"),
        (np.ones((4, 0)), None, "at least two"),
        ([[1.0, np.nan], [0.0, 1.0]], None, "not finite"),
        (np.arange(6.0).reshape(3, 2), 2, "1 to 1"),
        (np.arange(6.0).reshape(3, 2), 0, "1 to 1"),
        (np.arange(6.0), None, "shape"),
    ],
)
def test_bad_samples_are_refused(samples, components, words: str) -> None:
    with pytest.raises(InputError, match=words):
        principal_components(samples, components)
