"""Cycles on threads of this machine, each with a batch of worlds that are given the next row as
they are free. While one thread keeps its books, others step: MuJoCo leaves Python alone meanwhile.
"""

import os
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import count
from time import perf_counter

import numpy as np

from prehensile.fast_path import kernels
from prehensile.hand.joints import DIGITS
from prehensile.manipulate.configuration import TERMS
from prehensile.manipulate.cycle import terms
from prehensile.manipulate.cycle.machine import Machine, Turned
from prehensile.manipulate.cycle.outcome import Outcomes
from prehensile.manipulate.cycle.phases import RELEASE, ROUNDING
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
        sheet = _Sheet(self.task, starts, actions, len(self.lanes), self.lanes[0].count)
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

    def __init__(self, task: Task, starts: States, actions: np.ndarray, lanes: int, worlds: int):
        self.task, self.starts, self.targets = task, starts, task.poses.targets(actions)
        n = len(starts)
        self._lanes, self._dealt = lanes, min(n, lanes * worlds)
        self.waiting: Iterator[int] = count(self._dealt)
        """the next row; drawing from it is atomic"""
        self.terms = np.zeros((n, len(TERMS)))
        self.ends = {name: np.zeros_like(rows) for name, rows in starts.arrays().items()}
        self.durations, self.progress = np.zeros((n, 3)), np.zeros((n, 3))
        self.quality, self.lost, self.dead = np.zeros((n, 2)), np.zeros(n, bool), np.zeros(n, bool)
        self.last_reward = task.reward(starts).copy()

    def dealt(self, lane: int) -> np.ndarray:
        """Numbers of the rows that a lane begins with: every so many, since neighbours take alike
        long, and all lanes should end together.
        """
        return np.arange(lane, self._dealt, self._lanes)

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
        ends = States(**self.ends)
        x, theta = self.task.errors(ends)
        self.terms[never, COLUMN["x"]], self.terms[never, COLUMN["theta"]] = x[never], theta[never]
        return Outcomes(
            self.terms, ends, self.durations, self.quality, self.progress, self.lost, self.dead
        )


class _Lane:
    """A thread's worlds and the rows in them."""

    def __init__(self, owner: Threads, batch: WorldBatch, sheet: _Sheet):
        self.owner, self.task, self.batch, self.sheet = owner, owner.task, batch, sheet
        worlds, c = batch.count, self.task.configuration
        self.machine = Machine(c, self.task.hand.joint_names, worlds)
        self.row = np.full(worlds, -1)
        self.going = np.zeros(worlds, bool)
        self.takes_part = np.array([digit in c.participate for digit in DIGITS])
        self.steps, self.stepping_s, self.all_s = 0, 0.0, 0.0

    def run(self) -> None:
        """Until no rows are left."""
        began = perf_counter()
        rows = self.sheet.dealt(self.owner.lanes.index(self.batch))
        self.fill(np.arange(len(rows)), rows)
        while self.going.any():
            self.step()
        self.all_s = perf_counter() - began

    def fill(self, ids: np.ndarray, rows: np.ndarray) -> None:
        """Give worlds rows."""
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
        """All worlds that have something to do; rows below are theirs."""
        task, batch, machine, ids = self.task, self.batch, self.machine, np.flatnonzero(self.going)
        command = machine.command()
        began = perf_counter()
        batch.step(command, worlds=self.going)
        self.stepping_s += perf_counter() - began
        self.steps += len(ids)
        seen = batch.observe(worlds=ids)
        states = task.read(seen, self.sheet.starts.goal[self.row[ids]])
        touch = self.owner.feeler.feel(seen, machine.phase[ids] != RELEASE)
        turned = machine.turn(
            batch.timestep, seen.q, seen.qd, touch.quality, task.reached(states), ids
        )
        self.add(self.row[ids], command.q_ref[ids], seen, states, touch, turned)
        late = machine.elapsed[ids] >= task.configuration.longest - ROUNDING
        dead, lost = ~batch.alive[ids], task.lost(states)
        done = turned.finished | (turned.holding & late) | dead | lost
        if done.any():
            self.end(ids[done], states[done], dead[done], lost[done])

    def end(self, ids: np.ndarray, ends: States, dead: np.ndarray, lost: np.ndarray) -> None:
        """Write down what rows came to, and give their worlds others that wait."""
        sheet, rows = self.sheet, self.row[ids]
        sheet.dead[rows], sheet.lost[rows] = dead, lost
        for name, values in ends.arrays().items():
            sheet.ends[name][rows] = values
        self.going[ids] = False
        rows = sheet.draw(len(ids))
        self.fill(ids[: len(rows)], rows)

    def add(
        self,
        rows: np.ndarray,
        wanted: np.ndarray,
        seen: Observation,
        states: States,
        touch: Touch,
        turned: Turned,
    ) -> None:
        """What this step adds to the terms of the rows that took it."""
        task, c, sheet = self.task, self.task.configuration, self.sheet
        motion = task.motion(seen)
        kernels("manipulate.cycle").add(
            rows, turned.phase, turned.leaves, turned.holding, *touch,
            motion.angular, motion.linear, terms.effort(self.machine.stiffness, wanted, seen.q),
            *task.errors(states), task.reward(states), self.takes_part,
            c.quality_wanted, c.enough_force, c.deep, self.batch.timestep,
            sheet.terms, sheet.quality, sheet.durations, sheet.progress, sheet.last_reward,
        )  # fmt: skip
