"""A basis of any samples: there and back, bounds, and what it explains of others."""

import numpy as np
import pytest

from prehensile.errors import InputError
from prehensile.synergy.basis import basis_of


def test_projection_and_sample_are_each_others_inverse_on_the_basis(rng) -> None:
    basis = basis_of(rng.normal(size=(40, 7)), 3)
    p = rng.normal(size=(5, 2, 3))
    assert basis.project(basis.sample(p)) == pytest.approx(p)
    assert basis.sample(p).shape == (5, 2, 7)


def test_what_is_left_is_orthogonal_to_the_axes(rng) -> None:
    basis = basis_of(rng.normal(size=(40, 7)), 3)
    x = rng.normal(size=7)
    left = x - basis.sample(basis.project(x))
    assert basis.axes @ left == pytest.approx(np.zeros(3), abs=1e-12)


def test_it_explains_nothing_of_what_is_orthogonal_to_it_and_all_of_what_lies_in_it(rng) -> None:
    samples = np.hstack([rng.normal(size=(50, 2)), np.zeros((50, 2))])
    basis = basis_of(samples)
    other = np.hstack([np.tile(samples.mean(axis=0)[:2], (9, 1)), rng.normal(size=(9, 2))])
    assert basis.explained(other) == pytest.approx([0, 0], abs=1e-12)
    assert basis.explained(3 * samples)[-1] == pytest.approx(1)
    with pytest.raises(InputError, match="no variance"):
        basis.explained(np.tile(basis.mean, (4, 1)))


def test_its_repr_says_how_much_it_carries() -> None:
    assert repr(basis_of([[0.0, 0], [2, 0], [0, 1], [2, 1]], 1)) == (
        "<Basis: 1 axes carry 80 % of the variance>"
    )
