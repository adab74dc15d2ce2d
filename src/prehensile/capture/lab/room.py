"""The capture room: a world in which a subject follows a reference, and everything is noted."""

from collections.abc import Callable, Iterable, Sequence
from itertools import repeat

import numpy as np

from prehensile.capture.lab.arm import Carry, carried, carried_end
from prehensile.capture.lab.joined import joined
from prehensile.capture.lab.reference import Move, Reference
from prehensile.capture.lab.subject import Subject
from prehensile.hand.model import Wrist
from prehensile.motion.clip import Clip
from prehensile.world.command import Command
from prehensile.world.recorder import Recorder
from prehensile.world.scene import HandInScene, ObjectInScene
from prehensile.world.world import Frame, World

STEP = 1e-3
"""[s] of the world; every step is kept"""

Stepper = Callable[[World, Command], Frame]


class Room:
    """A subject and what is in the room with it.

    Muscles bear the hand's weight (people do not let it sag): in a room where nothing lies loose
    there is no gravity.

    Args:
        subject: who is recorded.
        objects: what is touched.
        forearm: (7,) xyz + wxyz, world; a fixed one stays there.
        start: (dof,) [rad] of the hand and of its reference.
        wrist: ``driven`` where the forearm is carried.
        stepper: steps the world, where something else than the engine's contacts acts in it.
        substeps: of the world in one step, for what is stiff.
    """

    def __init__(
        self,
        subject: Subject,
        objects: Sequence[ObjectInScene],
        forearm: np.ndarray,
        start: np.ndarray,
        wrist: Wrist = "fixed",
        stepper: Stepper = World.step,
        substeps: int = 1,
    ):
        self.subject = subject
        self.world = World(
            HandInScene(subject.hand, forearm=forearm, q=start, wrist=wrist),
            objects,
            timestep=STEP / substeps,
            floor=False,
        )
        self.world.model.opt.gravity[:] = 0.0
        self.reference = Reference(np.array(start, float), ())
        self._stepper, self._substeps = stepper, substeps
        self._driven, self._forearm = wrist == "driven", np.array(forearm, float)
        self._clips: list[Clip] = []

    @property
    def time(self) -> float:
        """[s] now."""
        return self.world.time

    def play(self, moves: Sequence[Move], seconds: float, carries: Sequence[Carry] = ()) -> None:
        """Let the reference make moves, whose times count from now.

        Args:
            moves: from where the reference is.
            seconds: how long; moves must have ended by then.
            carries: of a driven forearm.
        """
        now, world, subject = self.time, self.world, self.subject
        steps = np.arange(round(seconds / STEP)) * STEP
        q, qd = Reference(self.reference.end, tuple(moves)).at(steps)
        arm: Iterable[tuple[np.ndarray | None, np.ndarray | None]]
        if self._driven:
            poses, twists = carried(self._forearm, carries, steps)
            arm = zip(poses, twists, strict=True)
            self._forearm = carried_end(self._forearm, carries)
        else:
            arm = repeat((None, None), len(steps))
        recorder = Recorder(world, every=self._substeps)
        command: Command | None = None
        for angles, speeds, rests, (pose, twist) in zip(q, qd, _rests(q, qd), arm, strict=True):
            if command is None or pose is not None or not rests:
                command = subject.command(angles, speeds, forearm=pose, forearm_twist=twist)
            for _ in range(self._substeps):
                recorder.add(self._stepper(world, command))
        self._clips.append(recorder.clip())
        start, done = self.reference
        self.reference = Reference(start, (*done, *(move.later(now) for move in moves)))

    def clip(self) -> Clip:
        """All that was played."""
        return joined(self._clips)


def _rests(q: np.ndarray, qd: np.ndarray) -> np.ndarray:
    """(T,) whether a reference is what it was a step before: its Command need not be made anew."""
    both = np.concatenate([q, qd], axis=1)
    return np.concatenate([[False], (both[1:] == both[:-1]).all(axis=1)])
