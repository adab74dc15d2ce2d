import numpy as np
import pytest
from tests.forks.random_mechanisms import random_tree

from prehensile.forks.mechanism.spanning_tree import spanning_tree
from prehensile.forks.models.shipped import ladder


@pytest.mark.parametrize("seed", range(3))
def test_a_tree_is_its_own_spanning_tree(seed: int) -> None:
    mechanism = random_tree(np.random.default_rng(seed), 12, effectors=2)
    found = spanning_tree(mechanism)
    assert found.closing == () and not any(edge.reversed for edge in found.edges)
    assert sorted(edge.joint for edge in found.edges) == list(range(len(mechanism.joints)))


def test_loops_leave_one_joint_over_each_and_parents_come_first() -> None:
    mechanism = ladder(12)
    found = spanning_tree(mechanism)
    assert len(found.closing) == mechanism.loops
    reached = {mechanism.base}
    for edge in found.edges:
        assert edge.parent in reached and edge.child not in reached
        ends = mechanism.parent_rows[edge.joint], mechanism.child_rows[edge.joint]
        assert (edge.parent, edge.child) == (ends[::-1] if edge.reversed else ends)
        reached.add(edge.child)
    assert reached == set(range(len(mechanism.links)))
