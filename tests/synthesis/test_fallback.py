"""Projected Gauss–Seidel against Lemke, on one and the same step."""

import numpy as np
import pytest

from prehensile.bench.synthesis.closed_forms import stepped
from prehensile.bench.synthesis.grasped_ball import Grasp, grasped_ball
from prehensile.lie import so3
from prehensile.synthesis.assembly import _plain
from prehensile.synthesis.cone import cone_directions
from prehensile.synthesis.fallback import GIVE, projected_wrench, softened
from prehensile.synthesis.lcp.solver import solve_lcp
from prehensile.synthesis.problem import step_problem
from prehensile.synthesis.step import step_input


@pytest.mark.long
def test_round_cones_find_the_forces_of_many_sides(rng: np.random.Generator) -> None:
    s = grasped_ball(Grasp(deep=0.015, turn=so3.random(rng)), sides=24)
    done = stepped(s, 300)
    held = np.zeros((len(s.contacts.key), 6))
    given = step_input(s.setting, s.state, s.contacts, s.compliance, s.state.reference)
    built = _plain.assemble(s.contacts, s.setting.table, given)
    wrench, good = projected_wrench(built, built.gap, s.contacts, held)
    assert good
    lemke = s.step().wrench
    assert np.abs(wrench - lemke).max() < 0.02 * np.abs(lemke).max()
    assert len(done.wrench) == len(lemke)


def test_what_cannot_be_projected_is_held(rng: np.random.Generator) -> None:
    s = grasped_ball(Grasp(turn=so3.random(rng)))
    given = step_input(s.setting, s.state, s.contacts, s.compliance, s.state.reference)
    built = _plain.assemble(s.contacts, s.setting.table, given)
    held = rng.normal(size=(len(s.contacts.key), 6))
    broken = built._replace(response=np.full_like(built.response, np.nan))
    wrench, good = projected_wrench(broken, built.gap, s.contacts, held)
    assert not good and (wrench == held).all()


def test_rigid_fingers_that_wedge_a_body_have_no_solution_until_contacts_give() -> None:
    """Two rigid fingers inside a block from both sides: friction cones hold the line between."""
    normal, gap, mu = np.array([[1.0, 0, 0], [-1.0, 0, 0]]), np.full(2, -1e-3), np.full(2, 0.5)
    D = cone_directions(normal, 8)[:, :3]
    spread = np.concatenate([D[0].T, D[1].T])  # a free body of 0.1 kg, no turning: both push it
    A = 4e-6 / 0.1 * spread @ spread.T
    M, q = step_problem(A, np.zeros(18), gap, mu, np.zeros(0))
    assert solve_lcp(M, q).status == "ray"
    found = solve_lcp(softened(M, 18), q)
    assert found.solved
    force = (D @ found.z[:18].reshape(2, 9, 1))[:, :, 0]
    assert np.allclose(force.sum(axis=0), 0, atol=1e-6 * np.abs(force).max())
    assert np.allclose(force[:, 0], [1e-3 / (GIVE * 4e-5), -1e-3 / (GIVE * 4e-5)], rtol=1e-6)
