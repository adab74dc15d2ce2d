import mujoco
import numpy as np
import pytest

from prehensile.errors import UnknownNameError
from prehensile.world.objects.primitives import ball
from prehensile.world.solver_presets import PRESETS, preset
from prehensile.world.world import World


@pytest.mark.parametrize("name", PRESETS)
def test_what_a_compiled_world_ends_up_with(name):
    option = World((), ball(0.03, 0.1), preset=name).model.opt
    assert option.integrator == mujoco.mjtIntegrator.mjINT_DISCRETE
    assert option.cone == mujoco.mjtCone.mjCONE_ELLIPTIC
    assert option.impratio == 10
    assert option.noslip_iterations == {"hold": 500, "rehearse": 20, "fast": 0}[name]
    assert option.disableflags & int(mujoco.mjtDisableBit.mjDSBL_AUTORESET)
    assert not option.disableflags & int(mujoco.mjtDisableBit.mjDSBL_CONTACT)


def test_hold_has_the_measured_tolerance():
    assert preset("hold").noslip_tolerance == 1e-11


def test_unknown_preset():
    with pytest.raises(UnknownNameError, match="hold, rehearse, fast"):
        preset("slow")
    with pytest.raises(UnknownNameError, match="hold"):
        World((), preset="holt")


def test_how_the_solver_stores_its_matrices_changes_nothing_but_the_time():
    """One step from one state, both ways: equal to rounding."""
    ends = []
    for jacobian in (mujoco.mjtJacobian.mjJAC_DENSE, mujoco.mjtJacobian.mjJAC_SPARSE):
        world = World((), ball(0.03, 0.1), preset="fast")
        world.data.joint("ball/free").qpos[2] = 0.0295
        world.model.opt.jacobian = jacobian
        world.step()
        ends.append(world.data.qvel.copy())
    assert np.abs(ends[0]).max() > 1e-3
    np.testing.assert_allclose(ends[0], ends[1], atol=1e-12)
