"""What is handed on by keys."""

import numpy as np

from prehensile.synthesis.handed_on import last_basis, last_wrench, matched


def test_the_same_keys_are_found_in_any_order() -> None:
    i, j = matched(np.array([7, 3, 5]), np.array([5, 9, 7]))
    assert sorted(zip(i.tolist(), j.tolist(), strict=True)) == [(0, 2), (2, 0)]


def test_wrenches_go_with_their_keys(rng: np.random.Generator) -> None:
    wrench = rng.normal(size=(3, 6))
    found = last_wrench(np.array([7, 3, 5]), wrench, np.array([5, 9, 7]))
    assert np.allclose(found, [wrench[2], np.zeros(6), wrench[0]])


def test_a_basis_goes_with_its_keys_and_hinges_come_last() -> None:
    key, basis = np.array([4, 2]), np.array([[1, 0, 1], [0, 1, 0]], bool)
    found = last_basis(key, basis, np.array([True]), np.array([2, 8]), 2)
    assert found.tolist() == [False, True, False, False, False, False, True]
    assert not len(last_basis(key, basis, np.zeros(0, bool), np.array([8]), 2))
    assert not len(last_basis(key, basis, np.zeros(0, bool), np.array([2]), 3))
