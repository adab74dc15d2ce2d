"""What it takes to ask and to keep a policy."""

import numpy as np

from prehensile.bench.manipulate.query_cost import REFERENCE, policy_kb, query_figures
from prehensile.manipulate.learn.policy import Policy
from prehensile.manipulate.learn.table import Table
from prehensile.manipulate.tasks.catalogue import task_named


def policy_of(states: int) -> Policy:
    task = task_named("dial")
    starts = task.starts(1, np.random.default_rng(505))[np.zeros(states, int)]
    table = Table(starts, np.zeros((states, 3, task.poses.parameters)), np.zeros(states))
    return Policy("dial", task.hand.spec.to_json(), task.configuration, table)


def test_a_query_takes_time_and_a_policy_room():
    policy = policy_of(8)
    lookup = policy.table.lookup(task_named("dial"))
    found = query_figures(policy, lookup, queries=5)
    assert set(found) == set(REFERENCE)
    assert 0 < found["query_us"] < 1e5
    assert 0 < found["policy_kb"] < 100


def test_more_states_take_more_room():
    few, many = policy_of(2), policy_of(50)
    assert policy_kb(many) > policy_kb(few)
