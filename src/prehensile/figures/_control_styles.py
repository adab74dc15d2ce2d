"""The repertoire of grasp styles: each open, as it comes, and gripping."""

from pathlib import Path

import numpy as np

from prehensile.control.example.style import STYLES, load_style
from prehensile.draw.pose_sheet import draw_pose_sheet
from prehensile.hand.hand import Hand

PAIRS = 3
"""Styles in a row"""


def draw_styles(path: Path) -> Path:
    """Two tiles for every style, with its kind and how many digits take part."""
    hand = Hand()
    poses: dict[str, np.ndarray] = {}
    for name in STYLES:
        style = load_style(name).on(hand)
        wide, grip = style.poses(hand)
        poses[f"{name}: open"] = wide
        poses[f"{name}: {style.kind}, {len(style.fingers)} digits"] = grip
    return draw_pose_sheet(hand, poses, path, columns=2 * PAIRS)
