"""A hand's skin made: normals against finite differences, nails and levels against the flesh."""

import numpy as np
import pytest
import trimesh

from prehensile.hand.spec import HandSpec
from prehensile.skin.template.edge_lengths import edge_lengths
from prehensile.skin.template.fitted import SHADING, fitted_skin, refined, right_flesh
from prehensile.skin.template.nails import rim_vertices
from prehensile.skin.template.shipped import template
from prehensile.skin.template.worn import worn_template


@pytest.fixture(scope="module")
def spec():
    return HandSpec.mean("right")  # others are laid on by `worn_template`, which takes longer


@pytest.fixture(scope="module")
def flesh(spec):
    return right_flesh(spec.build())


@pytest.fixture(scope="module")
def skin(spec):
    return fitted_skin(spec.build(), 1)


def test_normals_are_the_slope_of_the_distance(flesh, skin, rng):
    some = rng.choice(len(skin.vertices), 40, replace=False)
    v = skin.vertices[some].astype(float)
    # The detail of a vertex: the edge wished there, halved by the cut.
    detail = 0.5 * edge_lengths(flesh, v) * SHADING
    h = 1e-5
    slope = np.stack(
        [flesh.distance(v + h * e, detail) - flesh.distance(v - h * e, detail) for e in np.eye(3)],
        axis=1,
    )
    slope /= np.linalg.norm(slope, axis=1, keepdims=True)
    # Detail was averaged from the corners before, which matters where edges grow fast.
    assert np.median(np.einsum("ij,ij->i", slope, skin.normals[some])) > 0.999


def test_each_cut_makes_four_faces_of_one_and_keeps_it_closed(skin):
    mesh = trimesh.Trimesh(skin.vertices.astype(float), skin.faces, process=False)
    assert len(skin.faces) == 4 * len(template().faces) == len(skin.uv_faces)
    assert mesh.is_watertight and mesh.euler_number == 2 and mesh.volume > 2e-4
    assert (np.einsum("ij,ij->i", mesh.vertex_normals, skin.normals) > 0.5).mean() > 0.995


def test_nails_end_at_their_rims(flesh):
    shape = template()
    v = worn_template(flesh)
    mesh = refined(flesh, v, shape.faces, shape.on_nail, 0)
    np.testing.assert_array_equal(mesh.vertices, v.astype(np.float32))
    rim = rim_vertices(shape.on_nail, shape.faces, len(v))
    inside = np.zeros(len(v), bool)
    inside[shape.faces[shape.on_nail]] = True
    assert (mesh.nail_depth[rim] == 0).all()
    assert (mesh.nail_depth[inside & ~rim] > 0).all() and (mesh.nail_depth[~inside] <= 0).all()


def test_a_left_hand_has_the_flesh_of_its_mirror_image(spec, rng):
    left = HandSpec("left", spec.bone_lengths, spec.breadth).build()
    points = rng.uniform([-0.02, -0.05, -0.03], [0.18, 0.05, 0.03], (50, 3))
    right = HandSpec("right", spec.bone_lengths, spec.breadth).build()
    np.testing.assert_array_equal(
        right_flesh(left).distance(points), right_flesh(right).distance(points)
    )
