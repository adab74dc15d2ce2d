import numpy as np
import pytest

from prehensile.errors import InputError
from prehensile.mesh.open_edges import open_edge_count
from prehensile.mesh.solid_moments import solid_moments
from prehensile.world.objects.primitives import (
    ball,
    box,
    capsule,
    cylinder,
    ellipsoid,
    even_angles,
    lathe,
)

ALL = {
    "box": box((0.03, 0.05, 0.07), 0.2),
    "ball": ball(0.035, 0.2),
    "cylinder": cylinder(0.03, 0.12, 0.2),
    "capsule": capsule(0.02, 0.08, 0.2),
    "ellipsoid": ellipsoid((0.02, 0.03, 0.05), 0.2),
}


@pytest.mark.parametrize("obj", ALL.values(), ids=ALL.keys())
def test_the_mesh_is_closed_and_nearly_fills_the_part(obj):
    assert open_edge_count(obj.faces) == 0
    volume = solid_moments(obj.vertices, obj.faces).volume
    assert 0.99 < volume / obj.parts[0].volume <= 1.0 + 1e-12
    assert len(obj.parts) == 1


@pytest.mark.parametrize("obj", ALL.values(), ids=ALL.keys())
def test_the_inertia_is_the_limit_of_the_mesh(obj):
    volume, com, inertia = solid_moments(obj.vertices, obj.faces)
    np.testing.assert_allclose(com, 0.0, atol=1e-12)
    np.testing.assert_allclose(
        inertia * obj.mass / volume, obj.inertia, rtol=0.006, atol=1e-6 * obj.inertia.max()
    )


def test_closed_forms():
    np.testing.assert_allclose(ball(0.1, 2.0).inertia, 0.4 * 2.0 * 0.01 * np.eye(3))
    brick = box((0.1, 0.2, 0.3), 12.0)
    np.testing.assert_allclose(np.diag(brick.inertia), [0.13, 0.10, 0.05])
    rod = cylinder(0.1, 0.6, 12.0)
    np.testing.assert_allclose(np.diag(rod.inertia), [0.39, 0.39, 0.06])
    egg = ellipsoid((0.1, 0.2, 0.3), 5.0)
    np.testing.assert_allclose(np.diag(egg.inertia), [0.13, 0.10, 0.05])


def test_a_capsule_without_length_is_a_ball():
    short = capsule(0.03, 1e-12, 0.5)
    np.testing.assert_allclose(short.inertia, ball(0.03, 0.5).inertia, rtol=1e-9)


def test_vertices_lie_on_the_true_surface():
    np.testing.assert_allclose(np.linalg.norm(ALL["ball"].vertices, axis=1), 0.035, rtol=1e-12)
    stretched = ALL["ellipsoid"].vertices / [0.02, 0.03, 0.05]
    np.testing.assert_allclose(np.linalg.norm(stretched, axis=1), 1.0, rtol=1e-12)
    p = ALL["capsule"].vertices
    nearest = np.stack([0 * p[:, 0], 0 * p[:, 1], np.clip(p[:, 2], -0.04, 0.04)], axis=1)
    np.testing.assert_allclose(np.linalg.norm(p - nearest, axis=1), 0.02, rtol=1e-12)


def test_a_lathe_turns_any_profile_into_a_closed_surface():
    profile = np.array([[0, 0], [0.5, 0], [0.5, 1], [0, 1]], dtype=float)
    vertices, faces = lathe(profile, even_angles(360))
    assert open_edge_count(faces) == 0
    assert solid_moments(vertices, faces).volume == pytest.approx(np.pi / 4, rel=1e-4)


@pytest.mark.parametrize(
    "make",
    [
        lambda: ball(-1.0, 1.0),
        lambda: ball(np.nan, 1.0),
        lambda: ball(0.03, 0.0),
        lambda: box((0.1, 0.1), 1.0),
        lambda: box((0.1, 0.1, 0.0), 1.0),
        lambda: cylinder(0.1, -0.1, 1.0),
        lambda: capsule(0.1, 0.0, 1.0),
        lambda: ellipsoid((0.1, 0.1, -0.1), 1.0),
        lambda: ellipsoid((0.1, 0.1), 1.0),
        lambda: ball(30.0, 1.0),
    ],
)
def test_impossible_sizes_are_refused(make):
    with pytest.raises(InputError):
        make()
