"""Experiments: a box between thumb and fingertips, gripped harder, again and again, or pulled away.

What Andrews 2014 shows in Figures 5-10 and 5-11: what the fingertips of a hand look like meanwhile
is a matter of its colour.
"""

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from prehensile.hand.corpus import corpus_pose
from prehensile.hand.hand import Hand
from prehensile.hand.joints import DIGITS, joint_digits
from prehensile.kinematics.forward import pad_positions
from prehensile.lie import se3, so3
from prehensile.motion.clip import Clip
from prehensile.world.command import Command
from prehensile.world.objects.primitives import ball, box
from prehensile.world.pads import WorldPads
from prehensile.world.recorder import Recorder
from prehensile.world.scene import HandInScene, ObjectInScene
from prehensile.world.world import World

POSE = "large_diameter"
"""of the corpus; its pads lie nearly on two parallel faces"""
BOX, MASS = (0.045, 0.06, 0.1), 0.12
"""[m] along, through and across the fingers, and [kg]"""
WOOD = (0.82, 0.66, 0.47)
FOREARM = (0.0, 0.0, 0.3, *so3.to_quat(so3.exp(np.array([np.pi / 2, 0, 0]))))
"""(7,) thumb up"""
OPEN = np.radians(12)
"""[rad] by which the digits begin more open than the pose"""
STIFFNESS, DAMPING = 3.0, 0.12
"""[Nm/rad], [Nms/rad] of the digits"""
GAIN = 0.12
"""[rad/(N s)] by which a digit presses harder for every newton that is missing"""
FASTEST = 0.9
"""[rad/s]"""
FARTHEST = np.radians(70)
"""[rad] beyond the pose"""
SETTLE = 1.5
"""[s] until the first grip is reached"""
PULL_SPEED = 0.1
"""[m/s] of the far end of the mouse spring"""
LOST = 0.07
"""[m] A box that has moved this far is out of hand."""
LONGEST, AFTERWARDS = 20.0, 0.1
"""[s] that it is pulled at most, and that is recorded after that"""


class FingertipGrip:
    """A hand round a box, whose digits press as hard as they are told.

    The thumb presses as hard as the four fingers together.

    Args:
        hand: that grips; one of our own, for its pose is of the corpus.
        fixed: whether the box cannot move; else a bead holds it until `release`.
    """

    def __init__(self, hand: Hand, fixed: bool = False):
        q = corpus_pose(POSE).q.copy()
        self._digit = joint_digits(hand.joint_names)
        bends = np.array([name.endswith("flex") for name in hand.joint_names])
        self._flexes = ((self._digit >= 0) & bends).astype(float)
        self._pose = q
        place = _between(hand, q)
        above = place[:3] + np.array([0.0, 0.0, 0.2])
        things = [
            ObjectInScene(ball(0.004, mass=0.001, name="bead"), pose=(*above, 1, 0, 0, 0),
                          fixed=True),
            ObjectInScene(box(BOX, MASS, color=WOOD), pose=place, fixed=fixed,
                          presented_by="" if fixed else "bead"),
        ]  # fmt: skip
        wide = np.clip(q - OPEN * self._flexes, hand.lower, hand.upper)
        self.world = World(
            HandInScene(hand, wrist="fixed", forearm=FOREARM, q=wide), things, floor=False
        )
        self._pads, self.recorder = WorldPads(self.world), Recorder(self.world)
        self._squeeze = np.full(len(DIGITS), -OPEN)
        self._force = np.zeros(len(DIGITS))

    def step(self, grip: float | None = None) -> None:
        """One step of the world: with so many newtons wanted, or with setpoints as they are."""
        if grip is not None:
            self._press(grip)
        q = self._pose + np.append(self._squeeze, 0.0)[self._digit] * self._flexes
        stiffness = np.full(len(q), STIFFNESS)
        frame = self.world.step(Command(q, stiffness, np.full(len(q), DAMPING)))
        self._force = self._pads.loads(frame)[0].force
        self.recorder.add(frame)

    def _press(self, grip: float) -> None:
        wanted = grip * np.array([0.5, 0.125, 0.125, 0.125, 0.125])
        rate = np.clip(GAIN * (wanted - self._force), -FASTEST, FASTEST)
        # Digits that touch nothing yet come in at a pace of their own.
        rate = np.where(self._force > 0, rate, np.maximum(rate, 0.25))
        self._squeeze = np.clip(self._squeeze + rate * self.world.timestep, -OPEN, FARTHEST)

    def play(self, grip: Callable[[float], float], seconds: float) -> None:
        """Steps for so long; ``grip`` is asked for newtons at times [s] from now."""
        began = self.world.time
        while self.world.time - began < seconds:
            self.step(grip(self.world.time - began))


def growing_grip(
    hand: Hand | None = None, low: float = 2.0, high: float = 40.0, seconds: float = 6.0
) -> Clip:
    """A clip of a grip that grows from ``low`` to ``high`` [N] by the same factor every second.

    ``meta["grip"]`` has the newtons that were wanted, frame by frame.
    """
    stand = FingertipGrip(hand or Hand(), fixed=True)
    stand.play(lambda t: low, SETTLE)
    stand.play(lambda t: low * (high / low) ** (t / seconds), seconds)
    stand.play(lambda t: high, 1.0)
    clip = stand.recorder.clip()
    share = np.clip((clip.time - clip.time[0] - SETTLE) / seconds, 0, 1)
    wanted = low * (high / low) ** share
    return stand.recorder.clip({"grip": wanted.tolist()})


def repeated_grip(
    hand: Hand | None = None,
    highs: Sequence[float] = (18.0, 25.0, 14.0, 22.0, 17.0),
    low: float = 3.0,
    seconds: float = 2.0,
) -> Clip:
    """A clip of a box that is squeezed by each of ``highs`` [N] in turn.

    Between squeezes it is held by ``low`` [N]. A squeeze takes ``seconds``; its grip follows half a
    wave. ``meta["grip"]`` has the newtons that were wanted, frame by frame.
    """
    stand = FingertipGrip(hand or Hand(), fixed=True)
    stand.play(lambda t: low, SETTLE)
    for high in highs:
        stand.play(lambda t, high=high: _wave(low, high, t / seconds), seconds)
    stand.play(lambda t: low, 0.5)
    clip = stand.recorder.clip()
    squeeze = (clip.time - clip.time[0] - SETTLE) / seconds
    which = np.clip(np.floor(squeeze), 0, len(highs) - 1).astype(int)
    wanted = _wave(low, np.array(highs)[which], squeeze - which)
    return stand.recorder.clip({"grip": wanted.tolist()})


def _wave(low: Any, high: Any, share: Any) -> Any:
    """From low to high and back while ``share`` goes from 0 to 1; low outside."""
    return low + (high - low) * np.sin(np.pi * np.clip(share, 0, 1)) ** 2


def pulled_away(hand: Hand | None = None, grip: float = 12.0) -> Clip:
    """A clip of a gripped box that the mouse spring pulls out of the hand by its upper end.

    The digits keep their setpoints meanwhile, so that what they press with follows the box.
    ``meta["pulled"]`` has the times [s] from which it was pulled, and at which it was out of hand.
    """
    stand = FingertipGrip(hand or Hand())
    stand.play(lambda t: grip, SETTLE + 1)
    world = stand.world
    world.release("box")
    for _ in range(round(0.5 / world.timestep)):
        stand.step()
    start = world.object_pose("box")
    T = se3.from_pose7(start)
    anchor, began = np.array([0.0, 0.0, 0.5 * BOX[2]]), world.time
    at = se3.apply(T, anchor)
    while np.linalg.norm(world.object_pose("box")[:3] - start[:3]) < LOST:
        if world.time - began > LONGEST:
            break
        world.pull("box", anchor, at + PULL_SPEED * (world.time - began) * T[:3, 0])
        stand.step()
    lost = world.time
    world.let_go()
    for _ in range(round(AFTERWARDS / world.timestep)):
        stand.step()
    return stand.recorder.clip({"pulled": [began, lost]})


def _between(hand: Hand, q: np.ndarray) -> np.ndarray:
    """(7,) of a box between the thumb's pad and the others'.

    Its x points away from the wrist, its y from the thumb to the fingers.
    """
    pads, _ = pad_positions(hand, q, se3.from_pose7(np.array(FOREARM)))
    fingers = pads[1:].mean(axis=0)
    across = pads[1] - pads[4]
    through = fingers - pads[0]
    z = across - (across @ through) / (through @ through) * through
    y, z = through / np.linalg.norm(through), z / np.linalg.norm(z)
    T = np.eye(4)
    x = np.cross(y, z)
    away = 0.5 * (fingers + pads[0]) - np.array(FOREARM[:3])
    x, z = (x, z) if x @ away > 0 else (-x, -z)
    T[:3, :3] = np.stack([x, y, z], axis=1)
    T[:3, 3] = 0.5 * (fingers + pads[0]) + 0.004 * T[:3, 0]
    return se3.to_pose7(T)
