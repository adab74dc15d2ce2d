"""Packing, checked by points strewn over the charts."""

import numpy as np
from scipy.spatial import cKDTree

from prehensile.mesh.pack import MARGIN, FlatChart, packed


def _fan(rng: np.random.Generator, size: float, upright: bool = False) -> FlatChart:
    """A star-shaped chart around the origin."""
    turn = np.linspace(0, 2 * np.pi, 13)[:-1]
    radius = size * rng.uniform(0.5, 1.0, 12)
    rim = radius[:, None] * np.stack([np.cos(turn), np.sin(turn)], axis=1)
    k = np.arange(12)
    faces = np.stack([np.zeros(12, int), 1 + k, 1 + (k + 1) % 12], axis=1)
    return FlatChart(np.vstack([[0, 0], rim]), faces, 1.0, upright)


def _strewn(points: np.ndarray, faces: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    share = rng.dirichlet([0.5, 0.5, 0.5], (len(faces), 400))
    return np.einsum("fnk,fkd->fnd", share, points[faces]).reshape(-1, 2)


def test_charts_keep_their_shape_and_their_distance() -> None:
    rng = np.random.default_rng(4)
    charts = [_fan(rng, size) for size in rng.uniform(0.02, 0.1, 8)]
    found = packed(charts)
    scales = []
    for chart, points in zip(charts, found, strict=True):
        before = np.linalg.norm(chart.points[1:] - chart.points[0], axis=1)
        after = np.linalg.norm(points[1:] - points[0], axis=1)
        scales.append(after / before)
        assert points.min() >= MARGIN - 1e-9 and points.max() <= 1 - 0.5 * MARGIN
    assert np.allclose(scales, scales[0][0])  # all alike: no texel is denser than another
    clouds = [_strewn(p, c.faces, rng) for c, p in zip(charts, found, strict=True)]
    for k, cloud in enumerate(clouds):
        others = cKDTree(np.concatenate(clouds[:k] + clouds[k + 1 :]))
        assert others.query(cloud)[0].min() > MARGIN - 1e-9


def test_density_and_direction_are_kept() -> None:
    rng = np.random.default_rng(5)
    plain, dense = _fan(rng, 0.05, True), _fan(rng, 0.05, True)
    dense = FlatChart(dense.points, dense.faces, 2.0, True)
    one, two = packed([plain, dense])
    scale = (one[1, 0] - one[0, 0]) / plain.points[1, 0]
    assert scale > 0 and np.allclose(one[1:] - one[0], scale * plain.points[1:])  # not turned
    assert np.allclose(two[1:] - two[0], 2 * scale * dense.points[1:])


def test_a_full_square_is_mostly_used() -> None:
    rng = np.random.default_rng(6)
    points = np.array([[0, 0], [1, 0], [1, 1], [0, 1.0]])
    faces = np.array([[0, 1, 2], [0, 2, 3]])
    charts = [FlatChart(points * rng.uniform(0.3, 1, 2), faces) for _ in range(20)]
    used = sum(np.prod(np.ptp(p, axis=0)) for p in packed(charts))
    assert used > 0.6
