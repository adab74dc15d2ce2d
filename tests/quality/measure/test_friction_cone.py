"""Edges of friction cones lie on the cone, evenly around the normal."""

import numpy as np
import pytest

from prehensile.quality.measure.friction_cone import cone_edges


@pytest.mark.parametrize("sides", [3, 4, 8])
def test_edges_have_unit_normal_part_and_friction_across(rng, sides):
    normal = rng.normal(size=(2, 5, 3))
    normal /= np.linalg.norm(normal, axis=-1, keepdims=True)
    friction = rng.uniform(0.1, 1.0, (2, 5))
    edges = cone_edges(normal, friction, sides)
    assert edges.shape == (2, 5, sides, 3)
    along = np.einsum("bnsi,bni->bns", edges, normal)
    np.testing.assert_allclose(along, 1.0)
    across = edges - normal[:, :, None]
    np.testing.assert_allclose(
        np.linalg.norm(across, axis=-1), np.repeat(friction[..., None], sides, -1)
    )
    np.testing.assert_allclose(across.sum(axis=2), 0, atol=1e-12)


def test_normals_along_every_axis_have_tangents():
    normal = np.concatenate([np.eye(3), -np.eye(3)])
    assert np.isfinite(cone_edges(normal, 0.5, 4)).all()
