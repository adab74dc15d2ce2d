"""The published search, short: it gets better, and means what its parameters say."""

import numpy as np
import pytest

from prehensile.hand.hand import Hand
from prehensile.holds.kinds.edge import edge
from prehensile.holds.optimise.arm import start_pose
from prehensile.holds.optimise.load import DEEPEST, HoldWorlds
from prehensile.holds.optimise.objective import NO_CONTACT, distance_term, force_term
from prehensile.holds.optimise.published import Parameters, judged, published_grasp
from prehensile.holds.optimise.reach import HoldGrasp
from prehensile.lie import so3

HAND, HOLD = Hand(), edge()


def test_zero_parameters_are_the_neutral_hand_in_line_with_the_pull():
    what = Parameters(HOLD, HAND, HOLD.pull)
    grasp = what.grasp(np.zeros((1, 9)))
    np.testing.assert_allclose(grasp.q[0], what.neutral, atol=1e-12)
    np.testing.assert_allclose(so3.from_quat(grasp.forearm[0, 3:])[:, 0], -HOLD.pull, atol=1e-9)
    moved = what.grasp(np.eye(9)[:3] * 0.01)
    np.testing.assert_allclose(moved.forearm[:, :3] - grasp.forearm[0, :3], 0.01 * np.eye(3))
    assert (what.low < what.high).all() and len(what.low) == 9


@pytest.mark.long
def test_the_objective_falls():
    pytest.importorskip("cma", reason="CMA-ES needs cma: pip install 'prehensile[learn]'")
    told = []
    short = published_grasp(HOLD, HAND, HOLD.pull, generations=1, threads=1, seed=3)
    long = published_grasp(
        HOLD, HAND, HOLD.pull, generations=5, threads=1, seed=3, progress=told.append
    )
    assert long.objective <= short.objective and long.tried == 100
    assert told == pytest.approx([0.2, 0.4, 0.6, 0.8, 1.0])
    assert len(long.terms) == 4 and min(long.terms) >= 0


def test_what_is_judged_is_what_a_proof_begins_with():
    """The same start, limits and preset: else it praises grasps that no proof ever has."""
    pytest.importorskip("cma", reason="CMA-ES needs cma: pip install 'prehensile[learn]'")
    found = published_grasp(HOLD, HAND, HOLD.pull, generations=2, threads=1, seed=1)
    rest = HAND.spec.rest
    worlds = HoldWorlds(HOLD, HAND, 1, start_pose(HOLD, HAND, rest), rest, threads=1)
    worlds.reach(HoldGrasp.stacked([found.grasp]))
    assert found.terms[0] == pytest.approx(distance_term(worlds)[0])
    assert found.terms[2] == pytest.approx(force_term(worlds, HOLD.pull)[0])


def test_a_hand_that_is_driven_into_the_wall_touches_nothing():
    what = Parameters(HOLD, HAND, HOLD.pull)
    worlds = HoldWorlds(HOLD, HAND, 1, what.start, HAND.spec.rest, preset="fast", threads=1)
    into_the_wall = np.zeros((1, 9))
    into_the_wall[0, 1] = 0.08
    terms = judged(what, worlds, into_the_wall, HOLD.pull, push=False)
    contacts = worlds.batch.contacts()
    assert contacts.depth.max() > DEEPEST and not worlds.sound(contacts)[0]
    assert terms.force[0] == NO_CONTACT
