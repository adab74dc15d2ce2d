"""Paint of palm and back: lines below, veins above, blood in the mounds."""

import numpy as np
import pytest
from tests.skin.paint.places import skin_places

from prehensile.hand.joints import FINGERS
from prehensile.hand.skeleton import metacarpal_ends
from prehensile.skin.flesh.palm import palm_lines
from prehensile.skin.flesh.relief import smooth_line
from prehensile.skin.paint.maps import SkinMaps
from prehensile.skin.paint.palm import VEINS, _resampled, paint_back, paint_lines, paint_mounds

FLESH, POINTS, NORMALS = skin_places()
STILL = np.zeros(len(POINTS))
B = FLESH.hand.spec.breadth


def test_resampling_keeps_the_line_and_evens_its_steps(rng: np.random.Generator) -> None:
    line = np.cumsum(rng.random((6, 3)), axis=0)
    fine = _resampled(line, 0.01)
    np.testing.assert_allclose(fine[[0, -1]], line[[0, -1]])
    steps = np.linalg.norm(np.diff(fine, axis=0), axis=1)
    assert steps.max() < 0.0102
    # Every point lies on one of the pieces.
    a, b = line[:-1], line[1:]
    t = np.clip(((fine[:, None] - a) * (b - a)).sum(-1) / ((b - a) ** 2).sum(-1), 0, 1)
    off = np.linalg.norm(fine[:, None] - a - t[..., None] * (b - a), axis=-1).min(axis=1)
    np.testing.assert_allclose(off, 0, atol=1e-12)


def test_creases_are_on_the_palm_alone() -> None:
    maps = SkinMaps.blank(len(POINTS))
    paint_lines(maps, FLESH, POINTS, NORMALS, STILL)
    assert not maps.crease[NORMALS[:, 2] >= -0.1].any()
    assert 0.5 < maps.crease.max() <= 1 and maps.crease.min() == 0
    assert (maps.height <= 0).all()


def test_the_great_lines_are_the_strongest() -> None:
    """Painted just where the flesh has its furrows."""
    length = float(FLESH.digits["middle"].T[0, 3])
    for stroke in palm_lines(B, length, FLESH.on_skin):
        middle = stroke.line[len(stroke.line) // 2][None]
        down = np.array([[0.0, 0.0, -1.0]])
        maps = SkinMaps.blank(1)
        paint_lines(maps, FLESH, middle, down, np.zeros(1))
        assert maps.crease[0] > 0.9


def test_veins_run_on_the_back_where_they_are_drawn() -> None:
    maps = SkinMaps.blank(len(POINTS))
    paint_back(maps, FLESH, POINTS, NORMALS, STILL)
    assert not maps.vein[NORMALS[:, 2] < 0.3].any()
    assert maps.vein.any() and maps.vein.max() <= 1
    lines = np.concatenate([smooth_line(np.array(v) * B) for v in VEINS])
    far = np.linalg.norm(POINTS[:, None, :2] - lines, axis=-1).min(axis=1)
    assert far[maps.vein > 0.3].max() < 0.04 * B
    at = np.array([[*VEINS[0][3], 0.3]]) * B  # the fourth corner of the first vein
    one = SkinMaps.blank(1)
    paint_back(one, FLESH, at, np.array([[0.0, 0, 1]]), np.zeros(1))
    assert one.vein[0] > 0.9


@pytest.mark.parametrize("finger", FINGERS)
def test_knuckles_are_redder_than_what_lies_between(finger: str) -> None:
    head = metacarpal_ends(FLESH.hand.spec, finger)[1]
    points = head + B * np.array([[-0.03, 0, 0], [-0.5, 0, 0]])
    maps = SkinMaps.blank(2)
    paint_back(maps, FLESH, points, np.tile([0.0, 0, 1], (2, 1)), np.zeros(2))
    assert maps.blood[0] >= 0.36 and maps.blood[1] < 0.05


def test_blood_fills_the_mounds_and_leaves_the_hollow() -> None:
    maps = SkinMaps.blank(len(POINTS))
    paint_mounds(maps, FLESH, POINTS, NORMALS)
    assert not maps.blood[NORMALS[:, 2] >= 0].any()
    middle = float(FLESH.digits["middle"].T[0, 3])
    places = np.array(
        [[0.38 * B, 0.30 * B, 0], [0.38 * B, -0.33 * B, 0], [0.62 * middle, -0.04 * B, 0]]
    )
    three = SkinMaps.blank(3)
    paint_mounds(three, FLESH, places, np.tile([0.0, 0, -1], (3, 1)))
    thumb, little, hollow = three.blood
    assert min(thumb, little) > 0.3 and hollow < 0.5 * min(thumb, little)
