"""The list: sixty things, thirty-one to develop on and thirty to judge by.

It was committed before anything was tuned on it, and is not changed.
"""

from collections.abc import Mapping
from functools import cache

from prehensile.bench.grasps import scans
from prehensile.bench.grasps.known import catalogue_things, sim_things
from prehensile.bench.grasps.make.draw import drawn_things
from prehensile.bench.grasps.thing import Thing
from prehensile.errors import UnknownNameError

JUDGED_SEED = 3000
"""of the generated things that are judged by"""
SETS = ("dev", "judged")
"""What there is to choose from."""


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
    raise UnknownNameError("set of things", which, SETS)


def by_name(which: str) -> Mapping[str, Thing]:
    """The same, by name."""
    return {thing.name: thing for thing in listed(which)}
