"""What recordings are made of is refused where it cannot be."""

import json

import numpy as np
import pytest

from prehensile.errors import InputError
from prehensile.motion._checked import (
    MAX_NAME_LENGTH,
    UNIT_TOLERANCE,
    check_indices,
    check_unit,
    checked_names,
    json_copy,
)


def test_four_decimals_of_a_text_file_are_unit_and_a_percent_is_not(rng):
    vectors = rng.normal(size=(500, 4))
    vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
    check_unit(np.round(vectors, 4), "quaternions")
    check_unit(np.zeros((0, 4)), "quaternions")
    for scale in (1 - 2 * UNIT_TOLERANCE, 1 + 2 * UNIT_TOLERANCE):
        wrong = vectors.copy()
        wrong[17] *= scale
        with pytest.raises(InputError, match="quaternions must be of unit length, row 17 "):
            check_unit(wrong, "quaternions")


@pytest.mark.parametrize(("indices", "worst"), [([0, 5, 2], 5), ([0, -1, 2], -1), ([-3, 9], 9)])
def test_indices_stay_in_their_table(indices, worst):
    check_indices(np.array([0, 4]), 5, "a", "names")
    check_indices(np.array([], int), 0, "a", "names")
    with pytest.raises(InputError, match=f"a holds the index {worst}, but there are 5 names"):
        check_indices(np.array(indices), 5, "a", "names")


@pytest.mark.parametrize(
    ("names", "message"),
    [
        ("abc", "sequence of strings, got the string 'abc'"),
        (["a", 5], "must be a string, got a int"),
        (["a", ""], "printable characters only, got ''"),
        (["a\nb"], "printable characters only"),
        (["x" * (MAX_NAME_LENGTH + 1)], f"{MAX_NAME_LENGTH + 1} characters"),
        (["a", "b", "a"], "'a' occurs twice"),
    ],
)
def test_names_are_short_printable_and_unique(names, message):
    assert checked_names(iter(["é", "x" * MAX_NAME_LENGTH]), "body") == ("é", "x" * MAX_NAME_LENGTH)
    with pytest.raises(InputError, match=message):
        checked_names(names, "body")


def test_a_dict_is_what_json_gives_back():
    given = {"a": (1, 2), "b": np.float32(0.5), "c": np.arange(3), "d": {"e": None, "f": True}}
    copy = json_copy(given, "meta")
    assert copy == {"a": [1, 2], "b": 0.5, "c": [0, 1, 2], "d": {"e": None, "f": True}}
    assert json.loads(json.dumps(copy)) == copy
    copy["d"]["e"] = 1
    assert given["d"]["e"] is None, "it is a copy, all the way down"


def test_what_json_cannot_hold_is_refused():
    loop: dict = {}
    loop["self"] = loop
    for value in ({"x": float("nan")}, {"x": {1, 2}}, {"x": np.array([1j])}, {(1, 2): 3}, loop):
        with pytest.raises(InputError, match="meta cannot be written as JSON"):
            json_copy(value, "meta")
    with pytest.raises(InputError, match="meta must be a dict, got list"):
        json_copy([1], "meta")
