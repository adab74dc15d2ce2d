import numpy as np
import pytest
from scipy.optimize import brentq, minimize

from prehensile.errors import SimulationError
from prehensile.forks.mechanism.joint import hinge
from prehensile.forks.mechanism.link import rod
from prehensile.forks.mechanism.mechanism import Mechanism
from prehensile.forks.models.shipped import fork, ground, robot_arm
from prehensile.forks.reduced.blend import Blend
from prehensile.forks.reduced.model import reduce
from prehensile.forks.reduced.static_pose import static_coordinates
from prehensile.forks.statics.equilibrium import equilibrium
from prehensile.lie import se3


def pendulum(stiffness: float) -> Mechanism:
    bar = rod("bar", [0, 0, 0], [0, 0, -2], 0.01)
    joint = hinge("j", "base", "bar", [0, 0, 0], [0, 1, 0], stiffness)
    return Mechanism("pendulum", [ground(np.zeros(3)), bar], [joint], "base", ["bar"])


@pytest.mark.parametrize("force", [0.5, 3.0, 20.0])
def test_a_pendulum_pulled_sideways_rests_where_its_torques_balance(force: float) -> None:
    model = reduce(pendulum(4.0))
    wrench = np.array([[force, 0, 0, 0, 0, 0]])
    T = model.poses(static_coordinates(model, wrench))[1]
    angle = brentq(lambda a: 4.0 * a - force * np.cos(a), 0, np.pi / 2)
    np.testing.assert_allclose(T[:3, 3], [np.sin(angle), 0, -np.cos(angle)], atol=1e-9)


def test_it_is_where_springs_and_loads_have_least_energy(rng) -> None:
    model = reduce(fork(4, 4))
    rows, com = model.linearisation.rows, model.mechanism.com
    wrench = np.zeros((2, 6))
    wrench[:, :3] = 1000 * rng.normal(size=(2, 3))

    def energy(z: np.ndarray) -> float:
        at = se3.apply(model.poses(z)[rows], com[rows])
        return 0.5 * z @ z - np.sum(wrench[:, :3] * at)

    z = static_coordinates(model, wrench)
    best = minimize(energy, np.zeros(model.size), method="BFGS", options={"gtol": 1e-7})
    np.testing.assert_allclose(z, best.x, atol=1e-5 * np.linalg.norm(z))
    assert np.linalg.norm(z) > 1e-2


def test_small_loads_bring_it_where_the_full_mechanism_goes() -> None:
    mechanism = robot_arm(6)
    model = reduce(mechanism)
    row = model.linearisation.rows[0]
    load = np.zeros((len(mechanism.links), 6))
    load[row, :3] = [2.0, -1.0, 1.5]
    full = equilibrium(mechanism, load).T_world[row, :3, 3]
    found = model.poses(static_coordinates(model, load[[row]]))[row, :3, 3]
    rest = mechanism.T_world[row, :3, 3]
    assert np.linalg.norm(found - full) < 0.01 * np.linalg.norm(full - rest)


def test_without_a_load_it_stays_where_it_is() -> None:
    model = reduce(robot_arm(4))
    for each in (model, Blend.around(model, 0.05)):
        z = static_coordinates(each, np.zeros((1, 6)))
        np.testing.assert_allclose(z, 0, atol=1e-9)


def test_a_hopeless_load_is_refused() -> None:
    with pytest.raises(SimulationError, match="load lies far outside"):
        static_coordinates(reduce(robot_arm(3)), np.array([[1e14, -2e14, 3e14, 0, 0, 0]]))
