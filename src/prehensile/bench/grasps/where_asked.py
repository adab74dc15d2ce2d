"""Twenty requests on judged things: take it here, not there, from this side. Are they met?"""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

import numpy as np

from prehensile.bench.grasps.listed import listed
from prehensile.bench.grasps.one_grasp import note
from prehensile.bench.grasps.rows import Row, clip_path
from prehensile.bench.grasps.thing import Thing
from prehensile.control.grasp import grasp
from prehensile.control.place.stand import stand_pose
from prehensile.errors import PrehensileError
from prehensile.lie import se3
from prehensile.mesh.sample import random_points
from prehensile.motion.clip import Clip
from prehensile.quality.judge.came_from import came_from, degrees_between
from prehensile.quality.judge.grip_forces import grip_forces
from prehensile.quality.judge.held import judge_held
from prehensile.quality.judge.likeness import middle_of_hold
from prehensile.world.objects.object import Object

SEED = 2000
POINTS, AVOIDED, SIDES = 10, 5, 5
"""requests of each kind"""
NEAR, FREE = 0.025, 0.04
"""[m] of a pressing contact from where it was asked for, at most; and from what is to be avoided"""
FACES_TABLE = -0.3
"""Height of a normal, below which the surface faces the table"""
WITHIN = 30.0
"""[degrees] of an approach from what was asked for, at most"""
APPROACHES = ((0, 0, 1), (0, -1, 0.3), (1, -0.4, 0.4), (-0.5, -0.8, 0.5), (0.6, -0.6, 0.9))
"""(3,) world: above, the person's side, and between"""
PRESSING = 0.05
"""[N] of a contact that counts"""


class Request(NamedTuple):
    """One request."""

    name: str
    thing: Thing
    asks: Callable[[Object], dict[str, Any]]
    """what `grasp` is asked for, of the loaded object"""


def requests(seed: int = SEED, things: tuple[Thing, ...] | None = None) -> list[Request]:
    """All of a seed: which thing each is for is drawn, none twice among the same kind."""
    chosen = listed("judged") if things is None else things
    rng = np.random.default_rng(seed)
    found: list[Request] = []
    for kind, count in (("where", POINTS), ("avoid", AVOIDED), ("approach", SIDES)):
        for k, number in enumerate(rng.permutation(len(chosen))[:count]):
            thing, drawn = chosen[int(number)], int(rng.integers(2**31))
            asks = {
                "where": lambda obj, drawn=drawn: {"where": surface_point(obj, drawn)},
                "avoid": lambda obj, drawn=drawn: {"avoid": (*surface_point(obj, drawn), FREE)},
                "approach": lambda obj, k=k: {"approach": APPROACHES[k % len(APPROACHES)]},
            }[kind]
            found.append(Request(f"{kind} {k + 1}: {thing.name}", thing, asks))
    return found


def surface_point(obj: Object, seed: int) -> tuple[float, float, float]:
    """[m] object frame: a random point of the surface that does not face the table."""
    rng = np.random.default_rng(seed)
    points, normals = random_points(obj.vertices, obj.faces, 200, rng)
    up = se3.from_pose7(stand_pose(obj))[2, :3]
    first = int(np.argmax(normals @ up > FACES_TABLE))
    x, y, z = (float(v) for v in points[first])
    return x, y, z


def measured_request(request: Request) -> Row:
    """Ask, and see whether it was met; a `PrehensileError` says that it cannot be."""
    row = note("where", request.name)
    try:
        obj = request.thing.load()
        asks = request.asks(obj)
        clip = grasp(obj, **asks)
    except PrehensileError as error:
        return row | {"met": False, "refused": True, "line": str(error)}
    clip.save(clip_path("where", request.name.replace(" ", "-")))
    held = judge_held(clip, obj.name).held
    met = held and is_met(clip, obj.name, asks)
    return row | {"met": met, "refused": False, "held": held, "line": str(clip.verdict)}


def is_met(clip: Clip, body: str, asks: Mapping[str, Any]) -> bool:
    """Whether a clip does what was asked for."""
    grip = grip_forces(clip, body, middle_of_hold(clip))
    at = grip.pos[grip.force > PRESSING]
    if "where" in asks:
        return bool(len(at)) and bool(np.linalg.norm(at - asks["where"], axis=1).min() <= NEAR)
    if "avoid" in asks:
        *middle, radius = asks["avoid"]
        return bool((np.linalg.norm(at - np.array(middle), axis=1) > radius).all())
    return degrees_between(came_from(clip), np.array(asks["approach"], dtype=float)) <= WITHIN


def where_figures(rows: Mapping[str, Row]) -> dict[str, int | None]:
    """How many were met, and how many were said to be impossible."""
    if not rows:
        return {"where_met": None, "where_refused": None}
    return {
        "where_met": sum(bool(row["met"]) for row in rows.values()),
        "where_refused": sum(bool(row["refused"]) for row in rows.values()),
    }
