"""Steps a world in which one fingertip meets the plank by the stated law of its pad."""

import mujoco
import numpy as np

from prehensile.capture.lab.fingerpad import Fingerpad
from prehensile.capture.lab.plank import PLANK, SIDES
from prehensile.hand.segments import GROUPS, TIP_SEGMENT
from prehensile.kinematics.capsules import segment_capsules
from prehensile.world.command import Command
from prehensile.world.contacts import Contacts
from prehensile.world.world import Frame, World

DIGIT = "index"


class PadStepper:
    """The engine's own contacts with the plank are off; the law's force acts on both instead.

    Args:
        pad: with its memory.
    """

    def __init__(self, pad: Fingerpad):
        self._pad = pad
        self._ready = False

    def __call__(self, world: World, command: Command) -> Frame:
        """One step; the frame has the law's contact."""
        if not self._ready:
            self._prepare(world)
        data = world.data
        mujoco.mj_kinematics(world.model, data)
        point, depth = self._deepest(data)
        force = self._pad.press(depth, world.timestep)
        up = np.array([0.0, 0.0, force])
        for body, push in ((self._tip, up), (self._plank, -up)):
            lever = point - data.xipos[body]
            data.xfrc_applied[body] = np.concatenate([push, np.cross(lever, push)])
        frame = world.step(command)
        if force == 0:
            return frame
        group = frame.group_force.copy()
        group[0, GROUPS.index(DIGIT)] += force
        return frame._replace(contacts=self._contact(point, force, depth), group_force=group)

    def _prepare(self, world: World) -> None:
        hand = world.hands[0]
        self._tip = world.model.body(f"{hand.name}/{TIP_SEGMENT[DIGIT]}").id
        self._plank = world.model.body(PLANK).id
        capsules = segment_capsules(hand.hand.segment(TIP_SEGMENT[DIGIT]))
        self._ends = np.concatenate([capsules.start, capsules.end])
        self._radius = np.tile(capsules.radius, 2)
        off = world.model.geom_bodyid == self._plank
        world.model.geom_contype[off] = world.model.geom_conaffinity[off] = 0
        names = world.contact_names
        self._a = np.array([names.index(f"{hand.name}/{TIP_SEGMENT[DIGIT]}")], np.int32)
        self._b = np.array([names.index(PLANK)], np.int32)
        self._ready = True

    def _deepest(self, data: mujoco.MjData) -> tuple[np.ndarray, float]:
        """Lowest point of the fingertip (3,) [m], and how far it is below the plank's face [m]."""
        points = self._ends @ data.xmat[self._tip].reshape(3, 3).T + data.xpos[self._tip]
        points[:, 2] -= self._radius
        point = points[points[:, 2].argmin()]
        out = data.xmat[self._plank].reshape(3, 3)[:, 2]
        above = (point - data.xpos[self._plank]) @ out - SIDES[2] / 2
        return point, -float(above)

    def _contact(self, point: np.ndarray, force: float, depth: float) -> Contacts:
        down = np.array([[0.0, 0.0, -1.0]])
        return Contacts(
            a=self._a,
            b=self._b,
            pos=point[None],
            normal=down,
            force=force * down,
            torsion=np.zeros(1),
            depth=np.array([depth]),
            normal_force=np.array([force]),
        )
