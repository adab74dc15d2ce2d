"""One cycle step by step, with what every step adds to the terms of the objective.

Learning keeps sums alone (`Threads`); those of a trace are the same.
"""

from typing import NamedTuple

import numpy as np

from prehensile.hand.joints import DIGITS
from prehensile.manipulate.configuration import TERMS
from prehensile.manipulate.cycle import terms
from prehensile.manipulate.cycle.machine import Machine
from prehensile.manipulate.cycle.phases import ACTUATE, APPROACH, RELEASE, ROUNDING
from prehensile.manipulate.cycle.touch import Feeler
from prehensile.manipulate.evaluators.threads import SLOTS
from prehensile.manipulate.states import States
from prehensile.manipulate.tasks.task import Task
from prehensile.world.batch.world_batch import WorldBatch


class Trace(NamedTuple):
    """Of T steps."""

    time: np.ndarray
    """(T,) [s] at their ends"""
    phase: np.ndarray
    """(T,) in which they were taken"""
    terms: np.ndarray
    """(T, n) what each adds, columns as `TERMS`, neither weighted nor scaled"""
    quality: np.ndarray
    """(T,) of the grasp; nought while it is let go of"""
    error: np.ndarray
    """(T,) [rad] from the goal"""
    end: States
    """one row"""


def traced_cycle(
    task: Task, start: States, action: np.ndarray, feeler: Feeler | None = None
) -> Trace:
    """Play an action (3, m) from a start of one row.

    Args:
        task: whose numbers.
        start: one row.
        action: (3, m)
        feeler: tells the quality of grasps; the wrench ellipsoid's if left out.
    """
    c, touched = task.configuration, task.touched
    batch = WorldBatch(
        *task.scene(), 1, preset=c.preset, timestep=c.timestep, threads=1, slots=SLOTS,
        sense=(touched.thing,),
    )  # fmt: skip
    task.begin(batch, start, np.ones(1, bool))
    machine, felt = Machine(c, task.hand.joint_names, 1), feeler or Feeler(task.hand, touched)
    machine.begin(np.ones(1, bool), task.poses.targets(action[None]))
    takes_part = np.array([digit in c.participate for digit in DIGITS])
    share, rows, told = terms.per_step(c.timestep), [], []
    while True:
        command = machine.command()
        batch.step(command)
        seen = batch.observe()
        states = task.read(seen, start.goal)
        touch = felt.feel(seen, machine.phase != RELEASE)
        turned = machine.turn(batch.timestep, seen.q, seen.qd, touch.quality, task.reached(states))
        phase, motion = int(turned.phase[0]), task.motion(seen)
        short = terms.quality_short(touch.quality, c.quality_wanted)
        added = {
            "tau": share * terms.effort(machine.stiffness, command.q_ref, seen.q),
            "h": share * terms.backs(touch.back),
            "depth": share * terms.too_deep(touch.depth, c.deep),
        }
        turning = share * terms.speed(motion.angular)
        if phase == APPROACH:
            added |= {"early": turning} | ({"0": short} if turned.leaves[0] else {})
        elif phase == ACTUATE:
            pressed = terms.participation(touch.force, takes_part, c.enough_force)
            added |= {"Q": short, "P": share * pressed}
        else:
            added |= {"omega": turning, "v": share * terms.speed(motion.linear)}
        rows.append([float(added[name][0]) if name in added else 0.0 for name in TERMS])
        told.append((phase, float(touch.quality[0]), *(float(e[0]) for e in task.errors(states))))
        late = machine.elapsed[0] >= c.longest - ROUNDING
        over = turned.finished[0] or (turned.holding[0] and late)
        if over or not batch.alive[0] or task.lost(states)[0]:
            break
    which, quality, place, angle = np.array(told).T
    return Trace(
        c.timestep * (1 + np.arange(len(rows))), which.astype(int),
        _with_task_errors(np.array(rows), which, place, angle), quality, angle, states,
    )  # fmt: skip


def _with_task_errors(
    added: np.ndarray, phase: np.ndarray, place: np.ndarray, angle: np.ndarray
) -> np.ndarray:
    """L_T counts when actuating ends, at the very end where it never began; L_Q is a mean."""
    acting = np.flatnonzero(phase == ACTUATE)
    last = acting[-1] if len(acting) else -1
    added[last, TERMS.index("x")], added[last, TERMS.index("theta")] = place[last], angle[last]
    added[:, TERMS.index("Q")] /= max(1, len(acting))
    return added
