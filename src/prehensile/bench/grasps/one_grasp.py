"""One thing grasped as the command would by default, and every number of the clip."""

import datetime
from typing import Any

import numpy as np

from prehensile.bench.compliance.kept_sessions import commit
from prehensile.bench.grasps.box import Boxes, inside
from prehensile.bench.grasps.rows import Row, clip_path, todays_code
from prehensile.bench.grasps.thing import Thing
from prehensile.control.attempt.cost import Cost, cost_counted, cpu_seconds
from prehensile.control.attempt.kept_plans import planned_anew
from prehensile.control.grasp import grasp
from prehensile.errors import PrehensileError
from prehensile.motion.clip import Clip
from prehensile.quality.judge.grip_forces import grip_forces
from prehensile.quality.judge.held import judge_held
from prehensile.quality.judge.likeness import judge_likeness, middle_of_hold

ON_HANDLE = 0.8
"""Share of the normal force that lies in the region, at least"""
SEQUENCE = "sequence"
"""Style of what no example was followed for"""


def measured_grasp(which: str, thing: Thing, **asked: Any) -> Row:
    """Grasp it, keep the clip, and give its row; what is refused is tried and not held."""
    began = cpu_seconds()
    try:
        obj = thing.load()
        loaded = cpu_seconds() - began
        with planned_anew(), cost_counted() as cost:
            clip = grasp(obj, **asked)
    except PrehensileError as error:
        return note(which, thing.name) | {
            "held": False,
            "line": str(error),
            "handle": bool(thing.handle),
        }
    clip.save(clip_path(which, thing.name))
    row = clip_row(clip, obj.name, thing.handle, cost)
    return note(which, thing.name) | row | {"load_cpu_s": round(loaded, 3)}


def clip_row(clip: Clip, body: str, handle: Boxes, cost: Cost) -> Row:
    """What a clip shows, and what it cost to find."""
    held = judge_held(clip, body).held
    looks = judge_likeness(clip, body)
    return {
        "held": held,
        "line": str(clip.verdict),
        "post": clip.meta.get("on") == "post",
        "first": cost.first_held,
        "plays": len(cost.plays),
        "style": str(clip.meta.get("example", SEQUENCE)),
        "human": held and looks.ok,
        "items": {name: item.ok for name, item in looks.items.items()},
        "figures": {name: round(float(one.value), 3) for name, one in looks.figures.items()},
        "handle": bool(handle),
        "on_handle": share_inside(clip, body, handle) if handle else None,
        "plan_cpu_s": round(cost.of_planning(clip.meta), 3),
        "play_cpu_s": round(cost.of_play(clip.meta), 3),
    }


def share_inside(clip: Clip, body: str, handle: Boxes) -> float:
    """Of the normal force on a body in the middle of the hold, what presses within the region."""
    grip = grip_forces(clip, body, middle_of_hold(clip))
    within = inside(handle, grip.pos)
    return float(np.sum(grip.force[within]) / max(grip.total, 1e-9))


def note(which: str, thing: str) -> Row:
    """Whose row it is, and by what it was made."""
    today = datetime.datetime.now(datetime.UTC).date().isoformat()
    return {
        "set": which, "thing": thing, "date": today, "commit": commit(), "code": todays_code(),
    }  # fmt: skip
