import mujoco
import numpy as np
import pytest
import trimesh

from prehensile.world.objects.body import add_object
from prehensile.world.things.jar import FRICTION_TORQUE, LID_BOTTOM, LID_RADIUS, jar


def turned(torque: float, seconds: float) -> float:
    """[rad] of the lid after a steady torque [Nm], counter-clockwise seen from above."""
    spec = mujoco.MjSpec()
    spec.option.integrator = mujoco.mjtIntegrator.mjINT_IMPLICITFAST
    add_object(spec, jar().mount.base, "glass", fixed=True)
    add_object(spec, jar(), "lid")
    model = spec.compile()
    data = mujoco.MjData(model)
    data.qfrc_applied[0] = torque
    mujoco.mj_step(model, data, round(seconds / model.opt.timestep))
    return float(data.qpos[0])


def test_four_and_a_half_newtons_at_its_rim_open_it_and_four_do_not():
    assert turned(4.5 * LID_RADIUS, 1.0) > np.radians(3)
    assert abs(turned(4.0 * LID_RADIUS, 1.0)) < np.radians(1)


def test_it_turns_for_ever_both_ways():
    for way in (-1, 1):
        assert way * turned(2 * way * FRICTION_TORQUE, 1.0) > 4 * np.pi


def test_the_glass_is_a_cylinder_a_shoulder_and_a_neck():
    glass = jar().mount.base
    mesh = trimesh.Trimesh(glass.vertices, glass.faces, process=False)
    neck, body = 0.0315, 0.037
    cylinders = np.pi * (body**2 * 0.066 + neck**2 * (0.0834 - 0.077))
    cone = np.pi / 3 * (body**2 + body * neck + neck**2) * 0.011
    assert mesh.volume == pytest.approx(cylinders + cone, rel=0.02)
    assert jar().mass + glass.mass == pytest.approx(0.4)


def test_lid_and_glass_are_near_and_apart():
    lid, glass = jar(), jar().mount.base
    gap = lid.bounds[0, 2] - glass.bounds[1, 2]
    assert 0.0003 < gap < 0.001
    assert lid.bounds[0, 2] == pytest.approx(LID_BOTTOM)
    np.testing.assert_allclose(lid.mount.axis, [0, 0, 1])
    np.testing.assert_allclose(lid.com[:2], lid.mount.point[:2], atol=1e-9)


def test_the_lid_weighs_like_a_disc():
    lid = jar()
    across, other, axis = np.diag(lid.inertia)
    disc = lid.mass * LID_RADIUS**2 / 2
    assert axis == pytest.approx(disc, rel=0.03)
    assert across == pytest.approx(disc / 2 + lid.mass * 0.016**2 / 12, rel=0.03)
    assert across == pytest.approx(other, rel=1e-9)
