"""Figure 3-7 of Andrews 2014: ball and dial turned by learned policies, goal and now marked."""

from collections.abc import Mapping
from pathlib import Path

import numpy as np

from prehensile.draw.clip_frame import add_frame, clip_camera
from prehensile.draw.scene import Scene
from prehensile.draw.tiles import save_tiles
from prehensile.figures.manipulate.goal_marks import add_marks, angle_left
from prehensile.manipulate.learn.policy import Policy
from prehensile.manipulate.learning import lookup_of
from prehensile.manipulate.turning import turn
from prehensile.motion.clip import Clip

GOALS = {"ball": (0.0, np.radians(60), 0.0), "dial": (0.0, 0.0, np.radians(120))}
"""[rad] by which things are turned: rotation vectors, world"""
EYES = {"ball": (0.5, -0.45, 0.9), "dial": (0.75, -0.75, 0.45)}
"""from the scene to the eye"""
SEED = 3
"""of the starts; development"""
FRAMES = 7
TILE = (215, 215)


def draw_sequences(path: Path, policies: Mapping[str, Policy]) -> Path:
    """A row for each policy."""
    return drawn_strips(path, {name: played(policy) for name, policy in policies.items()})


def played(policy: Policy, seed: int = SEED) -> Clip:
    """To the goal of its task."""
    return turn(lookup_of(policy), [GOALS[policy.task]], seed=seed).clip


def drawn_strips(
    path: Path, clips: Mapping[str, Clip], frames: int = FRAMES, tile: tuple[int, int] = TILE
) -> Path:
    """Rows of clips of `turn`, each from its beginning to its end."""
    tiles = []
    with Scene(tile) as scene:
        for name, clip in clips.items():
            numbers = np.linspace(0, clip.n_frames - 1, frames).round().astype(int).tolist()
            eye = np.array(EYES[clip.meta["task"]])
            camera = clip_camera(clip, numbers, tile, eye)
            for k in numbers:
                scene.clear()
                add_frame(scene, clip, k, forces=False, floor=None)
                add_marks(scene, clip, k)
                left = np.degrees(angle_left(clip, k))
                label = f"{name}, {clip.time[k] - clip.time[0]:.1f} s, {left:.0f}° off"
                tiles.append((label, scene.picture(camera)))
    return save_tiles(tiles, path, frames)
