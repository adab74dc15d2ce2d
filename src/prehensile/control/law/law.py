"""Equation (1) of Pollard & Zordan 2005: τ = τ_P + τ_A + τ_ARM + τ_G, as a Command.

Springs and dampers leave as stiffness and damping and not as torque, so that the world integrates
them implicitly: stable at 1/120 s, where the paper needed 0.2 ms.
"""

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from prehensile.control.arm.path import ArmPath
from prehensile.control.law.active import ActiveTerm
from prehensile.control.law.feed_forward import ArmTerm, GravityTerm
from prehensile.control.law.gains import GRASPS, STIFFNESS, Gains, joint_gains
from prehensile.control.law.hard_stop import HardStop
from prehensile.control.law.internal_model import InternalModel
from prehensile.control.law.joint_pull import JointPull, no_pull
from prehensile.control.law.passive import PassiveTerm
from prehensile.control.law.setpoints import GRIP
from prehensile.control.law.squeeze import Squeeze
from prehensile.hand.hand import Hand
from prehensile.hand.joints import DIGITS, WRIST_JOINTS
from prehensile.world.command import Command

if TYPE_CHECKING:
    from prehensile.control.law.inertia import Meaning


@dataclass(frozen=True)
class Terms:
    """Which terms of (1) act."""

    passive: bool = True
    active: bool = True
    arm: bool = True
    gravity: bool = True
    stop: bool = True
    """the hard stop behind the soft limits of τ_P"""


BESIDE = {
    "mcp_abd": "mcp_flex",
    "pip_flex": "mcp_flex",
    "dip_flex": "pip_flex",
    "cmc_abd": "cmc_flex",
    "mp_flex": "cmc_flex",
    "ip_flex": "mp_flex",
}
"""Which joint of its digit each kind is as stiff beside as its lever to the pad is long."""
ALL_TERMS = Terms()
"""Equation (1) as it stands, and the hard stop."""


class ControlLaw:
    """The sum of the four terms for one hand.

    The law moves the digits. The wrist is part of the arm: it holds an angle stiffly, helped by
    the same feed-forward torques.

    Args:
        hand: whose joints are moved.
        passive: τ_P, towards the neutral pose and away from the limits.
        active: τ_A; without it the hand is passive.
        gains: of τ_A and τ_P.
        inertia: meaning of I.
        terms: which of the four act.
        mass_scale: how wrong the controller is about its masses.
        tendons: whether the joints of a finger are as stiff beside each other as their levers to
            the pad are long. In proportion to what each carries, a fingertip's spring is a
            hundredth of the knuckle's and gives way under any load; one tendon bends them all.
    """

    def __init__(
        self,
        hand: Hand,
        passive: PassiveTerm,
        active: ActiveTerm | None = None,
        gains: Gains = GRASPS,
        inertia: "Meaning" = "outboard",
        terms: Terms = ALL_TERMS,
        mass_scale: float = 1.0,
        tendons: bool = False,
    ):
        if inertia != "outboard":
            from prehensile.control.law.inertia import check_meaning  # here: seldom needed

            check_meaning(inertia)
        self.hand = hand
        self.passive = passive
        self.active = active
        self.gains = gains
        self.terms = terms
        self._meaning: Meaning = inertia
        self._model = InternalModel(hand, mass_scale)
        self._arm = ArmTerm(self._model)
        self._gravity = GravityTerm(self._model)
        self._tendons = _tendons(hand) if tendons else []
        self._stop = HardStop(hand.lower, hand.upper)
        self._wrist = np.array([n in WRIST_JOINTS for n in hand.joint_names])
        self._wrist_at = np.flatnonzero(self._wrist)
        stiffness, damping = joint_gains(hand)
        self._wrist_stiffness, self._wrist_damping = stiffness[self._wrist], damping[self._wrist]
        """(wrist's joints,) [Nm/rad] and [Nms/rad]"""
        spec = hand.spec
        self._tissue = JointPull(spec.stiffness, spec.stiffness * spec.rest, spec.damping)

    def command(
        self,
        q: np.ndarray,
        qd: np.ndarray,
        forearm: np.ndarray,
        blend: np.ndarray,
        timestep: float,
        wrist: np.ndarray,
        arm: ArmPath | None = None,
        time: float = 0.0,
        squeeze: Squeeze | None = None,
        cap: np.ndarray | None = None,
    ) -> Command:
        """What to do during the next step.

        Args:
            q: (dof,) [rad] now
            qd: (dof,) [rad/s] now
            forearm: (7,) now, world
            blend: (6,) B
            timestep: [s]
            wrist: (dof,) [rad] of which the wrist's joints are held
            arm: where the forearm goes; none if it is not driven.
            time: [s] now, for the arm
            squeeze: a grip in newtons beside the setpoints, part of τ_A
            cap: (dof,) [rad] beyond which no spring draws a joint; none if left out
        """
        self._model.pose(q, forearm)
        inertia = self._inertia()
        if not self.terms.active:
            squeeze = None  # pressing is work
        muscle = self._muscle(q, blend, squeeze)
        if cap is not None or squeeze is not None:
            towards = muscle.towards
            if cap is not None:
                towards = np.minimum(towards, muscle.spring * cap)
            if squeeze is not None:
                towards = towards + squeeze.torque / inertia
            muscle = JointPull(muscle.spring, towards, muscle.damper)
        nothing = no_pull(len(q))
        stop = self._stop.pull(q, qd, timestep) if self.terms.stop else nothing
        pull = muscle if stop is nothing else muscle.plus(stop)
        torque = self._feed_forward(arm, time)
        goal = None if arm is None else arm.at(time + timestep)
        if self._meaning == "full":
            from prehensile.control.law.inertia import coupling_torque

            matrix = self._model.joint_inertia()
            matrix = np.where(self._wrist | self._wrist[:, None], np.diag(inertia), matrix)
            alone = self._tissue.plus(stop.times(inertia))
            coupling = coupling_torque(matrix, muscle, alone, q, qd, timestep)
            torque = torque + np.where(self._wrist, 0.0, coupling)
        if self._at_work():
            q_ref = pull.towards / pull.spring
        else:  # a joint without a spring has nowhere to go
            q_ref = np.divide(pull.towards, pull.spring, out=q.copy(), where=pull.spring > 0)
        stiffness, damping = inertia * pull.spring, inertia * pull.damper
        held = self._wrist_at
        q_ref[held] = wrist[held]
        stiffness[held] = self._wrist_stiffness
        damping[held] = self._wrist_damping
        for array in (q_ref, stiffness, damping, torque):
            array.flags.writeable = False  # so that the Command needs no copy
        return Command(
            q_ref=q_ref,
            stiffness=stiffness,
            damping=damping,
            torque=torque,
            forearm=None if goal is None else goal.pose,
            forearm_twist=None if goal is None else goal.twist,
        )

    def rest_pose(self, setpoint: int) -> np.ndarray:
        """(dof,) [rad] where a setpoint brings the digits to rest, with the terms that act."""
        assert self.active is not None
        angle = self.active.setpoints.angle[setpoint]
        return (angle + self.passive.neutral) / 2 if self.terms.passive else angle

    def _inertia(self) -> np.ndarray:
        """(dof,) [kg m²] that the springs of every joint are made for."""
        inertia = self._model.outboard_inertia()
        if not self._tendons:
            return inertia
        each = inertia.tolist()
        for joint, before, ratio in self._tendons:
            beside = ratio * each[before]
            if beside > each[joint]:
                each[joint] = beside
        return np.array(each)

    def _muscle(self, q: np.ndarray, blend: np.ndarray, squeeze: Squeeze | None) -> JointPull:
        """τ_P and τ_A per unit of inertia, without what presses in newtons."""
        terms = self.terms
        active = None
        if terms.active and self.active is not None:
            angle = None if squeeze is None else self._pressing(squeeze, blend)
            active = self.active.pull(blend, self.gains, angle)
        if not terms.passive:
            return no_pull(self.hand.dof) if active is None else active
        passive = self.passive.pull(q, self.gains)
        return passive if active is None else passive.plus(active)

    def _pressing(self, squeeze: Squeeze, blend: np.ndarray) -> np.ndarray:
        """(dof,) [rad] θ_DES that is at rest where the hand touched: 2θ − θ_NEUTRAL balances τ_P
        there. α goes beyond it, by (15) and (16).
        """
        assert self.active is not None
        angle = self.active.setpoints.angle
        stronger = blend.dot(angle) - angle[GRIP]
        balanced = squeeze.hold
        if self.terms.passive:
            balanced = 2 * squeeze.hold - self.passive.neutral
        return balanced + stronger

    def _at_work(self) -> bool:
        """Whether there is a spring at every joint."""
        return self.terms.passive or (self.terms.active and self.active is not None)

    def _feed_forward(self, arm: ArmPath | None, time: float) -> np.ndarray:
        """τ_ARM and τ_G. A driven forearm accelerates during a step by what its path does at the
        step's beginning: its weld trails by the same half step that its target runs ahead.
        """
        if not self.terms.arm or arm is None:
            return self._gravity.torque() if self.terms.gravity else np.zeros(self.hand.dof)
        now = arm.at(time)
        if not self.terms.gravity:
            return self._arm.torque(now.twist, now.acceleration)
        # Both at once: inverse dynamics is linear in gravity and acceleration together.
        return self._model.torque(twist=now.twist, acceleration=now.acceleration)


def _tendons(hand: Hand) -> list[tuple[int, int, float]]:
    """For every joint of a digit the joint that it is as stiff beside, and the ratio of both, from
    the palm outwards.
    """
    names, found = hand.joint_names, []
    for digit in DIGITS:
        for kind, beside in BESIDE.items():
            if f"{digit}_{kind}" in names and f"{digit}_{beside}" in names:
                joints = (names.index(f"{digit}_{k}") for k in (kind, beside))
                found.append((*joints, STIFFNESS[kind] / STIFFNESS[beside]))
    return found
