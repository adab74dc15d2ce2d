"""A pushed chain against SciPy's integration of its equation of motion."""

import numpy as np
import pytest
from scipy.integrate import solve_ivp

from prehensile.compliance.model.inertia import damping_of, mass_matrix
from prehensile.compliance.tip.pushed_chain import WINDOWS_S, chosen_chain, fit_chain
from prehensile.compliance.tip.pushes import Push
from prehensile.errors import InputError
from prehensile.hand.spec import HandSpec

JOINTS = ("wrist_flex", "index_mcp_flex", "index_pip_flex", "index_dip_flex")
ARMS = np.array([[-0.17, -0.09, -0.05, -0.02], [-0.14, -0.06, -0.04, -0.015]])
TRUE = np.array([0.25, 1.4, 0.5, 2.6])
LIKELY = np.array([0.35, 1.0, 0.67, 2.0])


@pytest.fixture(scope="module")
def hand():
    return HandSpec.sample(1).build()


def made(hand, rng, noise: float = 3e-3, reaction: float = np.inf) -> list[Push]:
    """Two pushes by a force that rises and rings, as SciPy integrates them."""
    columns = [hand.joint_index(name) for name in JOINTS]
    time = np.arange(-0.3, 0.15, 0.002)
    pushes = []
    for arms in ARMS:
        posture = hand.spec.rest
        M = mass_matrix(hand, posture)[np.ix_(columns, columns)]
        B = damping_of(M, 1 / TRUE, np.array([0.5, 0.6, 0.7, 0.6]))

        def force(t):
            s = np.clip(t / 0.04, 0, 1)
            return 0.6 * (s**2 * (3 - 2 * s)) * (1 + 0.5 * np.exp(-20 * np.maximum(t, 0)))

        def rates(t, x, M=M, B=B, arms=arms, force=force):
            return np.append(x[4:], np.linalg.solve(M, arms * force(t) - B * x[4:] - x[:4] / TRUE))

        found = solve_ivp(rates, (-0.3, 0.16), np.zeros(8), t_eval=time, rtol=1e-8, atol=1e-10)
        bend = found.y[:4].T + noise * rng.normal(size=(len(time), 4))
        bend += -20 * np.maximum(time - reaction, 0)[:, None] ** 2
        bend[170] = np.nan
        torque = force(time)[:, None] * arms
        lever = np.zeros((3, hand.dof))
        lever[2, columns] = -arms
        pushes.append(Push(0.0, time, bend @ -arms, force(time), posture, bend, torque, lever,
                           np.array([0, 0, 1.0])))  # fmt: skip
    return pushes


def test_every_joint_is_found_again(hand, rng) -> None:
    found = fit_chain(hand, made(hand, rng, 1e-5), JOINTS, LIKELY, 0.1)
    assert found.compliance == pytest.approx(TRUE, rel=0.02)
    assert found.ratio == pytest.approx([0.5, 0.6, 0.7, 0.6], rel=0.15)


def test_with_the_noise_of_angles_the_endpoint_still_is(hand, rng) -> None:
    found = fit_chain(hand, made(hand, rng), JOINTS, LIKELY, 0.1)
    assert ARMS[0] ** 2 @ found.compliance == pytest.approx(ARMS[0] ** 2 @ TRUE, rel=0.05)
    assert found.misfit == pytest.approx(1, abs=0.2)
    spread = np.sqrt(np.diagonal(found.covariance))
    assert (np.abs(np.log(found.compliance / TRUE)) < 4 * spread).all()


def test_the_window_ends_where_a_reaction_begins(hand, rng) -> None:
    calm = chosen_chain(hand, made(hand, rng), JOINTS, LIKELY)
    early = chosen_chain(hand, made(hand, rng, reaction=0.06), JOINTS, LIKELY)
    assert calm.seconds >= 0.1 and early.seconds <= 0.08
    assert early.seconds in WINDOWS_S


def test_without_a_push_there_is_nothing(hand) -> None:
    with pytest.raises(InputError, match="no push"):
        fit_chain(hand, [], JOINTS, LIKELY, 0.1)
