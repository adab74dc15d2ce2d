"""Truths: what is written comes back, and what is no truth is said."""

from dataclasses import replace

import numpy as np
import pytest

from prehensile.capture.lab.truth import Truth
from prehensile.errors import FileError


@pytest.fixture(scope="module")
def file(explored, tmp_path_factory):
    return explored.truth.save(tmp_path_factory.mktemp("truth") / "truth.npz")


def test_all_comes_back(explored, file):
    told, found = explored.truth, Truth.load(file)
    for name in ("compliance", "damping", "touches", "plans", "laws"):
        assert getattr(found, name) == getattr(told, name), name
    assert found.facts["seed"] == 7 and set(found.facts) == set(told.facts)
    np.testing.assert_array_equal(found.reference.start, told.reference.start)
    for a, b in zip(found.reference.moves, told.reference.moves, strict=True):
        assert (a.start, a.seconds) == (b.start, b.seconds)
        np.testing.assert_array_equal(a.change, b.change)
    np.testing.assert_array_equal(found.clip.hands[0].q, told.clip.hands[0].q)


def test_compliances_are_by_joint(explored):
    names = explored.truth.clip.hands[0].joint_names
    assert tuple(explored.truth.compliance) == tuple(explored.truth.damping) == tuple(names)
    assert all(c > 0 for c in explored.truth.compliance.values())


@pytest.mark.parametrize("lost", ["moves", "compliance", "touches"])
def test_a_truth_that_lacks_something_is_refused(file, tmp_path, lost):
    clip = Truth.load(file).clip
    told = {key: value for key, value in clip.meta["lab"].items() if key != lost}
    path = replace(clip, meta={**clip.meta, "lab": told}).save(tmp_path / "t.npz")
    with pytest.raises(FileError, match=lost):
        Truth.load(path)
