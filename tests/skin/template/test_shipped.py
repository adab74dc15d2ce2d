"""The shipped template: a closed skin that lies on the mean hand's flesh, with its nails."""

import numpy as np
import trimesh

from prehensile.hand.spec import HandSpec
from prehensile.skin.flesh.rest import RestFlesh
from prehensile.skin.template.nails import rim_vertices
from prehensile.skin.template.shipped import WHOLE, placed, template


def test_it_is_one_closed_surface_on_the_mean_hands_flesh() -> None:
    shape = template()
    mesh = trimesh.Trimesh(shape.vertices, shape.faces, process=False)
    assert mesh.is_watertight and mesh.is_winding_consistent and mesh.body_count == 1
    assert mesh.volume > 0
    flesh = RestFlesh(HandSpec.mean().build())
    off = np.abs(flesh.distance(shape.vertices, np.full(len(shape.vertices), 0.004)))
    assert np.percentile(off, 90) < 5e-4


def test_its_nails_are_the_fleshs() -> None:
    shape, flesh = template(), RestFlesh(HandSpec.mean().build())
    rim = rim_vertices(shape.on_nail, shape.faces, len(shape.vertices))
    depth = flesh.nail_depth(shape.vertices)
    assert np.abs(depth[rim]).max() < 0.08
    assert (depth[np.setdiff1d(shape.faces[shape.on_nail], np.flatnonzero(rim))] > 0).all()


def test_places_in_the_atlas_are_shares() -> None:
    uv = template().uv_corner
    assert uv.shape == (len(template().faces), 3, 2)
    assert uv.min() >= 0 and uv.max() <= 1 and np.ptp(uv) > 0.9


def test_whole_numbers_reach_from_one_corner_of_the_box_to_the_other() -> None:
    bounds = np.array([[-0.1, 0.0, 0.2], [0.3, 0.1, 0.25]])
    whole = np.array([[0, 0, 0], [WHOLE, WHOLE, WHOLE], [0, WHOLE, 0]], np.uint16)
    found = placed(whole, bounds)
    np.testing.assert_allclose(found[:2], bounds, atol=1e-12)
    np.testing.assert_allclose(found[2], [-0.1, 0.1, 0.2], atol=1e-12)
