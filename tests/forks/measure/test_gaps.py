import numpy as np
import pytest
from tests.forks.random_mechanisms import random_tree
from tests.forks.statics.test_equilibrium import GRAVITY

from prehensile.forks.measure.gaps import joint_gaps, relative_displacement
from prehensile.forks.models.shipped import robot_arm
from prehensile.forks.statics.equilibrium import equilibrium


def test_a_hinge_pulled_apart_is_a_gap_of_that_width() -> None:
    mechanism = robot_arm()
    poses = mechanism.T_world.copy()
    poses[-1, :3, 3] += [0.003, 0, 0.004]
    gaps = joint_gaps(mechanism, poses)
    assert gaps[-1] == pytest.approx(0.005) and np.abs(gaps[:-1]).max() < 1e-12


@pytest.mark.parametrize("seed", range(3))
def test_motions_that_joints_allow_are_no_gaps(seed: int) -> None:
    mechanism = random_tree(np.random.default_rng(seed), 8)
    state = equilibrium(mechanism, gravity=GRAVITY)
    assert np.abs(state.T_world - mechanism.T_world).max() > 0.01
    assert joint_gaps(mechanism, state.T_world).max() < 1e-6


def test_displacements_are_shares_of_the_radius_and_of_a_turn() -> None:
    mechanism = robot_arm()
    along, about = np.zeros((2, 6))
    along[1], about[5] = mechanism.radius / 2, np.pi
    assert relative_displacement(mechanism, np.stack([along, about])) == pytest.approx([0.5, 0.5])
