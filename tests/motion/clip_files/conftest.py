"""A clip at even times, and its BVH."""

import pytest


@pytest.fixture(scope="module")
def even(hand_clip):
    return hand_clip.resample(120)


@pytest.fixture(scope="module")
def written(even, tmp_path_factory):
    return even.save(tmp_path_factory.mktemp("bvh") / "clip.bvh")
