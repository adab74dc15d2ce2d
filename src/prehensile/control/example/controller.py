"""A hand that grasps as one example showed: states, setpoints, arm and control law together."""

import math
from collections.abc import Callable

import numpy as np

from prehensile.control.arm.path import ArmPath
from prehensile.control.controller import Controller
from prehensile.control.example.states import GraspStates, State
from prehensile.control.law.law import ControlLaw
from prehensile.control.law.setpoints import GRIP, NAMES, NEUTRAL, OPEN, RELEASE
from prehensile.control.law.squeeze import ForceSqueeze, Squeeze
from prehensile.errors import InputError, UnknownNameError
from prehensile.motion.minimum_jerk import minimum_jerk
from prehensile.world.command import Command
from prehensile.world.observation import Observation

BENT = 1 / 3
"""Share of D2 within which the wrist is as it will grasp"""
Distance = Callable[[Observation], float]
"""[m] from hand to object, surface to surface."""


Reflex = Callable[[Observation], float]
"""How much tighter to grip while GRIPPING: added to α, or in newtons a share of these."""


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
        wrist: (dof,) [rad] of which the wrist's joints are held at the object, and reached on the
            way to it; as found if left out.
        squeeze: a grip in newtons, in place of the grip setpoint and α while GRIPPING.
        pace: [rad/s] that no joint's reference exceeds when setpoints change. At once, as in
            Figure 3, strong springs strike the object.
        reflex: asked every step while GRIPPING how much tighter to grip, a `SlipReflex` say: added
            to α, or with a squeeze the share to add to its newtons; none if left out.
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
        pace: float = math.inf,
        reflex: Reflex | None = None,
        curl: Curl | None = None,
    ):
        if not pace > 0:
            raise InputError(f"pace is {pace!r} rad/s; expected a number above 0.")
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
        self.pace = pace
        """[rad/s]"""
        self._blended = np.zeros(len(NAMES))
        """(6,) B of the last step"""
        self.reflex = reflex
        """may be changed at any time"""
        self._curl = curl
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
        self.gripping_since = math.inf
        open_already = self._distance(obs) < self.states.distances.close
        self._blended = np.eye(len(NAMES))[OPEN if open_already else NEUTRAL]
        if self.squeeze is not None:
            self.squeeze.reset()
        self._wrist_found = obs.q.copy()

    def act(self, obs: Observation) -> Command:
        """One step of the grasp."""
        gripping = self.states.update(self._distance(obs)) == State.GRIPPING
        self.gripping_since = min(self.gripping_since, float(obs.time)) if gripping else math.inf
        tighter = 0.0
        if gripping and self._chosen is None and self.reflex is not None:
            tighter = float(self.reflex(obs))
        if self.squeeze is not None:
            self.squeeze.tighter, tighter = tighter, 0.0
        blend = self._blend(obs, tighter)
        return self.law.command(
            obs.q,
            obs.qd,
            obs.forearm,
            blend,
            obs.timestep,
            self.wrist_pose(),
            self._arm,
            float(obs.time),
            self._pressing(obs, float(blend[RELEASE])),
            self._cap(obs),
        )

    def wrist_pose(self) -> np.ndarray:
        """(dof,) [rad] of which the wrist's joints are held now: it bends on the way to the object,
        and back on the way from it.
        """
        if self._wanted_wrist is None:
            return self._wrist_found
        far = self.states.distances.open
        share = min(max((far - self.states.distance) / ((1 - BENT) * far), 0.0), 1.0)
        return self._wrist_found + minimum_jerk(share)[0] * (self._wanted_wrist - self._wrist_found)

    def _pressing(self, obs: Observation, opened: float) -> Squeeze | None:
        """A grip in newtons, or what is left of it when the hand has opened by a share."""
        if self.squeeze is None or self._chosen is not None:
            return None
        if self.state == State.GRIPPING:
            return self.squeeze(obs)
        left = self.squeeze.let_go(obs) if self.state == State.RELEASING else None
        if left is None or self.law.active is None:
            return None
        # The setpoints open from their own grip; the hand opens from where it is to the same pose.
        grip = self.law.rest_pose(GRIP)
        return left._replace(hold=left.hold + opened * (grip - left.hold))

    def _cap(self, obs: Observation) -> np.ndarray | None:
        """(dof,) [rad] A fingertip that touches nothing bends no more than the joint before it, as
        tendons have it, or than the style does.
        """
        if self._curl is None or self.state != State.GRIPPING:
            return None
        return self._curl(obs)

    def _blend(self, obs: Observation, tighter: float) -> np.ndarray:
        """(6,) B, which changes no faster than the pace allows; a hand that lets go stops pressing
        before it opens.
        """
        if self._unloading(float(obs.time)):
            return self._blended
        wanted = self._wanted_blend(tighter)
        if self.law.active is None or self.pace == math.inf:
            self._blended = wanted
            return wanted
        if wanted.tolist() == self._blended.tolist():  # most of the time
            return self._blended
        change = wanted - self._blended
        # A setpoint θ_i holds the pose ½(θ_i + θ_NEUTRAL).
        angle = np.abs(self.law.active.setpoints.desired(change)[0]).max() / 2
        most = self.pace * obs.timestep / max(angle, 1e-9)
        self._blended = self._blended + change * min(1.0, most)
        return self._blended

    def _unloading(self, time: float) -> bool:
        if self.squeeze is None or self._chosen is not None or self.state != State.RELEASING:
            return False
        return not self.squeeze.unloaded(time)

    def _wanted_blend(self, tighter: float) -> np.ndarray:
        if self._chosen is not None:
            return np.eye(len(NAMES))[self._chosen]
        return self.states.blend(self.alpha + tighter)
