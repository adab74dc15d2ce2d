import mujoco
import numpy as np
import pytest

from prehensile.world.objects.body import add_object
from prehensile.world.things import hold as model
from prehensile.world.things.hold import hold

FINGER = 0.008  # radius of an adult's fingertip


@pytest.fixture(scope="module")
def world() -> tuple[mujoco.MjModel, mujoco.MjData]:
    """The hold on its panel, and a fingertip that can be put anywhere."""
    spec = mujoco.MjSpec()
    base = hold().mount.base
    add_object(spec, base, "panel", fixed=True)
    add_object(spec, hold(), "hold")
    finger = spec.worldbody.add_body(name="finger", mocap=True)
    finger.add_geom(name="tip", type=mujoco.mjtGeom.mjGEOM_SPHERE, size=[FINGER, 0, 0])
    made = spec.compile()
    return made, mujoco.MjData(made)


def depth(world, point) -> float:
    """[m] how deep a fingertip with its centre there is in hold or panel; negative: free."""
    made, data = world
    data.mocap_pos[0] = point
    mujoco.mj_forward(made, data)
    tip = made.geom("tip").id
    pair = np.zeros(6)
    others = [g for g in range(made.ngeom) if g != tip]
    return -min(mujoco.mj_geomDistance(made, data, tip, g, 0.1, pair) for g in others)


@pytest.mark.parametrize("x", [-0.027, -0.009, 0.009, 0.027])
def test_four_fingertips_fit_behind_the_lip(world, x):
    lip_top = model.CENTRE + model.LIP_HEIGHT + model.LIP_RADIUS
    assert depth(world, [x, -0.016, lip_top - 0.010]) < 0.0


def test_a_finger_behind_the_lip_cannot_be_pulled_out_or_down(world):
    lip = model.CENTRE + model.LIP_HEIGHT
    assert depth(world, [0.0, -0.032, lip + 0.004]) > 0.0
    assert depth(world, [0.0, -0.016, lip - 0.025]) > 0.0


def test_it_stays_in_front_of_the_wall():
    thing = hold()
    assert thing.vertices[:, 1].max() <= 1e-9
    assert thing.mount.base.bounds[0, 1] > 0.0
    assert thing.mount.joint == "fixed"
