"""A hand whose fingertips are pressed and let go, all by forces of their own."""

import numpy as np

from prehensile.hand.corpus import corpus
from prehensile.hand.hand import Hand
from prehensile.hand.joints import DIGITS
from prehensile.hand.segments import TIP_SEGMENT
from prehensile.lie import se3
from prehensile.motion.clip import Clip, HandTrack
from prehensile.motion.contacts import ContactFrame, ContactTrack
from prehensile.motion.pad_load import tip_transforms

FRAMES, RATE = 61, 30.0
"""Frames, and how many a second."""
HARDEST = np.array([30.0, 2.0, 6.0, 12.0, 20.0])
"""[N] on each pad."""
SPREAD, AWAY = 0.002, 0.001
"""[m] between the two contacts of a pad and their middle, which is this far from the pad's."""


def pressed_clip(hand: Hand | None = None) -> Clip:
    """Nothing touches it, forces rise to the largest and stay, then nothing again.

    It bends its fingers meanwhile, so that its skin changes shape.
    """
    hand = hand or Hand()
    share = np.interp(np.arange(FRAMES), [0, 10, 25, 40, 41], [0, 0, 1, 1, 0])
    flat, bent = corpus()["flat"].q, corpus()["medium_wrap"].q
    q = flat + 0.5 * np.linspace(0, 1, FRAMES)[:, None] * (bent - flat)
    forearm = np.tile([0, 0, 0.3, 1.0, 0, 0, 0], (FRAMES, 1))
    tips = tip_transforms(hand, q, forearm)
    frames = []
    sides = np.array([[AWAY, -SPREAD, 0], [AWAY, SPREAD, 0]])
    spots = np.stack([_pad(hand, digit) + sides for digit in DIGITS])
    for k in range(FRAMES):
        force = np.repeat(share[k] * HARDEST / 2, 2)
        down = -np.repeat(tips[k, :, :3, 2], 2, axis=0)
        pos = se3.apply(tips[k][:, None], spots).reshape(-1, 3)
        own = force > 0
        rows = np.repeat(np.arange(len(DIGITS)), 2)[own]
        none, glass = np.zeros(len(rows)), np.full(len(rows), len(DIGITS))
        pushed = (force[:, None] * down)[own]
        frames.append(ContactFrame(rows, glass, pos[own], down[own], pushed, none, none))
    track = HandTrack(
        name=hand.side,
        model=hand.spec.to_json(),
        joint_names=hand.joint_names,
        q=q,
        T_world_forearm=forearm,
    )
    return Clip(
        time=np.arange(FRAMES) / RATE,
        hands=(track,),
        bodies=(),
        contacts=ContactTrack.from_frames(
            (*(f"{hand.side}/{TIP_SEGMENT[digit]}" for digit in DIGITS), "glass"), frames
        ),
        finger_force=(share[:, None] * HARDEST)[:, None],
        palm_force=np.zeros((FRAMES, 1)),
    )


def _pad(hand: Hand, digit: str) -> np.ndarray:
    pad = hand.segments[TIP_SEGMENT[digit]].pad
    assert pad is not None, "every fingertip has a pad"
    return pad
