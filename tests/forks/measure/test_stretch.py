import numpy as np
import pytest
from tests.forks.random_mechanisms import random_tree
from tests.forks.statics.test_equilibrium import GRAVITY

from prehensile.errors import InputError
from prehensile.forks.measure.gaps import joint_gaps, relative_displacement
from prehensile.forks.measure.stretch import close_gaps, stretched_gaps
from prehensile.forks.models.shipped import fork, helix, ladder, robot_arm
from prehensile.forks.reduced.model import reduce
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


@pytest.mark.parametrize("mechanism", [helix(50), robot_arm(), fork()], ids=repr)
def test_small_stretch_closes_what_is_visible(mechanism) -> None:
    model = reduce(mechanism, mechanism.effectors[:1])
    z = np.zeros(model.size)
    z[-1] = 1.0
    moved = relative_displacement(mechanism, model.effector_basis[0] @ z)
    poses = model.poses(0.3 / moved * z)
    before = joint_gaps(mechanism, poses)
    closed = close_gaps(mechanism, poses)
    after = stretched_gaps(mechanism, closed)
    assert before.max() > 1e-4
    assert after.sum() < 0.1 * before.sum()
    assert np.abs(closed.stretch).max() <= 0.05


def test_the_limit_holds_and_the_rest_of_the_gap_stays() -> None:
    mechanism = robot_arm()
    poses = mechanism.T_world.copy()
    poses[10:, :3, 3] += [0.0, 0, 0.05]
    closed = close_gaps(mechanism, poses, limit=0.01)
    assert np.abs(closed.stretch).max() <= 0.01
    assert stretched_gaps(mechanism, closed).max() > 0.01


def test_what_is_closed_stays_as_it_is() -> None:
    mechanism = ladder()
    closed = close_gaps(mechanism, mechanism.T_world)
    assert np.abs(closed.poses - mechanism.T_world).max() < 1e-12
    assert np.abs(closed.stretch).max() < 1e-12


def test_a_silly_limit_is_refused() -> None:
    with pytest.raises(InputError, match="stretch limit"):
        close_gaps(fork(), fork().T_world, limit=-1)
