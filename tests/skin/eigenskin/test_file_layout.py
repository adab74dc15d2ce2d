"""The layout that a header claims is that of the arrays which are really written."""

import json
from typing import Any

import numpy as np
import pytest
from tests.skin.made_eigenskin import made_eigenskin

from prehensile.errors import InputError
from prehensile.skin.eigenskin.file import save
from prehensile.skin.eigenskin.file_layout import (
    FARTHEST,
    array_layout,
    checked_blend,
    checked_joints,
    index_type,
)

Arrays = dict[str, np.ndarray]


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> tuple[dict[str, Any], Arrays]:
    path = tmp_path_factory.mktemp("layout") / "skin.npz"
    save(made_eigenskin(kept=2), path)
    with np.load(path) as file:
        arrays = {name: file[name] for name in file.files}
    return json.loads(arrays.pop("header").tobytes()), arrays


@pytest.fixture
def header(whole: tuple[dict[str, Any], Arrays]) -> dict[str, Any]:
    return json.loads(json.dumps(whole[0]))


@pytest.fixture
def arrays(whole: tuple[dict[str, Any], Arrays]) -> Arrays:
    return {name: array.copy() for name, array in whole[1].items()}


def test_it_is_that_of_the_written_arrays(header: dict[str, Any], arrays: Arrays) -> None:
    layout = array_layout(header)
    assert layout.keys() == arrays.keys()
    for name, (kind, shape) in layout.items():
        assert (arrays[name].dtype, arrays[name].shape) == (np.dtype(kind), shape), name


@pytest.mark.parametrize(
    ("count", "kind"), [(0, np.uint16), (65535, np.uint16), (65536, np.uint32), (10**6, np.uint32)]
)
def test_the_smallest_type_that_holds_all_numbers(count: int, kind: type) -> None:
    assert index_type(count) is kind
    assert count == 0 or np.iinfo(kind).max >= count - 1


def test_every_number_of_an_array_belongs_to_one_joint(
    header: dict[str, Any], arrays: Arrays
) -> None:
    joints = checked_joints(header, arrays)
    made = made_eigenskin(kept=2).model.joints
    assert [j.joint for j in joints] == [j.joint for j in made]
    for found, truth in zip(joints, made, strict=True):
        np.testing.assert_array_equal(found.support, truth.support)
        np.testing.assert_array_equal(found.coordinates.centres, truth.coordinates.centres)
        np.testing.assert_array_equal(found.coordinates.tail, truth.coordinates.tail)
        largest = np.abs(truth.displacements).max()
        np.testing.assert_allclose(found.displacements, truth.displacements, atol=1e-3 * largest)
    used = sum(j.displacements.size for j in joints)
    assert used == arrays["shift"].size


def test_a_skin_at_the_limits_is_read_and_beyond_them_refused(
    header: dict[str, Any], arrays: Arrays
) -> None:
    arrays["rest"][0] = -FARTHEST
    arrays["surface"][0] = len(arrays["rest"]) - 1
    assert checked_blend(header, arrays).rest[0].tolist() == [-FARTHEST] * 3
    for change, message in (
        (lambda a: a["rest"].__setitem__((0, 1), -1.001), "farther than 1 m"),
        (lambda a: a["surface"].__setitem__((0, 1), len(a["rest"])), "faces name vertex"),
        (lambda a: a["weights"].__setitem__((0, 0), a["weights"][0, 0] + 0.01), "sum to 1"),
    ):
        bad = {name: array.copy() for name, array in arrays.items()}
        change(bad)
        with pytest.raises(InputError, match=message):
            checked_blend(header, bad)


def test_a_joint_without_examples_is_refused(header: dict[str, Any], arrays: Arrays) -> None:
    header["joints"] = header["joints"][:1]
    header["joints"][0]["examples"] = 0
    with pytest.raises(InputError, match="thumb_cmc has no examples"):
        checked_joints(header, arrays)
