import numpy as np

from prehensile.stage.shows.marks import rods


def test_rods_lead_from_one_point_to_another(rng):
    ends = [tuple(rng.standard_normal((2, 3))) for _ in range(3)]
    vertices, faces = rods(ends, 0.01)
    parts = np.split(vertices, 3)
    for (start, end), part in zip(ends, parts, strict=True):
        way = end - start
        share = np.clip((part - start) @ way / (way @ way), 0, 1)
        away = np.linalg.norm(part - start - share[:, None] * way, axis=1)
        np.testing.assert_allclose(away, 0.01, atol=1e-9)
        assert share.min() == 0 and share.max() == 1
    assert faces.max() == len(vertices) - 1
