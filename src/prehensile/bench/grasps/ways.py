"""How many of six ways of taking a thing are held, and differ as a person would say they do."""

from collections.abc import Sequence

from prehensile.bench.grasps.one_grasp import note
from prehensile.bench.grasps.rows import Row
from prehensile.bench.grasps.thing import Thing
from prehensile.control.attempt.cost import cost_counted
from prehensile.control.attempt.kept_plans import planned_anew
from prehensile.control.ways import ways
from prehensile.errors import PrehensileError
from prehensile.motion.clip import Clip
from prehensile.quality.judge.held import judge_held
from prehensile.quality.judge.way_taken import Way, way_taken

ASKED = 6


def measured_ways(which: str, thing: Thing) -> Row:
    """Ask for six; planning is all but the plays that the clips show."""
    row = note(f"ways {which}", thing.name)
    try:
        obj = thing.load()
        with planned_anew(), cost_counted() as cost:
            clips = ways(obj, n=ASKED)
    except PrehensileError as error:
        return row | {"ways": 0, "line": str(error)}
    held = [clip for clip in clips if judge_held(clip, obj.name).held]
    shown = sum(cost.of_play(clip.meta) for clip in clips)
    return row | {
        "ways": different(held, obj.name),
        "held": len(held),
        "cpu_s": round(cost.whole, 3),
        "plan_cpu_s": round(max(cost.whole - shown, 0.0), 3),
    }


def different(clips: Sequence[Clip], body: str) -> int:
    """How many of the clips differ, each from all that were counted before it."""
    counted: list[Way] = []
    for clip in clips:
        way = way_taken(clip, body)
        if all(way.differs(other) for other in counted):
            counted.append(way)
    return len(counted)
