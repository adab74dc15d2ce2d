"""Projected Gauss–Seidel against Lemke, on one and the same step."""

import numpy as np
import pytest

from prehensile.bench.synthesis.closed_forms import stepped
from prehensile.bench.synthesis.grasped_ball import Grasp, grasped_ball
from prehensile.lie import so3
from prehensile.synthesis import _plain
from prehensile.synthesis.fallback import projected_wrench
from prehensile.synthesis.step import step_input


@pytest.mark.long
def test_round_cones_find_the_forces_of_many_sides(rng: np.random.Generator) -> None:
    s = grasped_ball(Grasp(deep=0.015, turn=so3.random(rng)), sides=24)
    done = stepped(s, 300)
    held = np.zeros((len(s.contacts.key), 6))
    given = step_input(s.setting, s.state, s.contacts, s.compliance, s.state.reference)
    built = _plain.assemble(s.contacts, s.setting.table, given)
    wrench, good = projected_wrench(built, given.gap, s.contacts, held)
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
    wrench, good = projected_wrench(broken, given.gap, s.contacts, held)
    assert not good and (wrench == held).all()
