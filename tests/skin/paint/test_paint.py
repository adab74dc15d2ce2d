"""All of the skin painted: texel by texel, each map within its range."""

from dataclasses import fields
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from tests.skin.paint.places import skin_places

from prehensile.skin.paint.maps import SkinMaps
from prehensile.skin.paint.paint import painted_skin

FLESH, POINTS, NORMALS = skin_places()
PITCH = np.full(len(POINTS), 1e-4)


def _texels(rows: np.ndarray) -> Any:
    return SimpleNamespace(positions=POINTS[rows], normals=NORMALS[rows], pitch=PITCH[rows])


@pytest.fixture(scope="module")
def maps() -> SkinMaps:
    return painted_skin(FLESH, _texels(np.arange(len(POINTS))))


def test_every_texel_is_painted_by_itself(maps: SkinMaps) -> None:
    """In another order it gets the same paint: neighbours in the list do not matter."""
    rows = np.random.default_rng(3).permutation(len(POINTS))
    some = painted_skin(FLESH, _texels(rows))
    for field in fields(SkinMaps):
        one, other = getattr(some, field.name), getattr(maps, field.name)[rows]
        np.testing.assert_allclose(one, other, atol=1e-9, err_msg=field.name)


def test_shares_are_shares(maps: SkinMaps) -> None:
    for name in ("palmar", "crease", "vein", "nail", "lunula", "free_edge", "rim"):
        values = getattr(maps, name)
        assert values.min() >= 0 and values.max() <= 1 and values.max() > 0.2, name
    assert 0.3 < maps.blood.mean() < 0.6 and abs(maps.mottle.mean()) < 0.3
    assert np.abs(maps.height).max() < 5e-4  # finer than the mesh


def test_palms_are_hairless_backs_and_arms_are_not(maps: SkinMaps) -> None:
    b = FLESH.hand.spec.breadth
    # The middle of the hand, where the thumb is not.
    middle = (POINTS[:, 0] > 0.3 * b) & (POINTS[:, 0] < 0.9 * b) & (np.abs(POINTS[:, 1]) < 0.25 * b)
    palm, back = (middle & (side * NORMALS[:, 2] > 0.8) for side in (-1, 1))
    assert palm.sum() > 20 and back.sum() > 20
    assert maps.palmar[palm].min() > 0.95 and maps.palmar[back].max() < 0.05
    assert maps.palmar[POINTS[:, 0] < -0.15 * b].max() == 0


def test_nails_are_where_the_flesh_has_them(maps: SkinMaps) -> None:
    depth = FLESH.nail_depth(POINTS)
    assert (maps.nail[depth > 0.1] > 0.9).all()
    assert maps.nail[depth < -0.1].max() < 0.1
