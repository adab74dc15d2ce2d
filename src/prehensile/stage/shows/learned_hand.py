"""`LearnedHand`: a policy plays in a world, and how far it has got with its goal."""

import numpy as np

from prehensile.manipulate.cycle.phases import PHASES
from prehensile.manipulate.judging import LIMITS, Judge, Outcome
from prehensile.manipulate.learn.controller import PolicyController
from prehensile.manipulate.learn.table import Lookup
from prehensile.manipulate.states import States
from prehensile.manipulate.turning import judged
from prehensile.world.world import Frame, World


class LearnedHand:
    """Stands still until the first `step`.

    Args:
        lookup: of a policy, with its task.
        world: of the task, in a start.
        start: that start, one row, with its goal.
    """

    def __init__(self, lookup: Lookup, world: World, start: States):
        self.lookup, self.task, self.world = lookup, lookup.task, world
        self.limits = LIMITS[self.task.name]
        self._seen = world.observe()
        self._controller = PolicyController(lookup, start.goal[0])
        self._begun = False
        self.aim(start.goal[0])

    @property
    def goal(self) -> np.ndarray:
        """(g,) as `States.goal`"""
        return self._controller.goal

    def aim(self, goal: np.ndarray) -> None:
        """Another goal; it is judged from now on."""
        self._controller.goal = np.asarray(goal, float)
        self._judge = Judge(self.limits, 1, self.world.timestep)
        self.seconds, self.cycles = 0.0, 1
        """[s] since the goal was set, and cycles, that under way included; both stand still once
        it is reached"""

    def step(self) -> Frame:
        """One of the world."""
        first, self._begun = not self._begun, True
        if first:
            self._controller.reset(self._seen)
        frame = self.world.step(self._controller.act(self._seen))
        self._seen = self.world.observe()
        if not self.outcome.over[0]:
            self.seconds += self.world.timestep
            self.cycles += not first and bool(self._controller.begun[0])
            self._judge.see(*judged(self._controller, self._seen))
        return frame

    @property
    def outcome(self) -> Outcome:
        """Of the present goal, one row."""
        return self._judge.outcome

    @property
    def phase(self) -> str:
        """Of the cycle; ``holding`` at the goal."""
        machine = self._controller.machine
        if machine is None:
            return "ready"
        return "holding" if machine.holding[0] else PHASES[machine.phase[0]]

    @property
    def quality(self) -> float:
        """Q of the grasp now."""
        return float(self._controller.quality[0]) if self._begun else 0.0

    @property
    def value(self) -> float:
        """V of what is seen now."""
        return float(self._controller.value(self._seen)[0])

    @property
    def strange(self) -> float:
        """How far the nearest state of the policy is (3.3)."""
        return float(self.lookup.near(self.state).distance[0, 0])

    @property
    def state(self) -> States:
        """What is seen now, one row."""
        return self._controller.states(self._seen)

    @property
    def off(self) -> tuple[float, float]:
        """[m] and [rad] from the goal."""
        place, angle = self.task.errors(self.state)
        return float(place[0]), float(angle[0])
