import mujoco
import numpy as np
import pytest
from tests.forks.random_mechanisms import random_tree
from tests.forks.statics.test_compliance import closed_fork

from prehensile.errors import SimulationError
from prehensile.forks.full.mujoco_model import NEARLY_RIGID, fastest_stable, mujoco_model
from prehensile.forks.mechanism.mechanism import Mechanism
from prehensile.forks.mechanism.spanning_tree import spanning_tree
from prehensile.forks.models.shipped import ladder, robot_arm
from prehensile.forks.statics.compliance import linearise


def settled_displacement(mechanism: Mechanism, force: np.ndarray) -> np.ndarray:
    model = mujoco_model(mechanism, timestep=0.01, solimp=NEARLY_RIGID)
    model.dof_damping[:] *= 10
    data = mujoco.MjData(model)
    tip = model.body(mechanism.effectors[0]).id
    mujoco.mj_forward(model, data)
    start = data.xipos[tip].copy()
    data.xfrc_applied[tip, :3] = force
    mujoco.mj_step(model, data, 3000)
    mujoco.mj_forward(model, data)
    return data.xipos[tip] - start


def linear_displacement(mechanism: Mechanism, force: np.ndarray) -> np.ndarray:
    found = linearise(mechanism)
    row = found.rows[0]
    R, com = mechanism.T_world[row, :3, :3], mechanism.com[row]
    f = R.T @ force
    twist = found.compliance[:6, :6] @ np.concatenate([f, np.cross(com, f)])
    return R @ (twist[:3] + np.cross(twist[3:], com))


@pytest.mark.parametrize("kind", ["screw", "universal", "spring"])
def test_every_kind_of_joint_is_as_soft_there(kind: str) -> None:
    mechanism = random_tree(np.random.default_rng(3), 3, (kind,), effectors=1)
    force = np.array([0.02, -0.01, 0.015])
    right = linear_displacement(mechanism, force)
    assert np.linalg.norm(settled_displacement(mechanism, force) - right) < 0.02 * np.linalg.norm(
        right
    )


def test_soft_loops_come_close_to_the_constrained_system() -> None:
    mechanism = ladder(6)
    force = np.array([3.0, 1.0, 0.5])
    right = linear_displacement(mechanism, force)
    assert np.linalg.norm(settled_displacement(mechanism, force) - right) < 0.1 * np.linalg.norm(
        right
    )


def test_the_fastest_stable_integrator_is_one_that_runs() -> None:
    name, model = fastest_stable(robot_arm(), 1 / 240)
    assert name in ("euler", "implicitfast", "discrete")
    data = mujoco.MjData(model)
    mujoco.mj_step(model, data, 100)
    assert np.abs(data.qvel).max() < 1e-6


@pytest.mark.long
def test_an_integrator_that_blows_up_late_is_not_stable() -> None:
    """Under its own weight, sideways, the ladder takes a second to blow up with Euler."""
    name, _ = fastest_stable(ladder(), 1 / 240)
    assert name == "discrete"


def test_a_step_that_nothing_survives_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("prehensile.forks.full.mujoco_model.WILD", 0.0)
    with pytest.raises(SimulationError, match="smaller step"):
        fastest_stable(robot_arm(4), 1 / 240)


def test_a_spanning_tree_reaches_every_link_once_even_against_the_arrows() -> None:
    mechanism = closed_fork(outward=False)
    tree = spanning_tree(mechanism)
    assert sorted(edge.child for edge in tree.edges) == [
        k for k in range(len(mechanism.links)) if k != mechanism.base
    ]
    assert len(tree.closing) == mechanism.loops == 1
    assert any(edge.reversed for edge in tree.edges)
