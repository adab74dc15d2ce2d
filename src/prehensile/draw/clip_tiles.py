"""`draw_last_frames`: how several clips end, side by side."""

from collections.abc import Mapping
from pathlib import Path

from prehensile.draw.clip_frame import add_frame, clip_camera
from prehensile.draw.scene import Scene
from prehensile.draw.tiles import save_tiles
from prehensile.errors import InputError
from prehensile.motion.clip import Clip


def draw_last_frames(
    clips: Mapping[str, Clip],
    path: str | Path,
    columns: int = 4,
    tile: tuple[int, int] = (300, 260),
) -> Path:
    """Draw the last frame of each clip under its name, each seen from its most telling side.

    Args:
        clips: by name, in the order of the tiles.
        path: the PNG to write.
        columns: tiles in a row.
        tile: width and height of a tile in pixels.

    Returns:
        ``path``.
    """
    if not clips:
        raise InputError("no clips: there is nothing to draw.")
    tiles = []
    with Scene(tile) as scene:
        for name, clip in clips.items():
            last = clip.n_frames - 1
            scene.clear()
            add_frame(scene, clip, last, 0.002, forces=False, floor=None)
            managed = "" if clip.meta.get("managed", True) else " (not managed)"
            tiles.append((name + managed, scene.picture(clip_camera(clip, [last], tile))))
    return save_tiles(tiles, path, columns)
