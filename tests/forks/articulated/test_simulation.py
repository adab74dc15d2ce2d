import mujoco
import numpy as np
import pytest
from tests.forks.random_mechanisms import random_tree

from prehensile.errors import InputError
from prehensile.forks.articulated.simulation import ArticulatedSimulation
from prehensile.forks.full.mujoco_model import mujoco_model
from prehensile.forks.models.shipped import fork, helix, hexapod, ladder, robot_arm, shipped
from prehensile.forks.statics.equilibrium import equilibrium

G = (0.0, 0.0, -9.81)


@pytest.mark.long
@pytest.mark.parametrize("name", ["arm", "y", "hand"])
def test_it_moves_as_mujoco_does_at_small_steps(name: str) -> None:
    mechanism = shipped(name)
    h, n = 2e-5, 500
    model = mujoco_model(mechanism, G, h, "implicitfast")
    data = mujoco.MjData(model)
    ours = ArticulatedSimulation(mechanism, h, G)
    ours.v[:] = np.random.default_rng(0).normal(size=len(ours.v))
    at = [model.joint(name).dofadr[0] for name in ours.coordinate_names]
    data.qvel[at] = ours.v
    mujoco.mj_step(model, data, n)
    ours.step(steps=n)
    scale = np.abs(data.qvel).max()
    assert np.abs(ours.v - data.qvel[at]).max() < 5e-3 * scale
    assert np.abs(ours.q - data.qpos[at]).max() < 5e-3 * np.abs(data.qpos).max()


@pytest.mark.parametrize("mechanism", [helix(50), fork(), robot_arm()], ids=repr)
def test_it_settles_in_equilibrium(mechanism) -> None:
    load = np.zeros((len(mechanism.links), 6))
    load[-1, :3] = [10.0, -5, 8]
    ours = ArticulatedSimulation(mechanism, 1 / 60)
    ours.step(load, 1500)
    assert np.abs(ours.poses - equilibrium(mechanism, load).T_world).max() < 1e-6


def test_joints_of_every_kind_are_the_same_to_first_order() -> None:
    mechanism = random_tree(np.random.default_rng(2), 9)
    load = np.zeros((10, 6))
    load[-1, :3] = 1e-4
    ours = ArticulatedSimulation(mechanism, 0.1)
    ours.step(load, 1000)
    right = equilibrium(mechanism, load).T_world - mechanism.T_world
    assert np.abs(ours.poses - mechanism.T_world - right).max() < 1e-3 * np.abs(right).max()


@pytest.mark.parametrize("mechanism", [ladder(), hexapod()], ids=repr)
def test_only_trees_on_a_fixed_base(mechanism) -> None:
    with pytest.raises(InputError, match="trees on a fixed base"):
        ArticulatedSimulation(mechanism)
