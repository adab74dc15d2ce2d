import numpy as np
import pytest

from prehensile.errors import InputError
from prehensile.forks.measure.gaps import joint_gaps, relative_displacement
from prehensile.forks.measure.stretch import close_gaps, stretched_gaps
from prehensile.forks.models.shipped import fork, helix, ladder, robot_arm
from prehensile.forks.reduced.model import reduce


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
