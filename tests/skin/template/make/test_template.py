"""The template made anew is the one that is shipped."""

import numpy as np
import pytest

from prehensile.skin.template.make import template as make
from prehensile.skin.template.shipped import WHOLE, placed, template


def test_places_are_rounded_to_half_a_step_of_the_box(monkeypatch, rng):
    v = rng.uniform([-1, 0, 2], [1, 5, 2.5], (200, 3))
    faces, on_nail = rng.integers(0, 200, (7, 3)), np.arange(7) < 2
    uv = rng.random((7, 3, 2))
    seen = []
    monkeypatch.setattr(make, "RestFlesh", lambda hand: hand)
    monkeypatch.setattr(make, "coarse_skin", lambda flesh: (v, faces, on_nail))
    monkeypatch.setattr(make, "corner_uv", lambda flesh, at, f: seen.append(at) or uv)
    made = make.made_template()
    np.testing.assert_array_equal(made["bounds"], [v.min(axis=0), v.max(axis=0)])
    back = placed(made["vertices"], made["bounds"])
    assert (np.abs(back - v) <= 0.5 * np.ptp(v, axis=0) / WHOLE + 1e-12).all()
    np.testing.assert_array_equal(seen[0], back), "unwrapped as it will be read"
    np.testing.assert_allclose(made["uv_corner"] / WHOLE, uv, atol=0.5 / WHOLE)
    assert made["faces"].dtype == np.uint16 and (made["faces"] == faces).all()


@pytest.mark.long
def test_it_is_what_the_package_holds():
    made, shipped = make.made_template(), template()
    np.testing.assert_array_equal(placed(made["vertices"], made["bounds"]), shipped.vertices)
    np.testing.assert_array_equal(made["faces"], shipped.faces)
    np.testing.assert_array_equal(made["on_nail"], shipped.on_nail)
    np.testing.assert_array_equal((made["uv_corner"] / WHOLE).astype("f4"), shipped.uv_corner)
