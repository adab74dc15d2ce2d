"""Cycles on threads of this machine, each with a batch of worlds that are given the next row as
they are free. While one thread keeps its books, others step: MuJoCo leaves Python alone meanwhile.
"""

import os
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import count
from time import perf_counter

import numpy as np

from prehensile.hand.joints import DIGITS
from prehensile.manipulate.configuration import TERMS
from prehensile.manipulate.cycle import terms
from prehensile.manipulate.cycle.machine import Machine, Turned
from prehensile.manipulate.cycle.outcome import Outcomes
from prehensile.manipulate.cycle.phases import ACTUATE, APPROACH, RELEASE, ROUNDING
from prehensile.manipulate.cycle.touch import Feeler, Touch
from prehensile.manipulate.states import States
from prehensile.manipulate.tasks.task import Task
from prehensile.world.batch.world_batch import WorldBatch
from prehensile.world.observation import Observation

WORLDS = 256
"""of a thread, stepped together: enough that Python's share of the time is small"""
SLOTS = 3
"""contacts of a segment that are read"""
COLUMN = {term: k for k, term in enumerate(TERMS)}


class Threads:
    """Simulates cycles of one task.

    Args:
        task: whose scene.
        worlds: how many each thread steps together.
        threads: 0 for one a processor.
        timestep: [s] in place of the task's own.
        preset: of the solver, in place of the task's own.
    """

    def __init__(
        self,
        task: Task,
        worlds: int = WORLDS,
        threads: int = 0,
        timestep: float | None = None,
        preset: str | None = None,
    ):
        c = task.configuration
        self.task = task
        self.lanes = tuple(
            WorldBatch(
                *task.scene(),
                worlds,
                preset=preset or c.preset,
                timestep=timestep or c.timestep,
                threads=1,
                slots=SLOTS,
                sense=(task.touched.thing,),
            )
            for _ in range(threads or os.cpu_count() or 1)
        )
        self.feeler = Feeler(task.hand, task.touched)
        self.steps, self.stepping_s, self.all_s = 0, 0.0, 0.0
        """world steps so far, and seconds in MuJoCo's step and in all, summed over the threads"""

    def cycles(self, starts: States, actions: np.ndarray) -> Outcomes:
        """See `Evaluator`."""
        sheet = _Sheet(self.task, starts, actions)
        with ThreadPoolExecutor(len(self.lanes)) as pool:
            lanes = [_Lane(self, batch, sheet) for batch in self.lanes]
            list(pool.map(_Lane.run, lanes))
        for lane in lanes:
            self.steps += lane.steps
            self.stepping_s += lane.stepping_s
            self.all_s += lane.all_s
        return sheet.outcomes(self.lanes[0].timestep)


class _Sheet:
    """One call's rows: what is to be done, and what came of it. Each is written by one thread."""

    def __init__(self, task: Task, starts: States, actions: np.ndarray):
        self.task, self.starts, self.targets = task, starts, task.poses.targets(actions)
        n = len(starts)
        self.waiting: Iterator[int] = count()
        """the next row; drawing from it is atomic"""
        self.terms = np.zeros((n, len(TERMS)))
        self.ends: list[States | None] = [None] * n
        self.durations, self.progress = np.zeros((n, 3)), np.zeros((n, 3))
        self.quality, self.lost, self.dead = np.zeros((n, 2)), np.zeros(n, bool), np.zeros(n, bool)
        self.last_reward = task.reward(starts)

    def draw(self, most: int) -> np.ndarray:
        """Numbers of rows that nobody has taken, in order."""
        rows = []
        while len(rows) < most and (row := next(self.waiting)) < len(self.starts):
            rows.append(row)
        return np.array(rows, int)

    def outcomes(self, timestep: float) -> Outcomes:
        """After all rows are done: sums over actuating become means."""
        steps = np.maximum(1, np.round(self.durations[:, 1] / timestep))
        self.terms[:, COLUMN["Q"]] /= steps
        self.quality[:, 1] /= steps
        never = self.durations[:, 1] == 0
        ends = States.joined([end for end in self.ends if end is not None])
        x, theta = self.task.errors(ends)
        self.terms[never, COLUMN["x"]], self.terms[never, COLUMN["theta"]] = x[never], theta[never]
        return Outcomes(
            self.terms, ends, self.durations, self.quality, self.progress, self.lost, self.dead
        )


class _Lane:
    """A thread's worlds and the rows in them."""

    def __init__(self, owner: Threads, batch: WorldBatch, sheet: _Sheet):
        self.owner, self.task, self.batch, self.sheet = owner, owner.task, batch, sheet
        worlds = batch.count
        self.machine = Machine(self.task.configuration, self.task.hand.joint_names, worlds)
        self.row = np.full(worlds, -1)
        self.going = np.zeros(worlds, bool)
        self.steps, self.stepping_s, self.all_s = 0, 0.0, 0.0

    def run(self) -> None:
        """Until no rows are left."""
        began = perf_counter()
        self.fill(np.ones(self.batch.count, bool))
        while self.going.any():
            self.step()
        self.all_s = perf_counter() - began

    def fill(self, free: np.ndarray) -> None:
        """Give free worlds rows that wait."""
        self.going[free] = False
        ids = np.flatnonzero(free)
        rows = self.sheet.draw(len(ids))
        ids = ids[: len(rows)]
        if not len(ids):
            return
        self.row[ids], self.going[ids] = rows, True
        mask = np.zeros(len(self.going), bool)
        mask[ids] = True
        everywhere = np.zeros(len(mask), int)
        everywhere[ids] = rows
        self.task.begin(self.batch, self.sheet.starts[everywhere], mask)
        self.machine.begin(ids, self.sheet.targets[rows])

    def step(self) -> None:
        """All worlds that have something to do."""
        task, batch, machine = self.task, self.batch, self.machine
        c, going = task.configuration, self.going
        command = machine.command()
        began = perf_counter()
        batch.step(command, worlds=going)
        self.stepping_s += perf_counter() - began
        self.steps += int(going.sum())
        seen = batch.observe()
        goal = self.sheet.starts.goal[np.maximum(self.row, 0)]
        states = task.read(seen, goal)
        touch = self.owner.feeler.feel(seen, going & (machine.phase != RELEASE))
        at_goal = task.reached(states)
        turned = machine.turn(batch.timestep, seen.q, seen.qd, touch.quality, at_goal)
        self.add(command.q_ref, seen, states, touch, turned)
        longest = machine.elapsed >= c.longest - ROUNDING
        dead = going & ~batch.alive
        lost = going & task.lost(states)
        done = going & (turned.finished | (turned.holding & longest) | dead | lost)
        if done.any():
            ids = np.flatnonzero(done)
            rows = self.row[ids]
            self.sheet.dead[rows], self.sheet.lost[rows] = dead[ids], lost[ids]
            ends = states[ids]
            for k, row in enumerate(rows):
                self.sheet.ends[row] = ends[k : k + 1]
            self.fill(done)

    def add(
        self, wanted: np.ndarray, seen: Observation, states: States, touch: Touch, turned: Turned
    ) -> None:
        """What this step adds to the terms of the rows that took it."""
        task, c = self.task, self.task.configuration
        ids = np.flatnonzero(self.going)
        rows, phase, leaves = self.row[ids], turned.phase[ids], turned.leaves[ids]
        share = terms.per_step(self.batch.timestep)
        sheet = self.sheet
        t = sheet.terms
        takes_part = np.array([digit in c.participate for digit in DIGITS])
        short = terms.quality_short(touch.quality[ids], c.quality_wanted)
        here = (phase == APPROACH) & leaves
        t[rows[here], COLUMN["0"]] = short[here]
        sheet.quality[rows[here], 0] = touch.quality[ids][here]
        here = phase == ACTUATE
        t[rows[here], COLUMN["Q"]] += short[here]
        sheet.quality[rows[here], 1] += touch.quality[ids][here]
        t[rows[here], COLUMN["P"]] += share * terms.participation(
            touch.force[ids][here], takes_part, c.enough_force
        )
        ending = here & (leaves | turned.holding[ids])
        x, theta = task.errors(states[ids])
        t[rows[ending], COLUMN["x"]], t[rows[ending], COLUMN["theta"]] = x[ending], theta[ending]
        motion = task.motion(seen)
        turning = share * terms.speed(motion.angular[ids])
        here = phase == APPROACH
        t[rows[here], COLUMN["early"]] += turning[here]
        here = phase == RELEASE
        t[rows[here], COLUMN["omega"]] += turning[here]
        t[rows[here], COLUMN["v"]] += share * terms.speed(motion.linear[ids][here])
        t[rows, COLUMN["tau"]] += share * terms.effort(
            self.machine.stiffness, wanted[ids], seen.q[ids]
        )
        t[rows, COLUMN["h"]] += share * terms.backs(touch.back[ids])
        t[rows, COLUMN["depth"]] += share * terms.too_deep(touch.depth[ids], c.deep)
        sheet.durations[rows, phase] += self.batch.timestep
        reward = task.reward(states[ids])
        sheet.progress[rows, phase] += reward - sheet.last_reward[rows]
        sheet.last_reward[rows] = reward
