"""All recorded grasps of a set in the middle of the hold, each with its style and its verdict."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from prehensile.bench.grasps.rows import clip_path, kept_rows
from prehensile.draw.clip_frame import add_frame, clip_camera
from prehensile.draw.scene import BACKGROUND, Scene
from prehensile.draw.tiles import save_tiles
from prehensile.motion.clip import Clip
from prehensile.quality.judge.likeness import middle_of_hold

TILE = (260, 220)
COLUMNS = 6
LONGEST_NAME, LONGEST_WORDS = 18, 40


def draw_grasp_sheet(which: str, path: Path) -> Path | None:
    """Draw what ``prehensile bench grasps --record SET`` kept; None where it kept nothing."""
    tiles = []
    with Scene(TILE) as scene:
        for name, row in kept_rows(which).items():
            picture = np.full((*TILE[::-1], 3), BACKGROUND, dtype=np.uint8)
            kept = clip_path(which, name)
            if kept.is_file():
                clip = Clip.load(kept)
                frame = middle_of_hold(clip)
                scene.clear()
                add_frame(scene, clip, frame, forces=False, floor=None)
                picture = scene.picture(clip_camera(clip, [frame], TILE))
            tiles.append((grasp_label(name, row), picture))
    return save_tiles(tiles, path, COLUMNS) if tiles else None


def grasp_label(name: str, row: Mapping[str, Any]) -> str:
    """Two lines: name and style; what is wrong with it."""
    first = f"{name[:LONGEST_NAME]}: {row.get('style', 'refused')}"
    if not row["held"]:
        second = "not held"
    else:
        broken = [item for item, ok in row["items"].items() if not ok]
        second = f"not {', '.join(broken)}" if broken else "human"
        share = row.get("on_handle")
        second += "" if share is None else f"; {100 * share:.0f} % on handle"
        second += "; post" if row.get("post") else ""
    return f"{first}\n{second[:LONGEST_WORDS]}"
