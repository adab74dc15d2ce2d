"""`Lookup`: checked and kept once, whatever happens to what it was made of."""

import numpy as np
import pytest

from prehensile.errors import InputError
from prehensile.skin.rig.lookup import Lookup


def _arrays(height: int = 3, width: int = 4) -> dict[str, np.ndarray]:
    rng = np.random.default_rng(0)
    return {
        "st": rng.integers(0, 1 << 16, (height, width, 2)).astype(np.uint16),
        "finger": rng.integers(0, 5, (height, width)).astype(np.uint8),
        "mask": rng.integers(0, 256, (height, width)).astype(np.uint8),
    }


def test_it_keeps_its_own_texels() -> None:
    given = _arrays()
    before = {name: array.copy() for name, array in given.items()}
    lookup = Lookup(**given)
    for array in given.values():
        array[:] = 0
    for name, array in before.items():
        np.testing.assert_array_equal(getattr(lookup, name), array)
        with pytest.raises(ValueError, match="read-only"):
            getattr(lookup, name)[0] = 0


def test_whole_numbers_of_any_type_fit_if_they_are_not_too_large() -> None:
    given = {name: array.astype(np.int64) for name, array in _arrays().items()}
    lookup = Lookup(**given)
    assert (lookup.st.dtype, lookup.finger.dtype) == (np.uint16, np.uint8)
    np.testing.assert_array_equal(lookup.st, given["st"])
    with pytest.raises(InputError, match="lookup st holds an integer too large"):
        Lookup(**{**given, "st": given["st"] + (1 << 16)})


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"st": np.zeros((3, 4), np.uint16)}, "lookup st has shape"),
        ({"finger": np.zeros((4, 3), np.uint8)}, r"lookup finger has shape \(4, 3\)"),
        ({"mask": np.zeros((3, 4, 1), np.uint8)}, "lookup mask has shape"),
        ({"mask": np.zeros((3, 4))}, "lookup mask must hold whole numbers"),
    ],
)
def test_pictures_of_other_sizes_and_kinds_are_refused(change: dict, message: str) -> None:
    with pytest.raises(InputError, match=message):
        Lookup(**{**_arrays(), **change})
