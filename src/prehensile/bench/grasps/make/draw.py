"""Eighteen things of a seed: three of each role, drawn once."""

from collections.abc import Callable, Mapping
from functools import partial

import numpy as np

from prehensile.bench.grasps.make.design import Design
from prehensile.bench.grasps.make.flat import FLAT
from prehensile.bench.grasps.make.large import LARGE
from prehensile.bench.grasps.make.odd import ODD
from prehensile.bench.grasps.make.small import SMALL
from prehensile.bench.grasps.make.tools import TOOLS
from prehensile.bench.grasps.make.vessels import VESSELS
from prehensile.bench.grasps.thing import Thing

Kind = Callable[[np.random.Generator], Design]
ROLES: Mapping[str, tuple[Kind, ...]] = {
    "tool": TOOLS,
    "vessel": VESSELS,
    "small": SMALL,
    "flat": FLAT,
    "large": LARGE,
    "odd": ODD,
}
EACH = 3
"""things of a role, of different kinds"""


def drawn_things(seed: int) -> tuple[Thing, ...]:
    """Those of a seed; kinds, sizes and proportions follow from it alone."""
    found = []
    for number, (role, kinds) in enumerate(ROLES.items()):
        rng = np.random.default_rng([seed, number])
        for k in rng.choice(len(kinds), EACH, replace=False):
            design = kinds[int(k)](rng)
            found.append(as_thing(design, f"{role}:{design.kind}", role))
    return tuple(found)


def as_thing(design: Design, name: str, role: str = "") -> Thing:
    """What was drawn, under a name of its own."""
    load = partial(design.made, design.kind)
    return Thing(name, load, design.surface, design.part, design.handle, role)
