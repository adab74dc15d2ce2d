"""Explore a plate with one finger: touch, press gently, lift, in several postures (4.2.1).

One touch in seven is spoiled on purpose, in one of three ways that the thesis met: too light, its
reference turning away at the moment of contact (Figure 4.5), or its PIP joint at the end of its
range. The truth says which, and which joints it leaves without information.
"""

from typing import Any, NamedTuple

import numpy as np

from prehensile.capture.lab.performance import Performance
from prehensile.capture.lab.postures import touching_posture
from prehensile.capture.lab.progress import Progress
from prehensile.capture.lab.reference import Move, one_after_another
from prehensile.capture.lab.room import Room
from prehensile.capture.lab.subject import Subject
from prehensile.capture.lab.tasks import on_plank
from prehensile.capture.lab.touch_plan import TouchPlan, plan_touch
from prehensile.errors import InputError

FORCE = (0.4, 1.25)
"""[N] planned; 0.82 on average (4.2.1)"""
LIGHT = (0.01, 0.03)
"""[N] of a touch that is too light"""
LATE, LATEST = (0.8, 0.9), (0.9, 0.97)
"""share of its time that passes before the plank: else it would begin on it; of stiff subjects,
whose reference goes still less deep"""
SPOILED = 1 / 7
"""share of touches that are"""
WAYS = ("light", "turned", "limit")
TURN = (0.15, 0.3)
"""[rad] by which knuckle and PIP joint turn away in `TURN_S`, opposite to each other"""
TURN_S = 0.2
"""[s]"""
AT_LIMIT = 0.005
"""[rad] of a PIP joint that is straight"""
TRANSFER, PAUSE, LEAVE = 0.5, 0.2, 0.5
"""[s] to the start of a move, before it, and away from the plank"""
HOLD = (0.6, 0.9)
"""[s] of contact after the move"""


class Manner(NamedTuple):
    """How the plank is touched."""

    force: tuple[float, float]
    """[N] planned"""
    stroke: float = 0.0
    """[rad] by which PIP and DIP joints bend while it presses"""
    stroke_s: float = 0.4
    """[s] that takes"""


GENTLE = Manner(FORCE)


def record(
    subject: Subject,
    rng: np.random.Generator,
    contacts: int,
    progress: Progress,
    manner: Manner = GENTLE,
) -> Performance:
    """Touch the plank so many times.

    Args:
        subject: who does.
        rng: draws the touches.
        contacts: how many.
        progress: told after each.
        manner: how.
    """
    room = on_plank.plank_room(subject)
    plans = []
    for k in range(contacts):
        plans.append(_touch(room, on_plank.posture_of(k, contacts), manner, rng))
        progress(k + 1, contacts)
    return on_plank.performance(room, plans)


def _touch(room: Room, posture: str, manner: Manner, rng: np.random.Generator) -> dict[str, Any]:
    subject, T = room.subject, on_plank.forearm_transform()
    way = str(rng.choice(WAYS)) if rng.random() < SPOILED else ""
    straight = {"pip_flex": AT_LIMIT} if way == "limit" else {}
    force = float(rng.uniform(*(LIGHT if way == "light" else manner.force)))
    posture = "stretched" if way == "limit" else posture
    touching = touching_posture(subject.hand, posture, T, on_plank.SURFACE, rng, **straight)
    plan = _plan(subject, touching, T, force, rng, tuple(straight), way == "light")
    begin = TRANSFER + PAUSE
    moves, now = one_after_another(
        room.reference.end,
        [(plan.start, TRANSFER, PAUSE), (plan.end, plan.seconds, rng.uniform(*HOLD))],
    )
    if way == "turned":
        moves.append(Move(begin + plan.share * plan.seconds, TURN_S, _turn(subject, rng)))
    if manner.stroke:
        start = begin + plan.seconds
        moves.append(Move(start, manner.stroke_s, _stroke(subject, manner.stroke)))
        now = max(now, start + manner.stroke_s + PAUSE)
    leaving = on_plank.raised(subject, plan.start) - room.reference.end
    leaving = leaving - sum(move.change for move in moves)
    moves.append(Move(now, LEAVE, leaving))
    started = room.time
    room.play(moves, now + LEAVE)
    return {
        "posture": posture,
        "spoiled": way,
        "uninformed": _uninformed(subject, way),
        "planned_force": force,
        "start": started + begin,
        "seconds": plan.seconds,
        "share": plan.share,
        "depth": plan.depth,
        "until": room.time,
    }


def _plan(
    subject: Subject,
    touching: np.ndarray,
    T: np.ndarray,
    force: float,
    rng: np.random.Generator,
    still: tuple[str, ...],
    light: bool,
) -> TouchPlan:
    if not light:
        return plan_touch(subject, touching, T, force, rng, still)
    try:
        return plan_touch(subject, touching, T, force, rng, still, LATE)
    except InputError:
        return plan_touch(subject, touching, T, force, rng, still, LATEST)


def _turn(subject: Subject, rng: np.random.Generator) -> np.ndarray:
    change, size = np.zeros(subject.hand.dof), rng.uniform(*TURN)
    change[subject.hand.joint_index("index_mcp_flex")] = size
    change[subject.hand.joint_index("index_pip_flex")] = -size
    return change


def _stroke(subject: Subject, size: float) -> np.ndarray:
    change = np.zeros(subject.hand.dof)
    change[subject.hand.joint_index("index_pip_flex")] = size
    change[subject.hand.joint_index("index_dip_flex")] = size / 2
    return change


def _uninformed(subject: Subject, way: str) -> list[str]:
    """Joints that a touch spoiled in some way says nothing about."""
    index = [name for name in subject.hand.joint_names if name.startswith(("index", "wrist"))]
    return {
        "": [],
        "light": index,
        "turned": ["index_mcp_flex", "index_pip_flex"],
        "limit": ["index_pip_flex"],
    }[way]
