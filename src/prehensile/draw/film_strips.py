"""`draw_film_strips`: several clips at the same moments, a row each, under one camera."""

from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np

from prehensile.appearance.worn import SKIN_DRESS
from prehensile.draw.camera import fit_camera
from prehensile.draw.clip_frame import (
    UP,
    add_frame,
    body_vertices,
    clip_camera,
    floor_height,
    is_fixed,
    largest_force,
    points_in_view,
)
from prehensile.draw.scene import Scene
from prehensile.draw.tiles import save_tiles
from prehensile.errors import InputError
from prehensile.motion.clip import Clip
from prehensile.skin.dress import Dress

MARGIN = 1.06
"""of the camera"""


def draw_film_strips(
    clips: Mapping[str, Clip],
    times: Sequence[float],
    path: str | Path,
    tile: tuple[int, int] = (240, 230),
    direction: np.ndarray | None = None,
    forces: bool = True,
    dress: Dress = SKIN_DRESS,
) -> Path:
    """Draw what clips show at some times; a clip that ended before shows its last frame.

    Args:
        clips: by name, a row each.
        times: [s] from each clip's beginning, a column each.
        path: the PNG to write.
        tile: width and height of a tile in pixels.
        direction: (3,) from the scene to the eye, world; found from the first clip if left out.
        forces: contact forces as thin arrows, of one scale.
        dress: what the hands are drawn in.

    Returns:
        ``path``.

    Raises:
        InputError: no clips or no times.
    """
    if not clips or not len(times):
        raise InputError("film strips need at least one clip and one time.")
    frames = {name: _frames_at(clip, times) for name, clip in clips.items()}
    first, some = next(iter(clips.items()))[1], next(iter(frames.values()))
    if direction is None:
        camera = clip_camera(first, some, tile, dress=dress)
        direction = camera.position - camera.target
    points = [
        p
        for name, clip in clips.items()
        for k in frames[name]
        for p in (
            *points_in_view(clip, k, dress),
            *(body_vertices(body, k) for body in clip.bodies if is_fixed(clip, body)),
        )
    ]
    camera = fit_camera(np.concatenate(points), np.asarray(direction), UP, tile, MARGIN)
    largest = max(largest_force(clip) for clip in clips.values())
    tiles = []
    with Scene(tile) as scene:
        for name, clip in clips.items():
            floor = floor_height(clip, frames[name], dress)
            for k, time in zip(frames[name], times, strict=True):
                scene.clear()
                add_frame(scene, clip, k, forces, floor, dress, largest=largest)
                tiles.append((f"{name}, {time:.1f} s", scene.picture(camera)))
    return save_tiles(tiles, path, len(times))


def _frames_at(clip: Clip, times: Sequence[float]) -> list[int]:
    """Numbers of the frames nearest to times [s] from the beginning."""
    since = clip.time - clip.time[0]
    return [int(np.abs(since - time).argmin()) for time in times]
