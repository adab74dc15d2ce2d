import mujoco
import numpy as np
import pytest
import scipy.linalg

from prehensile.forks.full.mujoco_model import mujoco_model
from prehensile.forks.models.shipped import shipped
from prehensile.forks.statics.modes import first_frequency


def mujoco_frequency(name: str) -> float:
    """[Hz] of the first mode by MuJoCo's mass matrix and joint stiffness."""
    model = mujoco_model(shipped(name))
    data = mujoco.MjData(model)
    mujoco.mj_forward(model, data)
    M = np.zeros((model.nv, model.nv))
    for k in range(model.nv):
        unit = np.zeros(model.nv)
        unit[k] = 1.0
        mujoco.mj_mulM(model, data, M[k], unit)
    stiffness = np.array([np.ravel(model.jnt_stiffness[j])[0] for j in model.dof_jntid])
    return float(np.sqrt(scipy.linalg.eigh(np.diag(stiffness), M)[0][0]) / (2 * np.pi))


@pytest.mark.parametrize("name", ["helix50", "y", "arm", "hand"])
def test_the_full_first_mode_is_mujocos(name: str) -> None:
    assert first_frequency(shipped(name)) == pytest.approx(mujoco_frequency(name), rel=1e-6)
