"""Proof by load: the hand is drawn off the hold by its forearm; what it bore is its strength."""

from collections.abc import Callable
from dataclasses import replace
from typing import NamedTuple

import mujoco
import numpy as np

from prehensile.errors import InputError
from prehensile.hand.hand import Hand
from prehensile.hand.segments import FOREARM, GROUPS
from prehensile.holds.kinds.hold import Hold
from prehensile.holds.optimise.grip import Grip, climbing_grip
from prehensile.holds.optimise.reach import HoldGrasp, reach_commands
from prehensile.kinematics.forward import pad_positions
from prehensile.lie import se3
from prehensile.world.batch.world_batch import WorldBatch
from prehensile.world.command import Command
from prehensile.world.nan_guard import STATE
from prehensile.world.scene import DEFAULT_TIMESTEP, HandInScene
from prehensile.world.segment_contacts import SegmentContacts

SPEED = 0.01
"""[m/s] of the forearm"""
DRAW_TIME = 3.0
"""[s] at most"""
BORNE = 0.2
"""[s] for which a load must be borne to count"""
SLIP = 0.01
"""[m] that a fingertip may slide"""
SKIN = 0.001
"""[m] that hand and hold may overlap at the start"""
PAST_STOPS = np.radians(15.0)
"""[rad] by which joints yield at their stops under a load, and no more"""
DEEPEST = 0.004
"""[m] that flesh gives way under a load"""


class Proof(NamedTuple):
    """What pulling on one or many grasps showed."""

    strength: np.ndarray
    """(n,) [N] the largest load borne for 0.2 s before a fingertip had slid 1 cm"""
    load: np.ndarray
    """(n, steps) [N] along the pull; NaN after the end"""
    end: np.ndarray
    """(n,) [s] when a fingertip had slid 1 cm; the whole time if none did"""
    digits: np.ndarray
    """(n, 5) touching when the pull began, thumb to little"""


class HoldWorlds:
    """Many worlds with one hand and one hold, in which grasps are tried.

    Args:
        hold: to take.
        hand: which takes it.
        count: how many grasps are tried at once.
        start: (7,) of the forearm.
        q: (dof,) [rad] of the hand at the start.
        preset: ``hold`` for proofs, ``fast`` where many are looked at.
        threads: as of `WorldBatch`.
    """

    def __init__(
        self,
        hold: Hold,
        hand: Hand,
        count: int,
        start: np.ndarray,
        q: np.ndarray,
        preset: str = "hold",
        threads: int = 0,
    ):
        self.hand, self.start = hand, start
        self.batch = WorldBatch(
            HandInScene(hand, "hand", forearm=start, q=q),
            hold.scene_objects(),
            count,
            preset=preset,
            timestep=DEFAULT_TIMESTEP,
            threads=threads,
            floor=False,
            slots=4,
        )
        segments = self.batch.sensors.segments["hand"]
        self._groups = np.array([GROUPS.index(hand.segment(s).group) for s in segments])
        # The wall may push, but what rubs on it does not hang on the hold.
        self.on_hold = self.batch.sensors.things["hand"].index("hold")
        """column of the hold in the batch's contacts"""
        self._in_hand = np.array([s != FOREARM for s in segments])
        self.grip: Grip = climbing_grip(hand)
        self._check_start(hold)

    def _check_start(self, hold: Hold) -> None:
        """Refuse a hold that is inside the hand where that begins."""
        model = self.batch.model
        data = mujoco.MjData(model)
        mujoco.mj_setState(model, data, self.batch.snapshot().state[0], STATE)
        mujoco.mj_forward(model, data)
        bodies = [model.body(int(b)).name for b in model.geom_bodyid]
        for contact in data.contact:
            names = {bodies[g].partition("/")[0] for g in contact.geom}
            if names == {"hand", "hold"} and contact.dist < -SKIN:
                raise InputError(
                    f"the hold {hold.name!r} is inside the hand where it starts, 16 cm in front of "
                    "where fingers go: it stands out too far. Make it smaller, or check its unit."
                )

    def reach(self, grasp: HoldGrasp) -> None:
        """Take the hold, from the start, in every world."""
        self.batch.reset()
        for command in reach_commands(grasp, self.start, self.grip, self.batch.timestep):
            self.batch.step(command)

    def touching(self) -> np.ndarray:
        """(n, 5) digits with a contact, thumb to little."""
        found = self.batch.contacts().found.sum(axis=2) > 0
        return np.stack([found[:, self._groups == g].any(axis=1) for g in range(5)], axis=1)

    def draw(
        self,
        grasp: HoldGrasp,
        direction: np.ndarray,
        progress: Callable[[float], None] | None = None,
    ) -> Proof:
        """Draw the forearms along ``direction`` (3,) or (n, 3), after `reach`.

        A world is done when a fingertip has slid too far, or when the hold is deeper in the hand
        than flesh gives way, or a joint past its stops: then it is no grasp that bears the load.
        """
        batch, count = self.batch, self.batch.count
        ways = np.broadcast_to(direction, (count, 3))
        steps = round(DRAW_TIME / batch.timestep)
        digits, tips = self.touching(), self._tips()
        load = np.full((count, steps), np.nan)
        end = np.where(digits.any(axis=1) & batch.alive & ~self._torn(), steps, 0)
        for step in range(steps):
            self._park(end == step)
            going = end > step
            if not going.any():
                break
            command = draw_command(
                grasp, ways, self.grip, (step + 1) * batch.timestep * SPEED, SPEED
            )
            assert command.forearm is not None, "it is drawn by its forearm"
            forearm = np.where(going[:, None], command.forearm, self.start)
            batch.step(replace(command, forearm=forearm))
            contacts = batch.contacts()
            on_hold = contacts.force[:, self._in_hand, self.on_hold]
            load[:, step] = np.where(going, np.einsum("nski,ni->n", on_hold, ways), np.nan)
            slid = np.where(digits, np.linalg.norm(self._tips() - tips, axis=2), 0.0) > SLIP
            off = slid.any(axis=1) | ~self.sound(contacts)
            end = np.where(off & going, step + 1, end)
            if progress is not None:
                progress((step + 1) / steps)
        strength = [borne(row[:last], batch.timestep) for row, last in zip(load, end, strict=True)]
        return Proof(np.array(strength), load, end * batch.timestep, digits)

    def sound(self, contacts: SegmentContacts) -> np.ndarray:
        """(n,) whether a hand can be where it is, with the batch's ``contacts`` of now: nothing is
        deeper in it than flesh gives way, and no joint is far past its stops.
        """
        deepest = contacts.depth.max(axis=(1, 2, 3))
        return self.batch.alive & (deepest <= DEEPEST) & ~self._torn()

    def _torn(self) -> np.ndarray:
        """(n,) whether a joint is far past its stops: no hand can be there."""
        return torn(self.hand, self.batch.observe().q)

    def _park(self, worlds: np.ndarray) -> None:
        """Away from the hold, where a step costs little."""
        if worlds.any():
            self.batch.reset(worlds)

    def _tips(self) -> np.ndarray:
        seen = self.batch.observe()
        return pad_positions(self.hand, seen.q, se3.from_pose7(seen.forearm))[0]


def draw_command(
    grasp: HoldGrasp, direction: np.ndarray, grip: Grip, distance: float, speed: float
) -> Command:
    """A step of drawing a hand, or many.

    Args:
        grasp: that was taken.
        direction: (..., 3) unit.
        grip: gains.
        distance: [m] from the grasp, at the end of the step.
        speed: [m/s] there.
    """
    stiffness, damping = (np.broadcast_to(a, grasp.q.shape) for a in grip[:2])
    limit = None if grip.limit is None else np.broadcast_to(grip.limit, grasp.q.shape)
    forearm = grasp.forearm.copy()
    forearm[..., :3] += distance * direction
    twist = np.concatenate([speed * direction, np.zeros_like(direction)], axis=-1)
    return Command(grasp.q, stiffness, damping, forearm=forearm, forearm_twist=twist, limit=limit)


def torn(hand: Hand, q: np.ndarray) -> np.ndarray:
    """(...) whether a joint of (..., dof) is further past its stops than these yield."""
    return (np.maximum(hand.lower - q, q - hand.upper) > PAST_STOPS).any(axis=-1)


def borne(load: np.ndarray, timestep: float) -> float:
    """[N] the largest load that was never less for 0.2 s."""
    window = round(BORNE / timestep)
    if len(load) < window:
        return 0.0
    least = np.lib.stride_tricks.sliding_window_view(load, window).min(axis=1)
    return max(0.0, float(least.max()))
