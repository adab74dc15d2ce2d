import mujoco
import numpy as np

from prehensile.forks.full.mujoco_model import mujoco_model
from prehensile.forks.mechanism.fixed_base import on_fixed_base
from prehensile.forks.mechanism.mechanism import Mechanism
from prehensile.forks.models.hexapod import hexapod
from prehensile.forks.models.shipped import robot_arm

G = 9.81


def dropped(mechanism: Mechanism, seconds: float = 0.1) -> tuple[int, np.ndarray]:
    """Velocities of MuJoCo's model, and (3,) [m] how far its base has gone under gravity."""
    model = mujoco_model(mechanism, (0, 0, -G), timestep=1e-3)
    data = mujoco.MjData(model)
    mujoco.mj_kinematics(model, data)
    base = model.body(mechanism.links[mechanism.base].name).id
    start = data.xpos[base].copy()
    mujoco.mj_step(model, data, round(seconds / model.opt.timestep))
    mujoco.mj_kinematics(model, data)
    return model.nv, data.xpos[base] - start


def test_the_held_base_stays_where_the_free_one_falls() -> None:
    robot = hexapod()
    free, fallen = dropped(robot)
    held, stayed = dropped(on_fixed_base(robot))
    assert free - held == 6
    assert np.abs(stayed).max() == 0
    assert fallen[2] < -0.8 * G * 0.1**2 / 2


def test_everything_else_is_the_same() -> None:
    robot = hexapod()
    held = on_fixed_base(robot)
    assert robot.free_base and not held.free_base
    assert held.links == robot.links and held.joints == robot.joints
    assert (held.name, held.base, held.effectors) == (robot.name, robot.base, robot.effectors)


def test_what_stands_still_comes_back_as_it_is() -> None:
    arm = robot_arm(4)
    assert on_fixed_base(arm) is arm
    held = on_fixed_base(hexapod())
    assert on_fixed_base(held) is held
