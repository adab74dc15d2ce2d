from dataclasses import replace

import numpy as np
import pytest
from scipy.optimize import brentq
from scipy.spatial.transform import Rotation
from tests.forks.random_mechanisms import random_tree

from prehensile.errors import InputError
from prehensile.forks.mechanism.joint import hinge
from prehensile.forks.mechanism.link import rod
from prehensile.forks.mechanism.mechanism import Mechanism
from prehensile.forks.models.shipped import ground, ladder
from prehensile.forks.statics.equilibrium import equilibrium
from prehensile.forks.statics.statics import State, Statics, rest_state
from prehensile.lie import se3

STIFFNESS, PULL = 4.0, 3.0


def pendulum() -> Mechanism:
    bar = rod("bar", [0, 0, 0], [0, 0, -2], 0.01)
    joint = hinge("j", "base", "bar", [0, 0, 0], [0, 1, 0], STIFFNESS)
    return Mechanism("pendulum", [ground(np.zeros(3)), bar], [joint], "base", ["bar"])


def pulled_aside(mechanism: Mechanism, theta: float, torque: float) -> State:
    """The pendulum turned by hand, with the force and torque that its hinge then passes on."""
    turn = Rotation.from_rotvec([0, theta, 0]).as_matrix()
    T = mechanism.T_world.copy()
    T[1, :3, :3], T[1, :3, 3] = turn @ T[1, :3, :3], turn @ T[1, :3, 3]
    joint = (turn @ mechanism.joints[0].T_world[:3, :3]).T
    wrench = np.concatenate([joint @ [PULL, 0, 0], joint @ [0, torque, 0]])
    load = np.zeros((2, 6))
    load[1, 0] = PULL
    return State(T, np.array([[theta]]), wrench[None], load)


def test_a_pendulum_put_where_its_torques_balance_has_no_residual() -> None:
    mechanism = pendulum()
    # Hanging down it turns by −θ about y to go towards +x.
    angle = brentq(lambda a: STIFFNESS * a - PULL * np.cos(a), 0, np.pi / 2)
    balanced = pulled_aside(mechanism, -angle, -PULL * np.cos(angle))
    assert np.abs(Statics(mechanism, balanced).residual).max() < 1e-12
    beside = pulled_aside(mechanism, -angle - 0.1, -PULL * np.cos(angle + 0.1))
    assert np.abs(Statics(mechanism, beside).residual).max() > 0.01
    apart = balanced.T_world.copy()
    apart[1, 0, 3] += 0.01
    torn = replace(balanced, T_world=apart)
    assert np.abs(Statics(mechanism, torn).residual).max() > 1e-3


def test_at_rest_nothing_pulls() -> None:
    for mechanism in (pendulum(), ladder(6)):
        assert np.abs(Statics(mechanism, rest_state(mechanism)).residual).max() < 1e-12


@pytest.mark.parametrize("loops", [0, 2])
def test_newton_squares_what_is_left(loops: int) -> None:
    mechanism = random_tree(np.random.default_rng(4), 7, loops=loops)
    load = np.zeros((8, 6))
    load[-1] = [5.0, -3.0, 4.0, 0.2, 0.1, -0.3]
    exact = equilibrium(mechanism, load)
    rng = np.random.default_rng(5)
    turned, shifted = rng.normal(size=exact.theta.shape), rng.normal(size=(8, 6))
    turned[exact.theta == 0] = 0  # where there is no direction
    shifted[mechanism.base] = 0

    def left(size: float) -> float:
        """Largest residual after one step from a state that is off by ``size`` [rad] or [m]."""
        off = replace(
            exact,
            T_world=exact.T_world @ se3.exp(size * shifted),
            theta=exact.theta + size * turned,
        )
        twist, theta, force = Statics(mechanism, off).newton_step()
        after = replace(
            off,
            T_world=off.T_world @ se3.exp(twist),
            theta=off.theta + theta,
            force=off.force + force,
        )
        return float(np.abs(Statics(mechanism, after).residual).max())

    large, small = left(1e-2), left(1e-4)
    assert 3e3 < large / small < 3e4  # a hundredth of the error leaves a ten-thousandth


def test_answers_are_mutual(rng) -> None:
    mechanism = random_tree(rng, 9, loops=2)
    wrench = np.zeros((10, 6, 2))
    wrench[1:] = rng.normal(size=(9, 6, 2))
    twist, _, _ = Statics(mechanism, rest_state(mechanism)).respond(wrench)
    work = np.einsum("lka,lkb->ab", wrench, twist)
    assert work[0, 1] == pytest.approx(work[1, 0], rel=1e-9)  # Maxwell and Betti
    assert work[0, 0] > 0 and work[1, 1] > 0
    assert np.abs(twist[mechanism.base]).max() == 0


def test_a_hinge_answers_a_torque_by_its_stiffness() -> None:
    mechanism = pendulum()
    R = mechanism.T_world[1, :3, :3]
    wrench = np.zeros((2, 6, 2))
    wrench[1, 3:, 0] = R.T @ [0, 0.2, 0]  # about its axis
    wrench[1, 3:, 1] = R.T @ [0.2, 0, 0]  # across it
    twist, theta, passed = Statics(mechanism, rest_state(mechanism)).respond(wrench)
    np.testing.assert_allclose(theta[0, 0], [0.2 / STIFFNESS, 0], atol=1e-12)
    np.testing.assert_allclose(R @ twist[1, 3:, 0], [0, 0.2 / STIFFNESS, 0], atol=1e-12)
    # The middle is a metre below the hinge.
    np.testing.assert_allclose(R @ twist[1, :3, 0], [-0.2 / STIFFNESS, 0, 0], atol=1e-12)
    np.testing.assert_allclose(np.linalg.norm(passed[0, 3:], axis=0), 0.2, rtol=1e-9)


def test_a_mechanism_that_nothing_holds_is_refused(monkeypatch) -> None:
    """The solver's factor is exactly singular."""
    statics = Statics(pendulum(), rest_state(pendulum()))
    monkeypatch.setattr(
        statics, "_entries", lambda: (np.array([0]), np.array([0]), np.array([0.0]))
    )
    with pytest.raises(InputError, match="pendulum: nothing holds some part of it"):
        statics.newton_step()
