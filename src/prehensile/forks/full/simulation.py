"""`FullSimulation`: the whole mechanism in MuJoCo, stepped as far as the time given allows."""

from collections import deque
from collections.abc import Sequence
from time import perf_counter

import mujoco
import numpy as np

from prehensile.forks.full.mujoco_model import NEARLY_RIGID, mujoco_model
from prehensile.forks.full.mujoco_static import link_poses
from prehensile.forks.mechanism.mechanism import Mechanism

REMEMBERED = 60
"""Calls whose best step time and share of steps are reported."""
MOST_OWED = 8
"""Steps that a late simulation still makes up for; the rest is left out."""


class TimedSimulation:
    """A MuJoCo model beside a reduced mechanism, in step with it where there is time.

    Args:
        model: the compiled model.
        names: bodies whose poses and loads count, in this order.
    """

    def __init__(self, model: mujoco.MjModel, names: Sequence[str]):
        self._model, self.data = model, mujoco.MjData(model)
        self._bodies = np.array([model.body(name).id for name in names])
        self.reset()

    def reset(self) -> None:
        """Go back to the start, at rest, and forget the times measured."""
        mujoco.mj_resetData(self._model, self.data)
        self.start()
        mujoco.mj_forward(self._model, self.data)
        self._owed = 0
        self._seconds: deque[float] = deque(maxlen=REMEMBERED)
        self._done: deque[tuple[int, int]] = deque(maxlen=REMEMBERED)

    def start(self) -> None:
        """Put ``data`` where it begins, if not where the model says."""

    @property
    def poses(self) -> np.ndarray:
        """(bodies, 4, 4) poses of the named bodies, world."""
        return link_poses(self.data, self._bodies)

    @property
    def step_us(self) -> float:
        """[µs] The shortest of the last steps; NaN before the first."""
        return 1e6 * min(self._seconds) if self._seconds else float("nan")

    @property
    def speed(self) -> float:
        """Share of the steps asked for that were made of late."""
        wanted = sum(w for w, _ in self._done)
        return min(1.0, sum(d for _, d in self._done) / wanted) if wanted else 1.0

    def step(self, load: np.ndarray, steps: int, longest: float) -> int:
        """Go on by some steps, or by as many as fit into the time; one at least.

        Args:
            load: (bodies, 6) (f, τ), world axes, at the centres of mass.
            steps: how many are wanted.
            longest: [s] of computing.

        Returns:
            How many were made.
        """
        self.data.xfrc_applied[self._bodies] = load
        self._owed = min(self._owed + steps, steps + MOST_OWED)
        began, made = perf_counter(), 0
        while made < self._owed:
            before = perf_counter()
            mujoco.mj_step(self._model, self.data)
            now = perf_counter()
            self._seconds.append(now - before)
            made += 1
            if now - began + min(self._seconds) > longest:
                break
        self._owed -= made
        self._done.append((steps, made))
        return made


class FullSimulation(TimedSimulation):
    """MuJoCo with its discrete integrator, contacts off, beside a reduced mechanism.

    The other integrators step some mechanisms faster, but blow up when loops are pulled hard.

    Args:
        mechanism: on a fixed base; its links are the bodies.
        timestep: [s]
    """

    def __init__(self, mechanism: Mechanism, timestep: float = 1 / 240):
        model = mujoco_model(mechanism, timestep=timestep, solimp=NEARLY_RIGID)
        super().__init__(model, [link.name for link in mechanism.links])
