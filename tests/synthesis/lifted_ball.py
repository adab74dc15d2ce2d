"""A made reference: fingers close round a ball on a stand, and the hand goes up."""

from functools import cache

import numpy as np

from prehensile.bench.synthesis.grasped_ball import pinching_angles
from prehensile.hand.hand import Hand
from prehensile.lie import se3, so3
from prehensile.motion.clip import Clip, HandTrack
from prehensile.motion.contacts import ContactTrack
from prehensile.world.catalogue import load_object
from prehensile.world.objects.primitives import box
from prehensile.world.scene import ObjectInScene

DIGITS = ("thumb", "index", "middle", "ring", "little")
RISE = 0.03


@cache
def _postures() -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Closed, open, and the ball's centre."""
    closed, centre = pinching_angles(Hand(), DIGITS, 0.03, 0.006)
    opened, _ = pinching_angles(Hand(), DIGITS, 0.03, -0.012, centre)
    return closed, opened, centre


def lifting_clip(seconds: float = 1.2) -> tuple[Clip, list[ObjectInScene]]:
    """The reference, and a ball of 60 mm on its stand."""
    hand = Hand()
    closed, opened, centre = _postures()
    t = np.linspace(0, seconds, round(100 * seconds) + 1)
    closing, rising = (np.clip(x, 0, 1) for x in (t / 0.4, (t - 0.5) / 0.4))
    R = so3.exp(np.array([1.57, 0, 0]))
    T = np.tile(np.eye(4), (len(t), 1, 1))
    T[:, :3, :3] = R
    T[:, 2, 3] = 0.3 + RISE * rising
    at = R @ centre + [0, 0, 0.3]
    track = HandTrack(
        "right", hand.spec.to_json(), hand.joint_names,
        opened + (closed - opened) * closing[:, None], se3.to_pose7(T),
    )  # fmt: skip
    clip = Clip(
        t, (track,), (), ContactTrack.empty(len(t)), np.zeros((len(t), 1, 5)),
        np.zeros((len(t), 1)), {"reference": "made"},
    )  # fmt: skip
    ball = ObjectInScene(load_object("ball:d=60mm,mass=0.05"), "ball", (*at, 1, 0, 0, 0))
    stand = box((0.02, 0.02, 0.04), 1.0, name="stand")
    below = (*(at - [0, 0, 0.05]), 1, 0, 0, 0)
    return clip, [ball, ObjectInScene(stand, "stand", below, fixed=True)]
