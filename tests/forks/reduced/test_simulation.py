import numpy as np
import pytest

from prehensile.errors import InputError
from prehensile.forks.articulated.simulation import ArticulatedSimulation
from prehensile.forks.measure.accuracy import pull
from prehensile.forks.models.shipped import fork, helix, hexapod, robot_arm, shipped
from prehensile.forks.reduced.model import reduce
from prehensile.forks.reduced.simulation import ReducedSimulation
from prehensile.forks.reduced.static_pose import static_coordinates
from prehensile.forks.statics.equilibrium import equilibrium


@pytest.mark.parametrize("name", ["helix50", "ladder", "y", "arm", "hand"])
@pytest.mark.parametrize("timestep", [1 / 1000, 1 / 60, 1.0])
def test_energy_never_grows(name: str, timestep: float) -> None:
    simulation = ReducedSimulation(reduce(shipped(name)), timestep)
    simulation.z[:] = np.random.default_rng(0).normal(size=len(simulation.z))
    simulation.v[:] = np.random.default_rng(1).normal(size=len(simulation.v))
    energy = [simulation.energy]
    for _ in range(300):
        simulation.step()
        energy.append(simulation.energy)
    assert (np.diff(energy) <= 1e-12 * energy[0]).all() and energy[-1] < energy[0]


def test_a_mode_swings_at_its_frequency() -> None:
    """One undamped coordinate against the closed form of backward Euler."""
    model = reduce(robot_arm())
    h = 1e-4
    simulation = ReducedSimulation(model, h)
    simulation._system = np.diag(model.mass) + h * h * np.eye(model.size)  # no damping
    simulation._inverse = np.linalg.inv(simulation._system)
    simulation.z[:] = 0
    simulation.z[-1] = 1e-3
    omega = 1 / np.sqrt(model.mass[-1])
    quarter = round(np.pi / 2 / omega / h)
    simulation.step(steps=quarter)
    shrunk = 1e-3 * (1 + (omega * h) ** 2) ** (-quarter / 2)
    assert abs(simulation.z[-1]) < 5e-3 * 1e-3
    assert abs(simulation.v[-1]) / omega == pytest.approx(shrunk, rel=5e-3)


@pytest.mark.parametrize("mechanism", [helix(50), fork()], ids=repr)
def test_it_settles_where_statics_say(mechanism) -> None:
    model = reduce(mechanism)
    wrench = np.zeros((len(mechanism.effectors), 6))
    wrench[0] = [4.0, -3, 2, 0.1, 0, 0.2]
    simulation = ReducedSimulation(model, 1 / 60)
    simulation.step(wrench, 3000)
    assert np.allclose(simulation.z, static_coordinates(model, wrench), atol=1e-9)
    load = np.zeros((len(mechanism.links), 6))
    load[model.linearisation.rows] = wrench
    full = equilibrium(mechanism, load).T_world[:, :3, 3]
    moved = np.abs(full - mechanism.T_world[:, :3, 3]).max()
    assert np.abs(simulation.poses[:, :3, 3] - full).max() < 0.03 * moved


@pytest.mark.parametrize("mechanism", [helix(50), robot_arm()], ids=repr)
def test_it_swings_as_the_full_mechanism_does(mechanism) -> None:
    """Let go from a small static pull: the tip's path against the articulated-body step's."""
    h, n = 1 / 1000, 600
    model = reduce(mechanism)
    wrench = pull(model, np.array([0.2, 1.0, 0.3]), 0.01)
    load = np.zeros((len(mechanism.links), 6))
    load[model.linearisation.rows] = wrench
    reduced, full = ReducedSimulation(model, h), ArticulatedSimulation(mechanism, h)
    reduced.step(wrench, 4000)
    full.step(load, 4000)
    row, paths = model.linearisation.rows[0], ([], [])
    for _ in range(n):
        paths[1].append(full.poses[row, :3, 3])  # at the start of its last step
        paths[0].append(reduced.poses[row, :3, 3])
        reduced.step()
        full.step()
    ours, right = (np.array(p) - mechanism.T_world[row, :3, 3] for p in paths)
    assert np.abs(right[0]).max() > 0.004
    assert np.abs(ours - right).max() < 0.08 * np.abs(right).max()


def test_joints_stiffen_near_their_limits() -> None:
    model = reduce(hexapod())
    wrench = np.zeros((6, 6))
    wrench[0, :3] = [1500.0, 0, 0]
    free, stopped = (ReducedSimulation(model, 1 / 60, limits=x) for x in (False, True))
    for simulation in (free, stopped):
        simulation.step(wrench, 600)
    angle = [float(np.abs(model.joint_basis @ s.z).max()) for s in (free, stopped)]
    assert angle[0] > 1.2 and angle[1] < 1.05
    gentle = wrench / 100
    free, stopped = (ReducedSimulation(model, 1 / 60, limits=x) for x in (False, True))
    assert np.allclose(free.step(gentle, 100), stopped.step(gentle, 100))


@pytest.mark.parametrize("wrench", [np.zeros(6), np.full((1, 6), np.nan)])
def test_bad_wrenches_are_refused(wrench: np.ndarray) -> None:
    with pytest.raises(InputError):
        ReducedSimulation(reduce(robot_arm())).step(wrench)


def test_bad_settings_are_refused() -> None:
    model = reduce(robot_arm())
    with pytest.raises(InputError, match="time step"):
        ReducedSimulation(model, 0.0)
    with pytest.raises(InputError, match="threads"):
        ReducedSimulation(model).step(threads=0)
