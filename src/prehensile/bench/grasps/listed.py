"""The list: sixty things, thirty-one to develop on and thirty to judge by; and further kinds.

The list was committed before anything was tuned on it, and is not changed. It has been judged by
several times: what the planner does with things that nobody has seen says it no longer. So there
are kinds with a handle that it does not have, some to develop on, others to judge by, which were
drawn by somebody who did not know the planner.
"""

from collections.abc import Mapping
from functools import cache

import numpy as np

from prehensile.bench.grasps import scans
from prehensile.bench.grasps.known import catalogue_things, sim_things
from prehensile.bench.grasps.make.draw import Kind, as_thing, drawn_things
from prehensile.bench.grasps.make.kitchen import KITCHEN
from prehensile.bench.grasps.make.outdoors import OUTDOORS
from prehensile.bench.grasps.thing import Thing
from prehensile.errors import UnknownNameError

JUDGED_SEED = 3000
"""of the generated things that are judged by"""
SETS = ("dev", "judged")
"""Of the list"""
KINDS: Mapping[str, tuple[tuple[Kind, ...], tuple[int, ...]]] = {
    "kitchen": (KITCHEN, (91, 92, 93, 94)),
    "outdoors": (OUTDOORS, (3101, 3102)),
}
"""Further kinds and the seeds that they are drawn from: to develop on, and to judge by"""


@cache
def listed(which: str) -> tuple[Thing, ...]:
    """The things of a set.

    Raises:
        UnknownNameError: there is no such set.
    """
    if which == "dev":
        return *(s.thing for s in scans.DEVELOPMENT), *sim_things(), *catalogue_things()
    if which == "judged":
        return *(s.thing for s in scans.JUDGED), *drawn_things(JUDGED_SEED)
    if which in KINDS:
        kinds, seeds = KINDS[which]
        drawn = ((kind(np.random.default_rng([seed, k])), seed)
                 for seed in seeds for k, kind in enumerate(kinds))  # fmt: skip
        return tuple(as_thing(design, f"{design.kind}-{seed}") for design, seed in drawn)
    raise UnknownNameError("set of things", which, (*SETS, *KINDS))


def by_name(which: str) -> Mapping[str, Thing]:
    """The same, by name."""
    return {thing.name: thing for thing in listed(which)}
