"""The skin unwrapped, judged by a picture of it."""

import numpy as np
import pytest
from tests.skin.template.drawn_atlas import doubled_areas, times_covered

from prehensile.skin.flesh.rest import RestFlesh
from prehensile.skin.template.make.atlas import TIP_DENSITY
from prehensile.skin.template.make.charts import CHARTS


@pytest.mark.long
def test_nothing_overlaps_or_leaves_the_square(corners):
    assert corners.min() >= 0 and corners.max() <= 1
    count = times_covered(corners.astype(float), 1024)
    assert count.max() == 1
    assert count.mean() > 0.5  # and little of the square is wasted


def test_tips_are_denser_compact_and_upright(hand, coarse, corners, plan):
    flesh = RestFlesh(hand)
    area = np.linalg.norm(_cross(coarse.vertices[coarse.faces].astype(float)), axis=1)
    density = np.sqrt([
        np.abs(doubled_areas(corners[plan.labels == k])).sum() / area[plan.labels == k].sum()
        for k in range(len(CHARTS))
    ])  # fmt: skip
    for k, name in enumerate(CHARTS):
        wished = TIP_DENSITY if name.endswith(("_pad", "_nail")) else 1.0
        assert density[k] / density[0] == pytest.approx(wished, rel=1e-4)
        if wished == 1.0:
            continue
        own = corners[plan.labels == k].astype(float)
        low, high = own.min(axis=(0, 1)), own.max(axis=(0, 1))
        width, height = high - low
        assert 0.5 * np.abs(doubled_areas(own)).sum() > 0.6 * width * height, name
        assert 0.6 < width / height < 1.7, name
        axis = flesh.digits[name.split("_")[0]].T[:3, 0]
        along = coarse.vertices[coarse.faces[plan.labels == k]] @ axis
        assert np.corrcoef(along.ravel(), -own[..., 1].ravel())[0, 1] > 0.9, name


def _cross(corners: np.ndarray) -> np.ndarray:
    return np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
