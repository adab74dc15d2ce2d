"""Whitened data have unit covariance; the truncated space is a part of it; refusals."""

import numpy as np
import pytest

from prehensile.capture.sensors.nail.whitening import whitening
from prehensile.errors import InputError


def test_whitened_training_data_have_unit_covariance(rng) -> None:
    x = rng.normal(size=(500, 6)) @ rng.normal(size=(6, 6)) + 3
    r = whitening(x, 6)(x)
    assert np.cov(r.T) == pytest.approx(np.eye(6), abs=1e-9)
    assert r.mean(0) == pytest.approx(0, abs=1e-9)


def test_distances_are_mahalanobis(rng) -> None:
    x = rng.normal(size=(300, 4)) @ rng.normal(size=(4, 4))
    space, inverse = whitening(x, 4), np.linalg.inv(np.cov(x.T))
    off = x[0] - x[1]
    assert ((space(x[0]) - space(x[1])) ** 2).sum() == pytest.approx(off @ inverse @ off)


def test_a_truncated_space_is_the_first_part(rng) -> None:
    x = rng.normal(size=(100, 5))
    assert whitening(x, 2)(x) == pytest.approx(whitening(x, 5)(x)[:, :2])
    assert (np.diff(whitening(x, 5).variance) <= 0).all()


def test_directions_that_do_not_vary_are_refused(rng) -> None:
    flat = np.column_stack([rng.normal(size=50), np.ones(50)])
    with pytest.raises(InputError, match="1 directions"):
        whitening(flat, 2)
    with pytest.raises(InputError, match="finite"):
        whitening(np.full((5, 2), np.nan), 1)
