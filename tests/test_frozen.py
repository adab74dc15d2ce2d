"""`frozen`: what it takes, what it refuses and how it says so, and when it copies."""

import numpy as np
import pytest

from prehensile.errors import InputError
from prehensile.frozen import freeze_arrays, frozen, read_only


def test_a_copy_that_nobody_can_write_into() -> None:
    given = np.arange(6.0).reshape(2, 3)
    kept = frozen(given, np.float64, (None, 3), "it")
    given[0, 0] = 7.0
    assert kept[0, 0] == 0.0
    with pytest.raises(ValueError, match="read-only"):
        kept[0, 0] = 1.0


def test_what_is_frozen_already_is_not_copied_again() -> None:
    once = frozen([1, 2, 3], np.float64, (3,), "it")
    assert frozen(once, np.float64, (None,), "it") is once


@pytest.mark.parametrize("view", [np.s_[:2], np.s_[::2]])
def test_a_read_only_view_is_copied_because_its_owner_may_write(view: slice) -> None:
    owner = np.zeros(4)
    seen = owner[view]
    seen.flags.writeable = False
    kept = frozen(seen, np.float64, (2,), "it")
    owner[:] = 1.0
    assert not kept.any()


@pytest.mark.parametrize("given", [[1, 2], np.array([1, 2], np.uint8), np.array([1.0, 2.0], ">f8")])
def test_other_numbers_become_native_floats(given) -> None:
    kept = frozen(given, np.float64, (2,), "it")
    assert kept.dtype == np.float64 and kept.dtype.isnative
    assert kept.tolist() == [1.0, 2.0]


def test_columns_become_rows_in_memory() -> None:
    kept = frozen(np.asfortranarray(np.arange(6.0).reshape(2, 3)), np.float64, (2, 3), "it")
    assert kept.flags.c_contiguous and kept[1].tolist() == [3.0, 4.0, 5.0]


def test_an_empty_list_is_of_any_kind() -> None:
    assert frozen([], np.int32, (None,), "it").dtype == np.int32


@pytest.mark.parametrize(
    ("given", "dtype", "shape", "said"),
    [
        (np.zeros((2, 4)), np.float64, (None, 3), r"it has shape \(2, 4\); expected \(n, 3\)\."),
        (np.zeros((2, 4)), np.float64, (8,), r"it has shape \(2, 4\); expected \(8,\)\."),
        (["a"], np.float64, (1,), "something else than numbers, got dtype <U1"),
        ([None], np.float64, (1,), "something else than numbers, got dtype object"),
        ([True], np.float64, (1,), "something else than numbers, got dtype bool"),
        ([[0.0], [0.0, 1.0]], np.float64, (2, 1), "ragged"),
        ([np.nan], np.float64, (1,), "not finite"),
        ([[1.0, -np.inf]], np.float64, (1, 2), "not finite"),
        ([1e39], np.float32, (1,), "not finite"),
        ([1.0], np.int32, (1,), "must hold whole numbers, got dtype float64"),
        ([2**40], np.int32, (1,), "too large for int32"),
    ],
)
def test_what_does_not_fit_is_named(given, dtype, shape, said: str) -> None:
    with pytest.raises(InputError, match=said):
        frozen(given, dtype, shape, "it")


def test_numbers_whose_squares_overflow_are_finite() -> None:
    with np.errstate(over="ignore"):
        assert frozen([1e200], np.float64, (1,), "it")[0] == 1e200


def test_read_only_is_the_array_itself_and_keeps_what_it_holds() -> None:
    given = np.array([1.0, np.inf])
    kept = read_only(given)
    assert kept is given and kept.tolist() == [1.0, np.inf]
    with pytest.raises(ValueError, match="read-only"):
        given[0] = 2.0


def test_all_arrays_of_an_object_are_frozen_and_nothing_else_is_touched() -> None:
    class Owner:
        def __init__(self) -> None:
            self.points, self.names, self.inside = np.zeros(3), ["a"], [np.zeros(2)]

    owner = Owner()
    points = owner.points
    freeze_arrays(owner)
    assert owner.points is points and not points.flags.writeable
    owner.names.append("b")
    assert owner.inside[0].flags.writeable  # of its attributes, not of what those hold
