"""The value alone: that of the whole quality, bit for bit."""

import numpy as np
import pytest

from prehensile.errors import InputError
from prehensile.quality.measure.grasp_quality import grasp_quality
from prehensile.quality.measure.grasp_values import GraspValues
from prehensile.quality.measure.random_grasp import RADIUS, random_contacts

COM = np.array([0.001, -0.002, 0.003])


@pytest.fixture(params=["compiled", "plain"], autouse=True)
def kernels(request, monkeypatch):
    if request.param == "plain":
        monkeypatch.setenv("PREHENSILE_PLAIN", "1")


def drawn(rng, grasps=60):
    """Of one to eight contacts, some all on one side, some in one plane or on one line."""
    pos, normal = random_contacts(rng, 8, grasps)
    normal[: grasps // 4, :, 2] = np.abs(normal[: grasps // 4, :, 2])
    flat = slice(grasps // 4, grasps // 3)
    pos[flat, :, 2], normal[flat, :, 2] = 0.0, 0.0
    normal[flat] /= np.linalg.norm(normal[flat], axis=-1, keepdims=True)
    pos[grasps // 3 : grasps // 2, :, 1:] = 0.0
    mask = np.arange(8) < rng.integers(0, 9, (grasps, 1))
    return pos, normal, mask


@pytest.mark.parametrize("sides", [4, 7])
def test_it_is_the_value_of_the_quality(rng, sides):
    pos, normal, mask = drawn(rng)
    value = GraspValues(0.7, COM, RADIUS, sides).of(pos, normal, mask)
    whole = grasp_quality(pos, normal, 0.7, COM, RADIUS, mask=mask, sides=sides)
    np.testing.assert_array_equal(value, whole.value)
    assert 10 < (value > 0).sum() < 50


def test_two_fingers_close_nothing():
    pos = RADIUS * np.array([[[1.0, 0, 0], [-1.0, 0, 0]]])
    value = GraspValues(0.9, np.zeros(3), RADIUS).of(pos, -pos / RADIUS, np.ones((1, 2), bool))
    np.testing.assert_array_equal(value, [0.0])


def test_slots_that_do_not_count_may_hold_anything(rng):
    pos, normal, mask = drawn(rng)
    values = GraspValues(0.7, COM, RADIUS)
    spoilt = np.where(mask[..., None], pos, np.nan), np.where(mask[..., None], normal, 7.0)
    np.testing.assert_array_equal(values.of(*spoilt, mask), values.of(pos, normal, mask))
    with pytest.raises(InputError, match="not finite"):
        values.of(spoilt[0], normal, np.ones_like(mask))
    with pytest.raises(InputError, match="unit length"):
        values.of(pos, spoilt[1], np.ones_like(mask))


def test_numbers_that_make_no_sense_are_refused():
    with pytest.raises(InputError, match="friction"):
        GraspValues(0.0, COM, RADIUS)
    with pytest.raises(InputError, match="length"):
        GraspValues(0.5, COM, 0.0)
