"""A grip in newtons: wanted fingertip forces → joint torques → a reference pose.

Andrews 2014, section 5.4.3: torques are the forces at the pads through the transposed Jacobian, and
a torque over a spring's stiffness is how far to move its rest. The reference pose then gives the
grip and the springs keep the hand compliant about it. Beyond the text, forces act where the hand is
measured to touch and not at the pads.
"""

import math
from typing import Literal, NamedTuple

import numpy as np

from prehensile.control.law.gains import Gains
from prehensile.control.law.grip_range import MOST_GRIP
from prehensile.control.law.internal_model import InternalModel
from prehensile.control.law.poise import Poise
from prehensile.control.law.shared_press import balanced_forces
from prehensile.errors import InputError, UnknownNameError
from prehensile.hand.hand import Hand
from prehensile.hand.joints import DIGITS
from prehensile.kinematics.forward import pad_positions
from prehensile.kinematics.jacobian import pad_jacobians
from prehensile.lie import se3
from prehensile.world.contacts import Touch, touches
from prehensile.world.observation import Observation

Opposed = Literal["thumb", "palm"]
OPPOSED = ("thumb", "palm")
"""What fingers may press against."""
TOUCH = 0.02
"""[N] at which a digit counts as touching"""
SETTLE = 0.3
"""[s] in which the forces grow"""
TRIM = 2.6
"""[s] after it, in which they follow the contacts and their sum is trimmed: through a lift"""
TRIM_SECONDS = 0.3
"""[s] time constant of the trimming, and"""
ADAPT_SECONDS = 0.15
"""[s] of following the contacts"""
WRAP = 0.8
"""[s] after the touch, in which joints beyond a contact go on closing; later, in the air, they
would reach below what is held, and it is to be put down again"""
WRAP_SPEED = 1.5
"""[rad/s] at which joints beyond a contact go on closing"""
LEAD = 0.1
"""[rad] that their reference may run ahead of them"""
FROM_END = 0.1
"""[rad] that they are led no nearer to the end of their way: nobody bends a finger as far as it
goes round nothing"""
LOOK = 0.05
"""[s] between one look at the contacts and the next"""
SEEKING = 0.8
"""[rad/s] at which a digit that shall press and touches nothing goes on closing"""
LEAST_TRIM, MOST_TRIM = 0.1, 8.0
"""Factors by which the torque is trimmed, at least and at most."""
THUMB_SHARE = 2.0
"""What the thumb presses with, of a finger's force, against the palm: it stands nearly alone"""
LONGEST_CLOSE = 1.5
"""[s] that digits without contact are waited for"""
UNLOADING = 0.2
"""[s] in which a hand that lets go stops pressing, before it opens: as long as digits press,
whichever opens first leaves what is held to the push of the others"""
LEAST_SPRING = 50.0
"""[1/(s² N)] Springs weaker than this for each newton would need a reference pose more than two
radians away."""


class Squeeze(NamedTuple):
    """What the control law needs."""

    hold: np.ndarray
    """(dof,) [rad] where the springs would be at ease"""
    torque: np.ndarray
    """(dof,) [Nm] to press with there"""


def pad_forces(
    hand: Hand,
    q: np.ndarray,
    T_world_forearm: np.ndarray,
    grip: float,
    opposed: Opposed = "thumb",
    share: np.ndarray | None = None,
) -> np.ndarray:
    """Forces that the five pads exert, (5, 3) [N], world, magnitudes adding up to about ``grip``.

    Against the thumb, each finger and the thumb press along the line between their pads: whatever
    the pose, forces and moments balance. Against the palm, each pad presses along its own normal
    and the palm takes the other half.

    Args:
        hand: that presses.
        q: (dof,) [rad]
        T_world_forearm: (4, 4)
        grip: [N] sum of normal forces on the object.
        opposed: to what the fingers press.
        share: (5,) of each pad's force against the palm; equal if left out.
    """
    if opposed not in OPPOSED:
        raise UnknownNameError("opposition", str(opposed), OPPOSED)
    pads, normals = pad_positions(hand, q, T_world_forearm)
    fingers = len(DIGITS) - 1
    if opposed == "palm":
        share = np.ones(len(DIGITS)) if share is None else share
        return grip / 2 * (share / share.sum())[:, None] * normals
    towards = pads[:1] - pads[1:]
    forces = np.zeros((len(DIGITS), 3))
    forces[1:] = grip / 2 / fingers * towards / np.linalg.norm(towards, axis=1, keepdims=True)
    forces[0] = -forces[1:].sum(axis=0)
    return forces


def squeeze_torque(
    hand: Hand, q: np.ndarray, T_world_forearm: np.ndarray, forces: np.ndarray
) -> np.ndarray:
    """Joint torques (dof,) [Nm] for forces (5, 3) [N] of the pads on an object: Σ Jᵀ f."""
    J = pad_jacobians(hand, q, T_world_forearm)[:, :3]
    return np.einsum("ixj,ix->j", J, forces)


class ForceSqueeze:
    """Turns the pose in which a hand touches into a reference pose that presses as asked.

    Until every digit touches, or for `LONGEST_CLOSE`, the setpoints close the hand. Then the pose
    is kept and the forces grow to the wanted grip. They act where the hand is measured to touch, so
    that a joint beyond a contact does not bend; how they are shared is what leaves the object
    unmoved. The sum is trimmed to what is measured until `TRIM` is over, and then left alone, so
    that what is held stays still.

    Args:
        hand: that presses.
        grip: [N] sum of normal forces on the object.
        opposed: to what the fingers press, where contacts are not known.
        after: [s] of closing, whatever touches; until every digit touches if left out.
        target: name of the object; None: whatever is not a hand.
        poise: what is added so that the object can be lifted unmoved; nothing if left out.
        fingers: digits that shall press, and close on until they touch; whichever touch if left
            out.
    """

    def __init__(
        self,
        hand: Hand,
        grip: float,
        opposed: Opposed = "thumb",
        after: float | None = None,
        target: str | None = None,
        poise: Poise | None = None,
        fingers: tuple[str, ...] = (),
    ):
        if not 0 < grip < math.inf:
            raise InputError(f"grip is {grip!r} N; expected a number above 0.")
        if opposed not in OPPOSED:
            raise UnknownNameError("opposition", str(opposed), OPPOSED)
        self.grip = float(grip)
        self._hand = hand
        self._opposed: Opposed = opposed
        self._after = after
        self._target = target
        self._poise = poise
        self._chains = _flexing_chains(hand)
        self._fingers = fingers
        self._model: InternalModel | None = None
        self.reset()

    def reset(self) -> None:
        """Forget the last grasp."""
        self.tighter = 0.0
        """share of the grip that a reflex adds"""
        self._hold: np.ndarray | None = None
        self._torque: np.ndarray | None = None
        self._began = self._touched = math.inf
        self._trim = 1.0
        self._wanted = np.zeros(self._hand.dof)
        self._poised, self._poised_wanted = np.zeros(self._hand.dof), np.zeros(self._hand.dof)
        if self._poise is not None:
            self._poise.reset()
        self._look_again = -math.inf
        self._pressed: Squeeze | None = None
        self._let_go: tuple[float, np.ndarray] | None = None

    @property
    def wanted(self) -> float:
        """[N] with what a reflex adds."""
        return min((1 + self.tighter) * self.grip, max(MOST_GRIP, self.grip))

    def regrip(self, newtons: float, obs: Observation) -> None:
        """Press this hard from now on, and trim the sum to what is measured."""
        self.grip = newtons
        if self._hold is not None:
            self._touched = float(obs.time) - SETTLE

    def take_over(self, obs: Observation) -> None:
        """The hand has closed already: press from its present pose, at once in full."""
        self._hold = obs.q.copy()
        self._began = self._touched = float(obs.time) - SETTLE

    def check(self, gains: Gains) -> None:
        """Refuse springs whose reference pose would be turns away.

        Raises:
            InputError: with the strength that is needed.
        """
        if gains.spring < LEAST_SPRING * self.grip:
            needed = math.ceil(LEAST_SPRING * self.grip / gains.stiffness)
            raise InputError(
                f"a grip of {self.grip:g} N needs stiffer springs than strength "
                f"{gains.strength:g} gives: {needed} or more."
            )

    def __call__(self, obs: Observation) -> Squeeze | None:
        """What to press with at this observation, while gripping; None while still closing."""
        time = float(obs.time)
        if self._began == math.inf:
            self._began = time
        if self._hold is None:
            if not self._closed(obs, time - self._began):
                return None
            self._hold, self._touched = obs.q.copy(), time
        elapsed = time - self._touched
        if self._torque is None or elapsed < SETTLE + TRIM:
            self._adapt(obs, elapsed)
        assert self._torque is not None
        asked = min(elapsed / SETTLE, 1.0) * self._trim * self.wanted
        self._pressed = Squeeze(self._hold, asked * self._torque + self._poised)
        return self._pressed

    def let_go(self, obs: Observation) -> Squeeze | None:
        """What is left of the last press at this observation, after the order to let go; None if
        there was none.

        All forces fade alike, within `UNLOADING`, so that what they held is pushed nowhere; in the
        end the springs are at ease where the digits were.
        """
        if self._pressed is None:
            return None
        if self._let_go is None:
            self._let_go = float(obs.time), obs.q.copy()
        began, q = self._let_go
        left = max(1 - (float(obs.time) - began) / UNLOADING, 0.0)
        hold, torque = self._pressed
        return Squeeze(q + left * (hold - q), left * torque)

    def unloaded(self, time: float) -> bool:
        """Whether nothing of the press is left at ``time`` [s], after the order to let go."""
        if self._pressed is None:
            return True
        return self._let_go is not None and time - self._let_go[0] >= UNLOADING

    def _closed(self, obs: Observation, elapsed: float) -> bool:
        if self._after is not None:
            return elapsed >= self._after
        return bool((obs.finger_force > TOUCH).all()) or elapsed >= LONGEST_CLOSE

    def _adapt(self, obs: Observation, elapsed: float) -> None:
        """Follow the contacts as they are, and their sum."""
        felt = touches(obs, self._target)
        time = float(obs.time)
        if time >= self._look_again:
            self._wanted, self._look_again = self._torque_per_newton(obs, felt), time + LOOK
            self._poised_wanted = self._poise_torque(obs, felt)
        if self._torque is None:
            self._torque = self._wanted
        share = obs.timestep / ADAPT_SECONDS
        self._torque = self._torque + share * (self._wanted - self._torque)
        if self._poise is not None:
            self._poise.feel(obs, felt, self.wanted)
            share = obs.timestep / LOOK
            self._poised = self._poised + share * (self._poised_wanted - self._poised)
        if elapsed < WRAP:
            self._wrap(obs, felt)
        if elapsed > SETTLE:
            measured = sum(t.force for t in felt)
            missing = 1 - measured / self.wanted
            trim = self._trim * (1 + missing * obs.timestep / TRIM_SECONDS)
            self._trim = min(max(trim, LEAST_TRIM), MOST_TRIM)

    def _wrap(self, obs: Observation, felt: list[Touch]) -> None:
        """Digits that are stopped by what they touch go on closing beyond it, and those that shall
        press until they touch.
        """
        assert self._hold is not None
        touching = {t.segment for t in felt}
        for digit, chain in self._chains.items():
            met = [k for k, link in enumerate(chain) if link.segment in touching]
            if met:
                beyond, speed = chain[met[-1] + 1 :], WRAP_SPEED
            else:
                beyond, speed = (chain if digit in self._fingers else []), SEEKING
            for link in beyond:
                lead = obs.q[link.joint] + LEAD
                further = self._hold[link.joint] + speed * obs.timestep
                end = self._hand.upper[link.joint] - FROM_END
                self._hold[link.joint] = max(self._hold[link.joint], min(further, lead, end))

    def _torque_per_newton(self, obs: Observation, felt: list[Touch]) -> np.ndarray:
        """(dof,) [Nm/N] for one newton of grip."""
        if all(t.group == "palm" for t in felt):
            T = se3.from_pose7(obs.forearm)
            share = (obs.finger_force > TOUCH) * np.array([THUMB_SHARE, 1, 1, 1, 1])
            forces = pad_forces(
                self._hand, obs.q, T, 1.0, self._opposed, share if share.any() else None
            )
            return squeeze_torque(self._hand, obs.q, T, forces)
        self._model = self._model or InternalModel(self._hand)
        self._model.pose(obs.q, obs.forearm)
        torque = np.zeros(self._hand.dof)
        for touch, newtons in zip(felt, balanced_forces(felt), strict=True):
            if touch.group != "palm":
                torque += self._model.press_torque(touch.segment, touch.point, newtons * touch.push)
        return torque

    def _poise_torque(self, obs: Observation, felt: list[Touch]) -> np.ndarray:
        """(dof,) [Nm] that readies the object for being lifted."""
        torque = np.zeros(self._hand.dof)
        if self._poise is None or self._model is None:
            return torque
        for touch, force in zip(felt, self._poise.forces(obs, felt), strict=True):
            if touch.group != "palm":
                torque += self._model.press_torque(touch.segment, touch.point, force)
        return torque


class Link(NamedTuple):
    """A segment of a digit, and the joint that flexes it."""

    segment: str
    joint: int


def _flexing_chains(hand: Hand) -> dict[str, list[Link]]:
    """For every digit its segments from the palm outwards."""
    chains: dict[str, list[Link]] = {}
    for name, segment in hand.segments.items():
        flexes = [j.name for j in segment.joints if j.name.endswith("flex")]
        known = [hand.joint_index(j) for j in flexes if j in hand.joint_names]
        if segment.group != "palm" and known:
            chains.setdefault(segment.group, []).append(Link(name, known[0]))
    return chains
