"""One grasp, pulled on: what a library's promise is held against."""

import numpy as np

from prehensile.hand.hand import Hand
from prehensile.holds.kinds.hold import Hold
from prehensile.holds.optimise.arm import start_pose
from prehensile.holds.optimise.load import HoldWorlds, Proof
from prehensile.holds.optimise.reach import HoldGrasp


def prove(
    hold: Hold, hand: Hand, grasp: HoldGrasp, direction: np.ndarray, threads: int = 1
) -> Proof:
    """Take the hold and pull along ``direction`` (3,), from the rest posture, without a weld."""
    rest = hand.spec.rest
    worlds = HoldWorlds(hold, hand, 1, start_pose(hold, hand, rest), rest, threads=threads)
    one = HoldGrasp.stacked([grasp])
    worlds.reach(one)
    return worlds.draw(one, direction)
