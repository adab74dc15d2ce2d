"""A hand that holds a ball: balance, rest, energy, and no creep."""

import numpy as np
import pytest

from prehensile.bench.synthesis.analytic import NOTHING
from prehensile.bench.synthesis.closed_forms import stepped
from prehensile.bench.synthesis.grasped_ball import Grasp, grasped_ball
from prehensile.errors import InputError
from prehensile.lie import so3
from prehensile.synthesis.body import kinetic_energy
from prehensile.synthesis.contacts import Contacts
from prehensile.synthesis.setting import Reference, Setting
from prehensile.synthesis.simulation import Simulation

MASS = 0.05


def settled(rng: np.random.Generator, steps: int, closing: int = 0) -> Simulation:
    s = grasped_ball(Grasp(mass=MASS, turn=so3.random(rng)), closing)
    for _ in range(steps):
        assert s.step().solver == "lemke"
    return s


def test_a_held_ball_balances_and_does_not_creep(rng: np.random.Generator) -> None:
    s = settled(rng, 1500, 300)
    before = s.state.T_bodies[0, :3, 3].copy()
    done = stepped(s, 500)
    weight = MASS * np.array([0, 0, -9.81])
    assert np.abs(weight - done.wrench[:, :3].sum(axis=0)).max() < 1e-6
    assert np.linalg.norm(s.state.T_bodies[0, :3, 3] - before) < 1e-8
    assert np.abs(done.slip).max() < 1e-8 and not s.unsolved
    # The hand is where its springs are in balance: (5.1) without an error.
    J = s.setting.structure.at(
        s.state.theta, s.state.reference.T_base, s.contacts.link, s.contacts.r
    )[1]
    bent = s.compliance @ np.einsum("iak,ia->k", J, done.wrench)
    assert np.allclose(s.state.theta, s.state.reference.theta + bent, atol=1e-9)


def test_ball_and_springs_gain_no_energy(rng: np.random.Generator) -> None:
    """While the reference stands still, once the fingertips are out of the ball."""
    s = settled(rng, 5)
    K, energies = np.linalg.inv(s.compliance), []
    for _ in range(400):
        s.step()
        bent = s.state.theta - s.state.reference.theta
        height = s.state.T_bodies[0, 2, 3]
        energies.append(
            kinetic_energy(s.setting.bodies[0], s.state.phi[0])
            + MASS * 9.81 * height
            + 0.5 * bent @ K @ bent
        )
    gained = np.diff(energies)
    assert gained.max() < 1e-9


@pytest.mark.long
def test_sixty_seconds_without_creep(rng: np.random.Generator) -> None:
    s = settled(rng, 5000, 500)
    before = s.state.T_bodies[0, :3, 3].copy()
    for _ in range(30_000):
        s.step()
    assert np.linalg.norm(s.state.T_bodies[0, :3, 3] - before) / 60 < 1e-8


def test_bad_input() -> None:
    setting, nowhere = Setting(NOTHING, ()), Reference(np.zeros(2), np.eye(4))

    def none(links: np.ndarray, bodies: np.ndarray) -> Contacts:
        return Contacts.none()

    with pytest.raises(InputError, match="shape"):
        Simulation(setting, none, np.eye(3), nowhere, np.zeros((0, 4, 4)))
    with pytest.raises(InputError, match="semidefinite"):
        Simulation(setting, none, -np.eye(2), nowhere, np.zeros((0, 4, 4)))
    with pytest.raises(InputError, match="poses"):
        Simulation(setting, none, np.eye(2), nowhere, np.eye(4)[None])
