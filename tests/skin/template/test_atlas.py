"""The skin's atlas, judged by a picture of it and on every level."""

import numpy as np
import pytest
import trimesh
from skimage.draw import polygon

from prehensile.hand.spec import HandSpec
from prehensile.mesh.seams import cut_open, euler_number
from prehensile.mesh.subdivide import loop_subdivision
from prehensile.skin.flesh.rest import RestFlesh
from prehensile.skin.template.atlas import (
    TIP_DENSITY,
    chart_of_faces,
    corner_uv,
    finer_uv,
    uv_stretch,
    welded_uv,
)
from prehensile.skin.template.charts import CHARTS, DIGITS, chart_plan
from prehensile.skin.template.levels import skin_mesh


@pytest.fixture(scope="module")
def hand():
    return HandSpec.mean("right").build()


@pytest.fixture(scope="module")
def coarse(hand):
    return skin_mesh(hand, 0)


@pytest.fixture(scope="module")
def plan(hand, coarse):
    return chart_plan(RestFlesh(hand), coarse.vertices.astype(float), coarse.faces.astype(int))


@pytest.fixture(scope="module")
def corners(hand, coarse):
    return corner_uv(RestFlesh(hand), coarse.vertices, coarse.faces)


@pytest.fixture(scope="module")
def atlas(coarse, corners):
    return welded_uv(coarse.faces, corners)


def _times_covered(corners: np.ndarray, size: int) -> np.ndarray:
    """How many faces (F, 3, 2) cover each texel; each drawn a little smaller than it is."""
    middle = corners.mean(axis=1, keepdims=True)
    drawn = (middle + 0.97 * (corners - middle)) * size
    count = np.zeros((size, size), int)
    for face in drawn:
        rows, columns = polygon(face[:, 1], face[:, 0], count.shape)
        count[rows, columns] += 1
    return count


def test_every_chart_is_a_disk(coarse, plan):
    cut = cut_open(coarse.faces.astype(int), plan.seams)
    for number, name in enumerate(CHARTS):
        own = cut[plan.labels == number]
        assert len(own) > 20 and euler_number(own) == 1, name
        assert len(np.unique(chart_of_faces(own))) == 1, name


def test_nails_and_pads_have_their_own_charts(hand, coarse, plan):
    """Every nail lies wholly in its chart, and a pad's chart holds the fingertip's end."""
    flesh = RestFlesh(hand)
    inside = (coarse.nail_depth[coarse.faces] > 0).any(axis=1)
    labels = np.unique(plan.labels[inside])
    assert {CHARTS[k] for k in labels} == {f"{digit}_nail" for digit in DIGITS}
    middles = coarse.vertices[coarse.faces].mean(axis=1)
    for name, digit in flesh.digits.items():
        r = digit.radii[-1]
        pulp = digit.point(np.array([digit.joints[-1] - 1.2 * r, 0, -r]))
        nearest = np.linalg.norm(middles - pulp, axis=1).argmin()
        assert CHARTS[plan.labels[nearest]] == f"{name}_pad"


def test_slits_face_the_neighbour(hand, coarse, plan):
    """A tube's slit lies on the half of it that faces the digit beside it."""
    flesh, base = RestFlesh(hand), plan.labels
    faces = coarse.faces.astype(int)
    cut = cut_open(faces, plan.seams)
    for name, other in (("index", "middle"), ("ring", "little"), ("little", "ring")):
        own = base == CHARTS.index(f"{name}_tube")
        pairs = np.unique(np.stack([faces[own], cut[own]], axis=2).reshape(-1, 2), axis=0)
        vertex, copies = np.unique(pairs[:, 0], return_counts=True)
        slit = coarse.vertices[vertex[copies == 2]]
        digit = flesh.digits[name]
        side = np.sign((flesh.digits[other].T[:3, 3] - digit.T[:3, 3]) @ digit.T[:3, 1])
        local = (slit - digit.T[:3, 3]) @ digit.T[:3, :3]
        assert len(slit) > 3 and (side * local[:, 1] > 0).all()


def test_nothing_overlaps_or_leaves_the_square(corners):
    assert corners.min() >= 0 and corners.max() <= 1
    count = _times_covered(corners.astype(float), 1024)
    assert count.max() == 1
    assert count.mean() > 0.5  # and little of the square is wasted


def test_little_stretch_on_every_level(hand, coarse, atlas):
    uv, uv_faces = atlas
    assert np.percentile(uv_stretch(coarse.vertices, coarse.faces, uv, uv_faces), 95) < 1.2
    middle = skin_mesh(hand, 1)
    uv, uv_faces = finer_uv(uv, uv_faces)
    stretch = uv_stretch(middle.vertices, middle.faces, uv, uv_faces)
    assert np.isfinite(stretch).all() and np.percentile(stretch, 95) < 1.25
    assert _times_covered(uv[uv_faces].astype(float), 1024).max() == 1


def test_finer_levels_number_their_corners_as_the_mesh_does(coarse, atlas):
    """Corners of the finer atlas that share a texture vertex share a vertex, and seams stay."""
    uv, uv_faces = atlas
    _, faces = loop_subdivision(coarse.faces.astype(int), len(coarse.vertices))
    finer, finer_faces = finer_uv(uv, uv_faces)
    pairs = np.unique(np.stack([finer_faces.ravel(), faces.ravel()], axis=1), axis=0)
    assert len(pairs) == len(finer) == len(np.unique(pairs[:, 0]))
    # Over a whole chart, places follow the mesh: each new face is about a quarter of its old one.
    before = np.abs(_areas(uv[uv_faces]))
    after = np.abs(_areas(finer[finer_faces])).reshape(4, -1).sum(axis=0)
    assert np.median(np.abs(after / before - 1)) < 0.05
    assert after.sum() == pytest.approx(before.sum(), rel=1e-3)


def test_inside_a_chart_finer_places_follow_loops_rule_as_trimesh_has_it(atlas):
    """On a flat mesh with a rim, inner vertices equal another implementation's."""
    x, y = (a.ravel().astype(float) for a in np.meshgrid(np.arange(6), np.arange(5)))
    points = np.stack([x + 0.3 * np.sin(y), y + 0.2 * np.cos(x)], axis=1)
    k = np.arange(30).reshape(5, 6)
    a, b, c, d = k[:-1, :-1].ravel(), k[:-1, 1:].ravel(), k[1:, 1:].ravel(), k[1:, :-1].ravel()
    faces = np.concatenate([np.stack([a, b, c], 1), np.stack([a, c, d], 1)])
    ours, _ = finer_uv(points, faces)
    theirs, _ = trimesh.remesh.subdivide_loop(np.pad(points, ((0, 0), (0, 1))), faces, iterations=1)
    inner = ours[(ours[:, 0] > 1.3) & (ours[:, 0] < 3.7) & (ours[:, 1] > 1.2) & (ours[:, 1] < 2.8)]
    distance = np.linalg.norm(inner[:, None] - theirs[None, :, :2], axis=2).min(axis=1)
    assert len(inner) > 10 and distance.max() < 1e-6


def test_tips_are_denser_compact_and_upright(hand, coarse, corners, plan):
    flesh = RestFlesh(hand)
    area = np.linalg.norm(_cross(coarse.vertices[coarse.faces].astype(float)), axis=1)
    density = np.sqrt([
        np.abs(_areas(corners[plan.labels == k])).sum() / area[plan.labels == k].sum()
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
        assert 0.5 * np.abs(_areas(own)).sum() > 0.6 * width * height, name
        assert 0.6 < width / height < 1.7, name
        axis = flesh.digits[name.split("_")[0]].T[:3, 0]
        along = coarse.vertices[coarse.faces[plan.labels == k]] @ axis
        assert np.corrcoef(along.ravel(), -own[..., 1].ravel())[0, 1] > 0.9, name


def test_stretch_of_maps_that_are_known():
    vertices = np.array([[0, 0, 0], [1, 0, 0], [1, 1, 0], [0, 1, 0]], float)
    faces = np.array([[0, 1, 2], [0, 2, 3]])
    shown = vertices[:, :2] * [1, -1]  # v goes down
    assert np.allclose(uv_stretch(vertices, faces, 0.01 * shown, faces), 1)
    assert np.allclose(uv_stretch(vertices, faces, shown * [2, 0.5], faces), 2)
    assert np.allclose(uv_stretch(vertices, faces, shown * [4, 1], faces), 2)  # size does not count
    assert np.isinf(uv_stretch(vertices, faces, vertices[:, :2], faces)).all()  # flipped


def _cross(corners: np.ndarray) -> np.ndarray:
    return np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])


def _areas(corners: np.ndarray) -> np.ndarray:
    """Twice the signed areas of flat faces (F, 3, 2)."""
    (x, y), (s, t) = (corners[:, 1] - corners[:, 0]).T, (corners[:, 2] - corners[:, 0]).T
    return x * t - y * s
