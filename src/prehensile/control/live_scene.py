"""An object on its stand and a hand that waits for orders."""

from pathlib import Path

import numpy as np

from prehensile.control.candidates import Candidate
from prehensile.control.carry import Carry
from prehensile.control.grasp import grasp_motion
from prehensile.control.live_grasp import LiveGrasp
from prehensile.control.sequencer import start_pose
from prehensile.control.stand import STAND_HEIGHT, stand_world
from prehensile.control.travel import Travel
from prehensile.errors import InputError
from prehensile.hand.hand import Hand
from prehensile.lie import se3
from prehensile.world.object import Object
from prehensile.world.world import Frame

WAITING_DISTANCE = 0.34
"""[m] from the stand, where a hand waits that has no plan yet"""
WAITING_HEIGHT = STAND_HEIGHT + 0.06
"""[m]"""


class LiveGraspScene:
    """One object and one hand. The hand can be there before anybody knows how it will grasp.

    Args:
        obj: what stands there.
        hand: what grasps it.
        grip: [N] sum of normal forces, until `set_grip`.
        guard_folder: as `World` takes it.
    """

    def __init__(self, obj: Object, hand: Hand, grip: float, guard_folder: Path | None = None):
        self._object, self._hand, self._grip = obj, hand, grip
        self.world = stand_world(obj, hand, waiting_pose(hand), None, guard_folder)
        self._start = self.world.snapshot()
        self._motion = None
        self._begin_waiting()

    @property
    def planned(self) -> bool:
        """Whether it is known how to grasp."""
        return self._motion is not None

    @property
    def doing(self) -> str:
        """What the hand does now, in a word or two."""
        if self._grasp is not None:
            return self._grasp.doing
        return "wait" if self._travel is None else "ready"

    @property
    def holding(self) -> bool:
        """Whether the hand has closed on the object and was not told to let go."""
        return self._grasp is not None and self._grasp.holding

    @property
    def ready(self) -> bool:
        """Whether it can approach."""
        return self._motion is not None and self._grasp is None and not self._approach_wanted

    def plan(self, candidate: Candidate) -> None:
        """Grasp like this; the hand goes to where the approach begins."""
        self._motion = grasp_motion(self._object, candidate, self._grip)
        self._begin_travel()

    def approach(self) -> None:
        """Go to the object and close on it, as soon as the hand is where that begins.

        Raises:
            InputError: it is not known how.
        """
        if self._motion is None:
            raise InputError("the grasp is still being planned.")
        self._approach_wanted = True

    def set_grip(self, newtons: float) -> None:
        """Grip harder or softer from now on."""
        self._grip = newtons
        if self._grasp is not None:
            self._grasp.set_grip(newtons)

    def move(self, carry: Carry) -> None:
        """Move the arm with what it holds."""
        if self._grasp is None:
            raise InputError(f"the hand cannot {carry.name} yet: it has not closed.")
        self._grasp.move(carry, self.world.time)

    def let_go(self) -> None:
        """Open the hand."""
        if self._grasp is not None:
            self._grasp.open()

    def take_off_stand(self) -> None:
        """From now on the object only stands on its stand, whoever pulls at it."""
        if self._presented:
            self.world.release(self._object.name)
            self._presented = False

    def again(self) -> None:
        """Everything back to the start; the plan stays."""
        self.world.restore(self._start)
        self._begin_waiting()
        if self._motion is not None:
            self._begin_travel()

    def step(self) -> Frame:
        """One step; the stand lets go of the object when every finger has closed on it."""
        obs = self.world.observe()
        if (
            self._travel is not None
            and self._approach_wanted
            and self._travel.arrived(self.world.time)
        ):
            assert self._motion is not None
            self._grasp = LiveGrasp(self._hand, self._motion)
            self._grasp.reset(obs)
            self._grasp.set_grip(self._grip)
            self._travel = None
        if self._grasp is not None:
            command = self._grasp.act(obs)
            if self._grasp.holding:
                self.take_off_stand()
            return self.world.step(command)
        return self.world.step(None if self._travel is None else self._travel.act(obs))

    def _begin_waiting(self) -> None:
        self._presented = self._object.mount is None
        self._approach_wanted = False
        self._travel: Travel | None = None
        self._grasp: LiveGrasp | None = None

    def _begin_travel(self) -> None:
        assert self._motion is not None
        self._travel = Travel(self._hand, start_pose(self._motion), self._motion.q_open)
        self._travel.reset(self.world.observe())


def waiting_pose(hand: Hand) -> np.ndarray:
    """(7,) of a forearm beside the stand: fingers towards it, the palm to the side."""
    away = -1.0 if hand.side == "right" else 1.0
    T = np.eye(4)
    # Fingers (+x of the palm) towards +y, its back (+z) to the outside, the thumb up.
    T[:3, :3] = np.array([[0.0, 0.0, -away], [1.0, 0.0, 0.0], [0.0, -away, 0.0]])
    T[:3, 3] = 0.06 * -away, -WAITING_DISTANCE, WAITING_HEIGHT
    return se3.to_pose7(T)
