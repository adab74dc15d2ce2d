import numpy as np
import pytest
import trimesh

from prehensile.world.things.block import block

LOW, HIGH = np.array([0.01, -0.02, 0.03]), np.array([0.04, 0.06, 0.05])


def test_its_corners_are_all_ways_to_choose_between_low_and_high():
    vertices, _ = block(LOW, HIGH)
    wanted = [(x, y, z) for x in (0.01, 0.04) for y in (-0.02, 0.06) for z in (0.03, 0.05)]
    assert {tuple(np.round(v, 12)) for v in vertices} == set(wanted)
    assert len(vertices) == 8


def test_volume_and_inertia_are_those_of_a_brick():
    mesh = trimesh.Trimesh(*block(LOW, HIGH), process=False)
    x, y, z = HIGH - LOW
    assert mesh.is_watertight
    assert mesh.volume == pytest.approx(x * y * z, rel=1e-12)  # positive: faces look outwards
    np.testing.assert_allclose(mesh.center_mass, [0.025, 0.02, 0.04], atol=1e-15)
    moments = x * y * z / 12 * np.array([y * y + z * z, x * x + z * z, x * x + y * y])
    np.testing.assert_allclose(mesh.moment_inertia, np.diag(moments), atol=1e-9 * moments.max())


def test_every_face_lies_in_a_side_and_looks_away_from_the_middle():
    mesh = trimesh.Trimesh(*block(LOW, HIGH), process=False)
    away = mesh.triangles_center - (LOW + HIGH) / 2
    out = np.einsum("ij,ij->i", mesh.face_normals, away)
    half = np.abs(mesh.face_normals) @ ((HIGH - LOW) / 2)
    np.testing.assert_allclose(out, half, rtol=1e-9)


def test_far_away_and_very_thin_it_is_still_closed():
    mesh = trimesh.Trimesh(*block((5, 5, 5), (5.5, 5.0001, 6)), process=False)
    assert mesh.is_watertight and mesh.is_winding_consistent
    np.testing.assert_allclose(mesh.extents, [0.5, 1e-4, 1.0], rtol=1e-9)
