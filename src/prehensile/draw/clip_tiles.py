"""`draw_last_frames`: how several clips end, side by side."""

from collections.abc import Mapping
from pathlib import Path

from prehensile.appearance.worn import SKIN_DRESS
from prehensile.draw.clip_frame import add_frame, clip_camera, telling_side
from prehensile.draw.scene import Scene
from prehensile.draw.tiles import save_tiles
from prehensile.errors import InputError
from prehensile.motion.clip import Clip
from prehensile.skin.dress import Dress


def draw_last_frames(
    clips: Mapping[str, Clip],
    path: str | Path,
    columns: int = 4,
    tile: tuple[int, int] = (300, 260),
    dress: Dress = SKIN_DRESS,
    one_side: bool = False,
) -> Path:
    """Draw how each clip ends, before anything is put down, each seen from its most telling side.

    Args:
        clips: by name, in the order of the tiles.
        path: the PNG to write.
        columns: tiles in a row.
        tile: width and height of a tile in pixels.
        dress: what the hands are drawn in.
        one_side: all seen from the one side that tells most of them together: only so can one
            see from where each hand came.

    Returns:
        ``path``.
    """
    if not clips:
        raise InputError("no clips: there is nothing to draw.")
    tiles = []
    ends = {name: clip.last_frame_of("hold") for name, clip in clips.items()}
    side = telling_side([(clips[name], k) for name, k in ends.items()], dress) if one_side else None
    with Scene(tile) as scene:
        for name, clip in clips.items():
            last = ends[name]
            scene.clear()
            add_frame(scene, clip, last, forces=False, floor=None, dress=dress)
            managed = "" if clip.verdict is None or clip.verdict.ok else " (not managed)"
            camera = clip_camera(clip, [last], tile, side, dress)
            tiles.append((name + managed, scene.picture(camera)))
    return save_tiles(tiles, path, columns)
