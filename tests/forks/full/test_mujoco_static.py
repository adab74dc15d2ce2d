import numpy as np
import pytest

from prehensile.errors import SimulationError
from prehensile.forks.full import mujoco_static as module
from prehensile.forks.full.mujoco_static import mujoco_static
from prehensile.forks.models.shipped import ladder, robot_arm, shipped
from prehensile.forks.statics.equilibrium import equilibrium


@pytest.mark.parametrize("mechanism", [robot_arm(), shipped("y"), ladder(24)], ids=lambda m: m.name)
def test_mujoco_rests_where_our_newton_does(mechanism) -> None:
    load = np.zeros((len(mechanism.links), 6))
    load[mechanism.effector_rows(mechanism.effectors)] = [8.0, 5, -3, 0.2, 0, 0.1]
    ours = equilibrium(mechanism, load).T_world
    theirs = mujoco_static(mechanism, load)
    moved = np.abs(ours - mechanism.T_world)[:, :3, 3].max()
    # MuJoCo's loops give way a little.
    assert np.abs(ours - theirs)[:, :3, 3].max() < (1e-2 if mechanism.loops else 1e-3) * moved


def test_what_never_rests_is_said(monkeypatch) -> None:
    monkeypatch.setattr(module, "LONGEST", 1.0)
    load = np.zeros((21, 6))
    load[-1, 0] = 10.0
    with pytest.raises(SimulationError, match="to rest within 1 s"):
        mujoco_static(robot_arm(), load)
