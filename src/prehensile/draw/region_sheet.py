"""`draw_regions`: things side by side, a part of each in another colour."""

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np

from prehensile.draw.camera import fit_camera
from prehensile.draw.scene import Scene
from prehensile.draw.tiles import save_tiles

EYE = np.array([0.45, -1.0, 0.75])
"""From a thing to the eye"""
PLAIN, MARKED = (0.72, 0.72, 0.70), (0.90, 0.45, 0.10)
"""sRGB of what is not in the region, and of what is"""


class Region(NamedTuple):
    """One thing."""

    label: str
    vertices: np.ndarray
    """(V, 3) [m]"""
    faces: np.ndarray
    """(F, 3)"""
    marked: np.ndarray
    """(F,) bool: which faces lie in the region"""


def draw_regions(
    things: Sequence[Region],
    path: str | Path,
    columns: int = 6,
    tile: tuple[int, int] = (240, 200),
) -> Path:
    """Draw each thing, what is marked of it in orange; returns ``path``.

    Args:
        things: in the order of the tiles.
        path: the PNG to write.
        columns: tiles in a row.
        tile: width and height of a tile in pixels.
    """
    tiles = []
    with Scene(tile) as scene:
        for thing in things:
            scene.clear()
            for which, color in ((thing.marked, MARKED), (~thing.marked, PLAIN)):
                if which.any():
                    used, faces = np.unique(thing.faces[which], return_inverse=True)
                    scene.add_body(thing.vertices[used], faces.reshape(-1, 3), np.array(color))
            camera = fit_camera(thing.vertices, EYE, np.array([0.0, 0.0, 1.0]), tile)
            tiles.append((thing.label, scene.picture(camera)))
    return save_tiles(tiles, path, columns)
