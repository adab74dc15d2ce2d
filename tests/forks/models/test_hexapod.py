import mujoco
import numpy as np
import pytest

from prehensile.forks.mechanism.fixed_base import on_fixed_base
from prehensile.forks.models.hexapod import RADIUS, bumps, feet_of, hexapod
from prehensile.forks.statics.compliance import linearise
from prehensile.lie import se3

MIRROR = np.diag([1.0, -1.0, 1.0])


def test_the_trunk_is_a_solid_box() -> None:
    spec = mujoco.MjSpec()
    body = spec.worldbody.add_body(name="trunk")
    body.add_geom(type=mujoco.mjtGeom.mjGEOM_BOX, size=[0.3, 0.12, 0.05], mass=12.0)
    model = spec.compile()
    trunk = hexapod().links[0]
    assert trunk.mass == model.body("trunk").mass[0]
    moments = np.sort(model.body("trunk").inertia)
    np.testing.assert_allclose(np.sort(np.diag(trunk.inertia)), moments, rtol=1e-12)
    assert np.argmax(np.diag(trunk.inertia)) == 2  # flat: hardest to turn about z


def test_its_feet_stand_on_the_ground_under_the_middle() -> None:
    robot = hexapod()
    feet = feet_of(robot)
    rows = robot.effector_rows([foot.effector for foot in feet])
    at = se3.apply(robot.T_world[rows], np.stack([foot.point for foot in feet]))
    assert len(feet) == 6
    np.testing.assert_allclose(at[:, 2], RADIUS, atol=1e-12)
    assert all(foot.radius == RADIUS for foot in feet)
    np.testing.assert_allclose(at.mean(axis=0)[:2], 0, atol=1e-12)
    assert np.abs(at[:, 1]).min() > 0.12 + 0.2  # well beside the trunk


def test_left_and_right_are_mirror_images() -> None:
    robot = hexapod()
    for left in robot.links:
        if not left.name.startswith("left"):
            continue
        right = robot.links[robot.link_index(left.name.replace("left", "right"))]
        assert right.mass == pytest.approx(left.mass)
        np.testing.assert_allclose(right.T_world[:3, 3], MIRROR @ left.T_world[:3, 3], atol=1e-12)
        inertia = [link.T_world[:3, :3] @ link.inertia @ link.T_world[:3, :3].T
                   for link in (left, right)]  # fmt: skip
        np.testing.assert_allclose(inertia[1], MIRROR @ inertia[0] @ MIRROR, atol=1e-12)


def test_twice_as_stiff_gives_half_as_much() -> None:
    soft, hard = (linearise(on_fixed_base(hexapod(k))).compliance for k in (100.0, 200.0))
    np.testing.assert_allclose(hard, soft / 2, atol=1e-9 * np.abs(soft).max())
    assert np.linalg.eigvalsh(soft).max() > 0


def test_the_ground_has_waves_of_two_centimetres(rng) -> None:
    x, y = rng.uniform(-3, 3, size=(2, 20000))
    height = bumps(x, y)
    assert 0.0199 < height.max() <= 0.02 and -0.02 <= height.min() < -0.0199
    np.testing.assert_allclose(bumps(x + np.pi / 3, y + 2 * np.pi / 7), height, atol=1e-12)
    h = 1e-4
    steepest = np.abs(bumps(x + h, y) - bumps(x - h, y)).max() / (2 * h)
    assert steepest == pytest.approx(0.12, rel=0.01)  # feet of 2 cm find one nearest point
