"""What it takes to ask a policy, and to keep it."""

from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any

import numpy as np

from prehensile.manipulate.learn.policy import Policy
from prehensile.manipulate.learn.table import Lookup

REFERENCE = {
    "query_us": "≤ 50 (median: from a state to three targets)",
    "policy_kb": "",
}
QUERIES = 2000
SEED = 501
"""of the states that are asked about; development"""
ASKED = 20
"""different ones"""


def query_figures(policy: Policy, lookup: Lookup, queries: int = QUERIES) -> dict[str, Any]:
    """Of one policy."""
    return {"query_us": query_us(lookup, queries), "policy_kb": policy_kb(policy)}


def query_us(lookup: Lookup, queries: int = QUERIES) -> float:
    """[µs] median, one state at a time."""
    task = lookup.task
    states = task.starts(min(ASKED, queries), np.random.default_rng(SEED))
    each = [states[k : k + 1] for k in range(len(states))]
    lookup.actions(task.features(states))  # what compiles on first use
    taken = np.zeros(queries)
    for k in range(queries):
        state = each[k % len(each)]
        began = perf_counter()
        task.poses.targets(lookup.actions(task.features(state)))
        taken[k] = perf_counter() - began
    return 1e6 * float(np.median(taken))


def policy_kb(policy: Policy) -> float:
    """[kB] of its file."""
    with TemporaryDirectory() as folder:
        return policy.save(Path(folder) / "policy.npz").stat().st_size / 1000
