import mujoco
import numpy as np
import pytest
from tests.forks.random_mechanisms import random_tree

from prehensile.errors import SimulationError
from prehensile.forks.full.mujoco_model import mujoco_model
from prehensile.forks.mechanism.joint import hinge
from prehensile.forks.mechanism.link import rod
from prehensile.forks.mechanism.mechanism import Mechanism
from prehensile.forks.models.shipped import ground, ladder, robot_arm
from prehensile.forks.statics.compliance import linearise
from prehensile.forks.statics.equilibrium import equilibrium
from prehensile.forks.statics.statics import Statics
from prehensile.lie import se3

GRAVITY = (0.0, 0.0, -9.81)
SAME_IN_MUJOCO = ("hinge", "universal", "ball", "slider", "spring")


def settled(mechanism: Mechanism, load: np.ndarray) -> np.ndarray:
    """(links, 4, 4) where MuJoCo comes to rest."""
    model = mujoco_model(mechanism, GRAVITY, timestep=0.02)
    model.dof_damping[:] *= 20
    data = mujoco.MjData(model)
    rows = [model.body(link.name).id for link in mechanism.links]
    data.xfrc_applied[rows] = load
    for _ in range(200):
        mujoco.mj_step(model, data, 20)
        if np.abs(data.qvel).max() < 1e-10:
            break
    mujoco.mj_kinematics(model, data)
    pose = np.concatenate([data.xpos[rows], data.xquat[rows]], axis=1)
    return se3.from_pose7(pose)


@pytest.mark.parametrize("seed", range(4))
def test_random_trees_rest_where_mujoco_has_them(seed: int) -> None:
    rng = np.random.default_rng(seed)
    mechanism = random_tree(rng, 7, SAME_IN_MUJOCO)
    load = np.zeros((8, 6))
    load[mechanism.effector_rows(mechanism.effectors), :3] = rng.normal(size=(2, 3)) * 2
    found = equilibrium(mechanism, load, GRAVITY)
    assert np.abs(found.T_world - mechanism.T_world).max() > 0.02
    assert np.abs(found.T_world - settled(mechanism, load)).max() < 1e-6


def test_linear_response_at_a_loaded_state_is_the_slope_of_equilibria() -> None:
    mechanism = robot_arm(8)
    row = mechanism.effector_rows(mechanism.effectors)[0]
    load = np.zeros((9, 6))
    load[row, :3] = [300.0, 200, -100]
    state = equilibrium(mechanism, load)
    compliance = linearise(mechanism, state=state).compliance
    assert np.allclose(compliance, compliance.T, rtol=1e-7, atol=1e-12)
    R = state.T_world[row, :3, :3]
    for k in range(3):
        step = np.zeros((9, 6))
        step[row, k] = 1e-3
        ahead, behind = (equilibrium(mechanism, load + s * step, start=state) for s in (1, -1))
        moved = se3.log(se3.inverse(behind.T_world[row]) @ ahead.T_world[row]) / 2e-3
        wrench = np.concatenate([R.T[:, k], np.zeros(3)])
        assert np.allclose(moved, compliance @ wrench, rtol=1e-5, atol=1e-10)


def test_loops_stay_closed_under_large_loads() -> None:
    mechanism = ladder(12)
    load = np.zeros((13, 6))
    load[-1, :3] = [400.0, 100, 0]
    found = equilibrium(mechanism, load)
    assert np.abs(Statics(mechanism, found).residual).max() < 1e-10
    moved = np.linalg.norm(found.T_world[-1, :3, 3] - mechanism.T_world[-1, :3, 3])
    assert moved > 0.05


def test_a_pendulum_under_a_sideways_pull_is_known_in_closed_form() -> None:
    k, f, length = 4.0, 3.0, 1.0
    bar = rod("bar", [0, 0, 0], [0, 0, -2 * length], 0.01)
    joint = hinge("j", "base", "bar", [0, 0, 0], [0, 1, 0], k)
    mechanism = Mechanism("pendulum", [ground(np.zeros(3)), bar], [joint], "base", ["bar"])
    load = np.zeros((2, 6))
    load[1, 0] = f
    theta = equilibrium(mechanism, load).theta[0, 0]
    assert k * abs(theta) == pytest.approx(f * length * np.cos(theta), rel=1e-9)


def test_joints_stiffen_towards_their_limits() -> None:
    bar = rod("bar", [0, 0, 0], [0, 0, -2], 0.01)
    joint = hinge("j", "base", "bar", [0, 0, 0], [0, 1, 0], 1.0, limits=(-0.5, 0.5))
    mechanism = Mechanism("stop", [ground(np.zeros(3)), bar], [joint], "base", ["bar"])
    load = np.zeros((2, 6))
    load[1, 0] = 2.0
    soft, hard = (abs(equilibrium(mechanism, load, limits=x).theta[0, 0]) for x in (False, True))
    assert soft > 1.0 and 0.35 < hard < 0.55


def test_a_hopeless_load_is_refused() -> None:
    mechanism = robot_arm(6)
    load = np.zeros((7, 6))
    load[-1, 3:] = 1e5
    with pytest.raises(SimulationError, match="of the load"):
        equilibrium(mechanism, load)
