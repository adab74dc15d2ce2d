"""One pinch of a ball of 40 mm on four other balls, warped and as it was: film strips."""

from pathlib import Path

import numpy as np

from prehensile.bench.synthesis.warping import ACROSS, pinched
from prehensile.draw.clip_frame import add_frame, clip_camera
from prehensile.draw.scene import Scene
from prehensile.draw.tiles import save_tiles
from prehensile.motion.clip import Clip
from prehensile.synthesis.warping.pinched_ball import CLOSED, LIFTING, UP

SEED = 0
TIMES = (0.35, 0.75, CLOSED, LIFTING, UP)
"""[s] The hand comes, opens about the ball, has closed, presses, has risen."""
TILE = (270, 250)


def draw_warp_strips(path: Path, across: tuple[float, ...] = ACROSS, seed: int = SEED) -> Path:
    """A row for each ball with the warp; one more tile for how it ends without."""
    tiles = []
    with Scene(TILE) as scene:
        for one in across:
            (found, ends), (plain, plain_ends) = (
                _played(seed, one, warp) for warp in (True, False)
            )
            frames = strip_frames(found.time)
            camera = clip_camera(found, frames, TILE)
            shown = [(found, k, f"{1e3 * one:.0f} mm, {found.time[k]:.2f} s") for k in frames]
            shown[-1] = (*shown[-1][:2], f"{1e3 * one:.0f} mm: {ends}")
            last = strip_frames(plain.time)[-1]
            shown.append((plain, last, f"without the warp: {plain_ends}"))
            for clip, k, label in shown:
                scene.clear()
                add_frame(scene, clip, k, forces=True, floor=None)
                tiles.append((label, scene.picture(camera)))
    return save_tiles(tiles, path, len(TIMES) + 1)


def strip_frames(time: np.ndarray) -> list[int]:
    """Numbers of the frames at a strip's times; the last one of what ended before."""
    return [min(int(np.searchsorted(time, t - 1e-9)), len(time) - 1) for t in TIMES]


def _played(seed: int, across: float, warp: bool) -> tuple[Clip, str]:
    found, judged = pinched(seed, across, warp)
    return found.clip, "held" if judged.held else "not held"
