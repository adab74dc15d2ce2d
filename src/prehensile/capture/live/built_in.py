"""A session for those who have no device: what sensors would read of a simulated grasp.

``tools/make_live_session.py`` grasped a bottle, lifted it and put it down; this plays it as a
glove, a tracker of forearm and bottle, fingertip sensors of 1 kHz and a footswitch would have given
it.
"""

from functools import cache
from importlib import resources

import numpy as np

from prehensile.capture.recording.recording import CapturedObject, Recording
from prehensile.capture.recording.stream import Stream
from prehensile.files.tekscan import PASCAL_PER_PSI
from prehensile.hand.hand import Hand
from prehensile.hand.joints import DIGITS
from prehensile.hand.segments import FOREARM
from prehensile.hand.taxels import glove_taxels
from prehensile.lie import so3

OBJECT = "bottle"
STORED_HZ = 60.0
PASCAL = 50 * PASCAL_PER_PSI / 255
"""[Pa] of one count of the glove: 50 psi in 8 bits (Andrews 2014, 6.1)"""
NOISE_N, NOISE_DEG = 0.02, 0.1
"""standard deviations of the fingertip sensors and of the glove's angles"""


@cache
def built_in_session() -> Recording:
    """Eight seconds of five streams: pressure, angles, poses, forces, events."""
    file = resources.files("prehensile.capture.live").joinpath("data/session.npz")
    with file.open("rb") as opened, np.load(opened) as data:
        kept = {name: np.asarray(data[name], float) for name in data.files}
    rng = np.random.default_rng(0)
    hand = Hand()
    span = (len(kept["q"]) - 1) / STORED_HZ
    count = int(100 * span)
    slow, fast = np.arange(count) / 100, np.arange(10 * count) / 1000  # rounds follow without a gap
    rows, columns = np.nonzero(glove_taxels().mask)
    cells = tuple(f"{r + 1}-{c + 1}" for r, c in zip(rows, columns, strict=True))
    angles = _at(kept["q"], slow) + np.radians(rng.normal(0, NOISE_DEG, (len(slow), hand.dof)))
    force = _at(kept["force"], fast) + rng.normal(0, NOISE_N, (len(fast), len(DIGITS)))
    poses = np.stack([_poses(kept["forearm"], slow), _poses(kept["body"], slow)], axis=1)
    holding = _at(kept["force"], slow).sum(axis=1) > 1.0
    changes = np.flatnonzero(np.diff(holding.astype(int))) + 1
    return Recording(
        (
            Stream("grip", "pressure", slow, np.round(_at(kept["counts"], slow)) * PASCAL, cells,
                   rate_hz=100, frame="sensor", sensor={"model": "simulated Tekscan Grip"}),
            Stream("angles", "joint_angles", slow, angles, hand.joint_names, rate_hz=100,
                   sensor={"model": "simulated glove"}),
            Stream("poses", "rigid_poses", slow, poses, (FOREARM, OBJECT), rate_hz=100,
                   sensor={"model": "simulated tracker"}),
            Stream("fingertips", "forces", fast, force, DIGITS, rate_hz=1000, frame="sensor",
                   sensor={"model": "simulated fingertip sensors"}),
            Stream("switch", "events", slow[changes], np.where(holding[changes], 0.0, 1.0),
                   ("touched", "let go")),
        ),
        objects=(CapturedObject(OBJECT, source=OBJECT),),
        hand=hand.spec.to_json(),
        meta={"task": "grasp a bottle", "simulated": True},
    )  # fmt: skip


def _at(stored: np.ndarray, times: np.ndarray) -> np.ndarray:
    """(n, k) stored numbers between their frames."""
    at = times * STORED_HZ
    row = np.minimum(at.astype(int), len(stored) - 2)
    part = (at - row)[:, None]
    return (1 - part) * stored[row] + part * stored[row + 1]


def _poses(stored: np.ndarray, times: np.ndarray) -> np.ndarray:
    """(n, 7) stored poses between their frames."""
    at = times * STORED_HZ
    row = np.minimum(at.astype(int), len(stored) - 2)
    turned = so3.slerp(stored[row, 3:], stored[row + 1, 3:], at - row)
    return np.concatenate([_at(stored[:, :3], times), turned], axis=1)
