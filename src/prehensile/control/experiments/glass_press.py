"""A finger that presses on a pane of glass with a force that may change at any time."""

from pathlib import Path

import numpy as np

from prehensile.control.law.gains import joint_gains
from prehensile.errors import InputError
from prehensile.hand.corpus import corpus_pose
from prehensile.hand.hand import Hand
from prehensile.hand.joints import DIGITS
from prehensile.hand.segments import TIP_SEGMENT
from prehensile.kinematics.forward import pad_positions
from prehensile.kinematics.jacobian import point_jacobian
from prehensile.lie import se3
from prehensile.world.command import Command
from prehensile.world.objects.primitives import box
from prehensile.world.pads import WorldPads
from prehensile.world.scene import HandInScene, ObjectInScene
from prehensile.world.world import Frame, World

FINGER = "index"
GLASS = "glass"
PANE = (0.12, 0.004, 0.1)
"""[m]"""
BELOW = 0.02
"""[m] from the place that is pressed on to the pane's lower edge: thumb and knuckles stay clear"""
HEIGHT = 0.3
"""[m] of the place that is pressed on"""
LEAN = np.radians(28)
"""between the forearm and the pane"""
POINTING = {"mcp_flex": 0.02, "pip_flex": 0.08, "dip_flex": -0.1}
"""[rad] of the finger that presses: the last joint a little back, as on people who press"""
LIFTED = 0.012
"""[m] between pad and pane before it presses"""
APPROACH = 0.05
"""[m/s]"""
RETREAT_S = 0.15
FOLLOW_S, TRIM_S = 0.1, 0.3
"""[s] in which the wanted force is taken up, and in which what is missing is added"""
MOST_TRIM = 5.0
"""[N]"""
FELT = 0.05
"""[N] from which the finger knows that it touches"""
FIRM = 5.0
"""times the usual stiffness, of all that does not press"""


class GlassPress:
    """A hand that points at a pane, and a force to press with.

    The finger's joints push with τ = Jᵀ f at the centre of pressure; its springs only keep its
    shape, so that it presses as hard as it is told and no harder.

    Args:
        hand: whose index finger presses.
        guard_folder: as of `World`.

    Raises:
        InputError: the hand has no such fingertip.
    """

    force = 0.0
    """[N] wanted; 0 lifts the finger off"""

    def __init__(self, hand: Hand, guard_folder: Path | None = None):
        self._segment = TIP_SEGMENT[FINGER]
        segment = hand.segments.get(self._segment)
        if segment is None or segment.pad is None:
            raise InputError(f"this hand has no {FINGER} fingertip to press with; choose another.")
        self.hand, self._pad = hand, segment.pad
        self._q = _pointing(hand)
        self._joints = [k for k, n in enumerate(hand.joint_names) if n.startswith(f"{FINGER}_")]
        self._stiffness, self._damping = (self._firm(gain) for gain in joint_gains(hand))
        self._start = _leaning(hand, self._q)
        pane = box(PANE, 0.3, name=GLASS, color=(0.72, 0.86, 0.9))
        at = (0.0, PANE[1] / 2, HEIGHT - BELOW + PANE[2] / 2, 1.0, 0.0, 0.0, 0.0)
        self.world = World(
            HandInScene(hand, forearm=se3.to_pose7(self._start), q=self._q),
            [ObjectInScene(pane, GLASS, at, fixed=True)],
            floor=False,
            guard_folder=guard_folder,
        )
        self._first = self.world.snapshot()
        self._pads = WorldPads(self.world)
        self.reset()

    @property
    def pressing(self) -> float:
        """[N] on the pad now."""
        return self._felt

    def reset(self) -> None:
        """The finger is off the pane."""
        self.world.restore(self._first)
        self.force = self._shift = 0.0
        self._feel(np.zeros(2), 0.0)
        self._take_off()

    def step(self) -> Frame:
        """One step of the world."""
        seen, dt = self.world.observe(), self.world.timestep
        torque = np.zeros(self.hand.dof)
        if self.force <= 0:
            self._shift *= 1 - min(1.0, dt / RETREAT_S)
            self._take_off()
        elif self._felt < FELT:
            self._shift += APPROACH * dt
            self._take_off()
        else:
            torque = self._push(seen.q, seen.forearm, dt)
        goal = self._start.copy()
        goal[1, 3] += self._shift
        frame = self.world.step(
            Command(
                q_ref=self._q,
                stiffness=self._stiffness,
                damping=self._damping,
                torque=torque,
                forearm=se3.to_pose7(goal),
            )
        )
        load = self._pads.loads(frame)[0]
        row = DIGITS.index(FINGER)
        self._feel(load.center[row], float(load.force[row]))
        return frame

    def _push(self, q: np.ndarray, forearm: np.ndarray, dt: float) -> np.ndarray:
        """(dof,) [Nm] that press with the wanted force, slowly taken up."""
        self._wanted += (self.force - self._wanted) * min(1.0, dt / FOLLOW_S)
        missing = (self._wanted - self._felt) * dt / TRIM_S
        self._trim = float(np.clip(self._trim + missing, -MOST_TRIM, MOST_TRIM))
        at = self._pad + np.array([*self._center, 0.0])
        J = point_jacobian(self.hand, q, self._segment, at, se3.from_pose7(forearm))
        torque = np.zeros(self.hand.dof)
        torque[self._joints] = (self._wanted + self._trim) * J[1, self._joints]  # into the pane: +y
        return torque

    def _take_off(self) -> None:
        self._wanted = self._trim = 0.0

    def _feel(self, center: np.ndarray, force: float) -> None:
        # A load's second column is mirrored on a left hand; on the segment it is y.
        mirror = 1.0 if self.hand.side == "right" else -1.0
        self._center, self._felt = center * (1.0, mirror), force

    def _firm(self, gain: np.ndarray) -> np.ndarray:
        firm = FIRM * gain
        firm[self._joints] = gain[self._joints]
        return firm


def _pointing(hand: Hand) -> np.ndarray:
    """(dof,) [rad]: a fist whose index finger points."""
    q = np.array(hand.transfer(corpus_pose("fist").q))
    for k, name in enumerate(hand.joint_names):
        if name.startswith(f"{FINGER}_"):
            q[k] = POINTING.get(name.removeprefix(f"{FINGER}_"), 0.0)
    return np.clip(q, hand.lower, hand.upper)


def _leaning(hand: Hand, q: np.ndarray) -> np.ndarray:
    """(4, 4) of the forearm below the pane, its palm towards it, the pad just off it at x = 0."""
    up = np.array([0.0, np.sin(LEAN), np.cos(LEAN)])
    back = np.array([0.0, -np.cos(LEAN), np.sin(LEAN)])
    T = np.eye(4)
    T[:3, :3] = np.stack([up, np.cross(back, up), back], axis=1)
    pad = T[:3, :3] @ pad_positions(hand, q)[0][DIGITS.index(FINGER)]
    T[:3, 3] = (0.0, -LIFTED, HEIGHT) - pad
    return T
