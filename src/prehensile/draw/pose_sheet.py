"""`draw_pose_sheet`: many postures of one hand, named, side by side."""

from collections.abc import Mapping
from pathlib import Path

import numpy as np

from prehensile.appearance.worn import SKIN_DRESS
from prehensile.draw.camera import fit_camera, hand_view
from prehensile.draw.posed_hand import add_posed_hand
from prehensile.draw.scene import Scene
from prehensile.draw.tiles import save_tiles
from prehensile.errors import InputError
from prehensile.hand.hand import Hand
from prehensile.skin.dress import Dress


def draw_pose_sheet(
    hand: Hand,
    poses: Mapping[str, np.ndarray],
    path: str | Path,
    columns: int = 6,
    tile: tuple[int, int] = (240, 260),
    views: Mapping[str, str] | None = None,
    view: str = "three-quarter",
    dress: Dress = SKIN_DRESS,
    level: int = 1,
) -> Path:
    """Draw each posture with its name below, fingers up.

    Args:
        hand: that takes the postures.
        poses: name → joint angles (dof,) [rad].
        path: the PNG to write.
        columns: tiles in a row.
        tile: width and height of a tile in pixels.
        views: pose name → one of `prehensile.draw.camera.VIEWS`, where ``view`` does not tell.
        view: of all other poses.
        dress: what the hand is drawn in.
        level: of detail of our own skin; 2 for large tiles.

    Returns:
        ``path``.
    """
    if not poses:
        raise InputError("a pose sheet needs at least one pose.")
    tiles = []
    with Scene(tile) as scene:
        for name, q in poses.items():
            direction = hand_view(hand, (views or {}).get(name, view))
            scene.clear()
            points = add_posed_hand(scene, hand, q, None, dress, level)
            camera = fit_camera(points, direction, np.array([1.0, 0, 0]), tile)
            tiles.append((name, scene.picture(camera)))
    return save_tiles(tiles, path, columns)
