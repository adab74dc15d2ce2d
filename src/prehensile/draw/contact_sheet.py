"""`draw_contact_sheet`: a clip at a glance, its frames in rows under one camera."""

from pathlib import Path

import numpy as np

from prehensile.appearance.worn import SKIN_DRESS
from prehensile.draw.clip_frame import add_frame, clip_camera, floor_height
from prehensile.draw.scene import Scene
from prehensile.draw.tiles import save_tiles
from prehensile.errors import InputError
from prehensile.motion.clip import Clip
from prehensile.skin.dress import Dress


def draw_contact_sheet(
    clip: Clip,
    path: str | Path,
    frames: int = 8,
    columns: int = 4,
    tile: tuple[int, int] = (360, 300),
    direction: np.ndarray | None = None,
    forces: bool = True,
    dress: Dress = SKIN_DRESS,
) -> Path:
    """Draw the frames that tell the clip, the first and the last included, with their times.

    Args:
        clip: hands, bodies and contacts.
        path: the PNG to write.
        frames: how many; fewer if the clip has fewer.
        columns: tiles in a row.
        tile: width and height of a tile in pixels.
        direction: (3,) from the scene to the eye, world; found from the hand if left out.
        forces: contact forces on the bodies as thin arrows.
        dress: what the hands are drawn in.

    Returns:
        ``path``.
    """
    if frames < 1:
        raise InputError(f"a contact sheet of {frames} frames: give at least 1.")
    chosen = key_frames(clip, frames)
    camera = clip_camera(clip, chosen, tile, direction, dress)
    floor = floor_height(clip, chosen, dress)
    phases = clip.meta.get("phases", [])
    tiles = []
    with Scene(tile) as scene:
        for k in chosen:
            scene.clear()
            add_frame(scene, clip, k, forces, floor, dress)
            time = float(clip.time[k])
            now = [f"  {name}" for name, start, end in phases if start <= time <= end]
            tiles.append((f"{time:.2f} s{now[-1] if now else ''}", scene.picture(camera)))
    return save_tiles(tiles, path, columns)


def key_frames(clip: Clip, count: int) -> list[int]:
    """Numbers of at most ``count`` different frames, spread over what happens in the clip.

    Evenly spaced in a mixture of time and distance travelled, so that a long hold does not fill
    the sheet with the same picture.
    """
    travelled = np.zeros(clip.n_frames)
    for track in [h.T_world_forearm for h in clip.hands] + [b.pose for b in clip.bodies]:
        travelled[1:] += np.linalg.norm(np.diff(track[:, :3], axis=0), axis=1)
    for hand in clip.hands:
        travelled[1:] += FINGER_LENGTH * np.abs(np.diff(hand.q, axis=0)).mean(axis=1)
    progress = TIME_SHARE * _share(clip.time - clip.time[0])
    progress += (1 - TIME_SHARE) * _share(np.cumsum(travelled))
    wanted = np.linspace(progress[0], progress[-1], count)
    nearest = np.abs(progress[None, :] - wanted[:, None]).argmin(1)
    return sorted({int(k) for k in nearest})


FINGER_LENGTH = 0.08
"""[m] turns a finger's angles into a distance"""
TIME_SHARE = 0.35
"""How much of the spacing is time; the rest is distance travelled."""


def _share(values: np.ndarray) -> np.ndarray:
    """``values`` from 0 to 1; a straight line if they do not change."""
    if values[-1] > 0:
        return values / values[-1]
    return np.linspace(0, 1, len(values))
