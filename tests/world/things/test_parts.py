import mujoco
import numpy as np
import pytest

from prehensile.world.things.parts import (
    between,
    box_between,
    quat_about_z,
    quat_of_axis,
    turned_hull,
    upright_cylinder,
)


def rotated(quat, vector) -> np.ndarray:
    out = np.empty(3)
    mujoco.mju_rotVecQuat(out, np.asarray(vector, float), quat)
    return out


@pytest.mark.parametrize("axis", [(0, 0, 1), (0, 0, -1), (1, 0, 0), (0.6, -0.48, 0.64)])
def test_the_axis_is_where_z_goes(axis):
    np.testing.assert_allclose(rotated(quat_of_axis(np.array(axis)), [0, 0, 1]), axis, atol=1e-12)


@pytest.mark.parametrize("angle", [0.0, 0.7, -2.0, np.pi])
def test_a_turn_about_z_takes_x_round_by_its_angle(angle):
    found = rotated(quat_about_z(angle), [1, 0, 0.5])
    np.testing.assert_allclose(found, [np.cos(angle), np.sin(angle), 0.5], atol=1e-12)


def test_a_capsule_between_two_points():
    start, end = np.array([0.01, 0.02, 0.03]), np.array([0.04, 0.02, -0.01])
    part = between("capsule", 0.005, start, end)
    half = rotated(part.quat, [0, 0, part.size[1]])
    np.testing.assert_allclose(part.pos - half, start, atol=1e-15)
    np.testing.assert_allclose(part.pos + half, end, atol=1e-15)


def test_upright_cylinders_and_boxes_by_their_ends():
    part = upright_cylinder(0.03, 0.01, 0.05)
    np.testing.assert_allclose(part.size[:2], [0.03, 0.02])
    np.testing.assert_allclose(part.pos, [0, 0, 0.03])
    part = box_between((0, 1, 2), (2, 2, 5))
    np.testing.assert_allclose([part.size, part.pos], [[1, 0.5, 1.5], [1, 1.5, 3.5]])


def test_a_turned_hull_straddles_the_circle():
    part = turned_hull([(0.03, 0.0), (0.03, 0.1)], around=24)
    corner = np.hypot(*part.vertices.T[:2]).max()
    middle = corner * np.cos(np.pi / 24)
    assert corner - 0.03 == pytest.approx(0.03 - middle)
    assert part.volume == pytest.approx(np.pi * 0.0009 * 0.1, rel=0.01)
