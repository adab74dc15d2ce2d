import subprocess
import sys
from dataclasses import replace

import numpy as np
import pytest

from prehensile.errors import InputError
from prehensile.world.objects.object import (
    ConvexPart,
    Mount,
    Object,
    check_length,
    combined_moments,
)
from prehensile.world.objects.primitives import box

TETRAHEDRON = np.array([[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]], dtype=float)
TETRAHEDRON_FACES = np.array([[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]])


@pytest.fixture
def brick() -> Object:
    return box((0.03, 0.05, 0.07), 0.012)


def test_from_mesh_has_the_exact_inertia_of_a_box(brick):
    made = Object.from_mesh("brick", brick.vertices, brick.faces, brick.parts, 0.012)
    np.testing.assert_allclose(made.inertia, brick.inertia, atol=1e-12 * brick.inertia.max())
    np.testing.assert_allclose(made.com, 0.0, atol=1e-15)


def test_from_mesh_refuses_open_and_inverted_meshes(brick):
    with pytest.raises(InputError, match="not closed: 3 open edges"):
        Object.from_mesh("brick", brick.vertices, brick.faces[1:], brick.parts, 1.0)
    with pytest.raises(InputError, match="encloses no volume"):
        Object.from_mesh("brick", brick.vertices, brick.faces[:, ::-1], brick.parts, 1.0)


def test_arrays_are_read_only_copies(brick):
    vertices = np.array(brick.vertices)
    made = replace(brick, vertices=vertices)
    vertices[:] = 7.0
    assert made.extents == pytest.approx([0.03, 0.05, 0.07])
    for array in (made.vertices, made.faces, made.com, made.inertia, made.parts[0].size):
        with pytest.raises(ValueError, match="read-only"):
            array[...] = 0


def test_bounds_extents_and_centre(brick):
    moved = replace(brick, vertices=brick.vertices + np.array([0.1, 0.0, -0.2]))
    np.testing.assert_allclose(moved.centre, [0.1, 0.0, -0.2])
    np.testing.assert_allclose(moved.extents, [0.03, 0.05, 0.07])
    assert moved.bounds.shape == (2, 3)


def test_inertia_follows_the_mass(brick):
    heavy = brick.with_mass(0.12)
    np.testing.assert_allclose(heavy.inertia, 10 * brick.inertia)
    assert brick.with_friction(0.3).friction == (0.3, 0.003, 5e-4)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"mass": 0.0}, "mass of object 'box' must be positive"),
        ({"mass": np.nan}, "mass of object 'box' must be positive"),
        ({"inertia": -np.eye(3)}, "positive definite"),
        ({"inertia": np.diag([1.0, 1.0, 3.0])}, "triangle inequality"),
        ({"inertia": np.eye(3) + np.triu(np.ones((3, 3)), 1) / 9}, "symmetric"),
        ({"faces": np.array([[0, 1, 8]])}, "only 8"),
        ({"faces": np.array([[0.0, 1.0, 2.0]])}, "whole numbers"),
        ({"faces": np.zeros((0, 3), int)}, "there are no faces"),
        ({"vertices": np.full((8, 3), np.nan)}, "not finite"),
        ({"vertices": np.zeros((8, 2))}, r"expected \(n, 3\)"),
        ({"parts": ()}, "no convex parts"),
        ({"friction": (-0.1, 0.0, 0.0)}, "friction of object 'box'"),
        ({"color": (0.0, 0.0, 2.0)}, "from 0 to 1"),
    ],
)
def test_what_no_body_can_have_is_refused(brick, change, message):
    with pytest.raises(InputError, match=message):
        replace(brick, **change)


@pytest.mark.parametrize(
    ("length", "unit", "message"),
    [
        (95.0, "m", r"the mesh is 95 m long.*in millimetres pass --unit mm\.$"),
        (9.5, "m", r"9\.5 m long.*--unit cm.*--unit in"),
        (0.000095, "mm", r"0\.095 mm long.*in metres pass --unit m\."),
        (0.0001, "m", r"0\.1 mm long.*scale it"),
    ],
)
def test_wrong_units_are_guessed(length, unit, message):
    with pytest.raises(InputError, match=message):
        check_length(np.array([[0, 0, 0], [length, 0, 0]]), unit)


def test_lengths_from_5_mm_to_1_m_are_held():
    for length in (0.005, 1.0):
        check_length(np.array([[0, 0, 0], [length, 0, 0]]))


@pytest.mark.parametrize(
    ("part", "volume"),
    [
        (ConvexPart("box", [0.1, 0.2, 0.3]), 8 * 0.006),
        (ConvexPart("sphere", [0.1]), 4 / 3 * np.pi * 1e-3),
        (ConvexPart("cylinder", [0.1, 0.2]), np.pi * 0.01 * 0.4),
        (ConvexPart("capsule", [0.1, 0.2]), np.pi * (0.01 * 0.4 + 4 / 3 * 1e-3)),
        (ConvexPart("ellipsoid", [0.1, 0.2, 0.3]), 4 / 3 * np.pi * 0.006),
        (ConvexPart("hull", vertices=TETRAHEDRON), 1 / 6),
    ],
)
def test_volumes_of_parts(part, volume):
    assert part.volume == pytest.approx(volume)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"kind": "cone", "size": [1.0]}, "unknown kind of part 'cone'"),
        ({"kind": "box", "size": [0.1, 0.1]}, "no volume"),
        ({"kind": "sphere", "size": [-0.1]}, "no volume"),
        ({"kind": "hull", "vertices": TETRAHEDRON[:3]}, "no volume"),
        ({"kind": "hull", "vertices": TETRAHEDRON * [1, 1, 0]}, "no volume"),
        ({"kind": "sphere", "size": [0.1], "quat": [2, 0, 0, 0]}, "length 1"),
        ({"kind": "sphere", "size": [0.1, 0, 0, 0]}, "1 to 3 numbers"),
    ],
)
def test_parts_without_volume_are_refused(arguments, message):
    with pytest.raises(InputError, match=message):
        ConvexPart(**arguments)


def test_two_halves_have_the_moments_of_the_whole(brick):
    halves = [
        (brick.vertices * [1, 1, 0.5] + [0, 0, side * 0.0175], brick.faces, 0.006)
        for side in (-1, 1)
    ]
    com, inertia = combined_moments(halves)
    np.testing.assert_allclose(com, 0.0, atol=1e-15)
    np.testing.assert_allclose(inertia, brick.inertia, atol=1e-12 * brick.inertia.max())


def test_the_heavier_piece_draws_the_centre(brick):
    pieces = [
        (brick.vertices + np.array([x, 0, 0]), brick.faces, m) for x, m in ((0.0, 1.0), (0.4, 3.0))
    ]
    com, inertia = combined_moments(pieces)
    np.testing.assert_allclose(com, [0.3, 0, 0], atol=1e-12)
    own = brick.inertia[2, 2] / brick.mass * 4.0
    assert inertia[2, 2] == pytest.approx(own + 1.0 * 0.09 + 3.0 * 0.01)


def test_a_mount_goes_with_its_object_and_survives_changes(brick):
    mount = Mount(brick, "hinge", [0, 0, 1], [0, 0, 0.01], 0.1, 0.01, (-1, 1))
    made = replace(brick, mount=mount).with_mass(1.0).with_friction(0.5)
    assert made.mount is mount
    assert mount.limits == (-1.0, 1.0)
    with pytest.raises(ValueError, match="read-only"):
        mount.axis[0] = 1.0


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"joint": "slide"}, "unknown joint of a mount 'slide'"),
        ({"axis": [0, 0, 2]}, "length 1"),
        ({"axis": [0, 1]}, r"expected \(3,\)"),
        ({"point": [0, 0, np.nan]}, "finite"),
        ({"friction_torque": -0.1}, "friction_torque of a mount"),
        ({"damping": np.inf}, "damping of a mount"),
        ({"limits": (0.5, 1.0)}, "enclose 0"),
        ({"limits": (0.0, 0.0)}, "enclose 0"),
    ],
)
def test_mounts_that_cannot_be_are_refused(arguments, message):
    with pytest.raises(InputError, match=message):
        Mount(**arguments)


def test_importing_objects_loads_no_mesh_library():
    code = (
        "import sys, prehensile.world.objects.object, prehensile.world.catalogue\n"
        "heavy = {'trimesh', 'manifold3d', 'scipy', 'coacd'} & set(sys.modules)\n"
        "assert not heavy, heavy"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
