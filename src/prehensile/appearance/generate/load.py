"""`Load`: what presses on a pad, and the loads of a set of photographs."""

from typing import NamedTuple

import numpy as np

FORCES = (0.21, 0.67, 1.54, 2.91, 4.57, 6.16, 7.87, 8.78, 10.6, 11.1)
"""[N] of the pressed photographs of a set, before they are varied"""
HERTZ_SPREAD = (2 / 5) ** 0.5
"""root mean square distance from the centre, of Hertz's pressure over a disc of radius 1"""
LIMIT_N = 3.0
"""[N] above which a finger's width limits the patch, not its curvature"""


class Load(NamedTuple):
    """A force on a pad. Lengths in mm, from the middle of the pad."""

    force: float
    """[N]"""
    along: float = 0.0
    """of the centre of pressure, towards the tip"""
    across: float = 0.0
    """of the centre of pressure, along the segment's y: to the right where the nail is seen"""
    spread: float = 0.0
    """root mean square distance of the pressure from its centre"""
    angle: float = 0.0
    """[deg] bend of the last joint"""


def patch_radius(force: np.ndarray | float, limit: float) -> np.ndarray:
    """[mm] of the contact with a flat plate: F^(1/3) as in Hertz's law, up to ``limit``."""
    force = np.asarray(force, float)
    return limit * (force / (force + LIMIT_N)) ** (1 / 3)


def flat_load(force: float, limit: float, along: float = 0.0, across: float = 0.0) -> Load:
    """A finger on a flat plate."""
    return Load(force, along, across, HERTZ_SPREAD * float(patch_radius(force, limit)))


def usual_loads(rng: np.random.Generator, limit: float) -> list[Load]:
    """No load, then ten forces that grow, with a finger that never lies quite the same."""
    loads = [Load(0.0)]
    for force in FORCES:
        varied = force * float(np.exp(0.05 * rng.standard_normal()))
        along, across = 0.25 * rng.standard_normal(2)
        load = flat_load(varied, limit, float(along), float(across))
        loads.append(load._replace(angle=float(4 + 0.8 * varied + rng.normal())))
    return loads


def rolled_loads(rng: np.random.Generator, limit: float) -> list[Load]:
    """As above, and loads that roll to every side of the pad, or press with an edge."""
    loads = usual_loads(rng, limit)
    for force in (1.0, 4.0, 10.0):
        for along, across in ((3.0, 0.0), (-3.0, 0.0), (0.0, 3.0), (0.0, -3.0)):
            loads.append(flat_load(force, limit, along, across))
        loads.append(flat_load(force, limit)._replace(spread=0.9))
    return loads
