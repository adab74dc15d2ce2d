"""`PolicyController`: a learned policy plays, in one world or in many; goals may change."""

from dataclasses import replace

import numpy as np
from numpy.typing import ArrayLike

from prehensile.control.controller import Controller
from prehensile.manipulate.cycle.machine import Machine
from prehensile.manipulate.cycle.touch import Feeler
from prehensile.manipulate.learn.table import Lookup
from prehensile.manipulate.states import States
from prehensile.manipulate.tasks.task import Motion
from prehensile.world.command import Command
from prehensile.world.observation import Observation
from prehensile.world.segment_contacts import SegmentContacts


class PolicyController(Controller):
    """Asks the policy for three targets at the beginning of every cycle.

    Args:
        lookup: of a policy, with its task.
        goal: (g,) or (N, g) as `States.goal`; it may be set anew at any time.
    """

    def __init__(self, lookup: Lookup, goal: ArrayLike):
        self.lookup, self.task = lookup, lookup.task
        self.goal = np.asarray(goal, float)
        self._feeler = Feeler(self.task.hand, self.task.touched)
        self._alone = False
        self.machine: Machine | None = None
        """phases of the hands; None before `reset`"""
        self.quality = np.zeros(0)
        """(N,) of the grasps in the last step"""
        self.begun = np.zeros(0, bool)
        """(N,) whether a cycle began with the last Command"""

    def reset(self, obs: Observation) -> None:
        """Begin a cycle."""
        self._alone = obs.q.ndim == 1
        seen = _many(obs)
        c, rows = self.task.configuration, len(seen.q)
        self.machine = Machine(c, self.task.hand.joint_names, rows)
        self.quality = np.zeros(rows)
        self._choose(seen, np.ones(rows, bool))
        self._fresh, self.begun = True, np.ones(rows, bool)

    @property
    def phase(self) -> np.ndarray:
        """(N,) of the last Command; numbers as in `phases`."""
        assert self.machine is not None, "reset comes first"
        return self.machine.phase.copy()

    def act(self, obs: Observation) -> Command:
        """Targets and gains of the phase each hand is in."""
        assert self.machine is not None, "reset comes first"
        seen = _many(obs)
        if not self._fresh:
            states = self.task.read(seen, self._goals(len(seen.q)))
            touch = self._feeler.feel(seen, np.ones(len(seen.q), bool))
            self.quality = touch.quality
            turned = self.machine.turn(
                obs.timestep, seen.q, seen.qd, touch.quality, self.task.reached(states)
            )
            self.begun = turned.finished
            if turned.finished.any():
                self._choose(seen, turned.finished)
        self._fresh = False
        command = self.machine.command()
        if not self._alone:
            return command
        return Command(command.q_ref[0], command.stiffness[0], command.damping[0])

    def states(self, obs: Observation) -> States:
        """(N,) what is seen, with the goals."""
        seen = _many(obs)
        return self.task.read(seen, self._goals(len(seen.q)))

    def motion(self, obs: Observation) -> Motion:
        """Of the thing, N rows."""
        return self.task.motion(_many(obs))

    def value(self, obs: Observation) -> np.ndarray:
        """(N,) V of what is seen."""
        return self.lookup.values(self.states(obs))

    def _choose(self, seen: Observation, rows: np.ndarray) -> None:
        assert self.machine is not None
        states = self.task.read(seen, self._goals(len(seen.q)))[rows]
        actions = self.lookup.actions(self.task.features(states))
        self.machine.begin(rows, self.task.poses.targets(actions))

    def _goals(self, rows: int) -> np.ndarray:
        return np.broadcast_to(self.goal, (rows, self.goal.shape[-1]))


def _many(obs: Observation) -> Observation:
    """The observation of one world as that of a batch of one."""
    if obs.q.ndim == 2:
        return obs

    def contacts() -> SegmentContacts:
        one = obs.segment_contacts()
        arrays = (field[None] for field in one[:6])
        return SegmentContacts(*arrays, segments=one.segments, things=one.things)

    return replace(
        obs,
        time=np.array([obs.time]),
        q=obs.q[None],
        qd=obs.qd[None],
        forearm=obs.forearm[None],
        finger_force=obs.finger_force[None],
        palm_force=np.array([obs.palm_force]),
        objects={name: pose[None] for name, pose in obs.objects.items()},
        twists={name: obs.twists[name][None] for name in obs.twists},
        hinges={name: np.atleast_1d(obs.hinges[name]) for name in obs.hinges},
        read_contacts=contacts,
    )
