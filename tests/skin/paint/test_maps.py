"""Soft steps and lines against what they promise."""

from dataclasses import fields

import numpy as np
import pytest

from prehensile.skin.paint.maps import SkinMaps, line_mark, smoothstep


@pytest.mark.parametrize(("low", "high"), [(0.0, 1.0), (-3.0, 0.5), (0.7, -0.2)])
def test_a_step_is_flat_at_its_ends_and_even_between(low: float, high: float) -> None:
    """Also downwards, where ``low`` is the greater."""
    t = np.linspace(-0.5, 1.5, 41)
    found = smoothstep(low, high, low + t * (high - low))
    np.testing.assert_array_equal(found[t <= 0], 0)
    np.testing.assert_array_equal(found[t >= 1], 1)
    assert (np.diff(found) >= -1e-15).all()
    np.testing.assert_allclose(found + found[::-1], 1, atol=1e-12)
    h = 1e-4
    for end in (low, high):
        slope = (
            smoothstep(low, high, np.array([end + h])) - smoothstep(low, high, np.array([end - h]))
        ) / h
        assert abs(slope[0]) < 1e-2


def test_a_line_falls_to_a_third_at_its_width() -> None:
    found = line_mark(np.array([0.0, 0.2, -0.2, 0.4]), 0.2)
    np.testing.assert_allclose(found, [1, 1 / np.e, 1 / np.e, np.exp(-4)])
    each = line_mark(np.full(2, 0.2), np.array([0.2, 0.4]))
    np.testing.assert_allclose(each, [np.exp(-1), np.exp(-0.25)])


def test_blank_maps_share_nothing() -> None:
    maps = SkinMaps.blank(5)
    maps.blood += 1
    for field in fields(SkinMaps):
        array = getattr(maps, field.name)
        assert array.shape == (5,) and array.all() == (field.name == "blood")
