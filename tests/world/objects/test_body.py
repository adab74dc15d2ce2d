import mujoco
import numpy as np
import pytest

from prehensile.errors import InputError
from prehensile.world.catalogue import load_object
from prehensile.world.objects.body import add_object
from prehensile.world.objects.object import ConvexPart, Object
from prehensile.world.objects.primitives import capsule, ellipsoid

STEP = 1 / 120


def scene(obj: Object, height: float = 0.0, **options) -> mujoco.MjModel:
    spec = mujoco.MjSpec()
    spec.option.integrator = mujoco.mjtIntegrator.mjINT_DISCRETE
    spec.option.timestep = STEP
    spec.worldbody.add_geom(name="floor", type=mujoco.mjtGeom.mjGEOM_PLANE, size=[1, 1, 0.1])
    add_object(spec, obj, "thing", pose7=[0, 0, height, 1, 0, 0, 0], **options)
    return spec.compile()


def hull_object() -> Object:
    """A skew tetrahedron, off centre: its principal axes are not the object's."""
    vertices = np.array([[0, 0, 0], [0.05, 0, 0], [0.01, 0.08, 0], [0.02, 0.03, 0.1]])
    faces = np.array([[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]])
    return Object.from_mesh("wedge", vertices, faces, (ConvexPart("hull", vertices=vertices),), 0.3)


OBJECTS = {
    **{name: load_object(name) for name in ("box", "ball", "cylinder", "mug")},
    "capsule": capsule(0.02, 0.06, 0.1),
    "ellipsoid": ellipsoid((0.02, 0.03, 0.04), 0.1),
    "hull": hull_object(),
}


@pytest.mark.parametrize("obj", OBJECTS.values(), ids=OBJECTS.keys())
def test_mass_com_and_inertia_are_ours(obj):
    model = scene(obj)
    body = model.body("thing").id
    assert model.body_mass[body] == pytest.approx(obj.mass, rel=1e-12)
    np.testing.assert_allclose(model.body_ipos[body], obj.com, atol=1e-12)
    rotation = np.empty(9)
    mujoco.mju_quat2Mat(rotation, model.body_iquat[body])
    rotation = rotation.reshape(3, 3)
    inertia = rotation @ np.diag(model.body_inertia[body]) @ rotation.T
    np.testing.assert_allclose(inertia, obj.inertia, atol=1e-9 * obj.inertia.max())


@pytest.mark.parametrize("name", ["mug", "hull"])
def test_the_simulation_moves_with_our_inertia(name):
    obj = OBJECTS[name]
    spec = mujoco.MjSpec()
    spec.option.integrator = mujoco.mjtIntegrator.mjINT_DISCRETE
    spec.option.timestep = 1e-4
    spec.option.gravity = [0, 0, 0]
    add_object(spec, obj, "thing")
    model = spec.compile()
    data = mujoco.MjData(model)
    torque = np.array([1e-3, -2e-3, 3e-3])
    data.xfrc_applied[model.body("thing").id, 3:] = torque  # at the centre of mass
    mujoco.mj_step(model, data)
    spin = np.linalg.solve(obj.inertia, torque) * 1e-4
    np.testing.assert_allclose(data.qvel[3:], spin, rtol=1e-6)
    moved = data.qvel[:3] + np.cross(spin, obj.com)  # of the centre of mass: at rest
    np.testing.assert_allclose(moved, 0.0, atol=1e-6 * np.linalg.norm(spin))


@pytest.mark.parametrize("name", ["mug", "ball", "box", "cylinder"])
def test_dropped_on_a_floor_it_comes_to_rest_upright(name):
    obj = OBJECTS[name]
    stand = -obj.bounds[0, 2]
    model = scene(obj, height=stand + 0.01)
    data = mujoco.MjData(model)
    mujoco.mj_step(model, data, nstep=int(2.0 / STEP))
    mujoco.mj_forward(model, data)
    assert data.ncon > 0
    assert np.abs(data.qvel).max() < 1e-3
    assert abs(data.qpos[2] - stand) < 1e-3
    assert min(c.dist for c in data.contact) > -1e-3
    tilt = 2 * np.arcsin(np.linalg.norm(data.qpos[4:6]))
    assert np.degrees(tilt) < 0.5
    assert not any(w.number for w in data.warning)


def test_names_groups_and_friction():
    obj = OBJECTS["mug"].with_friction(0.6)
    model = scene(obj)
    assert model.joint("thing/free").type[0] == mujoco.mjtJoint.mjJNT_FREE
    for index in range(len(obj.parts)):
        geom = model.geom(f"thing/part{index}")
        assert geom.group[0] == 3 and geom.condim[0] == 4
        np.testing.assert_allclose(geom.friction, [0.6, 0.003, 5e-4])


def test_parts_are_where_the_object_has_them():
    """A ray through the handle's opening, and one through the wall."""
    model = scene(OBJECTS["mug"])
    data = mujoco.MjData(model)
    mujoco.mj_forward(model, data)
    hit = np.zeros(1, np.int32)
    along_y = np.array([0.0, 1.0, 0.0])
    through = mujoco.mj_ray(model, data, [0.05, -0.2, 0.0485], along_y, None, 1, -1, hit, None)
    assert through == -1
    bar = mujoco.mj_ray(model, data, [0.072, -0.2, 0.0485], along_y, None, 1, -1, hit, None)
    assert bar == pytest.approx(0.2 - 0.007, abs=5e-4)
    wall = mujoco.mj_ray(model, data, [0.0, -0.2, 0.05], along_y, None, 1, -1, hit, None)
    assert wall == pytest.approx(0.2 - 0.041, abs=3e-4)
    down = mujoco.mj_ray(model, data, [0, 0, 0.3], [0, 0, -1.0], None, 1, -1, hit, None)
    assert down == pytest.approx(0.3 - 0.005, abs=1e-6)


def test_fixed_has_no_joint_and_two_of_a_kind_are_two_bodies():
    spec = mujoco.MjSpec()
    add_object(spec, OBJECTS["mug"], "left", fixed=True)
    add_object(spec, OBJECTS["mug"], "right", pose7=[0.3, 0, 0, 1, 0, 0, 0])
    model = spec.compile()
    assert model.njnt == 1 and model.nbody == 3
    np.testing.assert_allclose(model.body("right").pos, [0.3, 0, 0])


def turned_by(obj: Object, torque: float, seconds: float = 1.0, noslip: int = 0) -> float:
    """[rad] how far a constant torque about its hinge turns a mounted object."""
    model = scene(obj)
    model.opt.noslip_iterations = noslip
    data = mujoco.MjData(model)
    data.qfrc_applied[0] = torque
    mujoco.mj_step(model, data, nstep=int(seconds / STEP))
    assert not any(w.number for w in data.warning)
    return float(data.qpos[0])


@pytest.mark.parametrize("name", ["dial", "jar"])
def test_a_hinge_turns_above_its_friction_and_not_below(name):
    obj = load_object(name)
    friction = obj.mount.friction_torque
    assert abs(turned_by(obj, 0.9 * friction)) < np.radians(1.0)  # the solver's softness
    assert abs(turned_by(obj, 0.9 * friction, noslip=50)) < np.radians(0.01)
    assert turned_by(obj, 1.3 * friction, 0.3) > np.radians(30)
    assert turned_by(obj, -1.3 * friction, 0.3) < -np.radians(30)


def test_a_turning_lid_comes_to_rest_by_friction():
    obj = load_object("jar")
    model = scene(obj)
    data = mujoco.MjData(model)
    data.qvel[0] = 10.0
    mujoco.mj_step(model, data, nstep=60)
    assert abs(data.qvel[0]) < 1e-3


def test_a_hinge_has_its_names_place_and_limits():
    obj = load_object("dial")
    model = scene(obj)
    assert model.njnt == 1
    joint = model.joint("thing/hinge")
    assert joint.type[0] == mujoco.mjtJoint.mjJNT_HINGE and joint.limited[0]
    np.testing.assert_allclose(joint.range, obj.mount.limits)
    np.testing.assert_allclose(joint.pos, obj.mount.point)
    np.testing.assert_allclose(joint.axis, [0, 0, 1])
    assert joint.frictionloss[0] == obj.mount.friction_torque
    data = mujoco.MjData(model)
    data.qfrc_applied[0] = 0.1
    mujoco.mj_step(model, data, nstep=360)
    assert data.qpos[0] == pytest.approx(obj.mount.limits[1], abs=0.02)


def test_limits_are_in_radians_whatever_the_model_is_written_in():
    spec = mujoco.MjSpec()
    spec.compiler.degree = False
    add_object(spec, load_object("dial"), "thing")
    limits = load_object("dial").mount.limits
    np.testing.assert_allclose(spec.compile().joint("thing/hinge").range, limits)


def test_an_unlimited_hinge_turns_on():
    assert not scene(load_object("jar")).joint("thing/hinge").limited[0]


def test_fixed_mounts_and_fixed_hinges_have_no_joint():
    assert scene(load_object("hold")).njnt == 0
    assert scene(load_object("dial"), fixed=True).njnt == 0


@pytest.mark.parametrize(
    ("name", "pose7", "message"),
    [
        ("taken", None, "taken"),
        ("", None, "empty"),
        ("new", [0, 0, 0], "7 finite numbers"),
        ("new", [0, 0, np.nan, 1, 0, 0, 0], "7 finite numbers"),
        ("new", [0, 0, 0, 0, 0, 0, 0], "length 1"),
    ],
)
def test_names_and_poses_that_do_not_fit(name, pose7, message):
    spec = mujoco.MjSpec()
    add_object(spec, OBJECTS["ball"], "taken")
    with pytest.raises(InputError, match=message):
        add_object(spec, OBJECTS["ball"], name, pose7=pose7)
