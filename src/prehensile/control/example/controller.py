"""A hand that grasps as one example showed: states, setpoints, arm and control law together."""

import math
from collections.abc import Callable

import numpy as np

from prehensile.control.arm.path import ArmPath
from prehensile.control.controller import Controller
from prehensile.control.example.states import GraspStates, State
from prehensile.control.law.law import ControlLaw
from prehensile.control.law.setpoints import NAMES, OPEN
from prehensile.control.law.squeeze import ForceSqueeze, Squeeze
from prehensile.errors import InputError, UnknownNameError
from prehensile.world.command import Command
from prehensile.world.world import Observation

Distance = Callable[[Observation], float]
"""[m] from hand to object, surface to surface."""


Reflex = Callable[[Observation], float]
"""What is added to α while GRIPPING: more when the object slips, say."""


Curl = Callable[[Observation], np.ndarray]
"""(dof,) [rad] to which a joint is drawn at most."""


class ExampleController(Controller):
    """Pollard & Zordan's controller for one hand of one `World`.

    It looks at one world: the internal model is posed anew every step, and there is one of it.

    Args:
        law: equation (1).
        distance: what drives the states; a `SurfaceDistance`, or any function of the observation.
        arm: the forearm's motion; none for an arm that is fixed or moved by something else.
        states: the state machine.
        alpha: grip strength α of (15) and (16); may be changed at any time.
        wrist: (dof,) [rad] of which the wrist's joints are held; as found if left out.
        squeeze: a grip in newtons, in place of the grip setpoint and α while GRIPPING.
        closing: [s] in which GRIPPING goes from the open to the grip setpoint. At once, as in
            Figure 3, strong springs strike the object.
        reflex: asked every step while GRIPPING for what to add to α; none if left out.
        curl: how far the joints may be drawn while GRIPPING; any way if left out.
    """

    def __init__(
        self,
        law: ControlLaw,
        distance: Distance,
        arm: ArmPath | None = None,
        states: GraspStates | None = None,
        alpha: float = 0.0,
        wrist: np.ndarray | None = None,
        squeeze: ForceSqueeze | None = None,
        closing: float = 0.0,
        reflex: Reflex | None = None,
        curl: Curl | None = None,
    ):
        if not 0 <= closing < math.inf:
            raise InputError(f"closing is {closing!r} s; expected 0 or more.")
        if not np.isfinite(alpha):
            raise InputError(f"alpha is {alpha!r}; expected a number, 0 for the example's grip.")
        self.law = law
        self.alpha = float(alpha)
        self.states = GraspStates() if states is None else states
        self._distance = distance
        self._arm = arm
        self._wanted_wrist = wrist
        if squeeze is not None:
            squeeze.check(law.gains)
        self.squeeze = squeeze
        """a grip in newtons; may be changed at any time"""
        self.gripping_since = math.inf
        """[s] when GRIPPING began; infinite in every other state"""
        self._closing = closing
        self._reflex = reflex
        self._curl = curl
        self._closing_since = math.inf
        self._chosen: int | None = None

    @property
    def state(self) -> State:
        """Where in the grasp the hand is."""
        return self.states.state

    @property
    def chosen(self) -> str | None:
        """The setpoint that was chosen by hand; None while the distance decides."""
        return None if self._chosen is None else NAMES[self._chosen]

    def release(self) -> None:
        """Let go of the object: the event that begins RELEASING."""
        self.states.release()

    def choose(self, setpoint: int | str | None) -> None:
        """Switch to one setpoint by hand (Figure 7), whatever the distance; None ends it.

        Args:
            setpoint: 0 to 5, or one of `setpoints.NAMES`.
        """
        if setpoint is None:
            self._chosen = None
        elif setpoint in NAMES:
            self._chosen = NAMES.index(setpoint)
        elif setpoint in range(len(NAMES)):
            self._chosen = int(setpoint)
        else:
            raise UnknownNameError("setpoint", str(setpoint), NAMES)

    def reset(self, obs: Observation) -> None:
        """Begin in NEUTRAL."""
        if obs.q.ndim != 1:
            raise InputError("this controller looks at one world; give each world its own.")
        self.states.reset()
        self._chosen = None
        self.gripping_since = self._closing_since = math.inf
        if self.squeeze is not None:
            self.squeeze.reset()
        self._wrist = obs.q.copy() if self._wanted_wrist is None else self._wanted_wrist

    def act(self, obs: Observation) -> Command:
        """One step of the grasp."""
        gripping = self.states.update(self._distance(obs)) == State.GRIPPING
        self.gripping_since = min(self.gripping_since, float(obs.time)) if gripping else math.inf
        return self.law.command(
            obs.q,
            obs.qd,
            obs.forearm,
            self._blend(obs),
            obs.timestep,
            self._wrist,
            self._arm,
            float(obs.time),
            self._pressing(obs),
            self._cap(obs),
        )

    def _pressing(self, obs: Observation) -> Squeeze | None:
        if self.squeeze is None or self._chosen is not None or self.state != State.GRIPPING:
            return None
        return self.squeeze(obs)

    def _cap(self, obs: Observation) -> np.ndarray | None:
        """(dof,) [rad] A fingertip that touches nothing bends no more than the joint before it, as
        tendons have it, or than the style does.
        """
        if self._curl is None or self.state != State.GRIPPING:
            return None
        return self._curl(obs)

    def _blend(self, obs: Observation) -> np.ndarray:
        if self._chosen is not None:
            return np.eye(len(NAMES))[self._chosen]
        if self.state != State.GRIPPING:
            self._closing_since = math.inf
            return self.states.blend(self.alpha)
        more = 0.0 if self._reflex is None else float(self._reflex(obs))
        B, time = self.states.blend(self.alpha + more), float(obs.time)
        self._closing_since = min(self._closing_since, time)
        if time - self._closing_since < self._closing:
            # As much of the squeeze, too, as the hand has closed.
            B *= (time - self._closing_since) / self._closing
            B[OPEN] += 1 - B.sum()
        return B
