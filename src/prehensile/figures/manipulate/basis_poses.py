"""Figure 3-5 of Andrews 2014: poses of the corpus that the dial's reduced pose space is made of."""

from pathlib import Path

import numpy as np

from prehensile.draw.pose_sheet import draw_pose_sheet
from prehensile.hand.corpus import corpus, corpus_pose
from prehensile.hand.hand import Hand
from prehensile.manipulate.tasks.catalogue import NUMBERS

TILE = (150, 165)
COLUMNS = 9


def draw_basis_poses(path: Path) -> Path:
    """All of them, named."""
    return draw_pose_sheet(Hand(), basis_poses(), path, COLUMNS, TILE)


def basis_poses() -> dict[str, np.ndarray]:
    """Name → (dof,) [rad]; all of the corpus where none are chosen."""
    chosen = NUMBERS["dial"].poses or tuple(corpus())
    return {name: corpus_pose(name).q for name in chosen}
